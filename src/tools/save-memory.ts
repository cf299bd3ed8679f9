import type { ToolUseBlock } from '#core/log/blocks.ts';
import { isTooLong, longestLine } from '#core/memory/line.ts';
import { curatedPath, dailyPath, isMemoryPath } from '#core/memory/memory.ts';
import { knownAlready, savedIn } from '#core/memory/save-answer.ts';
import { bad, good, isBad, optionalTextIn, textIn, type ToolText } from '#tools/input.ts';
import type { Proposed, ToolPorts } from '#tools/ports.ts';

/** Proposes a line for memory. */
export async function saveMemory(
	input: ToolUseBlock['input'],
	ports: ToolPorts
): Promise<ToolText> {
	const text = textIn(input, 'text');
	if (isBad(text)) return text;
	// What is cut loses its end, and with it perhaps its condition.
	if (isTooLong(text))
		return bad(`The line would be longer than ${String(longestLine)} characters.`);
	const file = optionalTextIn(input, 'file');
	if (isBad(file)) return file;
	const path = file ?? dailyPath(ports.today);
	if (!isMemoryPath(path)) return bad('file must be MEMORY.md or memory/YYYY-MM-DD.md.');
	if (path === curatedPath && ports.session.kind === 'guest')
		return bad('MEMORY.md is not available in a guest session.');
	return answerOf(
		await ports.desk.propose({ text, path, source: 'save-memory', replaces: null }),
		path
	);
}

/** What the model is told of a proposal. */
export function answerOf(proposed: Proposed, path: string): ToolText {
	switch (proposed) {
		case 'waiting':
			return good(`Proposed for ${path}. It waits for the user’s decision; it is not saved yet.`);
		case 'written':
			return good(`${savedIn}${path}, as the user allows for lines of this kind.`);
		case 'known':
			return good(`${knownAlready}for the user’s decision already.`);
		case 'refused':
			return bad('The user has refused this line before. Do not propose it again.');
		case 'empty':
			return bad('Nothing readable is left of this line. Write one plain sentence.');
		case 'too-many':
			return bad('That is enough for one message: no more lines are taken in this turn.');
		case 'off-record':
			return bad('This conversation is off the record: nothing of it is remembered.');
		case 'failed':
			return bad('The line could not be stored.');
	}
}

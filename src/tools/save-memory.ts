import { isTooLong, longestLine } from '#core/lines/line.ts';
import { curatedPath, dailyPath, dayOf, isMemoryPath } from '#core/memory/memory.ts';
import { knownAlready, savedIn } from '#core/desk/save-answer.ts';
import { isDay } from '#core/time/calendar.ts';
import { bad, good, type InputOf, type ToolText } from '#tools/input.ts';
import type { Proposed, ToolPorts } from '#tools/ports.ts';
import { pathField } from '#tools/read-memory.ts';

export const saveMemoryDefinition = {
	description:
		'Propose one line for the user’s memory: a lasting fact, preference, decision or date, as one plain sentence of at most 500 characters. The user reads it and decides; it is not saved until then.',
	input_schema: {
		type: 'object',
		properties: {
			text: { type: 'string', description: 'The sentence to remember' },
			file: { ...pathField, description: `${pathField.description}. Default: today’s daily note` }
		},
		required: ['text'],
		additionalProperties: false
	}
} as const;

/** Proposes a line for memory. */
export async function saveMemory(
	{ text, file }: InputOf<typeof saveMemoryDefinition>,
	ports: ToolPorts
): Promise<ToolText> {
	// What is cut loses its end, and with it perhaps its condition.
	if (isTooLong(text))
		return bad(`The line would be longer than ${String(longestLine)} characters.`);
	const path = file ?? dailyPath(ports.today);
	if (!isMemoryPath(path)) return bad('file must be MEMORY.md or memory/YYYY-MM-DD.md.');
	const day = dayOf(path);
	if (day !== null && !isDay(day)) return bad(`The calendar has no ${day}.`);
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

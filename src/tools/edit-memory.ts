import type { ToolUseBlock } from '#core/log/blocks.ts';
import { bulletsOf } from '#core/memory/file.ts';
import { isTooLong, longestLine } from '#core/memory/line.ts';
import { bad, isBad, textIn, type ToolText } from '#tools/input.ts';
import type { ToolPorts } from '#tools/ports.ts';
import { textAt } from '#tools/read-memory.ts';
import { answerOf } from '#tools/save-memory.ts';

/** Proposes to change one line of a memory file. */
export async function editMemory(
	input: ToolUseBlock['input'],
	ports: ToolPorts
): Promise<ToolText> {
	const path = textIn(input, 'path');
	if (isBad(path)) return path;
	const find = textIn(input, 'find');
	if (isBad(find)) return find;
	const replace = textIn(input, 'replace');
	if (isBad(replace)) return replace;
	const text = await textAt(path, ports);
	if (isBad(text)) return text;
	const wanted = find.trim().replace(/^[-*+]\s+/, '');
	const lines = bulletsOf(text).map((bullet) => bullet.text);
	const exact = lines.filter((line) => line === wanted);
	const found = exact.length > 0 ? exact : lines.filter((line) => line.includes(wanted));
	const [line] = found;
	if (line === undefined)
		return bad(
			text.includes(wanted)
				? `These words stand in ${path}, but not within one list item: only items that begin with -, * or + can be changed, the rest by the user alone.`
				: `No line of ${path} holds these words. Read it first.`
		);
	if (found.length > 1)
		return bad(`${String(found.length)} lines of ${path} hold these words. Give more of the line.`);
	const changed = exact.length > 0 ? replace : line.replace(wanted, () => replace);
	if (isTooLong(changed))
		return bad(`The line would be longer than ${String(longestLine)} characters.`);
	return answerOf(
		await ports.desk.propose({ text: changed, path, source: 'edit-memory', replaces: line }),
		path
	);
}

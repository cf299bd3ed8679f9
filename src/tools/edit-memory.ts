import { bulletsOf } from '#core/memory/file.ts';
import { isTooLong, longestLine } from '#core/lines/line.ts';
import { bad, type InputOf, type ToolText } from '#tools/input.ts';
import type { ToolPorts } from '#tools/ports.ts';
import { pathField, textAt } from '#tools/read-memory.ts';
import { answerOf } from '#tools/save-memory.ts';

export const editMemoryDefinition = {
	description:
		'Propose to change one line of a memory file, for instance because it is no longer true. The user reads the change and decides.',
	input_schema: {
		type: 'object',
		properties: {
			path: pathField,
			find: { type: 'string', description: 'Words that stand in exactly one line of the file' },
			replace: { type: 'string', description: 'What they become' }
		},
		required: ['path', 'find', 'replace'],
		additionalProperties: false
	}
} as const;

/** Proposes to change one line of a memory file. */
export async function editMemory(
	{ path, find, replace }: InputOf<typeof editMemoryDefinition>,
	ports: ToolPorts
): Promise<ToolText> {
	const text = await textAt(path, ports);
	if (typeof text !== 'string') return text;
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
	const changed = line.replace(wanted, () => replace);
	if (isTooLong(changed))
		return bad(`The line would be longer than ${String(longestLine)} characters.`);
	return answerOf(
		await ports.desk.propose({ text: changed, path, source: 'edit-memory', replaces: line }),
		path
	);
}

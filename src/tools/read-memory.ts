import { startOfText } from '#core/text/excerpt.ts';
import { curatedPath } from '#core/memory/memory.ts';
import { bad, good, type InputOf, type ToolText } from '#tools/input.ts';
import type { ToolPorts } from '#tools/ports.ts';

export const pathField = {
	type: 'string',
	description: 'MEMORY.md, or a daily note such as memory/2026-11-20.md'
} as const;

export const readMemoryDefinition = {
	description: 'Read one memory file whole.',
	input_schema: {
		type: 'object',
		properties: { path: pathField },
		required: ['path'],
		additionalProperties: false
	}
} as const;

/** Reads a memory file. */
export async function readMemory(
	{ path }: InputOf<typeof readMemoryDefinition>,
	ports: ToolPorts
): Promise<ToolText> {
	const text = await textAt(path, ports);
	if (typeof text !== 'string') return text;
	if (text.trim() === '') return good(`${path} is empty.`);
	const head = startOfText(text, ports.longest);
	return good(
		head === text
			? text
			: `${head}\n[${String(text.length - head.length)} characters more; use recall to search them]`
	);
}

/** The text of a memory file that may be read here. */
export async function textAt(path: string, ports: ToolPorts): Promise<string | ToolText> {
	if (path === curatedPath && ports.session.kind === 'guest')
		return bad('MEMORY.md is not available in a guest session.');
	return (await ports.memoryText(path)) ?? unknownPath(path, ports);
}

async function unknownPath(path: string, ports: ToolPorts): Promise<ToolText> {
	const paths = await ports.memoryPaths();
	return bad(
		paths.length === 0
			? `There is no file ${path}; memory is empty.`
			: `There is no file ${path} that may be read here. There are: ${paths.join(', ')}.`
	);
}

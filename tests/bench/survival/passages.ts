/** Reads the neutral lines of recorded sessions as passages. */
import type { Passage } from '../../../src/core/anchors/passage.ts';

export interface SessionLine {
	readonly kind?: string;
	readonly role?: string;
	readonly text?: string;
	readonly summary?: string;
	readonly thinking?: string;
	readonly toolCalls?: readonly { readonly name: string; readonly args: unknown }[];
}

/** All strings inside the arguments of a call, one a line. */
function valuesOf(value: unknown): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	if (typeof value !== 'object' || value === null) return '';
	return Object.values(value).map(valuesOf).join('\n');
}

/** What the assistant wrote in a message: its words and the values of its calls. */
export const writtenIn = (line: SessionLine): string =>
	[line.text ?? '', ...(line.toolCalls ?? []).map((call) => valuesOf(call.args))].join('\n');

export function passagesOf(lines: readonly SessionLine[]): Passage[] {
	const passages: Passage[] = [];
	lines.forEach((line, at) => {
		const by =
			line.role === 'assistant' || line.kind === 'compaction'
				? 'assistant'
				: line.role === 'tool'
					? 'tool'
					: 'user';
		if (line.role === 'system') return;
		const text = line.kind === 'compaction' ? (line.summary ?? '') : writtenIn(line);
		if (text.trim() !== '') passages.push({ key: String(at), by, text });
	});
	return passages;
}

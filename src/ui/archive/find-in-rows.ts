import { textOf, textOfResult } from '#core/log/blocks.ts';
import type { ArchiveRow } from '#state/data/archive-reader.svelte.ts';

/** Looking for words in an archive that is open: every word of it is here, so no index is asked. */

/** What a reader sees of a row: words said, calls of tools and what they answered. */
function textOfRow(row: ArchiveRow): string {
	if (row.kind === 'summary') return row.summary.text;
	const { turn, steps } = row.exchange;
	const parts = [textOf(turn.asked)];
	for (const step of steps) {
		parts.push(textOf(step.content));
		for (const block of step.content)
			if (block.type === 'tool_use') parts.push(`${block.name} ${JSON.stringify(block.input)}`);
		for (const result of step.results ?? []) parts.push(textOfResult(result));
	}
	return parts.join('\n');
}

/** Indexes of the rows that hold a text, whatever its case; none for an empty one. */
export function findInRows(rows: readonly ArchiveRow[], query: string): readonly number[] {
	const wanted = query.trim().toLowerCase();
	if (wanted === '') return [];
	return rows.flatMap((row, at) => (textOfRow(row).toLowerCase().includes(wanted) ? [at] : []));
}

import { textOf } from '#core/log/blocks.ts';
import { partsOf } from '#core/log/reply-parts.ts';
import { holdsWords } from '#core/search/find-words.ts';
import type { ArchiveRow } from '#state/data/archive-reader.svelte.ts';
import { foldedText } from '../chat/message/folded-text.ts';

/** Looking for words in an archive that is open: every word of it is here, so no index is asked. */

/** What a reader sees of a row: words said, what was thought, calls of tools and what they answered. */
function textOfRow(row: ArchiveRow): string {
	if (row.kind === 'summary') return row.summary.text;
	const { turn, steps } = row.exchange;
	const parts = [textOf(turn.asked)];
	for (const part of partsOf(steps)) {
		if (part.kind === 'tool') parts.push(part.name, foldedText(part));
		else if (part.kind !== 'hidden-thinking') parts.push(part.text);
	}
	return parts.join('\n');
}

/** Indexes of the rows that hold a text, whatever its case; none for an empty one. */
export function findInRows(rows: readonly ArchiveRow[], query: string): readonly number[] {
	const wanted = [query.trim()];
	return rows.flatMap((row, at) => (holdsWords(textOfRow(row), wanted) ? [at] : []));
}

import { textOf } from '#core/log/blocks.ts';
import { partsOf, standing } from '#core/reply/reply-parts.ts';
import { countPlaces } from '#core/search/find-words.ts';
import { plainWords } from '#core/search/plain-words.ts';
import type { ArchiveRow } from '#state/data/archive-reader.svelte.ts';
import { foldedText } from '../chat/message/reply/folded-text.ts';

/** Looking for words in an archive that is open: every word of it is here, so no index is asked. */

interface FoundRow {
	/** Its index. */
	readonly row: number;
	/** How often the words stand in it. */
	readonly count: number;
}

/** What a reader sees of a row: words said, what was thought, calls of tools and what they answered. */
function textOfRow(row: ArchiveRow): string {
	if (row.kind === 'version') return '';
	if (row.kind === 'summary') return plainWords(row.summary.text);
	const { turn, steps } = row.exchange;
	const parts = [textOf(turn.asked)];
	for (const part of partsOf(standing(steps))) {
		if (part.kind === 'tool') parts.push(part.name, foldedText(part));
		else if (part.kind !== 'hidden-thinking') parts.push(plainWords(part.text));
	}
	return parts.join('\n');
}

/** The rows that hold a text, whatever its case; none for an empty one. */
export function findInRows(rows: readonly ArchiveRow[], query: string): readonly FoundRow[] {
	const wanted = query.trim();
	return rows.flatMap((one, row) => {
		const count = countPlaces(textOfRow(one), wanted);
		return count > 0 ? [{ row, count }] : [];
	});
}

/** The row of a place counted from 0 over all that was found, and which of the row's own places it is; null: there is none. */
export function placeAt(
	found: readonly FoundRow[],
	at: number
): { readonly row: number; readonly nth: number } | null {
	let nth = at;
	for (const { row, count } of found) {
		if (nth < count) return { row, nth };
		nth -= count;
	}
	return null;
}

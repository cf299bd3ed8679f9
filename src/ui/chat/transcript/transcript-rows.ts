import { byEnd, isCommitted, isOnPath, type Summary } from '#core/summary/summary.ts';
import type { Path } from '#core/log/path.ts';

/** The transcript as a list of rows: turns by their seq, and between them the summaries that end there. */
export type TranscriptRow = number | Summary;

export const isCard = (row: TranscriptRow): row is Summary => typeof row !== 'number';

export const keyOf = (row: TranscriptRow): string | number => (isCard(row) ? row.id : row);

/** Committed summaries of a path in the order of their ends. Undone and discarded ones are no rows. */
export const cardsOf = (summaries: readonly Summary[], path: Path): readonly Summary[] =>
	summaries.filter((summary) => isCommitted(summary) && isOnPath(summary, path)).sort(byEnd);

/** The turn at a row, or behind which a card stands there; below the last row that of the last. */
export function seqAt(rows: readonly TranscriptRow[], at: number): number {
	const row = rows[Math.min(at, rows.length - 1)];
	return row === undefined ? 0 : isCard(row) ? row.through.seq : row;
}

/** Where the cards stand and these turns, as far as they have rows. */
export const placesOf = (
	rows: readonly TranscriptRow[],
	seqs: readonly number[]
): readonly number[] => [
	...rows.flatMap((row, at) => (isCard(row) ? [at] : [])),
	...seqs.map((seq) => rows.lastIndexOf(seq)).filter((at) => at >= 0)
];

/** Rows of the turns 0..head with the cards behind the turns they end with. */
export function rowsOf(head: number, cards: readonly Summary[]): readonly TranscriptRow[] {
	const rows: TranscriptRow[] = [];
	let seq = 0;
	for (const card of cards) {
		while (seq <= head && seq <= card.through.seq) rows.push(seq++);
		rows.push(card);
	}
	while (seq <= head) rows.push(seq++);
	return rows;
}

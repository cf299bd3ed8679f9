import { isCommitted, isOnPath, type Summary } from '#core/summary/summary.ts';
import { onDevice } from '#core/models/model-card.ts';
import { isGone } from '#core/log/marks.ts';
import type { Path } from '#core/log/path.ts';
import type { Exchange, Mark, Step } from '#core/log/turn.ts';

/** The transcript as a list of rows: turns by their seq, and between them the summaries that end there. */
export type TranscriptRow = number | Summary;

export const isCard = (row: TranscriptRow): row is Summary => typeof row !== 'number';

export const keyOf = (row: TranscriptRow): string | number => (isCard(row) ? row.id : row);

/** Committed summaries of a path, where they end: by seq, then by round. Undone and discarded ones are no rows. */
export const cardsOf = (summaries: readonly Summary[], path: Path): readonly Summary[] =>
	summaries
		.filter((summary) => isCommitted(summary) && isOnPath(summary, path))
		.sort((a, b) => a.through.seq - b.through.seq || a.round - b.round);

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

/**
 * Whether a message without an answer of its own went along with a later one that a model has answered and that is still
 * there. This device answers the newest message alone.
 */
export function wentAlong(
	excerpt: { exchange(seq: number): Exchange | undefined },
	marks: Readonly<Record<string, readonly Mark[]>>,
	seq: number
): boolean {
	const marksOf = ({ turn }: Exchange) => marks[turn.turnId] ?? [];
	const isByModel = ({ model }: Step) => model !== onDevice;
	const asked = excerpt.exchange(seq);
	if (asked?.steps.length !== 0 || marksOf(asked).some(({ kind }) => kind === 'left-out'))
		return false;
	let at = seq + 1;
	let later = excerpt.exchange(at);
	while (later && (!later.steps.some(isByModel) || isGone(later.turn, marksOf(later))))
		later = excerpt.exchange(++at);
	return later !== undefined;
}

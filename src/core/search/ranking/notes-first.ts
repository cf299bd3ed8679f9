/** Picks for whoever asks memory first: notes that answer well lead, turns follow. */
import { kindNumber, roleNumber } from '#core/search/index/numbers.ts';
import type { Scored } from '#core/search/ranking/scored.ts';
import { pickBest, pickSpread, type Picking } from '#core/search/ranking/spread.ts';
import type { SearchIndex } from '#core/search/search-index.ts';

const memory = kindNumber('memory');
const note = roleNumber('note');

const isNote = ({ documents }: SearchIndex, document: number): boolean =>
	documents.kind[document] === memory || documents.role[document] === note;

/** Notes that answer well lead, but take no more than a third of the hits while there are turns. */
export function pickNotesFirst(
	index: SearchIndex,
	scored: Scored,
	{ k, passing, weights }: Picking
): number[] {
	for (const document of scored.candidates) {
		if (isNote(index, document))
			scored.score[document] = (scored.score[document] ?? 0) * weights.note;
	}
	const notes = pickBest(index, scored, k, (one) => isNote(index, one) && passing(one));
	const turns = pickSpread(index, scored, {
		k,
		passing: (one) => !isNote(index, one) && passing(one),
		weights
	});
	const most = Math.max(1, Math.floor(k / 3), k - turns.length);
	const kept = new Set([
		...notes.slice(0, most),
		...turns.slice(0, k - Math.min(most, notes.length))
	]);
	return pickBest(index, scored, k, (one) => kept.has(one));
}

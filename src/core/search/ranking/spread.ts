/** Picks the best of what was scored, and leads to other sessions behind the first hits. */
import type { Scored } from '#core/search/ranking/scored.ts';
import type { SearchIndex } from '#core/search/search-index.ts';
import type { Weights } from '#core/search/weights.ts';

export type Test = (document: number) => boolean;

function isBetter(index: SearchIndex, score: Float32Array, one: number, other: number): boolean {
	const gap = (score[one] ?? 0) - (score[other] ?? 0);
	if (gap !== 0) return gap > 0;
	const { time } = index.documents;
	const newer = (time[one] ?? 0) - (time[other] ?? 0);
	return newer !== 0 ? newer > 0 : one > other;
}

/** The best `k` of the documents that pass, best first; of equals the newer, then the later added. */
export function pickBest(index: SearchIndex, scored: Scored, k: number, passing: Test): number[] {
	const { score } = scored;
	const best: number[] = [];
	for (const document of scored.candidates) {
		if ((score[document] ?? 0) <= 0) continue;
		const last = best[k - 1];
		if (last !== undefined && !isBetter(index, score, document, last)) continue;
		if (!passing(document)) continue;
		let low = 0;
		let high = best.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (isBetter(index, score, document, best[middle] ?? -1)) high = middle;
			else low = middle + 1;
		}
		best.splice(low, 0, document);
		if (best.length > k) best.pop();
	}
	return best;
}

/** The first hits answer; those after them lead elsewhere, to as many sessions. */
const firstHits = 10;
/** Among so many of the best, behind the first hits, other sessions are looked for. */
const searched = 200;

/** A neighbour of a better hit is shown with it anyway: it steps back for a hit from elsewhere. Changes the scores. */
function stepBack(
	index: SearchIndex,
	score: Float32Array,
	{ best, weights }: { readonly best: readonly number[]; readonly weights: Weights }
): number[] {
	const { before, after } = index.documents;
	const shown = new Set<number>();
	for (const document of best) {
		if (shown.has(before[document] ?? -1) || shown.has(after[document] ?? -1)) {
			score[document] = (score[document] ?? 0) * weights.beside;
		}
		shown.add(document);
	}
	return best.toSorted((one, other) => (isBetter(index, score, one, other) ? -1 : 1));
}

/** Gives each the score of its new place: those moved up share out what they had, those passed fall behind them. */
function settleScores(
	score: Float32Array,
	ahead: readonly number[],
	passed: readonly number[]
): void {
	const had = ahead.map((document) => score[document] ?? 0).toSorted((one, other) => other - one);
	ahead.forEach((document, at) => {
		score[document] = had[at] ?? 0;
	});
	const next = score[passed[0] ?? -1] ?? 0;
	const most = (had.at(-1) ?? 0) * 0.999;
	if (next <= most) return;
	for (const document of passed) score[document] = ((score[document] ?? 0) * most) / next;
}

/**
 * Behind the first hits the best hit of each session not yet met comes forward: those first whose hit is good and
 * which as a whole say most to the query, for what is asked may lie scattered in a session. Changes the scores.
 */
function bringSessions(
	index: SearchIndex,
	{ score, whole, held }: Scored,
	{ ranked, weights }: { readonly ranked: readonly number[]; readonly weights: Weights }
): number[] {
	const { session } = index.documents;
	const first = ranked.slice(0, firstHits);
	const later = ranked.slice(firstHits);
	// What holds only some of the words passes nothing that holds them all.
	const all = ranked.reduce((bits, document) => bits | (held[document] ?? 0), 0);
	const isHeld = all !== 0 && later.some((document) => held[document] === all);
	const met = new Set(first.map((document) => session[document]));
	const others = later.filter((document) => {
		if (met.has(session[document]) || (isHeld && held[document] !== all)) return false;
		met.add(session[document]);
		return true;
	});
	if (others.length === 0) return [...ranked];
	const wholeOf = (document: number): number => whole[session[document] ?? 0] ?? 0;
	const best = score[ranked[0] ?? -1] ?? 0;
	const most = ranked.reduce((sum, document) => Math.max(sum, wholeOf(document)), 0);
	const worth = (document: number): number =>
		(score[document] ?? 0) / best + (most > 0 ? (weights.whole * wholeOf(document)) / most : 0);
	const ahead = others
		.map((document) => ({ document, worth: worth(document) }))
		.toSorted((one, other) => other.worth - one.worth)
		.slice(0, firstHits)
		.map(({ document }) => document);
	const moved = new Set(ahead);
	const passed = later.filter((document) => !moved.has(document));
	settleScores(score, ahead, passed);
	return [...first, ...ahead, ...passed];
}

export interface Picking {
	readonly k: number;
	readonly passing: Test;
	readonly weights: Weights;
}

/** The best, not one beside the other, and behind the first ten spread over sessions. Changes the scores. */
export function pickSpread(
	index: SearchIndex,
	scored: Scored,
	{ k, passing, weights }: Picking
): number[] {
	const room = k * 2 + firstHits;
	const best = pickBest(index, scored, k > firstHits ? Math.max(room, searched) : room, passing);
	const ranked = stepBack(index, scored.score, { best, weights });
	return (k > firstHits ? bringSessions(index, scored, { ranked, weights }) : ranked).slice(0, k);
}

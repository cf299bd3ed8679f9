/** Moves groups of documents once all have a score: down what holds nothing of the query, up what says it verbatim. */
import { grouped } from '#core/grouped.ts';
import type { Fields } from '#core/search/ranking/adder.ts';

/**
 * Who asks for a word expects what holds it before what only stands beside: behind the best document that
 * holds all of the query stay those that hold nothing of it. Changes the scores.
 */
export function keepBehind(
	score: Float32Array,
	{ candidates, own }: Pick<Fields, 'candidates' | 'own'>,
	mass: number
): void {
	let best = 0;
	let beside = 0;
	for (const document of candidates) {
		const held = own[document] ?? 0;
		if (held >= mass * 0.999) best = Math.max(best, score[document] ?? 0);
		if (held === 0) beside = Math.max(beside, score[document] ?? 0);
	}
	if (best === 0 || beside < best) return;
	const factor = (best * 0.999) / beside;
	for (const document of candidates) {
		if (own[document] === 0) score[document] = (score[document] ?? 0) * factor;
	}
}

/**
 * While a word is typed that is one as it stands ("cat"), what holds it comes before what only holds words that begin so
 * ("category"), among those that hold the same words of the query. Changes the scores.
 */
export function putWholeFirst(
	score: Float32Array,
	{ candidates, held }: Pick<Fields, 'candidates' | 'held'>,
	{ bit, whole }: { readonly bit: number; readonly whole: ReadonlySet<number> }
): void {
	const alike = grouped(candidates, (document) => held[document] ?? 0);
	for (const [bits, documents] of alike) {
		if ((bits & bit) === 0) continue;
		let least = Infinity;
		let best = 0;
		for (const document of documents) {
			const its = score[document] ?? 0;
			if (whole.has(document)) least = Math.min(least, its);
			else best = Math.max(best, its);
		}
		const room = least * 0.999;
		if (best <= room) continue;
		for (const document of documents)
			if (!whole.has(document)) score[document] = ((score[document] ?? 0) * room) / best;
	}
}

/**
 * A name of several parts (`gift_card_6847880`, `src/theme.js`, Ivan Garcia) or a sentence that was copied: what
 * says it as it stands comes before everything that only tells of its parts. Changes the scores.
 */
export function putVerbatimFirst(
	score: Float32Array,
	candidates: readonly number[],
	isVerbatim: (document: number) => boolean
): void {
	const verbatim = candidates.filter(isVerbatim);
	if (verbatim.length === 0) return;
	const best = candidates.reduce((most, document) => Math.max(most, score[document] ?? 0), 0);
	for (const document of verbatim) score[document] = (score[document] ?? 0) + best;
}

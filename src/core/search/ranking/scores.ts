/** Gives every document its score: what it, its neighbours and its session say, and what else hints at it. */

import { mostBits } from '#core/search/ranking/adder.ts';
import type { Fields } from '#core/search/ranking/adder.ts';
import type { Stretch } from '#core/search/dates.ts';
import { addFields } from '#core/search/ranking/fields.ts';
import { holdsPair } from '#core/search/index/phrase-filter.ts';
import type { Query } from '#core/search/query/query.ts';
import type { SearchIndex } from '#core/search/search-index.ts';
import type { Weights } from '#core/search/weights.ts';
import { groupWords } from '#core/search/terms/word-groups.ts';
import type { WordGroup } from '#core/search/terms/word-groups.ts';

/** By document number; documents without a score are no candidates. */
export type Scored = {
	readonly candidates: readonly number[];
	readonly score: Float32Array;
	/** Which of the first 31 words of the query a document holds itself, as bits. */
	readonly held: Int32Array;
	/** What a session as a whole says, by its number. */
	readonly whole: Float32Array;
};

/** How near a moment is to a stretch: 1 inside, fading over days outside, slower after than before. */
const nearness = (time: number, { from, to }: Stretch, fadeDays: number): number => {
	if (time >= from && time < to) return 1;
	const away = (time < from ? (from - time) * 2 : time - to) / 86_400_000;
	return Math.exp(-away / fadeDays);
};

/** How much of the query's neighbours a document has side by side, 0 to 1. */
const createPhraseShare = (
	index: SearchIndex,
	query: Query,
	{ groups, held }: { readonly groups: readonly WordGroup[]; readonly held: Int32Array }
): ((document: number) => number) => {
	const places = new Map(groups.map(({ word }, place) => [word.term, place]));
	const pairs = query.pairs.flatMap(({ first, second, hash }) => {
		const one = places.get(first) ?? mostBits;
		const other = places.get(second) ?? mostBits;
		const weight = (groups[one]?.weight ?? 0) * (groups[other]?.weight ?? 0);
		// Asking the filter costs; a document that lacks one of the two words need not be asked.
		return one < mostBits && other < mostBits
			? [{ hash, weight, both: (1 << one) | (1 << other) }]
			: [];
	});
	const all = pairs.reduce((sum, { weight }) => sum + weight, 0);
	const { phrases } = index.documents;
	return (document) => {
		const filter = phrases[document];
		const bits = held[document] ?? 0;
		if (all === 0 || !filter) return 0;
		let met = 0;
		for (const { hash, weight, both } of pairs) {
			if ((bits & both) === both && holdsPair(filter, hash)) met += weight;
		}
		return met / all;
	};
};

/**
 * Who asks for a word expects what holds it before what only stands beside: behind the best document that
 * holds all of the query stay those that hold nothing of it. Changes the scores.
 */
const keepBehind = (score: Float32Array, { candidates, own }: Fields, mass: number): void => {
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
};

/** Whether a document says the words of a query of several one beside the other, as they stand in it. */
const createIsVerbatim = (
	index: SearchIndex,
	{ words, pairs }: Query,
	held: Int32Array
): ((document: number) => boolean) => {
	if (words.length < 2 || words.length > mostBits) return () => false;
	const all = 2 ** words.length - 1;
	const { phrases } = index.documents;
	return (document) => {
		const filter = phrases[document];
		if (held[document] !== all || !filter) return false;
		return pairs.every(({ hash }) => holdsPair(filter, hash));
	};
};

/**
 * A name of several parts (`gift_card_6847880`, `src/theme.js`, Ivan Garcia) or a sentence that was copied: what
 * says it as it stands comes before everything that only tells of its parts. Changes the scores.
 */
const putVerbatimFirst = (
	score: Float32Array,
	candidates: readonly number[],
	isVerbatim: (document: number) => boolean
): void => {
	const verbatim = candidates.filter(isVerbatim);
	if (verbatim.length === 0) return;
	const best = candidates.reduce((most, document) => Math.max(most, score[document] ?? 0), 0);
	for (const document of verbatim) score[document] = (score[document] ?? 0) + best;
};

/** Scores all living documents that a word, a neighbour's word or a date of the query leads to. */
export const scoreDocuments = (
	index: SearchIndex,
	query: Query,
	{ weights, except }: { readonly weights: Weights; readonly except: ReadonlySet<number> }
): Scored => {
	const { documents } = index;
	const { groups, asked } = groupWords(index, query, { weights, except });
	const { dates } = query;
	const also = (document: number): boolean => {
		const time = documents.time[document] ?? 0;
		return dates.some(({ from, to }) => time >= from && time < to);
	};
	const fields = addFields(index, groups, { weights, ...(dates.length > 0 ? { also } : {}) });
	const phraseShare = createPhraseShare(index, query, { groups, held: fields.held });
	const scale = fields.mass > 0 ? fields.mass : 1;
	const user = query.overview ? weights.userOverview : weights.user;
	const wish = query.advice ? weights.wishAdvice : weights.wish;
	const sessions = fields.session.map((sum, session) => {
		const share = (fields.sessionOwn[session] ?? 0) / scale;
		return weights.session * sum * (1 - weights.sessionShare + weights.sessionShare * share);
	});
	const score = new Float32Array(documents.ids.length);
	for (const document of fields.candidates) {
		const own = fields.own[document] ?? 0;
		const met = (own + weights.contextShare * (fields.lent[document] ?? 0)) / scale;
		const length = documents.length[document] ?? 0;
		const thin = Math.max(0, 1 - length / weights.thinLength) * (1 - own / scale);
		let sum =
			(fields.turn[document] ?? 0) +
			weights.context * (fields.around[document] ?? 0) +
			(sessions[documents.session[document] ?? 0] ?? 0);
		sum *= 1 - weights.coordination + weights.coordination * met;
		sum *= 1 - weights.thin * thin;
		if (asked.has(documents.speaker[document] ?? 0)) sum += weights.speaker * scale;
		if (dates.length > 0) {
			const time = documents.time[document] ?? 0;
			let nearest = 0;
			for (const date of dates) nearest = Math.max(nearest, nearness(time, date, weights.dateDays));
			sum += weights.date * scale * nearest;
		}
		if (own > 0) sum += weights.phrase * scale * phraseShare(document);
		if (documents.role[document] === 1) sum *= user;
		if (documents.wishes[document]) sum *= wish;
		if (documents.asks[document]) sum *= weights.asks;
		score[document] = sum;
	}
	keepBehind(score, fields, scale);
	putVerbatimFirst(score, fields.candidates, createIsVerbatim(index, query, fields.held));
	return { candidates: fields.candidates, score, held: fields.held, whole: fields.whole };
};

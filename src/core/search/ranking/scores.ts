/** Gives every document its score: what it, its neighbours and its session say, and what else hints at it. */
import { dayMs } from '#core/time/day-ms.ts';
import type { Stretch } from '#core/search/dates.ts';
import { roleNumber } from '#core/search/index/numbers.ts';
import type { Query } from '#core/search/query/query.ts';
import { mostBits, type Fields } from '#core/search/ranking/adder.ts';
import { addFields } from '#core/search/ranking/fields.ts';
import { holdersOf } from '#core/search/ranking/holding.ts';
import { keepBehind, putVerbatimFirst, putWholeFirst } from '#core/search/ranking/moved.ts';
import type { Scored } from '#core/search/ranking/scored.ts';
import { createIsVerbatim, createPhraseShare } from '#core/search/ranking/side-by-side.ts';
import type { SearchIndex } from '#core/search/search-index.ts';
import { groupWords } from '#core/search/terms/word-groups.ts';
import type { Weights } from '#core/search/weights.ts';

const user = roleNumber('user');

/** What all documents of one search are scored by. */
interface Measure {
	readonly index: SearchIndex;
	readonly query: Query;
	readonly weights: Weights;
	readonly fields: Fields;
	/** Mass of the query; 1 where no document holds any of it. */
	readonly scale: number;
	/** What each session adds, by its number. */
	readonly sessions: Float32Array;
	/** Speakers, by number, that the query names. */
	readonly asked: ReadonlySet<number>;
	/** How much of the query's neighbours a document has side by side. */
	readonly phraseShare: (document: number) => number;
}

/** How near a moment is to a stretch: 1 inside, fading over days outside, slower after than before. */
function nearness(time: number, { from, to }: Stretch, fadeDays: number): number {
	if (time >= from && time < to) return 1;
	const away = (time < from ? (from - time) * 2 : time - to) / dayMs;
	return Math.exp(-away / fadeDays);
}

/** What each session says, the less the less of the query it met. */
function sessionShares({ session, sessionOwn }: Fields, scale: number, weights: Weights) {
	return session.map((sum, number) => {
		const share = (sessionOwn[number] ?? 0) / scale;
		return weights.session * sum * (1 - weights.sessionShare + weights.sessionShare * share);
	});
}

/** What a document, its neighbours and its session say, by how much of the query that is. */
function wordsOf(document: number, { index, weights, fields, scale, sessions }: Measure): number {
	const { documents } = index;
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
	return sum;
}

/** Adds what else hints at a document: who speaks, when, and whether the words stand side by side. */
function withHints(words: number, document: number, measure: Measure): number {
	const { index, query, weights, fields, scale } = measure;
	const { documents } = index;
	let sum = words;
	if (measure.asked.has(documents.speaker[document] ?? 0)) sum += weights.speaker * scale;
	if (query.dates.length > 0) {
		const time = documents.time[document] ?? 0;
		let nearest = 0;
		for (const date of query.dates)
			nearest = Math.max(nearest, nearness(time, date, weights.dateDays));
		sum += weights.date * scale * nearest;
	}
	if ((fields.own[document] ?? 0) > 0)
		sum += weights.phrase * scale * measure.phraseShare(document);
	return sum;
}

/** Raises and lowers by what a document is: said by the user, a wish that holds, a short turn that only asks. */
function byKind(said: number, document: number, { index, query, weights }: Measure): number {
	const { documents } = index;
	let sum = said;
	if (documents.role[document] === user)
		sum *= query.overview ? weights.userOverview : weights.user;
	if (documents.wishes[document]) sum *= query.advice ? weights.wishAdvice : weights.wish;
	if (documents.asks[document]) sum *= weights.asks;
	return sum;
}

interface Scoring {
	readonly weights: Weights;
	/** What is asked, where it is stored already: it neither answers nor lends its words to what stands beside it. */
	readonly except: ReadonlySet<number>;
}

/** Scores all living documents that a word, a neighbour's word or a date of the query leads to. */
export function scoreDocuments(index: SearchIndex, query: Query, scoring: Scoring): Scored {
	const { alive } = index.documents;
	const silenced = [...scoring.except].filter((document) => alive[document]);
	for (const document of silenced) alive[document] = false;
	try {
		return scoreLiving(index, query, scoring);
	} finally {
		for (const document of silenced) alive[document] = true;
	}
}

function scoreLiving(index: SearchIndex, query: Query, { weights, except }: Scoring): Scored {
	const { groups, asked } = groupWords(index, query, { weights, except });
	const { dates } = query;
	const also = (document: number): boolean => {
		const time = index.documents.time[document] ?? 0;
		return dates.some(({ from, to }) => time >= from && time < to);
	};
	const fields = addFields(index, groups, { weights, ...(dates.length > 0 ? { also } : {}) });
	const scale = fields.mass > 0 ? fields.mass : 1;
	const measure: Measure = {
		index,
		query,
		weights,
		fields,
		scale,
		sessions: sessionShares(fields, scale, weights),
		asked,
		phraseShare: createPhraseShare(index, query, { groups, held: fields.held })
	};
	const score = new Float32Array(index.documents.ids.length);
	for (const document of fields.candidates) {
		const said = withHints(wordsOf(document, measure), document, measure);
		score[document] = byKind(said, document, measure);
	}
	keepBehind(score, fields, scale);
	const typed = groups.findIndex(({ word }) => word.unfinished);
	if (typed >= 0 && typed < mostBits)
		putWholeFirst(score, fields, {
			bit: 1 << typed,
			whole: holdersOf(index, query.words[typed]?.term ?? '')
		});
	putVerbatimFirst(score, fields.candidates, createIsVerbatim(index, query, fields.held));
	const terms = groups.flatMap((group) => group.terms.map(({ term }) => term));
	return { candidates: fields.candidates, score, held: fields.held, whole: fields.whole, terms };
}

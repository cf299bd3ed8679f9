/** Searches the index: reads the query, scores, filters, and returns the best hits with their neighbours. */

import { mostBits } from '#core/search/ranking/adder.ts';
import type { Found, Hit, SearchOptions } from '#core/search/document.ts';
import { countChoices, passes } from '#core/search/ranking/narrow.ts';
import { holdsPair } from '#core/search/index/phrase-filter.ts';
import { readQuery } from '#core/search/query/query.ts';
import type { Query } from '#core/search/query/query.ts';
import { isAskingWord } from '#core/search/words/stop-words.ts';
import { scoreDocuments } from '#core/search/ranking/scores.ts';
import type { Scored } from '#core/search/ranking/scores.ts';
import { createDecoded, readPostings } from '#core/search/index/postings.ts';
import type { SearchIndex } from '#core/search/search-index.ts';
import { pickBest, pickSpread } from '#core/search/ranking/spread.ts';
import type { Picking, Test } from '#core/search/ranking/spread.ts';
import { standardWeights } from '#core/search/weights.ts';
import type { Weights } from '#core/search/weights.ts';

/** A phrase in quotes must stand in the document: every word of it, each beside the next. */
const holdsPhrases = (index: SearchIndex, query: Query): Test => {
	if (query.phrases.length === 0) return () => true;
	const decoded = createDecoded(index.documents.ids.length);
	const holders = query.phrases
		.flatMap(({ terms }) => terms)
		.map((term) => {
			const number = index.terms.get(term);
			if (number === undefined) return new Set<number>();
			readPostings(index.postings, number, decoded);
			return new Set(decoded.documents.subarray(0, decoded.size));
		});
	const pairs = query.phrases.flatMap((phrase) => phrase.pairs);
	return (document) => {
		if (!holders.every((held) => held.has(document))) return false;
		const filter = index.documents.phrases[document] ?? new Uint8Array(0);
		return pairs.every((pair) => holdsPair(filter, pair));
	};
};

const isNote = (index: SearchIndex, document: number): boolean =>
	index.documents.kind[document] === 4 || index.documents.role[document] === 4;

/** Notes that answer well lead, but take no more than a third of the hits while there are turns. */
const pickNotesFirst = (
	index: SearchIndex,
	scored: Scored,
	{ k, passing, weights }: Picking
): number[] => {
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
};

const newest = (index: SearchIndex): number =>
	index.documents.time.reduce(
		(most, time, document) => (index.documents.alive[document] ? Math.max(most, time) : most),
		0
	);

/**
 * Whether a document holds a word of the query. Where a date is named, the words of the date and those that only ask
 * ("what did I say last May") need not be held: what was said then is meant.
 */
const holdsWord = (index: SearchIndex, query: Query, { held }: Scored): Test => {
	const { dates, words } = query;
	if (dates.length === 0) return (document) => held[document] !== 0;
	let telling = 0;
	let dated = 0;
	words.slice(0, mostBits).forEach((word, at) => {
		if (word.inDate) dated |= 1 << at;
		else if (!isAskingWord(word.word)) telling |= 1 << at;
	});
	const { time } = index.documents;
	return (document) => {
		const bits = held[document] ?? 0;
		if (telling !== 0) return (bits & telling) !== 0;
		const at = time[document] ?? 0;
		const isThen = dates.some(({ from, to }) => at >= from && at < to);
		return isThen || (dated !== 0 && (bits & dated) === dated);
	};
};

/** Everything there is, each as good as the other. */
const everything = (index: SearchIndex): Scored => {
	const size = index.documents.ids.length;
	const candidates: number[] = [];
	index.documents.alive.forEach((alive, document) => {
		if (alive) candidates.push(document);
	});
	return {
		candidates,
		score: new Float32Array(size).fill(1),
		held: new Int32Array(size).fill(1),
		whole: new Float32Array(index.sessions.ids.length)
	};
};

type Options = SearchOptions & { readonly weights?: Weights };

const look = (index: SearchIndex, text: string, options: Options) => {
	const weights = options.weights ?? standardWeights;
	const query = readQuery(text, {
		now: options.now ?? newest(index),
		zone: options.zone ?? 0,
		prefix: options.prefix ?? false
	});
	const except = new Set((options.except ?? []).map((id) => index.byId.get(id) ?? -1));
	const isOpen = query.words.length === 0 && query.dates.length === 0;
	const isBrowsing = options.browse === true && isOpen;
	const scored = isBrowsing ? everything(index) : scoreDocuments(index, query, { weights, except });
	const inPhrase = holdsPhrases(index, query);
	const holds = options.holding === true ? holdsWord(index, query, scored) : () => true;
	const matches: Test = (document) =>
		!except.has(document) && inPhrase(document) && holds(document);
	return { weights, query, scored, matches, isBrowsing };
};

/** The search, with how many documents there are of each sort. Costs a look at every one that holds a word. */
export const searchAndCount = (index: SearchIndex, text: string, options: Options = {}): Found => {
	const looked = look(index, text, options);
	const matching = looked.scored.candidates.filter(looked.matches);
	return {
		hits: pickHits(index, looked, options),
		counts: countChoices(index, matching, options.filters ?? {})
	};
};

/**
 * The `k` documents that answer a query best, best first. Total: any string, any options. A query without
 * a word that means something finds nothing, unless it names a date.
 */
export const search = (index: SearchIndex, text: string, options: Options = {}): Hit[] =>
	index.living === 0 ? [] : pickHits(index, look(index, text, options), options);

const pickHits = (
	index: SearchIndex,
	{ weights, query, scored, matches, isBrowsing }: ReturnType<typeof look>,
	options: Options
): Hit[] => {
	const k = Math.max(0, Math.floor(options.k ?? 10)) || 0;
	if (k === 0) return [];
	const filtered = passes(index, options.filters ?? {});
	const passing: Test = (document) => filtered(document) && matches(document);
	const best = isBrowsing
		? pickBest(index, scored, k, passing)
		: options.notesFirst
			? pickNotesFirst(index, scored, { k, passing, weights })
			: pickSpread(index, scored, { k, passing, weights });
	const { documents } = index;
	return best.map((document) => {
		const before = documents.ids[documents.before[document] ?? -1];
		const after = documents.ids[documents.after[document] ?? -1];
		const bits = scored.held[document] ?? 0;
		return {
			id: documents.ids[document] ?? '',
			session: index.sessions.ids[documents.session[document] ?? 0] ?? '',
			score: scored.score[document] ?? 0,
			matched: query.words
				.filter((_, at) => at < mostBits && (bits & (1 << at)) !== 0)
				.map(({ typed }) => typed),
			...(before === undefined ? {} : { before }),
			...(after === undefined ? {} : { after })
		};
	});
};

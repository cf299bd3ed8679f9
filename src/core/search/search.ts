/** Searches the index: reads the query, scores, filters, and returns the best hits with their neighbours. */

import type { Found, Hit, SearchOptions } from './document.ts';
import { mostBits } from './fields.ts';
import { countChoices, passes } from './narrow.ts';
import { holdsPair } from './phrase-filter.ts';
import { readQuery } from './query.ts';
import type { Query } from './query.ts';
import { isAskingWord } from './stop-words.ts';
import { scoreDocuments } from './rank.ts';
import type { Scored } from './rank.ts';
import { createDecoded, readPostings } from './postings.ts';
import type { SearchIndex } from './search-index.ts';
import { standardWeights } from './weights.ts';
import type { Weights } from './weights.ts';

type Test = (document: number) => boolean;

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

const isBetter = (index: SearchIndex, score: Float32Array, one: number, other: number): boolean => {
	const gap = (score[one] ?? 0) - (score[other] ?? 0);
	if (gap !== 0) return gap > 0;
	const { time } = index.documents;
	const newer = (time[one] ?? 0) - (time[other] ?? 0);
	return newer !== 0 ? newer > 0 : one > other;
};

/** The best `k` of the documents that pass, best first; of equals the newer, then the later added. */
const pickBest = (index: SearchIndex, scored: Scored, k: number, passing: Test): number[] => {
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
};

const isNote = (index: SearchIndex, document: number): boolean =>
	index.documents.kind[document] === 4 || index.documents.role[document] === 4;

/** The first hits answer; those after them lead elsewhere. */
const firstHits = 10;

/**
 * A neighbour of a better hit is shown with it anyway, so it steps back a little for a hit from elsewhere;
 * after the first ten so does every hit of a session that was met before, the more the oftener. Changes the scores.
 */
const stepBack = (
	index: SearchIndex,
	score: Float32Array,
	{ best, weights }: { readonly best: readonly number[]; readonly weights: Weights }
): number[] => {
	const { before, after, session } = index.documents;
	const shown = new Set<number>();
	const compare = (one: number, other: number): number =>
		isBetter(index, score, one, other) ? -1 : 1;
	for (const document of best) {
		if (shown.has(before[document] ?? -1) || shown.has(after[document] ?? -1)) {
			score[document] = (score[document] ?? 0) * weights.beside;
		}
		shown.add(document);
	}
	const ranked = best.toSorted(compare);
	const met = new Map<number, number>();
	ranked.forEach((document, at) => {
		const of = session[document] ?? 0;
		const times = met.get(of) ?? 0;
		met.set(of, times + 1);
		if (at >= firstHits) score[document] = (score[document] ?? 0) * weights.again ** times;
	});
	return ranked.toSorted(compare);
};

type Picking = { readonly k: number; readonly passing: Test; readonly weights: Weights };

/** The best, spread over sessions and not one beside the other. Changes the scores. */
const pickSpread = (
	index: SearchIndex,
	scored: Scored,
	{ k, passing, weights }: Picking
): number[] => {
	const best = pickBest(index, scored, k * 2 + firstHits, passing);
	return stepBack(index, scored.score, { best, weights }).slice(0, k);
};

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
		held: new Int32Array(size).fill(1)
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

/** Tells which documents hold what a query insists on: its phrases in quotes, or at least one of its words. */
import { holdsPair } from '#core/search/index/phrase-filter.ts';
import { createDecoded, readPostings } from '#core/search/index/postings.ts';
import type { Query } from '#core/search/query/query.ts';
import { mostBits } from '#core/search/ranking/adder.ts';
import type { Scored } from '#core/search/ranking/scored.ts';
import type { Test } from '#core/search/ranking/spread.ts';
import type { SearchIndex } from '#core/search/search-index.ts';
import { isAskingWord } from '#core/search/words/stop-words.ts';

/** The documents that hold a term, forgotten ones too. */
export function holdersOf(index: SearchIndex, term: string): ReadonlySet<number> {
	const number = index.terms.get(term);
	if (number === undefined) return new Set();
	const decoded = createDecoded(index.documents.ids.length);
	readPostings(index.postings, number, decoded);
	return new Set(decoded.documents.subarray(0, decoded.size));
}

/** A phrase in quotes must stand in the document: every word of it, each beside the next. */
export function holdsPhrases(index: SearchIndex, query: Query): Test {
	if (query.phrases.length === 0) return () => true;
	const holders = query.phrases.flatMap(({ terms }) => terms).map((term) => holdersOf(index, term));
	const pairs = query.phrases.flatMap((phrase) => phrase.pairs);
	return (document) => {
		if (!holders.every((held) => held.has(document))) return false;
		const filter = index.documents.phrases[document] ?? new Uint8Array(0);
		return pairs.every((pair) => holdsPair(filter, pair));
	};
}

/**
 * Whether a document holds a word of the query. Where a date is named, the words of the date and those that only ask
 * ("what did I say last May") need not be held: what was said then is meant.
 */
export function holdsWord(index: SearchIndex, query: Query, { held }: Scored): Test {
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
}

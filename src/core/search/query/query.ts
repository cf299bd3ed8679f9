/** Reads what a person typed: words, phrases in quotes, dates, and whom they ask about. */

import { wantsAdvice, wantsOverview } from '#core/search/query/asked-for.ts';
import { readDates } from '#core/search/dates.ts';
import type { Stretch, Zone } from '#core/search/dates.ts';
import { readNeighbours } from '#core/search/index/phrase-filter.ts';
import { cutTelling } from '#core/search/words/tokens.ts';
import type { Token } from '#core/search/words/tokens.ts';

export type QueryWord = {
	readonly term: string;
	/** Folded, not stemmed. */
	readonly word: string;
	/** As typed. */
	readonly typed: string;
	/** As in a token. */
	readonly signs: 0 | 1 | 2;
	/** Part of a date, which the time of a turn answers better than its words. */
	readonly inDate: boolean;
	/** The last word, when it may be unfinished. */
	readonly unfinished: boolean;
};

type QueryPair = { readonly first: string; readonly second: string; readonly hash: number };
type QueryPhrase = { readonly terms: readonly string[]; readonly pairs: readonly number[] };

export type Query = {
	readonly words: readonly QueryWord[];
	/** Neighbours in the query; a document that has them side by side is likelier meant. */
	readonly pairs: readonly QueryPair[];
	/** What stands in quotes: a hit must hold all terms and all neighbours of each phrase. */
	readonly phrases: readonly QueryPhrase[];
	readonly dates: readonly Stretch[];
	/** Asks for the whole story, which both sides told. */
	readonly overview: boolean;
	/** Asks for advice, for which it counts how the user wants things to be. */
	readonly advice: boolean;
};

const quoted = /"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»|「([^」]+)」|『([^』]+)』/gu;

const mostWords = 64;

const readPhrases = (query: string): QueryPhrase[] => {
	const phrases: QueryPhrase[] = [];
	for (const match of query.matchAll(quoted)) {
		const tokens = cutTelling(match.slice(1).join(''));
		// A lone sign at the edge was cut off from a word of the text: it cannot be asked for as it is.
		if (tokens.length > 1 && tokens.at(-1)?.signs === 1) tokens.pop();
		if (tokens.length > 1 && tokens[0]?.signs === 1) tokens.shift();
		const terms = tokens.filter((token) => !token.stop).map(({ term }) => term);
		if (terms.length > 0) phrases.push({ terms, pairs: readNeighbours(tokens) });
	}
	return phrases;
};

/** Total: any string is a query, though it may have no words. Only the first 64 different words count. */
export const readQuery = (
	query: string,
	{ now, zone, prefix }: { readonly now: number; readonly zone: Zone; readonly prefix: boolean }
): Query => {
	const text = query.slice(0, 4000);
	const dates = readDates(text, now, zone);
	const inDate = (token: Token): boolean =>
		dates.some((date) => token.start < date.end && date.start < token.end);
	const all = cutTelling(text);
	const tokens = all.filter((token) => !token.stop);
	const lastTyped = prefix && all.length > 0 && !/\s$/u.test(text) ? all.at(-1) : undefined;
	if (lastTyped?.stop) tokens.push(lastTyped);

	const words: QueryWord[] = [];
	const seen = new Set<string>();
	for (const token of tokens) {
		if (seen.has(token.term) || words.length >= mostWords) continue;
		seen.add(token.term);
		words.push({
			term: token.term,
			word: token.word,
			typed: text.slice(token.start, token.end),
			signs: token.signs,
			inDate: inDate(token),
			unfinished: token === lastTyped
		});
	}
	const said = all.filter((token) => !token.stop).slice(0, mostWords);
	const pairs = readNeighbours(all)
		.slice(0, mostWords - 1)
		.map((hash, at) => ({ first: said[at]?.term ?? '', second: said[at + 1]?.term ?? '', hash }));
	return {
		words,
		pairs,
		phrases: readPhrases(text),
		dates,
		overview: wantsOverview(text),
		advice: wantsAdvice(text)
	};
};

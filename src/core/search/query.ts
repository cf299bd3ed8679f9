/** Reads what a person typed: words, phrases in quotes, dates, and whom they ask about. */

import { readDates } from './dates.ts';
import type { Stretch } from './dates.ts';
import { cutTokens } from './tokens.ts';
import type { Token } from './tokens.ts';

export type QueryWord = {
	readonly term: string;
	/** Folded, not stemmed. */
	readonly word: string;
	/** As typed. */
	readonly typed: string;
	readonly pair: boolean;
	/** Part of a date, which the time of a turn answers better than its words. */
	readonly inDate: boolean;
	/** The last word, when it may be unfinished. */
	readonly unfinished: boolean;
};

export type Query = {
	readonly words: readonly QueryWord[];
	/** Neighbours in the query, as terms; a document that has them side by side is likelier meant. */
	readonly pairs: readonly (readonly [string, string])[];
	/** Terms of each phrase in quotes, in order; a hit must hold them all. */
	readonly phrases: readonly (readonly string[])[];
	readonly dates: readonly Stretch[];
};

const quoted = /"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»|「([^」]+)」|『([^』]+)』/gu;

const mostWords = 64;

const readPhrases = (query: string): string[][] => {
	const phrases: string[][] = [];
	for (const match of query.matchAll(quoted)) {
		const inside = match.slice(1).find((part) => part !== undefined) ?? '';
		const terms = cutTokens(inside).filter((token) => !token.stop);
		if (terms.length > 0) phrases.push(terms.map((token) => token.term));
	}
	return phrases;
};

/** Total: any string is a query, though it may have no words. Only the first 64 different words count. */
export const readQuery = (
	query: string,
	{ now, zone, prefix }: { readonly now: number; readonly zone: number; readonly prefix: boolean }
): Query => {
	const text = query.slice(0, 4000);
	const dates = readDates(text, now, zone);
	const inDate = (token: Token): boolean =>
		dates.some((date) => token.start < date.end && date.start < token.end);
	const all = cutTokens(text);
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
			pair: token.pair,
			inDate: inDate(token),
			unfinished: token === lastTyped
		});
	}
	const pairs: (readonly [string, string])[] = [];
	for (let at = 1; at < tokens.length && at < mostWords; at++) {
		const first = tokens[at - 1];
		const second = tokens[at];
		if (first && second) pairs.push([first.term, second.term]);
	}
	return { words, pairs, phrases: readPhrases(text), dates };
};

/** Reads what a person typed: words, phrases in quotes, dates, and whom they ask about. */
import { readDates, type Asker, type Stretch } from '#core/search/dates.ts';
import { readNeighbours } from '#core/search/index/phrase-filter.ts';
import { wantsAdvice, wantsOverview } from '#core/search/query/asked-for.ts';
import { isEverywhere } from '#core/search/words/stop-words.ts';
import { cutFiled, cutTokens, type Token } from '#core/search/words/tokens.ts';

export interface QueryWord {
	readonly term: string;
	/** Folded, not stemmed. */
	readonly word: string;
	/** As in a token. */
	readonly signs: 0 | 1 | 2;
	/** Part of a date, which the time of a turn answers better than its words. */
	readonly inDate: boolean;
	/** The last word, when it may be unfinished. */
	readonly unfinished: boolean;
}

interface QueryPair {
	readonly first: string;
	readonly second: string;
	readonly hash: number;
}
interface QueryPhrase {
	readonly terms: readonly string[];
	readonly pairs: readonly number[];
}

export interface Query {
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
}

const quoted = /"([^"]+)"|“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»|「([^「」]+)」|『([^『』]+)』/gu;

const mostWords = 64;

function readPhrases(query: string): QueryPhrase[] {
	const phrases: QueryPhrase[] = [];
	for (const match of query.matchAll(quoted)) {
		const tokens = cutFiled(match.slice(1).join(''));
		// A lone sign at the edge was cut off from a word of the text: it cannot be asked for as it is.
		if (tokens.length > 1 && tokens.at(-1)?.signs === 1) tokens.pop();
		if (tokens.length > 1 && tokens[0]?.signs === 1) tokens.shift();
		const telling = tokens.filter((token) => !token.stop);
		if (telling.length === 0) continue;
		const isCommon = cutTokens(match.slice(1).join('')).every(({ stop }) => stop);
		// Of a text that has other words too, the index knows neither the neighbours of stop words nor those of every text.
		const filed = isCommon ? telling.filter(({ word }) => !isEverywhere(word)) : telling;
		const terms = (filed.length > 0 ? filed : telling).map(({ term }) => term);
		phrases.push({ terms, pairs: isCommon ? [] : readNeighbours(tokens) });
	}
	return phrases;
}

/** The different words of a query; of stop words only the one that may be unfinished. */
function wordsOf(
	all: readonly Token[],
	{
		dates,
		lastTyped
	}: { readonly dates: readonly Stretch[]; readonly lastTyped: Token | undefined }
): QueryWord[] {
	const tokens = all.filter((token) => !token.stop);
	if (lastTyped?.stop) tokens.push({ ...lastTyped, term: lastTyped.word });
	const words: QueryWord[] = [];
	const seen = new Set<string>();
	for (const token of tokens) {
		if (seen.has(token.term) || words.length >= mostWords) continue;
		seen.add(token.term);
		words.push({
			term: token.term,
			word: token.word,
			signs: token.signs,
			inDate: dates.some((date) => token.start < date.end && date.start < token.end),
			unfinished: token.start === lastTyped?.start
		});
	}
	return words;
}

/** Total: any string is a query, though it may have no words. Only the first 64 different words count. */
export function readQuery(
	query: string,
	{ now, asker, prefix }: { readonly now: number; readonly asker: Asker; readonly prefix: boolean }
): Query {
	const text = query.slice(0, 4000);
	const dates = readDates(text, now, asker);
	const all = cutFiled(text);
	const lastTyped = prefix && all.length > 0 && !/\s$/u.test(text) ? all.at(-1) : undefined;
	const said = all.filter((token) => !token.stop).slice(0, mostWords);
	const pairs = readNeighbours(all)
		.slice(0, mostWords - 1)
		.map((hash, at) => ({ first: said[at]?.term ?? '', second: said[at + 1]?.term ?? '', hash }));
	return {
		words: wordsOf(all, { dates, lastTyped }),
		pairs,
		phrases: readPhrases(text),
		dates,
		overview: wantsOverview(text),
		advice: wantsAdvice(text)
	};
}

/** Cuts a text into the terms that the index stores: stems for words, pairs of signs where no spaces are written. */
import { foldWord, isOnlyMarks, joiners } from '#core/search/words/fold.ts';
import { pairsIn, scriptsWithoutSpaces } from '#core/search/words/signs.ts';
import { withoutSmallWords } from '#core/search/words/small-words.ts';
import { stemWord } from '#core/search/words/stem.ts';
import { isStopWord } from '#core/search/words/stop-words.ts';

export interface Token {
	/** What the index stores. */
	readonly term: string;
	/** The folded word before stemming. */
	readonly word: string;
	readonly start: number;
	readonly end: number;
	/** Too common to tell one text from another; kept so that a snippet and a query see it. */
	readonly stop: boolean;
	/** In a script without spaces 2, or 1 for a sign that stands alone; 0 for words. */
	readonly signs: 0 | 1 | 2;
}

/** Longer runs are hashes or encoded files: their beginning is enough to find them by. */
const longestTerm = 40;

const run =
	/\d{1,3}(?:,\d{3})+(?!\d)|[\u00ad\u200c-\u200d\p{L}\p{N}\p{M}]+(?:['’][\p{L}]{1,2}(?![\p{L}]))?/gu;
// oxlint-disable-next-line no-control-regex -- the range is ASCII itself
const plain = /^[\u0000-\u007f]*$/;

/** Common words that are names where they are written in capitals. */
const capitals = new Set(['IT', 'US', 'WHO']);

/** Where everything is in capitals, nothing is said with them. */
const isNamed = (raw: string, text: string): boolean =>
	capitals.has(raw) && (raw === text.trim() || /\p{Ll}/u.test(text));

/** `inName`: a part of `to_list` or `is_open`, where a common word says as much as the others. */
function addWord(raw: string, start: number, into: Token[], inName = false): void {
	const short = /['’]\p{L}{1,2}$/u.exec(raw);
	const spelt = short ? raw.slice(0, short.index) : raw;
	const folded = foldWord(spelt).replace(/,/g, '');
	if (isOnlyMarks(folded)) return;
	const whole = short ? folded + raw.slice(short.index + 1).toLowerCase() : folded;
	// Without its accents "thé" is a common word of another language; "à" says as little as "a".
	const isOther = folded.length > 1 && !plain.test(spelt.normalize('NFKC').replace(joiners, ''));
	const stop = !inName && !isOther && (isStopWord(folded) || isStopWord(whole));
	const word = /^\d+(?:st|nd|rd|th)$/.test(folded) ? folded.slice(0, -2) : folded;
	into.push({
		term: stop ? word : stemWord(word).slice(0, longestTerm),
		word,
		start,
		end: start + raw.length,
		stop,
		signs: 0
	});
}

function addPairs(raw: string, start: number, into: Token[]): void {
	for (const { text, from, to, signs } of pairsIn(raw)) {
		into.push({ term: text, word: text, start: start + from, end: start + to, stop: false, signs });
	}
}

function addMixed(raw: string, start: number, into: Token[]): void {
	let done = 0;
	for (const found of raw.matchAll(scriptsWithoutSpaces)) {
		// Thai and Khmer vowels are marks: they belong to the run of their script.
		let end = found.index + found[0].length;
		if (end < done) continue;
		while (end < raw.length && /\p{M}/u.test(raw[end] ?? '')) end++;
		if (found.index > done) addWord(raw.slice(done, found.index), start + done, into);
		addPairs(
			raw.slice(Math.max(done, found.index), end),
			start + Math.max(done, found.index),
			into
		);
		done = end;
	}
	if (done < raw.length) addWord(raw.slice(done), start + done, into);
}

/** All tokens of a text in order, with their place in it (UTF-16 offsets). Total: any string will do. */
export function cutTokens(text: string): Token[] {
	const tokens: Token[] = [];
	run.lastIndex = 0;
	for (let found = run.exec(text); found; found = run.exec(text)) {
		const raw = found[0];
		const inName =
			text[found.index - 1] === '_' || text[found.index + raw.length] === '_' || isNamed(raw, text);
		if (plain.test(raw)) addWord(raw, found.index, tokens, inName);
		else addMixed(raw, found.index, tokens);
	}
	return tokens;
}

const telling = (tokens: Token[]): Token[] =>
	tokens.some((token) => !token.stop) ? tokens : tokens.map((token) => ({ ...token, stop: false }));

/** A text of nothing but stop words ("Not yet") keeps them: there they are all there is to find it by. */
export const cutTelling = (text: string): Token[] => telling(cutTokens(text));

/** Begins no other term, and is longer than what a mistyped word is away from a right one. */
const commonMark = '   ';

/**
 * As the index files a text and a query asks for it. Stop words stand apart from all other terms: they find a text
 * where nothing else is asked for ("hello"), and are no guess at anything else.
 */
export const cutFiled = (text: string): Token[] =>
	telling(
		cutTokens(text).map((token) =>
			token.stop ? { ...token, term: commonMark + token.term } : token
		)
	);

/**
 * What else the index files a word as. One that begins otherwise ("father" as "dad") is filed as it was written too, so
 * that it is found by its beginning, though that is a word of its own ("fat").
 */
export function filedToo({ term, word }: Token): readonly string[] {
	const others = withoutSmallWords(word);
	return term.startsWith(commonMark) || term.startsWith(word.slice(0, 3))
		? others
		: [word, ...others];
}

/** All that the index files a word as. */
export const filedAs = (token: Token): readonly string[] => [token.term, ...filedToo(token)];

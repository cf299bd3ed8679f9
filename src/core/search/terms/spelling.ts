/** Finds the words of the index that an unknown word may stand for: typos, other spellings, unfinished words. */

import { stemWord } from '#core/search/words/stem.ts';
import { cutSigns } from '#core/search/words/tokens.ts';

export type Guess = { readonly term: string; readonly near: number };

/** One edit apart at most: a letter more, less, other, or two swapped. */
export const isOneEdit = (one: string, other: string): boolean => {
	const gap = one.length - other.length;
	if (gap > 1 || gap < -1) return false;
	let start = 0;
	const shorter = Math.min(one.length, other.length);
	while (start < shorter && one.charCodeAt(start) === other.charCodeAt(start)) start++;
	let endOne = one.length;
	let endOther = other.length;
	while (
		endOne > start &&
		endOther > start &&
		one.charCodeAt(endOne - 1) === other.charCodeAt(endOther - 1)
	) {
		endOne--;
		endOther--;
	}
	const restOne = endOne - start;
	const restOther = endOther - start;
	if (restOne <= 1 && restOther <= 1) return true;
	return (
		restOne === 2 &&
		restOther === 2 &&
		one[start] === other[start + 1] &&
		one[start + 1] === other[start]
	);
};

const isTwoEdits = (one: string, other: string): boolean => {
	if (Math.abs(one.length - other.length) > 2 || one[0] !== other[0]) return false;
	let start = 0;
	const shorter = Math.min(one.length, other.length);
	while (start < shorter && one.charCodeAt(start) === other.charCodeAt(start)) start++;
	const a = one.slice(start);
	const b = other.slice(start);
	return (
		isOneEdit(a.slice(1), b.slice(1)) ||
		isOneEdit(a.slice(1), b) ||
		isOneEdit(a, b.slice(1)) ||
		(a[0] === b[1] && a[1] === b[0] && isOneEdit(a.slice(2), b.slice(2)))
	);
};

const endings =
	's es ed ing ings er ers or ors e y ly ity ities ion ions ation ations ment ments ness ence ences ance ances able ible al ive ful'.split(
		' '
	);

/** German "ue" for ü, and the stems a word may have when its ending is misspelt or hides a typo before it. */
const spellings = (word: string): { readonly forms: string[]; readonly roots: string[] } => {
	const plain = word.replace(/([aou])e/g, '$1');
	const forms = new Set([word, stemWord(word), plain, stemWord(plain)]);
	const roots = new Set<string>();
	for (const ending of endings) {
		const cut = word.length - ending.length;
		if (cut >= 4 && word.endsWith(ending)) forms.add(word.slice(0, cut));
		if (ending.length < 2) continue;
		for (const at of [cut - 1, cut, cut + 1]) {
			if (at >= 4 && isOneEdit(word.slice(at), ending)) roots.add(word.slice(0, at));
		}
	}
	return { forms: [...forms], roots: [...roots] };
};

const syllable =
	/\P{M}(?:\p{M}*[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d]\P{M})*\p{M}*|\p{M}+/gu;

/** Where vowels are signs on a letter, people mistype whole syllables: each becomes one character. */
const createSyllables = (): ((word: string) => string) => {
	const known = new Map<string, string>();
	return (word) => {
		let short = '';
		for (const [found] of word.matchAll(syllable)) {
			let sign = known.get(found);
			if (sign === undefined) {
				sign = found.length === 1 ? found : String.fromCharCode(0xe000 + known.size);
				known.set(found, sign);
			}
			short += sign;
		}
		return short;
	};
};

/** The words of the same alphabet whose syllables differ by one at most. */
const findNearSyllables = (word: string, words: readonly string[]): string[] => {
	const shorten = createSyllables();
	const short = shorten(word);
	const block = word.charCodeAt(0) >> 7;
	if (short.length < 2) return [];
	return words.filter(
		(term) =>
			term.charCodeAt(0) >> 7 === block &&
			Math.abs(term.length - word.length) < 6 &&
			isOneEdit(short, shorten(term))
	);
};

/** "icecream" where only "ice cream" was written: the two known words it is made of. */
const splitWord = (word: string, isKnown: (term: string) => boolean): string[] => {
	for (let at = 3; at <= word.length - 3; at++) {
		const halves = [stemWord(word.slice(0, at)), stemWord(word.slice(at))];
		if (halves.every(isKnown)) return halves;
	}
	return [];
};

const mostGuesses = 12;

/** One edit from a known stem; a stem in -i stands for words in -y. */
const isNear = (form: string, term: string): boolean =>
	isOneEdit(form, term) || (term.endsWith('i') && isOneEdit(form, `${term.slice(0, -1)}y`));

/**
 * Known words an unknown one may be a misspelling of, nearest first: other spelling, one edit, and for
 * long words two. Short words (under four letters, under three outside ASCII) are not guessed at.
 */
export const guessWords = (
	word: string,
	words: readonly string[],
	isKnown: (term: string) => boolean
): Guess[] => {
	const { forms, roots } = spellings(word);
	const same = forms.filter(isKnown);
	if (same.length > 0) return same.map((term) => ({ term, near: 1 }));
	// eslint-disable-next-line no-control-regex -- the range is ASCII itself
	const shortest = /^[\u0000-\u007f]*$/.test(word) ? 4 : 3;
	if (word.length < shortest || /^\d+$/.test(word)) return [];
	const found = words.filter((term) => term.length > 1 && forms.some((form) => isNear(form, term)));
	found.push(...roots);
	if (/\p{M}/u.test(word)) found.push(...findNearSyllables(word, words));
	const near = [...new Set(found)].filter(isKnown);
	if (near.length > 0) return near.slice(0, mostGuesses).map((term) => ({ term, near: 0.8 }));
	if (word.length < 7) return [];
	const halves = splitWord(word, isKnown);
	if (halves.length > 0) return halves.map((term) => ({ term, near: 0.8 }));
	const far = words.filter(
		(term) => term.length > 4 && forms.some((form) => isTwoEdits(form, term)) && isKnown(term)
	);
	return far.slice(0, mostGuesses).map((term) => ({ term, near: 0.5 }));
};

const mostCompletions = 64;

/** Known words that begin with an unfinished one. */
export const completeWord = (
	word: string,
	words: readonly string[],
	isKnown: (term: string) => boolean
): Guess[] => {
	if (word === '') return [];
	const begun: Guess[] = [];
	for (const term of words) {
		if (term.length > word.length && term.startsWith(word) && isKnown(term)) {
			begun.push({ term, near: 1 });
			if (begun.length === mostCompletions) break;
		}
	}
	return begun;
};

/** Pairs of signs that share a sign with this one: a lone sign, or a pair with one sign mistyped. */
export const relatedPairs = (
	pair: string,
	words: readonly string[],
	isKnown: (term: string) => boolean
): Guess[] => {
	const signs = cutSigns(pair);
	const first = signs[0] ?? '';
	const second = signs.at(-1) ?? '';
	if (first === '') return [];
	const lone = signs.length === 1;
	return words
		.filter((term) => {
			if (!term.startsWith(first) && !term.endsWith(lone ? first : second)) return false;
			if (term.length > 8 || cutSigns(term).length > 2) return false;
			return isKnown(term);
		})
		.map((term) => ({ term, near: lone ? 1 : 0.4 }));
};

/** Finds the words of the index that an unknown word may stand for: typos, other spellings, unfinished words. */

import { stemWord } from './stem.ts';

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

/** German "ue" for ü, and the forms a stem may take when its ending is misspelt. */
const spellings = (word: string): string[] => {
	const plain = word.replace(/([aou])e/g, '$1');
	const forms = new Set([word, stemWord(word), plain, stemWord(plain)]);
	const ending = /^(.{3,}?)(?:ings?|ed|es|s|e|ly)$/.exec(word)?.[1];
	if (ending !== undefined) forms.add(ending);
	return [...forms];
};

const mostGuesses = 12;

/**
 * Known words an unknown one may be a misspelling of, nearest first: other spelling, one edit, and for
 * long words two. Short words (under four letters, under three outside ASCII) are not guessed at.
 */
export const guessWords = (
	word: string,
	words: readonly string[],
	isKnown: (term: string) => boolean
): Guess[] => {
	const forms = spellings(word);
	const same = forms.filter(isKnown);
	if (same.length > 0) return same.map((term) => ({ term, near: 1 }));
	// eslint-disable-next-line no-control-regex -- the range is ASCII itself
	const shortest = /^[\u0000-\u007f]*$/.test(word) ? 4 : 3;
	if (word.length < shortest || /^\d+$/.test(word)) return [];
	const near = words.filter(
		(term) => term.length > 1 && forms.some((form) => isOneEdit(form, term)) && isKnown(term)
	);
	if (near.length > 0) return near.slice(0, mostGuesses).map((term) => ({ term, near: 0.8 }));
	if (word.length < 7) return [];
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
	const signs = [...pair];
	const first = signs[0] ?? '';
	const second = signs.at(-1) ?? '';
	if (first === '') return [];
	const lone = signs.length === 1;
	return words
		.filter((term) => {
			if (term.length > 4) return false;
			return (term.startsWith(first) || term.endsWith(lone ? first : second)) && isKnown(term);
		})
		.map((term) => ({ term, near: lone ? 1 : 0.4 }));
};

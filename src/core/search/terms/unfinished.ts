/** Finds the words of the index that something half written may become: an unfinished word, a sign by itself. */
import type { Guess } from '#core/search/terms/guess.ts';
import { formsBegun } from '#core/search/words/base-form.ts';
import { cutSigns } from '#core/search/words/signs.ts';
import { stemWord } from '#core/search/words/stem.ts';

const mostCompletions = 64;

/** Known words that begin with an unfinished one. */
export function completeWord(
	word: string,
	words: readonly string[],
	isKnown: (term: string) => boolean
): Guess[] {
	if (word === '') return [];
	const begun: Guess[] = [];
	for (const term of words) {
		if (term.length > word.length && term.startsWith(word) && isKnown(term)) {
			begun.push({ term, near: 1 });
			if (begun.length === mostCompletions) break;
		}
	}
	return begun;
}

/** The longest of each kind: a shorter one is the beginning of one of them, or cut like it. */
const endings = [
	'ings ed ly iest ions ional isations izations ments nesses ful ible ships ators',
	'ousness iveness abilities ibilities alities ances ences ities'
].flatMap((line) => line.split(' '));

/** Some letters with an ending finished that they are in the middle of, or that doubled their last one. */
function endingsBegun(letters: string): string[] {
	const least = /([a-z])\1$/.test(letters) ? 0 : 1;
	return endings.flatMap((ending) =>
		Array.from({ length: ending.length }, (_, at) => at)
			.filter((at) => at >= least && letters.endsWith(ending.slice(0, at)))
			.map((at) => letters + ending.slice(at))
	);
}

/** Known terms that stand for words which begin with an unfinished one, though they do not: "planni" is filed as "plan", "moth" as "mum". */
export function wordsBegun(word: string, isKnown: (term: string) => boolean): Guess[] {
	if (!/^[a-z\d]+$/.test(word)) return [];
	const terms = new Set([...formsBegun(word), ...endingsBegun(word)].map(stemWord));
	return [...terms]
		.filter((term) => !term.startsWith(word) && isKnown(term))
		.map((term) => ({ term, near: 0.5 }));
}

/** Pairs of signs that share a sign with this one: a lone sign, or a pair with one sign mistyped. */
export function relatedPairs(
	pair: string,
	words: readonly string[],
	isKnown: (term: string) => boolean
): Guess[] {
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
}

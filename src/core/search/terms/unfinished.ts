/** Finds the words of the index that something half written may become: an unfinished word, a sign by itself. */
import type { Guess } from '#core/search/terms/guess.ts';
import { cutSigns } from '#core/search/words/signs.ts';

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

/** Finds what a word may be mistyped from where vowels are signs on a letter: there a whole syllable counts as one. */
import { isOneEdit } from '#core/search/terms/edits.ts';

const syllable =
	/\P{M}(?:\p{M}*[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d]\P{M})*\p{M}*|\p{M}+/gu;

/** Where vowels are signs on a letter, people mistype whole syllables: each becomes one character. */
function createSyllables(): (word: string) => string {
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
}

/** The words of the same alphabet whose syllables differ by one at most. */
export function findNearSyllables(word: string, words: readonly string[]): string[] {
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
}

/** Finds the words of the index that an unknown word may stand for: other spellings and typos. */
import { isOneEdit, isTwoEdits } from '#core/search/terms/edits.ts';
import type { Guess } from '#core/search/terms/guess.ts';
import { findNearSyllables } from '#core/search/terms/syllables.ts';
import { stemWord } from '#core/search/words/stem.ts';

/** Endings that are left out or misspelt most. */
const endings = [
	's es ed ing ings er ers or ors e y ly ity ities ion ions ation ations',
	'ment ments ness ence ences ance ances able ible al ive ful'
].flatMap((line) => line.split(' '));

/** German "ue" for ü, and the stems a word may have when its ending is misspelt or hides a typo before it. */
function spellings(word: string): { readonly forms: string[]; readonly roots: string[] } {
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
}

/** "icecream" where only "ice cream" was written: the two known words it is made of. */
function splitWord(word: string, isKnown: (term: string) => boolean): string[] {
	for (let at = 3; at <= word.length - 3; at++) {
		const halves = [stemWord(word.slice(0, at)), stemWord(word.slice(at))];
		if (halves.every(isKnown)) return halves;
	}
	return [];
}

const mostGuesses = 12;

/** One edit from a known stem; a stem in -i stands for words in -y. */
const isNear = (form: string, term: string): boolean =>
	isOneEdit(form, term) || (term.endsWith('i') && isOneEdit(form, `${term.slice(0, -1)}y`));

/**
 * Known words an unknown one may be a misspelling of, nearest first: other spelling, one edit, and for
 * long words two. Short words (under four letters, under three outside ASCII) are not guessed at.
 */
export function guessWords(
	word: string,
	words: readonly string[],
	isKnown: (term: string) => boolean
): Guess[] {
	const { forms, roots } = spellings(word);
	const same = forms.filter(isKnown);
	if (same.length > 0) return same.map((term) => ({ term, near: 1 }));
	// oxlint-disable-next-line no-control-regex -- the range is ASCII itself
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
}

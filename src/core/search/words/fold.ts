/** Makes spellings that a reader takes for the same word into the same string. */
import { plainLetters } from '#core/search/words/letters.ts';

const marks = /\p{M}+/gu;
/** Zero-width joiners, the soft hyphen, and the stroke that stretches an Arabic word. */
export const joiners = /\u200c|\u200d|\u00ad|\u0640/g;

/**
 * Folds one word: lower case, compatibility forms, no joiners; Latin, Greek and Hebrew lose their
 * accents, Cyrillic only that of ё, Arabic its vowel signs and letter variants, Devanagari its nukta.
 */
export function foldWord(word: string): string {
	// oxlint-disable-next-line no-control-regex -- the range is ASCII itself, the common case
	if (/^[\u0000-\u007f]*$/.test(word)) return word.toLowerCase();
	let folded = word.normalize('NFKC').toLowerCase().replace(joiners, '');
	if (/[\u00c0-\u058f\u0590-\u06ff\u1e00-\u1fff]/u.test(folded)) {
		// й is a letter of its own; everything else above a Latin, Greek or Cyrillic letter is an accent.
		folded = folded
			.replace(/й/g, '\ue000')
			.normalize('NFD')
			.replace(
				/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}])\p{M}+/gu,
				''
			)
			.normalize('NFC')
			.replace(/\ue000/g, 'й');
	}
	return plainLetters(folded);
}

/** True for a word of nothing but combining signs, which no one can search for. */
export const isOnlyMarks = (word: string): boolean => word.replace(marks, '') === '';

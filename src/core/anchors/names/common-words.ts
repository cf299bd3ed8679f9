/** Tells words that name nobody from names, where both are written with a capital. */
import { english, foreign, labels, shortForms, trite } from '#core/anchors/names/word-lists.ts';

/** A short form that everybody knows, and that names a format or a technique all the same. */
export const isShortForm = (word: string): boolean =>
	shortForms.has(word.toLowerCase()) && !trite.has(word.toLowerCase());

const plainOf = (word: string): string => word.toLowerCase().replace('’', "'");

/** Whether a word only carries a sentence. In capitals throughout a word of another language is a name all the same. */
export function isFunctionWord(word: string): boolean {
	const plain = plainOf(word);
	if (english.has(plain) || shortForms.has(plain)) return true;
	return foreign.has(plain) && word !== word.toUpperCase();
}

/** Whether a word names nothing by itself: it carries a sentence, or stands on labels. */
export const isCommonWord = (word: string): boolean =>
	isFunctionWord(word) || labels.has(plainOf(word));

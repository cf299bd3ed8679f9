/** What an accented letter tells of the language of a word, and an ending of how well tokenizers know it. */

/** What a letter with an accent says: nothing, a language of the north or east of Europe, one of its own letters, a tone. */
export const western = 0;
const northern = 1;
export const eastern = 2;
export const tone = 3;

/** One of the four above for each letter from U+00C0 to U+024F; those beyond are tones from U+1EA0 on, else eastern. */
export const accents = new Uint8Array(0x250);
accents.fill(eastern, 0x100);
// Turkish is better known than other languages with letters from U+0100 on, so its letters count with the northern ones.
for (const letter of 'äåæöøüßðþýÄÅÆÖØÜÐÞÝğışĞİŞ') accents[letter.charCodeAt(0)] = northern;
for (const letter of 'œŒ') accents[letter.charCodeAt(0)] = western;
for (const letter of 'ơưƠƯ') accents[letter.charCodeAt(0)] = tone;

const endingAt = (last: number, middle: number, first: number): number =>
	((first & 31) << 10) | ((middle & 31) << 5) | (last & 31);

const endings = new Uint8Array(0x8000);
for (const ending of ['ion', 'ons', 'ing', 'ent', 'nts', 'nce', 'ity'])
	endings[endingAt(ending.charCodeAt(2), ending.charCodeAt(1), ending.charCodeAt(0))] = 1;

/** Whether a word that ends here, in small letters, has an ending of the long words English shares with French and Latin. */
export function hasLearntEnding(text: string, end: number): boolean {
	const last = text.charCodeAt(end - 1);
	if (last < 97) return false;
	return endings[endingAt(last, text.charCodeAt(end - 2), text.charCodeAt(end - 3))] === 1;
}

import { plainLetters } from '#core/search/words/letters.ts';

/** Finding by what somebody types: every word must be there, whatever the case, the accents or the way of a letter. */

/** As texts and typed words are compared. */
export const plainText = (text: string): string =>
	plainLetters(text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase());

/** Tells of a plain text whether it holds every word of the query; an empty query fits all. */
export function matchesQuery(query: string): (plain: string) => boolean {
	const wanted = plainText(query).split(/\s+/u).filter(Boolean);
	return (plain) => wanted.every((word) => plain.includes(word));
}

import { foldWord } from '#core/search/words/fold.ts';

/** Finding by what somebody types: every word must be there, whatever the case or the accents. */

/** As texts and typed words are compared: as the search compares them. */
export const plainText = (text: string): string => foldWord(text);

/** Tells of a plain text whether it holds every word of the query; an empty query fits all. */
export function matchesQuery(query: string): (plain: string) => boolean {
	const wanted = plainText(query).split(/\s+/u).filter(Boolean);
	return (plain) => wanted.every((word) => plain.includes(word));
}

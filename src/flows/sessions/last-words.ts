/**
 * What was typed last. A page that is being closed may not finish a write to the database, so the tab keeps the words
 * in its session storage as well, which is written at once. They are removed as soon as the database has them.
 */

import { keysOf, tabStorage } from '#db/web-storage.ts';

const prefix = 'keepsake-unsent-';

/** `place`: id of the session, or where the words of a message lie (`editKey`). */
const keyOf = (place: string): string => prefix + place;

/** Keep the words until `stored` has come true; a page that is closed before finds them when it is opened again. */
export function keepLastWords(place: string, words: string, stored: Promise<void>): void {
	try {
		tabStorage().setItem(keyOf(place), words);
	} catch {
		// Full or not allowed: the database is about to have them.
		return;
	}
	void stored.then(() => {
		if (tabStorage().getItem(keyOf(place)) === words) dropLastWords(place);
	});
}

export const lastWords = (place: string): string | null => tabStorage().getItem(keyOf(place));

export function takeLastWords(place: string): string | null {
	const words = lastWords(place);
	dropLastWords(place);
	return words;
}

export const dropLastWords = (place: string): void => {
	tabStorage().removeItem(keyOf(place));
};

/** The places of which this tab still keeps some. */
export const placesWithLastWords = (): string[] =>
	keysOf(tabStorage()).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));

/**
 * What was typed last. A page that is being closed may not finish a write to the database, so the tab keeps the words
 * in its session storage as well, which is written at once. They are removed as soon as the database has them.
 */

const prefix = 'keepsake-unsent-';

/** `place`: id of the session, or where the words of a message lie (`editKey`). */
const keyOf = (place: string): string => prefix + place;

/** Keep the words until `stored` has come true; a page that is closed before finds them when it is opened again. */
export function keepLastWords(place: string, words: string, stored: Promise<void>): void {
	try {
		sessionStorage.setItem(keyOf(place), words);
	} catch {
		// Full or not allowed: the database is about to have them.
		return;
	}
	void stored.then(() => {
		if (sessionStorage.getItem(keyOf(place)) === words) dropLastWords(place);
	});
}

export function takeLastWords(place: string): string | null {
	const words = sessionStorage.getItem(keyOf(place));
	dropLastWords(place);
	return words;
}

export const dropLastWords = (place: string): void => {
	sessionStorage.removeItem(keyOf(place));
};

/** The places of which this tab still keeps some. */
export const placesWithLastWords = (): string[] =>
	Object.keys(sessionStorage).flatMap((key) =>
		key.startsWith(prefix) ? [key.slice(prefix.length)] : []
	);

const tabKey = 'keepsake-tab';

/** An id of this tab that outlives a reload; empty where the browser keeps none. A tab that was duplicated shares it. */
export function lastingTabId(newId: () => string): string {
	try {
		const id = sessionStorage.getItem(tabKey) ?? newId();
		sessionStorage.setItem(tabKey, id);
		return id;
	} catch {
		// Full or not allowed.
		return '';
	}
}

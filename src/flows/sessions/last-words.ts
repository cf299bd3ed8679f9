/**
 * What was typed last. A page that is being closed may not finish a write to the database, so the tab keeps the words
 * in its session storage as well, which is written at once. They are removed as soon as the database has them.
 */

const prefix = 'keepsake-unsent-';

const keyOf = (sessionId: string): string => prefix + sessionId;

/** Keep the words until `stored` has come true; a page that is closed before finds them when it is opened again. */
export function keepLastWords(sessionId: string, words: string, stored: Promise<void>): void {
	sessionStorage.setItem(keyOf(sessionId), words);
	void stored.then(() => {
		if (sessionStorage.getItem(keyOf(sessionId)) === words) dropLastWords(sessionId);
	});
}

export function takeLastWords(sessionId: string): string | null {
	const words = sessionStorage.getItem(keyOf(sessionId));
	dropLastWords(sessionId);
	return words;
}

export const dropLastWords = (sessionId: string): void => {
	sessionStorage.removeItem(keyOf(sessionId));
};

/** The sessions of which this tab still keeps some. */
export const sessionsWithLastWords = (): string[] =>
	Object.keys(sessionStorage).flatMap((key) =>
		key.startsWith(prefix) ? [key.slice(prefix.length)] : []
	);

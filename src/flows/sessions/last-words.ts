/**
 * What was typed last. A page that is going may not finish a write to the database, so the tab keeps it as well: that
 * is written at once, and read once. It stays no longer than it is needed, for nobody else could take it away.
 */

const prefix = 'keepsake-unsent-';

const keyOf = (sessionId: string): string => prefix + sessionId;

/** Keep it until `stored` has come true; a page that ends before that finds it when it comes back. */
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

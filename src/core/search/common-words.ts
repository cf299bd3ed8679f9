/** Tells a query that leads nowhere, because nearly every text holds its words, or because it has none. */
import { isEverywhere } from '#core/search/words/stop-words.ts';
import { cutTokens } from '#core/search/words/tokens.ts';

/** Signs by themselves are not filed, so nobody knows who holds them. */
export const hasWords = (query: string): boolean => cutTokens(query).length > 0;

export function asksForNothing(query: string): boolean {
	const tokens = cutTokens(query);
	return tokens.length > 0 && tokens.every(({ stop, word }) => stop && isEverywhere(word));
}

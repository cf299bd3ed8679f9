/** Tells a query that leads nowhere, because nearly every text holds its words. */
import { isEverywhere } from '#core/search/words/stop-words.ts';
import { cutTokens } from '#core/search/words/tokens.ts';

export function asksForNothing(query: string): boolean {
	const tokens = cutTokens(query);
	return tokens.length > 0 && tokens.every(({ stop, word }) => stop && isEverywhere(word));
}

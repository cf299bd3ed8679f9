import type { SearchAsk, Searched } from '#core/search/found.ts';
import type { Searcher } from '#flows/search/search-everything.ts';
import { never } from './never.ts';

/** What is found by a search that nobody stops. */
export async function searchWith(searcher: Searcher, ask: SearchAsk): Promise<Searched> {
	const { status, ...found } = await searcher.search(ask, never);
	if (status !== 'found') throw new Error(status);
	return found as Searched;
}

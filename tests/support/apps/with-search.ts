/** An app with a session of twelve turns, an index that is kept beside it, and somebody who searches in both. */
import { afterEach, beforeEach } from 'vitest';
import type { SearchAsk } from '#core/search/found.ts';
import { IndexStore } from '#db/schema.ts';
import { createSearcher, type Searcher } from '#flows/search/search-everything.ts';
import { aSession } from '../builders/a-session.ts';
import { someExchanges, storeSession } from '../builders/stored-session.ts';
import { searchWith } from '../searching.ts';
import { anApp, type TestApp } from './an-app.ts';

let runs = 0;

/** Another session beside the first one, which has ended. */
export const second = aSession({ id: 's2', title: 'Another', endedAt: 1_700_000_900_000 });

/** A turn of the first session. */
export const turn = (seq: number) => ({ sessionId: 's1', turnId: `s1-trunk-${String(seq)}` });

/** Each test of the file that asks for it has an app and an index of its own. */
export function withSearch() {
	let app: TestApp;
	let store: IndexStore;
	let searcher: Searcher;

	/** Another one who searches in the same index; time is the app's or the one that is given. */
	const searcherOver = (now = () => app.clock.now()) =>
		createSearcher({ db: app.db, store, now, zone: () => app.clock.zone() });

	beforeEach(async () => {
		app = await anApp();
		store = new IndexStore(`search-index-${String(++runs)}`);
		searcher = searcherOver();
		await storeSession(app.db, aSession(), someExchanges(12));
	});
	afterEach(async () => {
		await app.close();
		await store.delete();
	});

	const asking = (query: string, over: Partial<SearchAsk> = {}): SearchAsk => ({
		query,
		limit: 50,
		now: app.clock.now(),
		guest: false,
		sessionId: null,
		fromAt: null,
		throughAt: null,
		prefix: true,
		...over
	});
	const found = async (query: string, over: Partial<SearchAsk> = {}, by = searcher) =>
		(await searchWith(by, asking(query, over))).hits;

	return {
		get app() {
			return app;
		},
		get db() {
			return app.db;
		},
		get store() {
			return store;
		},
		get searcher() {
			return searcher;
		},
		searcherOver,
		asking,
		found,
		seqs: async (query: string, over: Partial<SearchAsk> = {}) =>
			(await found(query, over)).map((hit) => hit.seq),
		storeSecond: () => storeSession(app.db, second, someExchanges(3, { sessionId: 's2' }))
	};
}

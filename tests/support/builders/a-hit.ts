import type { SearchHit } from '../../../src/core/search/found.ts';

/** Something said in another session, as the search finds it. */
export const aHit = (over: Partial<SearchHit> = {}): SearchHit => ({
	id: 'h1',
	kind: 'turn',
	sessionId: 'elsewhere',
	sessionTitle: 'Tea in Rome',
	turnId: 'x1',
	branch: 'trunk',
	seq: 4,
	place: null,
	role: 'user',
	at: 0,
	snippet: [],
	text: 'Earl Grey at four',
	...over
});

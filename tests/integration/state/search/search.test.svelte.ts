import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IndexStore } from '#db/schema.ts';
import { forget } from '#flows/forgetting/forget.ts';
import type { App } from '#flows/ports.ts';
import { deleteMemoryFile, saveMemoryFile } from '#flows/memory/memory-files.ts';
import { deleteSessions, restoreSessions } from '#flows/sessions/change-session.ts';
import { noFilters } from '#state/search/search-filters.ts';
import { Searching } from '#state/search/search.svelte.ts';
import { anApp, type TestApp } from '../../../support/apps/an-app.ts';
import { withWorkshop } from '../../../support/apps/with-workshop.ts';
import { fixedClock } from '../../../support/builders/a-clock.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../../support/builders/stored-session.ts';
import { eventually } from '../../../support/eventually.ts';

/** What is asked of the workshop while somebody types. */

interface Asked {
	readonly query: string;
	readonly signal: AbortSignal;
	readonly answer: () => void;
}

function searchingWith(): { readonly searching: Searching; readonly asked: readonly Asked[] } {
	const asked: Asked[] = [];
	const run = (_: string, { query }: { readonly query: string }, signal: AbortSignal) =>
		new Promise((resolve) => {
			const answer = () => {
				resolve({ status: 'found', hits: [] });
			};
			asked.push({ query, signal, answer });
		});
	const app = { workshop: { run }, clock: fixedClock() } as unknown as App;
	return { searching: new Searching(app), asked };
}

test('every key is asked about at once; what came before it is stopped, and its answer not shown', async () => {
	const { searching, asked } = searchingWith();
	searching.type('qui');
	expect(asked.map(({ query }) => query)).toEqual(['qui']);
	searching.type('quin');
	expect(asked.map(({ query }) => query)).toEqual(['qui', 'quin']);
	expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
	asked[0]?.answer();
	await Promise.resolve();
	expect(searching.found).toBeNull();
	expect(searching.isAsking).toBe(true);
	asked[1]?.answer();
	await expect.poll(() => searching.found?.query).toBe('quin');
	expect(searching.isAsking).toBe(false);
});

test('an empty field asks nothing and shows nothing', async () => {
	const { searching, asked } = searchingWith();
	searching.type('quin');
	asked[0]?.answer();
	await expect.poll(() => searching.found?.query).toBe('quin');
	searching.type('  ');
	expect(searching.found).toBeNull();
	expect(asked).toHaveLength(1);
});

describe('what was found, while it is on screen,', () => {
	let app: TestApp;
	let store: IndexStore;
	let searching: Searching;
	let leave: () => void;

	beforeEach(async () => {
		app = await anApp();
		store = new IndexStore(`${app.db.name}-index`);
		withWorkshop(app, store);
		await storeSession(app.db, aSession(), someExchanges(2));
		await storeSession(
			app.db,
			aSession({ id: 's2', title: 'Another' }),
			someExchanges(2, { sessionId: 's2' })
		);
		searching = new Searching(app);
		leave = searching.follow();
	});
	afterEach(async () => {
		leave();
		await app.close();
		await store.delete();
	});

	const sessions = () => [...new Set(searching.found?.hits.map(({ sessionId }) => sessionId))];
	const listed = () => searching.found?.counts?.bySession.map(({ title }) => title);

	test('goes with the session that is deleted, comes back with Undo, and goes for good when it is forgotten', async () => {
		searching.type('number');
		await eventually(() => expect(sessions().sort()).toEqual(['s1', 's2']));
		await deleteSessions(app, ['s2']);
		await eventually(() => expect(sessions()).toEqual(['s1']));
		expect(listed()).not.toContain('Another');
		await restoreSessions(app, ['s2']);
		await eventually(() => expect(sessions().sort()).toEqual(['s1', 's2']));
		const what = { kind: 'session' as const, sessionId: 's2' };
		await forget(app, { what, lines: [], summaries: {} });
		await eventually(() => expect(sessions()).toEqual(['s1']));
		expect(listed()).not.toContain('Another');
		expect(searching.query).toBe('number');
	});

	test('goes with a memory file, and is asked for again with the filters and as many as before', async () => {
		const asked: unknown[] = [];
		const search = app.jobs.search!;
		app.jobs.search = (ask, signal) => {
			asked.push([ask.limit, ask.places]);
			return search(ask, signal);
		};
		await saveMemoryFile(app, { path: 'MEMORY.md', text: '- Quinces', expectedRev: null });
		searching.open('quin', { ...noFilters, places: ['memory'] });
		await searching.more();
		expect(searching.found?.hits).toHaveLength(1);
		await deleteMemoryFile(app, 'MEMORY.md');
		await eventually(() => expect(searching.found?.hits).toEqual([]));
		expect(asked.at(-1)).toEqual([61, ['memory']]);
	});
});

test('what is written while a question is under way is asked about after it: none is kept from its answer', async () => {
	const app = await anApp();
	const asked: (() => void)[] = [];
	app.jobs.search = () =>
		new Promise((resolve) => {
			asked.push(() => {
				resolve({ status: 'found', hits: [] });
			});
		});
	const searching = new Searching(app);
	const leave = searching.follow();
	searching.type('quin');
	await storeSession(app.db, aSession(), someExchanges(1));
	await storeSession(app.db, aSession({ id: 's2' }), someExchanges(1, { sessionId: 's2' }));
	expect(asked).toHaveLength(1);
	asked[0]?.();
	await eventually(() => expect(searching.found?.query).toBe('quin'));
	await eventually(() => expect(asked).toHaveLength(2));
	leave();
	await app.close();
});

test('what is on screen stays while the index is made anew, though not for long', async () => {
	const app = await anApp();
	let unread = 0;
	const shown: unknown[] = [];
	app.jobs.search = () => {
		shown.push(searching.found?.unread);
		return Promise.resolve({ status: 'found', hits: [], unread });
	};
	const searching = new Searching(app);
	const leave = searching.follow();
	searching.type('quin');
	await eventually(() => expect(searching.found?.unread).toBe(0));
	unread = 7;
	await storeSession(app.db, aSession(), someExchanges(1));
	await eventually(() => expect(searching.found?.unread).toBe(7));
	expect(shown.slice(0, 5)).toEqual([undefined, 0, 0, 0, 0]);
	leave();
	await app.close();
});

import { Dexie } from 'dexie';
import { describe, expect, test, vi } from 'vitest';
import { addTombstone } from '#db/forgetting/intents.ts';
import { beginIndexAnew } from '#db/search-index.ts';
import { runForgetting } from '#flows/forgetting/run-forgetting.ts';
import { deleteMemoryFile, saveMemoryFile } from '#flows/memory/memory-files.ts';
import { deleteTurn, restoreTurn } from '#flows/sessions/delete-turn.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { packer } from '#worker/workshop/packer.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { text } from '../../support/builders/a-turn.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { turn, withSearch } from '../../support/apps/with-search.ts';
import { searchWith } from '../../support/searching.ts';

/** What is no more so is not found, not counted, and takes no place of what is. */

const searching = withSearch();
const { asking, found, searcherOver, storeSecond } = searching;

/** How many passages hold the words, as the filters beside a search tell it. */
const counted = async (query: string, by = searching.searcher) =>
	(await searchWith(by, asking(query, { inFull: true }))).counts?.all;

describe('nothing is found any more', () => {
	test('of a turn that was deleted, brought back and deleted again', async () => {
		const all = (await counted('fine')) ?? 0;
		await deleteTurn(searching.app, turn(7));
		expect(await counted('fine')).toBe(all - 1);
		await restoreTurn(searching.app, turn(7));
		expect(await counted('fine')).toBe(all);
		await deleteTurn(searching.app, turn(7));
		expect(await counted('fine')).toBe(all - 1);
	});

	test('of what a summary said before it was edited, and of one that was taken back', async () => {
		const { db } = searching;
		const change = async (rev: number, row: Parameters<typeof db.summaries.update>[1]) => {
			await db.summaries.update('m1', row);
			await db.sessions.update('s1', { rev });
		};
		await db.summaries.put(aSummary(5, { text: 'They spoke of quinces.' }));
		await db.sessions.update('s1', { rev: 1 });
		expect(await counted('quinces')).toBe(1);
		await change(2, { text: 'They spoke of medlars.', editedAt: 5 });
		expect(await counted('quinces')).toBe(0);
		expect(await found('medlars')).toMatchObject([{ role: 'summary', seq: 5 }]);
		await change(3, { status: 'reverted' });
		expect(await counted('medlars')).toBe(0);
	});

	test('of lines that a memory file has lost, or that went with it', async () => {
		const { app } = searching;
		const write = (words: string, expectedRev: number | null) =>
			saveMemoryFile(app, { path: 'memory/2026-11-01.md', text: words, expectedRev });
		await write('- Planted beans\n- Ate beans\n', null);
		expect(await counted('beans')).toBe(2);
		const { rev } = (await app.db.memoryFiles.get('memory/2026-11-01.md'))!;
		await write('- Planted beans\n', rev);
		expect(await counted('beans')).toBe(1);
		await deleteMemoryFile(app, 'memory/2026-11-01.md');
		expect(await counted('beans')).toBe(0);
	});

	test('by an index that is older than how far it is said to have read', async () => {
		const { store, searcher } = searching;
		await found('fine');
		await searcher.save();
		const older = (await store.parts.get('index'))!;
		await storeSecond();
		expect(await found('fine', { sessionId: 's2' })).toHaveLength(3);
		searching.app.clock.at += 1000;
		await searcher.save();
		await store.parts.put(older);
		expect(await found('fine', { sessionId: 's2' }, searcherOver())).toHaveLength(3);
	});

	test('of another database by one that stands in its place, though it calls its sessions the same', async () => {
		const { db, store, app } = searching;
		await found('fine');
		await Promise.all([db.turns.clear(), db.steps.clear()]);
		const [first] = someExchanges(1);
		const { turn: asked, steps } = first!;
		const other = { turn: { ...asked, asked: [text('Where do quinces grow?')] }, steps };
		await storeSession(db, aSession(), [other]);
		await beginIndexAnew(store, app.clock.now());
		expect(await found('quinces')).toHaveLength(1);
		expect(await counted('fine')).toBe(1);
	});
});

describe('an index that may hold forgotten words', () => {
	const forget = async (seq: number) => {
		const { app, db, store } = searching;
		const what = { kind: 'turn' as const, ...turn(seq) };
		const stored = await addTombstone(db, { what, lines: [], summaries: {} }, app.clock.now());
		if (stored.status === 'failed') throw new Error('it was not stored');
		const ports = { db, scratch: app.scratch, index: store, clock: app.clock, packer };
		await runForgetting(ports, { tombstoneId: stored.value.id, isLast: true });
	};

	test('is not used, though another tab has kept it since', async () => {
		const { store, searcher } = searching;
		const all = (await counted('fine')) ?? 0;
		await searcher.save();
		const kept = await store.parts.bulkGet(['index', 'cursor']);
		await forget(7);
		await store.parts.bulkPut(kept.map((part) => part!));
		expect(await counted('fine', searcherOver())).toBe(all - 1);
	});

	test('is not written while they are being forgotten, nor is that of a database that stands there no more', async () => {
		const { app, db, store, searcher } = searching;
		const putting = vi.spyOn(store.parts, 'bulkPut');
		await found('fine');
		await beginIndexAnew(store, app.clock.now());
		await searcher.save();
		const what = { kind: 'turn' as const, ...turn(7) };
		await addTombstone(db, { what, lines: [], summaries: {} }, app.clock.now());
		await found('fine');
		await searcher.save();
		expect(putting).not.toHaveBeenCalled();
	});

	test('is not written where they were forgotten before, and goes where they are meanwhile', async () => {
		const { store, searcher } = searching;
		const putting = vi.spyOn(store.parts, 'bulkPut');
		await found('fine');
		await forget(7);
		await searcher.save();
		expect(putting).not.toHaveBeenCalled();
		await found('fine');
		const put = store.parts.bulkPut.bind(store.parts);
		putting.mockImplementationOnce((...parts) =>
			Dexie.Promise.resolve(forget(8).then(() => put(...parts)))
		);
		await searcher.save();
		expect(putting).toHaveBeenCalled();
		expect(await store.parts.bulkGet(['index', 'cursor'])).toEqual([undefined, undefined]);
	});
});

describe('what may not be shown takes no place', () => {
	test('and where nothing may be, nothing is found', async () => {
		expect(await found('fine', { guest: true })).toEqual([]);
		await searching.db.sessions.update('s1', { deletedAt: 1 });
		expect(await found('fine')).toEqual([]);
		expect(await counted('fine')).toBe(0);
	});

	test('nor of a conversation that is deleted while it is read', async () => {
		const { db } = searching;
		let deleting: PromiseLike<unknown> | null = null;
		db.turns.hook('reading', (row) => {
			deleting ??= Dexie.ignoreTransaction(() => db.sessions.update('s1', { deletedAt: 1 }));
			return row;
		});
		expect(await found('fine')).toEqual([]);
		expect(deleting).not.toBeNull();
	});

	test('of what a model may see', async () => {
		const asked = { askedIn: 's1', limit: 2, prefix: false } as const;
		const best = await found('number fine', { ...asked });
		expect(best).toHaveLength(2);
		for (const { turnId } of best)
			await setMark(searching.app, {
				sessionId: 's1',
				turnId: turnId ?? '',
				kind: 'left-out',
				on: true
			});
		const next = await found('number fine', asked);
		expect(next).toHaveLength(2);
		for (const { turnId } of best) expect(next.map((hit) => hit.turnId)).not.toContain(turnId);
	});
});

test('the conversations that a search is narrowed to are named by how much they hold, most first', async () => {
	await storeSecond();
	await searching.db.sessions.update('s2', { activeAt: 1_800_000_000_000 });
	const { counts } = await searchWith(searcherOver(), asking('fine', { inFull: true }));
	expect(counts?.bySession.map(({ sessionId, count }) => [sessionId, count])).toEqual([
		['s1', 12],
		['s2', 3]
	]);
});

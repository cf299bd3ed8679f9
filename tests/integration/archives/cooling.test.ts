import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { archiveLines } from '#core/archive/archive.ts';
import { chainStart, brokenLink } from '#core/log/chain.ts';
import { sha256 } from '#core/sha256.ts';
import { putArchive } from '#db/archives/archives.ts';
import { coldOf } from '#db/archives/cold.ts';
import { readFound } from '#db/log/found-turns.ts';
import { IndexStore, Truth } from '#db/schema.ts';
import { readPath } from '#db/log/sessions.ts';
import { findTurn, readExchange, readExchanges } from '#db/log/turns.ts';
import { archiveSession, archiveSummary, archiveTexts } from '#flows/archives/archive-covered.ts';
import { archiveOpener, coolEverything, type CoolPorts } from '#flows/archives/cool-turns.ts';
import { warmSession } from '#flows/archives/warm-turns.ts';
import { keepSnapshot } from '#flows/copies/keep-snapshot.ts';
import { restoreSnapshot } from '#flows/copies/restore-snapshot.ts';
import { exportSession } from '#flows/export/export-session.ts';
import { keepHouse } from '#flows/house/keep-house.ts';
import { makeTurn } from '#flows/answer/make-turn.ts';
import { undoReset } from '#flows/sessions/reset-session.ts';
import { createSearcher } from '#flows/search/search-everything.ts';
import { undoCompaction } from '#flows/compaction/undo-compaction.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { packer, pieceByPiece } from '#worker/workshop/packer.ts';
import { importFile, readFile, wholeBackup } from '../../support/apps/importing.ts';
import type { TestVault } from '../../support/builders/a-vault.ts';
import { anApp, type TestApp } from '../../support/apps/an-app.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { plainTables } from '../../support/builders/full-profile.ts';
import { never, unseen } from '../../support/never.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { searchWith } from '../../support/searching.ts';

/** Cold storage: turns that lie in verified archives alone, and readers that cannot tell (INV-17). */

let app: TestApp;
let db: Truth;
let vault: TestVault;
const exchanges = someExchanges(40);
const tenDays = 10 * 24 * 60 * 60_000;

const ports = (): CoolPorts => ({ db, clock: app.clock, packer, vault });
const snapshot = () =>
	keepSnapshot({ db, clock: app.clock, vault, pieces: pieceByPiece }, { reason: 'safety' }, never);
const cool = () => coolEverything(ports(), {}, never, unseen);
const hotSeqs = async () => (await db.turns.toArray()).map((turn) => turn.seq);
const openFrom = (other: Truth) => {
	other.openArchive = archiveOpener(other, packer, () => Promise.resolve(vault));
};
const readAll = async (from = db) => readExchanges(from, 's1', await readPath(from, 's1', 'trunk'));

/** Forty turns, of which a summary has covered thirty and a half for ten days. */
beforeEach(async () => {
	app = await anApp();
	({ db, vault } = app);
	openFrom(db);
	await storeSession(db, aSession(), exchanges);
	await db.summaries.put(aSummary(30, { committedAt: app.clock.now() - tenDays }));
	app.jobs['warm-session'] = async (ask) =>
		(await warmSession(db, ask))
			? { status: 'warmed' }
			: { status: 'failed', failure: { kind: 'damaged', what: 's1' } };
	await archiveSummary({ db, clock: app.clock, packer }, { summaryId: 'm1' });
});
afterEach(async () => {
	await app.close();
});

test('without a copy outside the database nothing goes cold', async () => {
	expect(await cool()).toEqual({ status: 'cooled', turns: 0, warmed: 0 });
	await snapshot();
	expect(await cool()).toEqual({ status: 'cooled', turns: 29, warmed: 0 });
	expect(await hotSeqs()).toEqual([0, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39]);
	expect(await db.steps.where(':id').above(['s1', 'trunk', 0, []]).first()).toMatchObject({
		seq: 30
	});
	expect(await cool()).toEqual({ status: 'cooled', turns: 0, warmed: 0 });
});

test('#155 a reader cannot tell what is cold: the session reads word for word as before', async () => {
	await snapshot();
	await cool();
	const read = await readAll();
	expect(read).toEqual(exchanges);
	expect(brokenLink(chainStart('s1'), read)).toBeNull();
	const path = await readPath(db, 's1', 'trunk');
	const range = { fromSeq: 12, throughSeq: 33 };
	expect(await readExchanges(db, 's1', path, range)).toEqual(exchanges.slice(12, 34));
	expect(await readExchange(db, { sessionId: 's1', branch: 'trunk', seq: 5 })).toEqual(
		exchanges[5]
	);
	expect(await findTurn(db, 's1', exchanges[7]!.turn.turnId)).toEqual(exchanges[7]!.turn);
});

test('what is young, drafted over, worked on, switched off or deleted stays hot', async () => {
	await snapshot();
	const stays = async () => {
		expect(await cool()).toMatchObject({ turns: 0 });
		expect(await hotSeqs()).toHaveLength(40);
	};
	await db.summaries.update('m1', { committedAt: app.clock.now() - 1000 });
	await stays();
	await db.summaries.update('m1', { committedAt: 1, status: 'reverted' });
	await stays();
	await db.summaries.update('m1', { status: 'active' });
	await db.summaries.put(aSummary(2, { id: 'draft', round: 2, status: 'draft' }));
	await stays();
	await db.summaries.delete('draft');
	await db.settings.put({ key: 'coolAfterDays', value: 0 });
	await stays();
	await db.settings.delete('coolAfterDays');
	await db.sessions.update('s1', { deletedAt: 1 });
	await stays();
});

test('a turn that its archive does not hold word for word stays hot, and so does all beside it', async () => {
	await snapshot();
	const turn = exchanges[9]!.turn;
	await db.turns.put({ ...turn, asked: [{ type: 'text', text: 'something else' }] });
	expect(await cool()).toMatchObject({ turns: 0 });
	await db.turns.put({ ...turn, unheardOf: true } as typeof turn);
	expect(await cool()).toMatchObject({ turns: 0 });
	await db.turns.put(turn);
	expect(await cool()).toMatchObject({ turns: 29 });
});

test('with either copy of the archive damaged nothing goes cold', async () => {
	await snapshot();
	const row = (await db.archiveBytes.toArray())[0]!;
	const bad = row.bytes.slice();
	bad[90] = bad[90]! ^ 1;
	await db.archiveBytes.put({ ...row, bytes: bad });
	expect(await cool()).toMatchObject({ turns: 0 });
	await db.archiveBytes.put(row);
	const name = [...vault.files.keys()].find((file) => file.startsWith('archive-'))!;
	vault.files.set(name, bad);
	expect(await cool()).toMatchObject({ turns: 0 });
});

test('when the bytes in the database are damaged later, the kept copy takes their place', async () => {
	await snapshot();
	await cool();
	const row = (await db.archiveBytes.toArray())[0]!;
	await db.archiveBytes.put({ ...row, bytes: row.bytes.slice(0, 200) });
	openFrom(db);
	expect(await readAll()).toEqual(exchanges);
	expect((await db.archiveBytes.get(row.id))?.bytes).toEqual(row.bytes);
});

test('a disk too full to mend the bytes in the database keeps nobody from reading the kept copy', async () => {
	await snapshot();
	await cool();
	const row = (await db.archiveBytes.toArray())[0]!;
	await db.archiveBytes.put({ ...row, bytes: row.bytes.slice(0, 200) });
	openFrom(db);
	const put = vi.spyOn(db.archiveBytes, 'put').mockImplementation(() => {
		throw new DOMException('no room', 'QuotaExceededError');
	});
	expect(await readAll()).toEqual(exchanges);
	put.mockRestore();
});

test('an archive that could not be read once is read the next time', async () => {
	await snapshot();
	await cool();
	openFrom(db);
	const get = vi.spyOn(db.archiveBytes, 'get').mockImplementationOnce(() => {
		throw new DOMException('not now', 'AbortError');
	});
	await expect(readAll()).rejects.toThrow('not now');
	expect(await readAll()).toEqual(exchanges);
	// Nor is what could only be read in part kept, once the other copy can be reached.
	const row = (await db.archiveBytes.toArray())[0]!;
	await db.archiveBytes.put({ ...row, bytes: row.bytes.slice(0, 200) });
	let there: TestVault | null = null;
	db.openArchive = archiveOpener(db, packer, () => Promise.resolve(there));
	expect((await readAll()).length).toBeLessThan(40);
	there = vault;
	expect(await readAll()).toEqual(exchanges);
	get.mockRestore();
});

test('after an undo of the compaction the rows come back, byte for byte', async () => {
	await snapshot();
	const before = await plainTables(db);
	await cool();
	expect(await hotSeqs()).toHaveLength(11);
	expect(await undoCompaction(app, 's1')).toMatchObject({ status: 'undone' });
	expect(await readAll()).toEqual(exchanges);
	await expect.poll(() => db.cold.count()).toBe(0);
	const after = await plainTables(db);
	for (const table of ['turns', 'steps']) expect(after[table]).toEqual(before[table]);
});

const at17 = { sessionId: 's1', branch: 'trunk', seq: 17 };

test.each([
	['a path', async () => (await readAll()).length, 40],
	[
		'what was found',
		async () => (await readFound(db, [at17], { beside: true })).exchanges[0]?.length,
		3
	],
	['a link', async () => (await findTurn(db, 's1', 's1-trunk-17'))?.seq, 17]
])('no turn is missing from %s that is read while the rows come back', async (_, read, whole) => {
	await snapshot();
	await cool();
	const where = db.cold.where('sessionId');
	let warmed = Promise.resolve(false);
	vi.spyOn(db.cold, 'where').mockImplementationOnce((() => ({
		equals: (id: string) => ({
			toArray: async () => {
				warmed = Dexie.ignoreTransaction(() => warmSession(db, { sessionId: 's1', all: true }));
				// Who reads in a transaction is not waited for by the rows.
				if (!(Dexie.currentTransaction as unknown)) await warmed;
				return where.equals(id).toArray();
			}
		})
	})) as never);
	expect(await read()).toBe(whole);
	expect(await warmed).toBe(true);
	expect(await hotSeqs()).toHaveLength(40);
});

test('where turns lie is looked up once more when their archive is gone', async () => {
	await snapshot();
	await cool();
	const open = db.openArchive;
	let looks = 0;
	db.openArchive = async (wanted) => {
		if (looks++ === 0) {
			// As its rounds are gathered in the archive of the whole session.
			const [row] = await db.archives.toArray();
			const { bytes } = (await db.archiveBytes.get(row!.id))!;
			await db.archives.delete(row!.id);
			await putArchive(db, { archive: { ...row!, id: 'whole' }, bytes }, 0);
			await db.cold.toCollection().modify({ archiveId: 'whole' });
		}
		return open(wanted);
	};
	expect(await readAll()).toEqual(exchanges);
});

test('what a tab closed after an undo has left cold, the keeper takes back', async () => {
	await snapshot();
	await cool();
	await db.summaries.update('m1', { status: 'reverted' });
	expect(await cool()).toEqual({ status: 'cooled', turns: 0, warmed: 29 });
	expect(await hotSeqs()).toHaveLength(40);
});

test('a reset can be undone after its session has gone cold whole', async () => {
	await archiveSession({ db, clock: app.clock, packer }, { sessionId: 's1' });
	await db.sessions.update('s1', { endedAt: app.clock.now() - tenDays });
	await snapshot();
	expect(await cool()).toMatchObject({ turns: 40 });
	expect(await hotSeqs()).toEqual([]);
	expect(await readAll()).toEqual(exchanges);
	expect(await undoReset(app, { ended: 's1', next: 's2' })).toEqual({ status: 'done' });
	expect(await hotSeqs()).toHaveLength(40);
	expect(await readAll()).toEqual(exchanges);
});

test('a draft keeps no session hot that has ended, and can be used when it goes on', async () => {
	const [step] = exchanges[34]!.steps;
	const through = { seq: 34, step: 0 };
	const throughHash = step!.resultsHash ?? step!.hash;
	const draft = aSummary(2, { id: 'draft', round: 2, status: 'draft', through, throughHash });
	await db.summaries.put({ ...draft, committedAt: null, archiveId: null });
	await archiveSession({ db, clock: app.clock, packer }, { sessionId: 's1' });
	await db.sessions.update('s1', { endedAt: app.clock.now() - tenDays });
	await snapshot();
	expect(await cool()).toMatchObject({ turns: 40 });
	expect(await undoReset(app, { ended: 's1', next: 's2' })).toEqual({ status: 'done' });
	expect(await hotSeqs()).toHaveLength(40);
	expect(await useSummary(app, 'draft')).toMatchObject({ status: 'used' });
});

test('a reset is not undone when its archive cannot be read: nothing is lost that is still there', async () => {
	await archiveSession({ db, clock: app.clock, packer }, { sessionId: 's1' });
	await db.sessions.update('s1', { endedAt: app.clock.now() - tenDays });
	await snapshot();
	await cool();
	const [range] = await coldOf(db, 's1');
	const row = (await db.archiveBytes.get(range!.archiveId))!;
	await db.archiveBytes.put({ ...row, bytes: row.bytes.slice(0, 300) });
	vault.files.clear();
	openFrom(db);
	expect(await undoReset(app, { ended: 's1', next: 's2' })).toMatchObject({ status: 'failed' });
	expect(await db.archives.get(range!.archiveId)).toBeDefined();
	expect(await coldOf(db, 's1')).not.toHaveLength(0);
});

test('a cold turn can be forked: what follows is chained to it', async () => {
	await snapshot();
	await cool();
	await db.branches.put({
		sessionId: 's1',
		branch: 'edited',
		parent: 'trunk',
		forkSeq: 11,
		headSeq: 10,
		createdAt: 1
	});
	const path = await readPath(db, 's1', 'edited');
	const blocks = [{ type: 'text' as const, text: 'Another way' }];
	const place = { sessionId: 's1', branch: 'edited', seq: 11, path };
	const turn = await makeTurn(app, place, { blocks });
	expect(brokenLink(chainStart('s1'), [...exchanges.slice(0, 11), { turn, steps: [] }])).toBeNull();
});

test('search finds and shows cold turns, also with an index made anew', async () => {
	await snapshot();
	await cool();
	const store = new IndexStore(`${db.name}-index`);
	const searcher = createSearcher({ db, store, now: () => app.clock.now() });
	const { hits } = await searchWith(searcher, {
		query: 'number 17',
		limit: 5,
		now: app.clock.now(),
		guest: false,
		sessionId: null,
		fromAt: null,
		throughAt: null,
		prefix: false
	});
	expect(hits.some((hit) => hit.seq === 17 && hit.text.includes('17'))).toBe(true);
	await store.delete();
});

test('a backup and a snapshot of a cold profile restore to an equal one, table by table', async () => {
	await snapshot();
	await cool();
	const before = await plainTables(db);
	const backup = await aBackup();
	const other = new Truth(`${db.name}-other`);
	openFrom(other);
	const { outcome } = await readFile(other, backup);
	const { items } = outcome.status === 'read' ? outcome.preview : { items: [] };
	expect(items.map(({ missingTurns }) => missingTurns)).toEqual(items.map(() => 0));
	await importFile(other, backup);
	const after = await plainTables(other);
	for (const table of Object.keys(before).filter((name) => name !== 'activity'))
		expect(after[table], table).toEqual(before[table]);
	expect(await readAll(other)).toEqual(exchanges);
	await other.delete();

	const kept = await snapshot();
	if (kept.status !== 'kept') throw new Error(kept.status);
	const copies = { db, clock: app.clock, vault, pieces: pieceByPiece };
	const { generation } = kept.card;
	await restoreSnapshot(copies, { generation, safety: false }, never, unseen);
	expect(await readAll()).toEqual(exchanges);
	expect(await hotSeqs()).toHaveLength(11);
});

describe('the rounds of a session that has ended', () => {
	const endTenDaysAgo = async () => {
		await archiveSession({ db, clock: app.clock, packer }, { sessionId: 's1' });
		await db.sessions.update('s1', { endedAt: app.clock.now() - tenDays });
		await snapshot();
	};

	it('are stored once: their archives go when the archive of the whole session holds them, verified twice', async () => {
		await snapshot();
		await cool();
		await endTenDaysAgo();
		const packed = async () =>
			(await db.archives.toArray()).reduce((sum, { packedBytes }) => sum + packedBytes, 0);
		const before = await packed();
		expect(await db.archives.count()).toBe(2);
		await cool();
		const [whole, ...others] = await db.archives.toArray();
		expect(others).toEqual([]);
		expect(whole?.round).toBeNull();
		expect(await db.archiveBytes.count()).toBe(1);
		expect(await packed()).toBeLessThan(before * 0.65);
		expect((await db.summaries.get('m1'))?.archiveId).toBe(whole?.id);
		expect(new Set((await coldOf(db, 's1')).map(({ archiveId }) => archiveId))).toEqual(
			new Set([whole?.id])
		);
		expect(await hotSeqs()).toEqual([]);
		expect(await readAll()).toEqual(exchanges);
		expect(await cool()).toMatchObject({ turns: 0 });
	});

	it('stay while the session may be young again, and while the whole archive is in no copy', async () => {
		await snapshot();
		await cool();
		await archiveSession({ db, clock: app.clock, packer }, { sessionId: 's1' });
		await db.sessions.update('s1', { endedAt: app.clock.now() - tenDays });
		await cool();
		expect(await db.archives.count()).toBe(2);
		await db.sessions.update('s1', { endedAt: app.clock.now() });
		await snapshot();
		await cool();
		expect(await db.archives.count()).toBe(2);
	});

	it('stay when the archive of the whole session does not hold a turn of theirs word for word', async () => {
		const [first, ...rest] = exchanges;
		if (!first) throw new Error('no turns');
		await endTenDaysAgo();
		const round = await db.archives.filter((row) => row.round !== null).first();
		if (!round) throw new Error('no round');
		const said = [
			{ ...first, turn: { ...first.turn, stamp: 'another time' } },
			...rest.slice(0, 5)
		];
		const texts = archiveTexts(
			archiveLines({ session: aSession(), exchanges: said, summaries: [] })
		);
		const bytes = packer.pack(texts);
		const archive = { ...round, sha256: sha256(bytes), turns: said.length };
		await putArchive(db, { archive, bytes }, 0);
		await snapshot();
		await cool();
		expect(await db.archives.count()).toBe(2);
	});

	it('are archived anew when the reset is undone', async () => {
		await snapshot();
		await cool();
		await endTenDaysAgo();
		await cool();
		expect((await undoReset(app, { ended: 's1', next: 'none' })).status).toBe('done');
		expect(await readAll()).toEqual(exchanges);
		expect(await hotSeqs()).toHaveLength(40);
		expect(await db.archives.count()).toBe(0);
		expect((await db.summaries.get('m1'))?.archiveId).toBeNull();
		app.jobs['archive-summary'] = (ask) => archiveSummary({ db, clock: app.clock, packer }, ask);
		await keepHouse(app, never);
		expect(await db.archives.toArray()).toMatchObject([{ sessionId: 's1', round: 1 }]);
	});
});

test('#144 INV-17: ended at any moment of going cold or coming back, the session reads the same', async () => {
	await snapshot();
	let ends = 0;
	for (let end = 0; end < 60; end++) {
		let taken = 0;
		const end1 = () => {
			if (taken++ === end) throw new Error('the tab was closed');
		};
		const hooks = [db.turns, db.steps, db.cold].flatMap((table) => {
			table.hook('deleting', end1);
			table.hook('creating', end1);
			return () => {
				table.hook('deleting').unsubscribe(end1);
				table.hook('creating').unsubscribe(end1);
			};
		});
		const status = end % 2 === 0 ? 'active' : 'reverted';
		await db.summaries.update('m1', { status });
		await cool().catch((error: unknown) => {
			if (!(error instanceof Error) || !error.message.includes('the tab was closed')) throw error;
			ends++;
		});
		for (const unhook of hooks) unhook();
		expect(await readAll()).toEqual(exchanges);
	}
	expect(ends).toBeGreaterThan(10);
}, 60_000);

/** Everything that is here, as a file. */
const aBackup = (packing = packer) => wholeBackup(db, { packer: packing, now: app.clock.now() });

test('a backup holds every turn of a session whose cold turns come back while it is made', async () => {
	await snapshot();
	await cool();
	let warmed = false;
	const warming: typeof packer = {
		...packer,
		packQuickly: async (texts) => {
			warmed ||= await warmSession(db, { sessionId: 's1', all: true });
			return packer.packQuickly(texts);
		}
	};
	const backup = await aBackup(warming);
	expect(warmed).toBe(true);
	expect(await hotSeqs()).toHaveLength(40);
	const other = new Truth(`${db.name}-other`);
	openFrom(other);
	await importFile(other, backup);
	expect(await readAll(other)).toEqual(exchanges);
	await other.delete();
});

test('a session as JSON holds its cold turns too', async () => {
	await snapshot();
	await cool();
	const made = await exportSession({ db }, { sessionId: 's1', as: 'json', day: '2026-11-20' });
	if (made.status !== 'made') throw new Error(made.status);
	const other = new Truth(`${db.name}-other`);
	await importFile(other, { file: made.file, name: made.name });
	expect((await readAll(other)).map(({ turn }) => turn.turnId)).toEqual(
		exchanges.map(({ turn }) => turn.turnId)
	);
	await other.delete();
});

test('a backup whose turns lie in an archive brings on a session that was left long before', async () => {
	const other = new Truth('left-behind');
	await storeSession(other, aSession(), exchanges.slice(0, 12));
	await snapshot();
	await cool();
	expect(await hotSeqs()).not.toContain(12);
	expect(await importFile(other, await aBackup())).toMatchObject({ grown: 1, turns: 28 });
	openFrom(other);
	expect((await readAll(other)).map(({ turn, steps }) => [turn.turnId, steps])).toEqual(
		exchanges.map(({ turn, steps }) => [turn.turnId, steps])
	);
	await other.delete();
});

test('a session that went another way than the backup keeps its turns, and is given none of its cold ones', async () => {
	const other = new Truth('went-another-way');
	const mine = someExchanges(2);
	const own = mine.map((exchange) => ({
		...exchange,
		turn: { ...exchange.turn, turnId: `mine-${String(exchange.turn.seq)}`, hash: 'x' }
	}));
	await storeSession(other, aSession(), own);
	await snapshot();
	await cool();
	expect(await importFile(other, await aBackup())).toMatchObject({ grown: 0 });
	expect(await other.cold.count()).toBe(0);
	openFrom(other);
	expect((await readAll(other)).map(({ turn }) => turn.turnId)).toEqual(['mine-0', 'mine-1']);
	await other.delete();
});

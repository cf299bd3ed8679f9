import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coldOf } from '#db/archives/cold.ts';
import { IndexStore, type Truth } from '#db/schema.ts';
import { rewriteArchive } from '#db/forgetting/log.ts';
import { addTombstone } from '#db/forgetting/intents.ts';
import { archiveSession, archiveSummary } from '#flows/archives/archive-covered.ts';
import { coolEverything, serveArchives } from '#flows/archives/cool-turns.ts';
import { warmSession } from '#flows/archives/warm-turns.ts';
import { keepSnapshot } from '#flows/copies/keep-snapshot.ts';
import { runForgetting } from '#flows/forgetting/run-forgetting.ts';
import { keepHouse } from '#flows/house/keep-house.ts';
import { packer, pieceByPiece } from '#worker/workshop/packer.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { tablesWith } from '../../support/find-bytes.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { never, unseen } from '../../support/never.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';

/** A turn is forgotten while its archive is written, opened or taken back: its words are nowhere afterwards. */

let app: TestApp;
let db: Truth;
let index: IndexStore;
const words = 'number 17';
const tenDays = 10 * 24 * 60 * 60_000;

const archiving = () => ({ db, clock: app.clock, packer });
const snapshot = () =>
	keepSnapshot(
		{ db, clock: app.clock, vault: app.vault, pieces: pieceByPiece },
		{ reason: 'safety' },
		never
	);

/** Forty turns, all but the last nine of which lie in an archive alone. */
async function goCold(): Promise<void> {
	await archiveSummary(archiving(), { summaryId: 'm1' });
	await snapshot();
	const cooled = await coolEverything({ ...archiving(), vault: app.vault }, {}, never, unseen);
	expect(cooled).toMatchObject({ status: 'cooled', turns: 29 });
}

/** Decide it, and do it all. */
async function forgetIt(): Promise<void> {
	const what = { kind: 'turn' as const, sessionId: 's1', turnId: 's1-trunk-17' };
	const stored = await addTombstone(db, { what, lines: [], summaries: {} }, app.clock.now());
	if (stored.status === 'failed') throw new Error(stored.failure.kind);
	const ask = { tombstoneId: stored.value.id, isLast: true };
	const done = await runForgetting({ ...archiving(), scratch: app.scratch, index }, ask);
	expect(done).toEqual({ status: 'forgotten', unreached: [], salvaged: [] });
}

/** Forgets as soon as this is called; whoever holds a transaction does not wait for it, for it waits for them. */
function forgettingAt(): { readonly begin: () => unknown; readonly done: () => Promise<void> } {
	let done: Promise<void> | null = null;
	return {
		begin: () => {
			done = Dexie.ignoreTransaction(forgetIt);
			return (Dexie.currentTransaction as unknown) ? undefined : done;
		},
		done: () => done ?? Promise.reject(new Error('not begun'))
	};
}

withApp((own) => (app = own));
beforeEach(async () => {
	({ db } = app);
	index = new IndexStore(`${db.name}-index`);
	serveArchives(db, packer, () => Promise.resolve(app.vault));
	await storeSession(db, aSession(), someExchanges(40));
	await db.summaries.put(aSummary(30, { committedAt: app.clock.now() - tenDays }));
});
afterEach(async () => {
	vi.restoreAllMocks();
	await index.delete();
});

test('an archive that is being opened is not put back as it was', async () => {
	await goCold();
	const [range] = await coldOf(db, 's1');
	const forgetting = forgettingAt();
	const get = db.archiveBytes.get.bind(db.archiveBytes) as (id: string) => Promise<unknown>;
	vi.spyOn(db.archiveBytes, 'get').mockImplementationOnce((async (id: string) => {
		await forgetting.begin();
		return get(id);
	}) as never);
	await db.openArchive(range!);
	await forgetting.done();
	expect(await tablesWith([db], words)).toEqual([]);
	expect(JSON.stringify(await db.openArchive(range!)).toLowerCase()).not.toContain(words);
});

test('the kept copy of an archive takes the place of no other bytes than its own', async () => {
	await goCold();
	const [range] = await coldOf(db, 's1');
	const row = (await db.archiveBytes.get(range!.archiveId))!;
	await db.archiveBytes.put({ ...row, bytes: row.bytes.slice(0, 200) });
	serveArchives(db, packer, async () => {
		await db.archiveBytes.put(row);
		await forgetIt();
		return app.vault;
	});
	await db.openArchive(range!);
	expect(await tablesWith([db], words)).toEqual([]);
});

test.each([
	['of a summary', () => archiveSummary(archiving(), { summaryId: 'm1' })],
	['of a session', () => archiveSession(archiving(), { sessionId: 's1' })]
])(
	'an archive %s that is being written does not keep what it has read before',
	async (_, write) => {
		const where = db.archives.where('path');
		vi.spyOn(db.archives, 'where').mockImplementationOnce((() => ({
			equals: (path: string) => ({
				first: async () => {
					await forgetIt();
					return where.equals(path).first();
				}
			})
		})) as never);
		expect(await write()).toMatchObject({ status: 'archived' });
		expect(await db.archives.count()).toBe(1);
		expect(await tablesWith([db], words)).toEqual([]);
	}
);

test('no archive is written while something is still being forgotten', async () => {
	const what = { kind: 'turn' as const, sessionId: 's1', turnId: 's1-trunk-17' };
	await addTombstone(db, { what, lines: [], summaries: {} }, app.clock.now());
	expect(await archiveSummary(archiving(), { summaryId: 'm1' })).toMatchObject({
		failure: { kind: 'changed-meanwhile' }
	});
	expect(await db.archives.count()).toBe(0);

	// Who keeps house does the one before the other.
	const ports = { ...archiving(), scratch: app.scratch, index };
	app.jobs.forget = (ask) => runForgetting(ports, ask);
	app.jobs['archive-summary'] = (ask) => archiveSummary(archiving(), ask);
	await keepHouse(app, never);
	expect(await db.archives.count()).toBe(1);
	expect(await tablesWith([db], words)).toEqual([]);
});

test('turns that are taken back do not bring it back, and come back all the same', async () => {
	await goCold();
	const open = db.openArchive;
	vi.spyOn(db, 'openArchive').mockImplementationOnce(async (wanted) => {
		const read = await open(wanted);
		await forgetIt();
		return read;
	});
	expect(await warmSession(db, { sessionId: 's1', all: true })).toBe(true);
	expect(await tablesWith([db], words)).toEqual([]);
	expect(await db.turns.count()).toBe(40);
	expect((await db.turns.get(['s1', 'trunk', 17]))?.forgottenAt).toBeGreaterThan(0);
	expect(await db.cold.count()).toBe(0);
});

test('an archive is written anew only in the place of the one that was read', async () => {
	await archiveSummary(archiving(), { summaryId: 'm1' });
	const [archive] = await db.archives.toArray();
	if (!archive) throw new Error('no archive');
	const bytes = new Uint8Array([1]);
	const row = { ...archive, sha256: 'another' };
	expect(await rewriteArchive(db, 'written meanwhile', { archive: row, bytes })).toBe(false);
	expect(await db.archives.toArray()).toEqual([archive]);
	expect(await rewriteArchive(db, archive.sha256, { archive: row, bytes })).toBe(true);
	expect(await db.archives.toArray()).toEqual([row]);
});

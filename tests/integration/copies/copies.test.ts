import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Truth } from '#db/schema.ts';
import { appendTurn } from '#db/log/turns.ts';
import { keptArchiveName, snapshotName } from '#core/copies/snapshot.ts';
import { lookAtStart, writeCanary } from '#flows/copies/canary.ts';
import { keepCopies } from '#flows/copies/keep-copies.ts';
import { keepSnapshot, type CopyPorts } from '#flows/copies/keep-snapshot.ts';
import { finishRestore, restoreSnapshot } from '#flows/copies/restore-snapshot.ts';
import { acceptDatabase, exportSnapshot } from '#flows/copies/serve-copies.ts';
import { readFolder } from '#flows/copies/snapshots.ts';
import { exportEverything } from '#flows/export/export-files.ts';
import { StartCheck } from '#state/tab/start-check.svelte.ts';
import { packer, pieceByPiece } from '#worker/workshop/packer.ts';
import { seal } from '#worker/workshop/seal.ts';
import { writeZip } from '#worker/zip/write.ts';
import { heldClock } from '../../support/builders/a-clock.ts';
import { anApp } from '../../support/apps/an-app.ts';
import { aVault, type TestVault } from '../../support/builders/a-vault.ts';
import { fillTruth, plainTables } from '../../support/builders/full-profile.ts';
import { readFile, backupOf, importFile } from '../../support/apps/importing.ts';
import { never, unseen } from '../../support/never.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { eventually } from '../../support/eventually.ts';

/** The second copy: canary, snapshots, and what is offered when the database has lost something (security 2.2, 2.7). */

let db: Truth;
let vault: TestVault;
let runs = 0;
const clock = heldClock({ at: Date.UTC(2026, 10, 20, 12), step: 1000 });
const ports = (): CopyPorts => ({ db, vault, clock, pieces: pieceByPiece });
const keep = (reason: 'regular' | 'safety' | 'when-due' = 'regular') =>
	keepSnapshot(ports(), { reason }, never);
const restore = (generation: number, safety = true) =>
	restoreSnapshot(ports(), { generation, safety }, never, unseen);
const canary = (accept = false) => writeCanary(ports(), { accept });

/** What a browser leaves that has thrown the database away: the same name, and nothing in it. */
async function wipe(): Promise<void> {
	const { name } = db;
	await db.delete();
	db = new Truth(name);
}

/** All rows but what a restore writes down about itself. */
async function content(): Promise<Record<string, unknown[]>> {
	const tables = await plainTables(db);
	return {
		...tables,
		activity: (tables['activity'] ?? []).filter(
			(row) => (row as { kind: string }).kind !== 'recovery'
		)
	};
}

beforeEach(async () => {
	db = new Truth(`copies-${String(++runs)}`);
	vault = aVault();
	await fillTruth(db, clock);
});
afterEach(async () => {
	await db.delete();
});

describe('at the start', () => {
	test('a profile that holds what it held is well, and so is a new one', async () => {
		await canary();
		expect(await lookAtStart(db, vault)).toEqual({ status: 'well' });
		await wipe();
		expect(await lookAtStart(db, aVault())).toEqual({ status: 'well' });
	});

	test('fault 45: an emptied database is never taken for a new one', async () => {
		await canary();
		await wipe();
		expect(await lookAtStart(db, vault)).toMatchObject({
			status: 'lost',
			loss: 'empty',
			before: { sessions: 1, turns: 6, memoryFiles: 2 },
			now: { turns: 0 }
		});
		expect(await db.sessions.count()).toBe(0);
	});

	test('an emptied database is not taken for a new one when a power cut took the canary too', async () => {
		await keep();
		await canary();
		for (const name of vault.files.keys()) if (name.startsWith('canary')) vault.files.delete(name);
		expect(await lookAtStart(db, vault)).toEqual({ status: 'well' });
		await wipe();
		expect(await lookAtStart(db, vault)).toMatchObject({
			status: 'lost',
			loss: 'empty',
			before: { turns: 6 },
			now: { turns: 0 }
		});
		await acceptDatabase(ports(), { empty: true });
		for (const name of vault.files.keys()) if (name.startsWith('canary')) vault.files.delete(name);
		expect(await lookAtStart(db, vault)).toEqual({ status: 'well' });
	});

	test('a canary that another tab replaces while it is read is looked for anew', async () => {
		await canary();
		await wipe();
		let isFirst = true;
		const racing = {
			...vault,
			open: (name: string) => {
				if (!isFirst) return vault.open(name);
				isFirst = false;
				return Promise.reject(new DOMException('gone', 'NotFoundError'));
			}
		};
		expect(await lookAtStart(db, racing)).toMatchObject({ status: 'lost', loss: 'empty' });
	});

	test('files that cannot be read keep nobody from the database they are copies of', async () => {
		await keep();
		await canary();
		const unreadable = new DOMException('an error of the disk', 'NotReadableError');
		const refuse = () => Promise.reject(unreadable);
		const noCanary = {
			...vault,
			open: (name: string) => (name.startsWith('canary') ? refuse() : vault.open(name))
		};
		for (const reader of [noCanary, { ...vault, open: refuse }, { ...vault, names: refuse }])
			expect(await lookAtStart(db, reader)).toEqual({ status: 'well' });
		await wipe();
		expect(await lookAtStart(db, noCanary)).toMatchObject({ status: 'lost', loss: 'empty' });
	});

	test('the log of the databases is begun anew, once, and nothing is left of that', async () => {
		const check = new StartCheck({ db, vault });
		const made: string[] = [];
		const open = indexedDB.open.bind(indexedDB);
		const spy = vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
			made.push(name);
			return open(name, version);
		});
		const short = `${db.name}-start`;
		expect(await check.look()).toEqual({ status: 'well' });
		// Nobody waits for it: what the first screen reads comes first.
		await expect.poll(() => made).toContain(short);
		await expect.poll(() => Dexie.getDatabaseNames()).not.toContain(short);
		await check.look();
		expect(made.filter((name) => name === short)).toHaveLength(1);
		spy.mockRestore();
	});

	test('fault 46: a database that has gone back in time is seen, whatever went missing', async () => {
		await canary();
		const whole = await plainTables(db);
		const losses: (() => Promise<unknown>)[] = [
			// A cut log takes what was written last: turns with the head and the activity of their session.
			() =>
				db.transaction('rw', db.sessions, db.branches, db.turns, async () => {
					await db.turns.delete(['s1', 'trunk', 5]);
					await db.branches.update(['s1', 'trunk'], { headSeq: 4 });
					await db.sessions.update('s1', { activeAt: 1 });
				}),
			() => db.sessions.clear().then(() => db.branches.clear()),
			() => db.memoryRevisions.clear(),
			() => db.memoryFiles.clear(),
			() => db.tombstones.clear()
		];
		for (const lose of losses) {
			await db.delete();
			db = new Truth(db.name);
			await fillTruth(db, clock);
			expect(Object.keys(whole)).toEqual(Object.keys(await plainTables(db)));
			await lose();
			expect(await lookAtStart(db, vault)).toMatchObject({ status: 'lost', loss: 'part' });
		}
	});

	test('what the user had forgotten is no loss', async () => {
		await canary();
		await db.sessions.delete('s1');
		await db.branches.clear();
		await db.tombstones.put({ id: 's1', kind: 'session', at: 2 });
		expect(await lookAtStart(db, vault)).toEqual({ status: 'well' });
	});

	test('while something is being forgotten nothing is taken for a loss, and no copy is made', async () => {
		await canary();
		await db.tombstones.put({
			id: 's1',
			kind: 'session',
			at: 2,
			pending: { what: { kind: 'session', sessionId: 's1' }, lines: [], summaries: {} }
		});
		expect(await canary()).toMatchObject({ status: 'written' });
		await db.sessions.delete('s1');
		await db.branches.clear();
		expect(await lookAtStart(db, vault)).toEqual({ status: 'well' });
		expect(await canary()).toMatchObject({ status: 'written' });
		expect(await keep('when-due')).toEqual({ status: 'unchanged' });
		await db.tombstones.put({ id: 's1', kind: 'session', at: 2 });
		expect(await canary()).toMatchObject({ status: 'written' });
		expect(await lookAtStart(db, vault)).toEqual({ status: 'well' });
	});

	test('a database that cannot be opened comes to the recovery screen, not to a crash', async () => {
		await canary();
		const broken = new Truth(db.name);
		broken.open = () => {
			throw new DOMException('Internal error opening backing store', 'UnknownError');
		};
		expect(await lookAtStart(broken, vault)).toMatchObject({
			status: 'unreadable',
			before: { turns: 6 }
		});
	});

	test('a canary that was not finished is passed over for the one before it', async () => {
		await canary();
		vault.files.set('canary-7.json', new TextEncoder().encode('{"text":"{\\"number\\":7'));
		expect(await lookAtStart(db, vault)).toEqual({ status: 'well' });
		await wipe();
		expect(await lookAtStart(db, vault)).toMatchObject({ status: 'lost', before: { turns: 6 } });
	});

	test('a loss in the middle of a session does not become the new measure', async () => {
		await canary();
		await wipe();
		expect(await canary()).toMatchObject({ status: 'lost' });
		expect(await lookAtStart(db, vault)).toMatchObject({ status: 'lost' });
	});
});

describe('a snapshot', () => {
	test('restored over nothing, the profile is equal table by table', async () => {
		const before = await content();
		for (const [name, rows] of Object.entries(before)) expect(rows, name).not.toHaveLength(0);
		const kept = await keep();
		expect(kept).toMatchObject({ status: 'kept', card: { generation: 1, holds: { turns: 6 } } });
		await wipe();
		expect(await restore(1)).toMatchObject({
			status: 'restored',
			safety: null,
			missingArchives: 0
		});
		expect(await content()).toEqual(before);
		expect(await lookAtStart(db, vault)).toEqual({ status: 'well' });
	});

	test('restored over something, what was there is kept first and can be had back', async () => {
		await keep();
		const first = await content();
		await storeSession(db, aSession({ id: 's2' }), someExchanges(4, { sessionId: 's2' }));
		const second = await content();
		expect(await restore(1)).toMatchObject({ status: 'restored', safety: 2 });
		expect(await content()).toEqual(first);
		expect(await restore(2)).toMatchObject({ status: 'restored' });
		expect(await content()).toEqual(second);
	});

	test('stopped while what is here is kept, nothing takes its place', async () => {
		await keep();
		await storeSession(db, aSession({ id: 's2' }), someExchanges(4, { sessionId: 's2' }));
		const before = await content();
		const stopped = AbortSignal.abort();
		const ask = { generation: 1, safety: true };
		expect(await restoreSnapshot(ports(), ask, stopped, unseen)).toEqual({ status: 'stopped' });
		expect(await content()).toEqual(before);
	});

	test('an empty or far smaller database never takes the place of a good generation', async () => {
		await storeSession(db, aSession(), someExchanges(40));
		await keep();
		await wipe();
		expect(await keep()).toMatchObject({ status: 'refused', before: { turns: 40 } });
		await storeSession(db, aSession(), someExchanges(3));
		expect(await keep()).toMatchObject({ status: 'refused', now: { turns: 3 } });
		expect((await readFolder(vault)).ring.map((card) => card.generation)).toEqual([1]);
	});

	test('when the user goes on with less, the generations that hold more are set aside and stay', async () => {
		await storeSession(db, aSession(), someExchanges(40));
		await keep();
		await canary();
		await wipe();
		expect(await acceptDatabase(ports(), { empty: true })).toEqual({ status: 'accepted' });
		expect(await lookAtStart(db, vault)).toEqual({ status: 'well' });
		await storeSession(db, aSession(), someExchanges(3));
		for (let more = 0; more < 6; more++) expect(await keep()).toMatchObject({ status: 'kept' });
		const { ring, aside } = await readFolder(vault);
		expect(ring).toHaveLength(4);
		expect(aside.map((card) => card.holds.turns)).toEqual([40]);
		expect(await restore(1)).toMatchObject({ status: 'restored' });
		expect(await db.turns.count()).toBe(40);
	});

	test('the ring keeps the three newest, and some for what is noticed a day or a week later', async () => {
		const generations: number[] = [];
		for (let dayNumber = 0; dayNumber < 20; dayNumber++) {
			clock.at += 12 * 60 * 60_000;
			const kept = await keep();
			if (kept.status === 'kept') generations.push(kept.card.generation);
		}
		const { ring } = await readFolder(vault);
		expect(ring.map((card) => card.generation).slice(0, 3)).toEqual(
			generations.slice(-3).reverse()
		);
		expect(ring.some((card) => clock.at - card.at >= 24 * 60 * 60_000)).toBe(true);
		expect(ring.some((card) => clock.at - card.at >= 7 * 24 * 60 * 60_000)).toBe(true);
		expect(ring.length).toBeLessThanOrEqual(6);
	});

	test('an archive is kept once however many snapshots name it', async () => {
		for (let more = 0; more < 4; more++) await keep();
		const archives = [...vault.files.keys()].filter((name) => name.startsWith('archive-'));
		expect(archives).toHaveLength(1);
		const { ring } = await readFolder(vault);
		expect(ring.every((card) => card.archives.length === 1)).toBe(true);
	});

	test('fault 47: a damaged generation is refused, and an older one restores', async () => {
		await keep();
		const before = await content();
		await keep();
		const name = snapshotName(2);
		const bytes = vault.files.get(name)!;
		for (let at = 0; at < bytes.length; at += 61) {
			const bad = bytes.slice();
			bad[at] = bad[at]! ^ 8;
			vault.files.set(name, bad);
			const outcome = await restore(2);
			// The header of a gzip member has bits that mean nothing; what is in it is compared all the same.
			if (outcome.status === 'failed') expect(outcome.failure.kind).toBe('damaged');
			else expect(at).toBeLessThan(10);
		}
		vault.files.set(name, bytes.slice(0, bytes.length / 2));
		expect(await restore(2)).toMatchObject({ status: 'failed', failure: { kind: 'damaged' } });
		expect(await restore(1)).toMatchObject({ status: 'restored' });
		expect(await content()).toEqual(before);
	}, 60_000);

	test('an archive whose kept copy is damaged is counted, and the rest restores', async () => {
		await keep();
		const archive = (await db.archives.toArray())[0]!;
		vault.files.set(keptArchiveName(archive.sha256), new Uint8Array([1, 2, 3]));
		await wipe();
		expect(await restore(1)).toMatchObject({ status: 'restored', missingArchives: 1 });
		expect(await db.turns.count()).toBe(6);
	});

	test('fault 42, 43: with no room left the generations that are there stay whole', async () => {
		await keep();
		const before = await content();
		const size = [...vault.files.values()].reduce((sum, bytes) => sum + bytes.length, 0);
		for (const room of [0, 10, 200, 1_000]) {
			vault.room = size + room;
			expect(await keep()).toMatchObject({
				status: 'failed',
				failure: { kind: 'storage-full' }
			});
		}
		vault.room = Infinity;
		expect((await readFolder(vault)).ring.map((card) => card.generation)).toEqual([1]);
		await wipe();
		expect(await restore(1)).toMatchObject({ status: 'restored' });
		expect(await content()).toEqual(before);
		expect(await keep()).toMatchObject({ status: 'kept' });
	});

	test('INV-17: ended after any step of making one, a whole generation is there and restores', async () => {
		await keep();
		const before = await content();
		let steps = Infinity;
		for (let end = 0; end < steps; end++) {
			let taken = 0;
			vault.step = () => {
				if (taken++ === end) throw new Error('the tab was closed');
			};
			const outcome = await keep().catch((error: unknown) => {
				if (!(error instanceof Error) || error.message !== 'the tab was closed') throw error;
				return null;
			});
			vault.step = () => undefined;
			if (outcome) steps = end;
			const [newest] = (await readFolder(vault)).ring;
			await wipe();
			expect(await restore(newest!.generation, false)).toMatchObject({ status: 'restored' });
			expect(await content()).toEqual(before);
		}
		expect(steps).toBeGreaterThan(4);
	}, 60_000);

	test('a restore that is interrupted is finished at the next start, also when the power took every new file', async () => {
		await keep();
		const before = await content();
		await canary();
		await storeSession(db, aSession({ id: 's9' }), someExchanges(3, { sessionId: 's9' }));
		let ends = 0;
		for (let end = 0; ends === end; end++) {
			let taken = 0;
			const stop = () => {
				if (taken++ === end) throw new Error('the power went');
			};
			db.sessions.hook('creating', stop);
			db.turns.hook('creating', stop);
			db.activity.hook('creating', stop);
			const outcome = await restore(1, false).catch((error: unknown) => {
				if (!(error instanceof Error) || !error.message.includes('the power went')) throw error;
				return null;
			});
			db.sessions.hook('creating').unsubscribe(stop);
			db.turns.hook('creating').unsubscribe(stop);
			db.activity.hook('creating').unsubscribe(stop);
			if (outcome) break;
			ends++;
			const files = new Map(vault.files);
			// Names of files that are minutes old are lost with the power.
			vault.files.clear();
			expect(await lookAtStart(db, vault)).toEqual({ status: 'half-restored' });
			// A browser may give the site no place for copies any more.
			const place = ends % 2 === 0 ? { vault: null } : {};
			expect(await finishRestore({ ...ports(), ...place }, unseen)).toEqual({ status: 'finished' });
			expect(await content()).toEqual(before);
			expect(await lookAtStart(db, vault)).toEqual({ status: 'well' });
			expect(await finishRestore(ports(), unseen)).toEqual({ status: 'finished' });
			vault.files.clear();
			for (const [name, bytes] of files) vault.files.set(name, bytes);
		}
		expect(ends).toBeGreaterThan(5);
	}, 60_000);

	/** The browser opens the database no more; a new one under its name only where it deletes it. */
	async function unopened(how: { readonly refuses: boolean }, work: () => Promise<unknown>) {
		const { name } = db;
		db.close();
		db = new Truth(name);
		const open = indexedDB.open.bind(indexedDB);
		const remove = indexedDB.deleteDatabase.bind(indexedDB);
		let isBroken = true;
		const refuse = () => {
			throw new DOMException('Internal error opening backing store', 'UnknownError');
		};
		const spies = [
			vi.spyOn(indexedDB, 'open').mockImplementation((asked, version) => {
				if (asked === name && isBroken) refuse();
				return open(asked, version);
			}),
			vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation((asked) => {
				if (asked === name && how.refuses) refuse();
				if (asked === name) isBroken = false;
				return remove(asked);
			}),
			vi.spyOn(console, 'warn').mockReturnValue(undefined)
		];
		expect(await lookAtStart(db, vault)).toMatchObject({ status: 'unreadable' });
		await work();
		for (const spy of spies) spy.mockRestore();
	}

	test('a database that cannot be opened any more gives way to a copy, or to an empty one', async () => {
		await keep();
		const before = await content();
		await unopened({ refuses: false }, async () => {
			expect(await restore(1, false)).toMatchObject({ status: 'restored' });
		});
		expect(await content()).toEqual(before);
		expect(await lookAtStart(db, vault)).toEqual({ status: 'well' });
		await unopened({ refuses: false }, async () => {
			expect(await acceptDatabase(ports(), { empty: true })).toEqual({ status: 'accepted' });
		});
		expect(await lookAtStart(db, vault)).toEqual({ status: 'well' });
		expect([await db.turns.count(), (await readFolder(vault)).aside.length]).toEqual([0, 1]);
	});

	test('so it does where the browser has no place for copies', async () => {
		await keep();
		await unopened({ refuses: false }, async () => {
			const placeless = { ...ports(), vault: null };
			expect(await acceptDatabase(placeless, { empty: true })).toEqual({ status: 'accepted' });
		});
		vault.files.clear();
		expect(await lookAtStart(db, vault)).toEqual({ status: 'well' });
		expect(await db.turns.count()).toBe(0);
	});

	test('where the browser refuses to delete it, too, that is said, and no restore is taken for begun', async () => {
		await keep();
		const failure = { kind: 'damaged', what: db.name };
		await unopened({ refuses: true }, async () => {
			expect(await restore(1, false)).toEqual({ status: 'failed', failure });
			const afresh = await acceptDatabase(ports(), { empty: true });
			expect(afresh).toEqual({ status: 'failed', failure });
			expect((await readFolder(vault)).aside).toEqual([]);
			expect(await lookAtStart(db, vault)).toMatchObject({ status: 'unreadable' });
		});
	});

	test('a full disk that keeps the database from being opened is no reason to delete it', async () => {
		await keep();
		const before = await content();
		const broken = new Truth(db.name);
		const full = new DOMException('no room', 'QuotaExceededError');
		broken.open = () => Dexie.Promise.reject(full);
		const outcome = await acceptDatabase({ ...ports(), db: broken }, { empty: true });
		expect(outcome).toEqual({ status: 'failed', failure: { kind: 'storage-full' } });
		broken.close();
		expect(await content()).toEqual(before);
	});

	test('settings never go away while a copy is restored: a missing endpoint would lock the key out', async () => {
		await keep();
		await db.settings.put({ key: 'later', value: 1 });
		const gone: unknown[] = [];
		db.settings.hook('deleting', (key) => void gone.push(key));
		expect(await restore(1, false)).toMatchObject({ status: 'restored' });
		expect(gone).toEqual(['later']);
		expect(await db.settings.toArray()).toEqual([{ key: 'theme', value: 'dark' }]);
	});

	test('a copy that was taken in by half changes nothing, and is swept up', async () => {
		await keep();
		const before = await content();
		vault.step = () => undefined;
		const { pieces } = ports();
		const broken = {
			...pieces,
			unpackLines: async (...given: Parameters<typeof pieces.unpackLines>) => {
				const [file, take] = given;
				let isFirst = true;
				return pieces.unpackLines(file, async (lines) => {
					await take(lines);
					if (!isFirst) return;
					isFirst = false;
					if (checked++ > 0) throw new Error('the power went');
				});
			}
		};
		let checked = 0;
		await expect(
			restoreSnapshot(
				{ ...ports(), pieces: broken },
				{ generation: 1, safety: false },
				never,
				unseen
			)
		).rejects.toThrow('the power went');
		expect(await lookAtStart(db, vault)).toEqual({ status: 'well' });
		expect(await content()).toEqual(before);
		expect(await Dexie.getDatabaseNames()).toContain(`${db.name}-restore`);
		await keep();
		expect(await Dexie.getDatabaseNames()).not.toContain(`${db.name}-restore`);
	});

	test('put beside the data by a tab that was closed while it exported it is gone with the next look', async () => {
		const beside = new Truth(`${db.name}-copy`);
		await beside.open();
		beside.close();
		await keep();
		expect(await Dexie.exists(beside.name)).toBe(false);
	});

	test('after something was forgotten no older generation holds it any more', async () => {
		await storeSession(db, aSession({ id: 's2' }), someExchanges(30, { sessionId: 's2' }));
		for (let more = 0; more < 3; more++) await keep();
		for (const table of [db.turns, db.steps])
			await table.where(':id').between(['s2'], ['s2', []]).delete();
		await db.sessions.delete('s2');
		await db.branches.delete(['s2', 'trunk']);
		await db.tombstones.put({ id: 's2', kind: 'session', at: 3 });
		expect(await keep('when-due')).toMatchObject({ status: 'kept', card: { reason: 'forgotten' } });
		expect(await keep('when-due')).toEqual({ status: 'unchanged' });
		const snapshots = [...vault.files].filter(([name]) => name.endsWith('.jsonl.gz'));
		expect(snapshots).toHaveLength(1);
		const { lines } = await packer.unpack(snapshots[0]![1]);
		expect(lines.some((line) => line.includes('"sessionId":"s2"'))).toBe(false);
	});

	test('no older generation takes the place of what is here before the one without it is made', async () => {
		await keep();
		const forgotten = { id: 's2', kind: 'session', at: 3 } as const;
		const what = { kind: 'session', sessionId: 's2' } as const;
		const failure = { kind: 'changed-meanwhile' };
		const forgetting = { what, lines: [], summaries: {} };
		for (const row of [{ ...forgotten, pending: forgetting }, forgotten]) {
			await db.tombstones.put(row);
			expect(await restore(1)).toEqual({ status: 'failed', failure });
			expect(await db.tombstones.get('s2')).toEqual(row);
		}
		expect(await keep('when-due')).toMatchObject({ card: { reason: 'forgotten', generation: 2 } });
		expect(await restore(2)).toMatchObject({ status: 'restored' });
	});

	test('what somebody else forgot takes no copy along, and hides no loss', async () => {
		await keep();
		await canary();
		await keep('safety');
		const row = { id: 'elsewhere', kind: 'session', at: 3 };
		const text = `${JSON.stringify({ table: 'tombstones', row })}\n`;
		const file = backupOf({ 'state.jsonl.gz': packer.pack(text) });
		expect(await importFile(db, { file, name: 'b.zip' })).toMatchObject({ status: 'imported' });
		expect(await db.tombstones.get('elsewhere')).toBeUndefined();
		expect(await keep('when-due')).toEqual({ status: 'unchanged' });
		expect((await readFolder(vault)).ring.map(({ generation }) => generation)).toEqual([2, 1]);
		await db.branches.update(['s1', 'trunk'], { headSeq: 4 });
		expect(await canary()).toMatchObject({ status: 'lost' });
	});

	test('what a restored backup says is forgotten takes no copy along either', async () => {
		await keep();
		const exporting = { db, packer, zip: writeZip, seal, app: 'test' };
		const brought = [
			{ id: 'elsewhere', kind: 'session' as const, at: 3 },
			{ id: 's1', kind: 'session' as const, at: 3 },
			{ id: 's1-trunk-3', kind: 'turn' as const, at: 3 }
		];
		await db.tombstones.bulkPut(brought);
		const made = await exportEverything(
			exporting,
			{ day: '2026-11-20', now: clock.at, passphrase: null },
			never,
			unseen
		);
		if (made.status !== 'made') throw new Error(made.status);
		await db.tombstones.bulkDelete(brought.map(({ id }) => id));
		expect(await importFile(db, made)).toMatchObject({ status: 'imported' });
		// It keeps an older backup from bringing back what is gone; what is still here is forgotten here or nowhere.
		expect((await db.tombstones.toArray()).map(({ id }) => id)).toEqual(['elsewhere', 'gone']);
		const [next] = someExchanges(1, { from: 6 });
		expect(await appendTurn(db, next!.turn)).toMatchObject({ status: 'stored' });
		clock.at += 3_600_000;
		expect(await keep('when-due')).toMatchObject({ status: 'kept', card: { reason: 'regular' } });
		expect((await readFolder(vault)).ring.map(({ generation }) => generation)).toEqual([2, 1]);
	});

	test('can be taken along as a backup that imports anywhere', async () => {
		await keep();
		const exporting = { packer, zip: writeZip, seal, app: 'test' };
		const another = async () => {
			const copy = new Truth(`${db.name}-copy`);
			await copy.open();
			return copy;
		};
		const ask = { generation: 1, day: '2026-11-20', now: clock.at };
		const made = await exportSnapshot({ ...ports(), exporting, another }, ask, never, unseen);
		if (made.status !== 'made') throw new Error(made.status);
		const { outcome, read } = await readFile(db, { file: made.file, name: made.name });
		expect(outcome).toMatchObject({ preview: { format: 'keepsake-backup', skippedLines: 0 } });
		const found = read?.way === 'backup' ? read.content : null;
		expect(found?.sessions).toHaveLength(1);
		expect(found?.archives.size).toBe(1);
	});
});

test('what is forgotten while a copy is being made is looked at when that is done, and not a minute later', async () => {
	const app = await anApp();
	const stop = new AbortController();
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	try {
		let made = 0;
		let finish: () => void = unseen;
		app.jobs['write-canary'] = (ask) => writeCanary(app, ask);
		app.jobs['cool-turns'] = () => Promise.resolve({ status: 'cooled', turns: 0, warmed: 0 });
		app.jobs['keep-snapshot'] = async () => {
			made++;
			if (made === 1) await new Promise<void>((resolve) => (finish = resolve));
			return { status: 'unchanged' };
		};
		const keeping = keepCopies(app, stop.signal, { lost: unseen, broken: unseen });
		await eventually(() => expect(made).toBe(1));
		await app.db.tombstones.put({ id: 's9', kind: 'session', at: 1 });
		await vi.advanceTimersByTimeAsync(2_000);
		finish();
		await eventually(() => expect(made).toBe(2));
		// And then it waits until something is stored again.
		await vi.advanceTimersByTimeAsync(5_000);
		expect(made).toBe(2);
		await app.db.tombstones.put({ id: 's10', kind: 'session', at: 1 });
		await vi.advanceTimersByTimeAsync(2_000);
		await eventually(() => expect(made).toBe(3));
		stop.abort();
		await keeping;
	} finally {
		vi.useRealTimers();
		await app.close();
	}
});

test('copies are made although the scratch database cannot be opened, and looked at each hour of any clock', async () => {
	const app = await anApp();
	const stop = new AbortController();
	app.scratch.close({ disableAutoOpen: true });
	const done = { kept: 0, looked: 0 };
	app.jobs['write-canary'] = (ask) => writeCanary(app, ask);
	app.jobs['cool-turns'] = () => Promise.resolve({ status: 'cooled', turns: 0, warmed: 0 });
	app.jobs['check-log'] = (log) => {
		done.looked++;
		return Promise.resolve({ status: 'checked', lost: null, found: [], log });
	};
	app.jobs['keep-snapshot'] = () => {
		done.kept++;
		return Promise.resolve({ status: 'unchanged' });
	};
	const aYear = 365 * 24 * 60 * 60_000;
	app.clock.at += aYear;
	const keeping = keepCopies(app, stop.signal, { lost: unseen, broken: unseen });
	await eventually(() => expect(done).toEqual({ kept: 1, looked: 1 }));
	app.clock.at -= aYear;
	await app.db.tombstones.put({ id: 's1', kind: 'session', at: 1 });
	await eventually(() => expect(done).toEqual({ kept: 2, looked: 2 }));
	stop.abort();
	await keeping;
	await app.close();
});

test('while something is being written all the time, copies wait for the end of it, but not for ever', async () => {
	const app = await anApp();
	const stop = new AbortController();
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	try {
		let made = 0;
		app.jobs['write-canary'] = (ask) => writeCanary(app, ask);
		app.jobs['cool-turns'] = () => Promise.resolve({ status: 'cooled', turns: 0, warmed: 0 });
		app.jobs['keep-snapshot'] = () => {
			made++;
			return Promise.resolve({ status: 'unchanged' });
		};
		const keeping = keepCopies(app, stop.signal, { lost: unseen, broken: unseen });
		await eventually(() => expect(made).toBe(1));
		const write = async (id: string) => {
			await app.db.tombstones.put({ id, kind: 'session', at: 1 });
			app.clock.at += 1_000;
			await vi.advanceTimersByTimeAsync(1_000);
		};
		for (let at = 0; at < 20; at++) await write(`s${String(at)}`);
		expect(made).toBe(1);
		await vi.advanceTimersByTimeAsync(1_000);
		await eventually(() => expect(made).toBe(2));
		for (let at = 0; at < 31; at++) await write(`t${String(at)}`);
		await eventually(() => expect(made).toBe(3));
		stop.abort();
		await keeping;
	} finally {
		vi.useRealTimers();
		await app.close();
	}
});

test('a file of an archive that was left half-written is written anew', async () => {
	const [archive] = await db.archives.toArray();
	if (!archive) throw new Error('no archive');
	const name = keptArchiveName(archive.sha256);
	vault.files.set(name, new Uint8Array([1, 2]));
	await keep();
	expect(vault.files.get(name)).toEqual((await db.archiveBytes.get(archive.id))?.bytes);
});

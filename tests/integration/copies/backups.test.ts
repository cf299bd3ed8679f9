import { afterEach, beforeEach, expect, test } from 'vitest';
import { backupsToDrop, isBackupDue } from '#core/backup/due.ts';
import { keepPlace } from '#db/scratch/outside-places.ts';
import { IndexStore } from '#db/schema.ts';
import { writeSetting } from '#db/settings.ts';
import {
	backUp,
	backupPurpose,
	lastBackup,
	lastDownload,
	noteDownload
} from '#flows/backups/back-up.ts';
import { makeDueBackup } from '#flows/backups/keep-backups.ts';
import { archiveSession } from '#flows/archives/archive-covered.ts';
import { archiveOpener } from '#flows/archives/cool-turns.ts';
import { keepSnapshot } from '#flows/copies/keep-snapshot.ts';
import { setAside } from '#flows/copies/snapshots.ts';
import { freeUp, measureUse } from '#flows/copies/storage-use.ts';
import { exportEverything } from '#flows/export/export-files.ts';
import { packer, pieceByPiece } from '#worker/workshop/packer.ts';
import { seal } from '#worker/workshop/seal.ts';
import { writeZip } from '#worker/zip/write.ts';
import { anApp, type TestApp } from '../../support/apps/an-app.ts';
import { never } from '../../support/never.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';

/** Backups into a chosen place on a schedule, and making room. */

let app: TestApp;
const day = 24 * 60 * 60_000;

/** A folder as the browser gives it, in memory. `spoil` changes what is read back. */
function aFolder(spoil: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes) {
	const files = new Map<string, Blob>();
	let permission: PermissionState = 'granted';
	const fileOf = (name: string) => ({
		kind: 'file' as const,
		name,
		getFile: async () => {
			const bytes = new Uint8Array((await files.get(name)?.arrayBuffer()) ?? new ArrayBuffer(0));
			return new File([spoil(bytes) as Uint8Array<ArrayBuffer>], name);
		},
		createWritable: () => {
			let written: Blob = new Blob();
			return Promise.resolve({
				write: (content: Blob) => {
					written = content;
					return Promise.resolve();
				},
				abort: () => Promise.resolve(),
				close: () => {
					files.set(name, written);
					return Promise.resolve();
				}
			});
		}
	});
	const handle = {
		kind: 'directory' as const,
		name: 'My backups',
		getFileHandle: (name: string) => Promise.resolve(fileOf(name)),
		removeEntry: (name: string) => {
			files.delete(name);
			return Promise.resolve();
		},
		entries: async function* () {
			await Promise.resolve();
			for (const name of [...files.keys()]) yield [name, fileOf(name)] as const;
		},
		queryPermission: () => Promise.resolve(permission),
		requestPermission: () => Promise.resolve((permission = 'granted'))
	};
	return {
		files,
		handle: handle as unknown as FileSystemDirectoryHandle,
		ask: () => (permission = 'prompt')
	};
}

/** Handles with functions cannot be stored here as a browser stores its own, so the row is given as it is. */
function usePlace(place: FileSystemDirectoryHandle): void {
	const get = app.scratch.views.get.bind(app.scratch.views) as (key: string) => unknown;
	app.scratch.views.get = ((key: string) =>
		key.startsWith('place ')
			? Promise.resolve({ key, value: place })
			: get(key)) as unknown as typeof app.scratch.views.get;
}

/** The app has been looked after for as long as makes a backup due. */
async function aWeekGoesBy(): Promise<void> {
	expect(await makeDueBackup(app, never)).toBe('done');
	app.clock.at += 8 * day;
}

beforeEach(async () => {
	app = await anApp();
	await storeSession(
		app.db,
		aSession({ createdAt: app.clock.now() - 800 * day }),
		someExchanges(12)
	);
	app.jobs['export-everything'] = (ask) =>
		exportEverything(
			{ db: app.db, packer, zip: writeZip, seal, app: 'test' },
			ask,
			never,
			() => undefined
		);
});
afterEach(async () => {
	await app.close();
});

test('a backup is due by the schedule, never by a clock that was set back', () => {
	const now = 100 * day;
	expect(isBackupDue('weekly', { since: now - 6 * day, now })).toBe(false);
	expect(isBackupDue('weekly', { since: now - 7 * day, now })).toBe(true);
	expect(isBackupDue('daily', { since: now + 3 * day, now })).toBe(false);
	expect(isBackupDue('never', { since: 0, now })).toBe(false);
	expect(isBackupDue('daily', { since: null, now })).toBe(false);
});

test('only backups of ours make room in a folder, the oldest first', () => {
	const ours = ['01', '02', '03', '04', '05', '06', '07'].map((n) => `keepsake-2026-11-${n}.zip`);
	const names = [...ours.toReversed(), 'keepsake-2025.zip', 'taxes.zip'];
	expect(backupsToDrop(names, 'keepsake-2026-11-07.zip')).toEqual(ours.slice(0, 2));
	// Made while the clock was set back: its day is the oldest.
	expect(backupsToDrop(names, 'keepsake-2026-11-01.zip')).toEqual(ours.slice(1, 3));
	expect(backupsToDrop([...names, 'keepsake-2020-01-01.zip'], 'keepsake-2020-01-01.zip')).toEqual(
		ours.slice(0, 3)
	);
});

test('a due backup is written into the chosen folder, read back and shown as the last one', async () => {
	const folder = aFolder();
	usePlace(folder.handle);
	expect(await lastBackup(app)).toBeNull();
	await aWeekGoesBy();
	expect(await makeDueBackup(app, never)).toBe('done');
	expect([...folder.files.keys()]).toEqual(['keepsake-2026-11-28.zip']);
	expect(await lastBackup(app)).toMatchObject({
		details: { name: 'keepsake-2026-11-28.zip', bytes: folder.files.values().next().value?.size }
	});
	// Nothing more is due today.
	folder.files.clear();
	expect(await makeDueBackup(app, never)).toBe('done');
	expect(folder.files.size).toBe(0);
});

test('with no place, or one the browser asks about anew, the person is reminded', async () => {
	await aWeekGoesBy();
	expect(await makeDueBackup(app, never)).toBe('remind');
	const folder = aFolder();
	folder.ask();
	usePlace(folder.handle);
	expect(await makeDueBackup(app, never)).toBe('remind');
	expect(folder.files.size).toBe(0);
	expect(await backUp(app, { ask: true }, never)).toMatchObject({ status: 'backed-up' });
	await writeSetting(app.db, 'backupEvery', 'never');
	expect(await makeDueBackup(app, never)).toBe('done');
});

test('where no place is chosen, everything downloaded by hand is the backup that was due', async () => {
	await aWeekGoesBy();
	expect(await makeDueBackup(app, never)).toBe('remind');
	await noteDownload(app, { name: 'keepsake-2026-11-28.zip', bytes: 5 });
	expect(await makeDueBackup(app, never)).toBe('done');
	// It was not read back, so it is never told as a backup that was.
	expect(await lastBackup(app)).toBeNull();
	expect(await lastDownload(app)).toMatchObject({
		details: { name: 'keepsake-2026-11-28.zip' }
	});
	await aWeekGoesBy();
	expect(await makeDueBackup(app, never)).toBe('remind');
	// A chosen folder has its own schedule, whatever is downloaded beside it.
	const folder = aFolder();
	usePlace(folder.handle);
	await noteDownload(app, { name: 'keepsake-2026-12-05.zip', bytes: 5 });
	expect(await makeDueBackup(app, never)).toBe('done');
	expect(folder.files.size).toBe(1);
});

test('conversations that are years old are not due for a backup the moment they are brought here', async () => {
	const week = 7 * day;
	expect(await makeDueBackup(app, never)).toBe('done');
	app.clock.at += week - 1000;
	expect(await makeDueBackup(app, never)).toBe('done');
	// A clock that was set back starts the wait anew and makes nothing due.
	app.clock.at -= 2 * week;
	expect(await makeDueBackup(app, never)).toBe('done');
	app.clock.at += week;
	expect(await makeDueBackup(app, never)).toBe('remind');
});

test('a backup that was noted while the clock ran ahead keeps no later one from being due, nor from being the last', async () => {
	const folder = aFolder();
	usePlace(folder.handle);
	const before = app.clock.at;
	app.clock.at += 9 * 365 * day;
	expect(await backUp(app, { ask: false }, never)).toMatchObject({ status: 'backed-up' });
	app.clock.at = before;
	folder.files.clear();
	expect(await lastBackup(app)).toBeNull();
	await aWeekGoesBy();
	expect(await makeDueBackup(app, never)).toBe('done');
	expect([...folder.files.keys()]).toEqual(['keepsake-2026-11-28.zip']);
	expect(await lastBackup(app)).toMatchObject({ details: { name: 'keepsake-2026-11-28.zip' } });
	// Once an hour somebody looks: it is not made again.
	folder.files.clear();
	expect(await makeDueBackup(app, never)).toBe('done');
	expect(folder.files.size).toBe(0);
});

test('a backup that does not read back as it was written is none, and says so', async () => {
	const folder = aFolder((bytes) => {
		const bad = bytes.slice();
		bad[bad.length - 5] = (bad[bad.length - 5] ?? 0) ^ 1;
		return bad;
	});
	usePlace(folder.handle);
	expect(await backUp(app, { ask: false }, never)).toMatchObject({
		status: 'failed',
		failure: { kind: 'damaged' }
	});
	expect(await lastBackup(app)).toBeNull();
	expect(await app.db.activity.toArray()).toMatchObject([
		{ kind: 'failure', details: { what: 'backup' } }
	]);
});

test('what a closed tab has only begun to write makes no room for itself among the backups: it goes, and they stay', async () => {
	const folder = aFolder();
	const nameOf = (month: number, date: number) =>
		`keepsake-2026-${String(month)}-0${String(date)}.zip`;
	const whole = [1, 2, 3, 4].map((date) => nameOf(10, date));
	for (const name of whole) folder.files.set(name, new Blob(['a backup']));
	for (const date of [1, 2, 3]) folder.files.set(nameOf(11, date), new Blob());
	folder.files.set('my notes.txt', new Blob());
	usePlace(folder.handle);
	expect(await backUp(app, { ask: false }, never)).toMatchObject({ status: 'backed-up' });
	expect([...folder.files.keys()]).toEqual([...whole, 'my notes.txt', 'keepsake-2026-11-20.zip']);
});

test('old backups that cannot be removed are told, and the new one is made and stays the last', async () => {
	const folder = aFolder();
	for (const day of [1, 2, 3, 4, 5, 6])
		folder.files.set(`keepsake-2026-10-0${String(day)}.zip`, new Blob());
	usePlace(folder.handle);
	folder.handle.removeEntry = () =>
		Promise.reject(new DOMException('Synchronised', 'NoModificationAllowedError'));
	expect(await backUp(app, { ask: false }, never)).toMatchObject({ status: 'backed-up' });
	expect(await lastBackup(app)).toMatchObject({ details: { name: 'keepsake-2026-11-20.zip' } });
	const failures = () => app.db.activity.filter(({ kind }) => kind === 'failure').toArray();
	expect(await failures()).toMatchObject([
		{ details: { what: 'old-backups' }, failure: { kind: 'unreadable', what: 'My backups' } }
	]);
	folder.handle.entries = () => {
		throw new DOMException('Moved away', 'NotFoundError');
	};
	expect(await backUp(app, { ask: false }, never)).toMatchObject({ status: 'backed-up' });
	expect(await failures()).toHaveLength(2);
});

test('a folder that goes away while a backup is read back is a failure that is said', async () => {
	const folder = aFolder();
	usePlace(folder.handle);
	const getFileHandle = folder.handle.getFileHandle.bind(folder.handle);
	folder.handle.getFileHandle = async (name) => {
		const handle = await getFileHandle(name);
		const getFile = handle.getFile.bind(handle);
		handle.getFile = async () => {
			const file = await getFile();
			file.slice = () => {
				throw new DOMException('Moved away', 'NotReadableError');
			};
			return file;
		};
		return handle;
	};
	expect(await backUp(app, { ask: false }, never)).toMatchObject({
		status: 'failed',
		failure: { kind: 'unreadable' }
	});
});

test('a chosen place is kept on this device and in no backup', async () => {
	await keepPlace(app.scratch, backupPurpose, { name: 'x' } as FileSystemDirectoryHandle);
	expect(await app.scratch.views.count()).toBe(1);
	expect(app.db.tables.map((table) => table.name)).not.toContain('views');
});

test('what room could be made is said before, and only what was chosen goes', async () => {
	const { db, clock, vault } = app;
	const index = new IndexStore(`${db.name}-index`);
	const ports = { db, clock, packer, vault, index };
	db.openArchive = archiveOpener(db, packer, () => Promise.resolve(vault));
	await index.parts.put({ key: 'index', bytes: new Uint8Array(500), at: 1 });
	await archiveSession(ports, { sessionId: 's1' });
	await db.sessions.update('s1', { endedAt: clock.now() });
	const copies = { db, clock, vault, pieces: pieceByPiece };
	await keepSnapshot(copies, { reason: 'regular' }, never);
	await setAside(vault);
	await keepSnapshot(copies, { reason: 'regular' }, never);
	const before = await measureUse(ports);
	if (before.status !== 'measured') throw new Error(before.status);
	expect(before.freeing).toMatchObject({ coolTurns: 12, asideCopies: 1, indexBytes: 500 });
	expect(before.taken.conversations).toBeGreaterThan(before.taken.archives);
	expect(await freeUp(ports, { what: ['cool'] }, never)).toEqual({ status: 'freed' });
	const after = await measureUse(ports);
	if (after.status !== 'measured') throw new Error(after.status);
	expect(after.taken.conversations).toBe(0);
	expect(after.freeing).toMatchObject({ coolTurns: 0, asideCopies: 1, indexBytes: 500 });
	await freeUp(ports, { what: ['aside', 'index'] }, never);
	expect(await measureUse(ports)).toMatchObject({
		freeing: { asideCopies: 0, asideBytes: 0, indexBytes: 0 },
		generations: 1
	});
	await index.delete();
});

import { beforeEach, describe, expect, test } from 'vitest';
import { backupsToDrop, isBackupDue, type OwnBackup } from '#core/backup/due.ts';
import { sha256 } from '#core/sha256.ts';
import { keepPlace } from '#db/scratch/outside-places.ts';
import { IndexStore } from '#db/schema.ts';
import { writeSetting } from '#db/settings.ts';
import {
	backUp,
	backUpInto,
	backupPurpose,
	lastBackup,
	lastDownload,
	noteDownload
} from '#flows/backups/back-up.ts';
import { makeDueBackup } from '#flows/backups/keep-backups.ts';
import { archiveSession } from '#flows/archives/archive-covered.ts';
import { serveArchives } from '#flows/archives/cool-turns.ts';
import { keepSnapshot } from '#flows/copies/keep-snapshot.ts';
import { acceptDatabase } from '#flows/copies/serve-copies.ts';
import { readFolder, setAside } from '#flows/copies/snapshots.ts';
import { freeUp, measureUse } from '#flows/copies/storage-use.ts';
import { exportEverything } from '#flows/export/export-everything.ts';
import { Backups } from '#state/data/backups.svelte.ts';
import { UnderWay } from '#state/tab/under-way.svelte.ts';
import { packer, pieceByPiece } from '#worker/workshop/packer.ts';
import { seal } from '#worker/workshop/seal.ts';
import { writeZip } from '#worker/zip/write.ts';
import { anApp, type TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
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
		getFileHandle: (name: string, how?: { readonly create?: boolean }) => {
			if (!files.has(name) && !how?.create)
				return Promise.reject(new DOMException('There is no such file', 'NotFoundError'));
			// As a browser does: it is there from now on, with nothing in it.
			if (!files.has(name)) files.set(name, new Blob());
			return Promise.resolve(fileOf(name));
		},
		removeEntry: (name: string) => {
			files.delete(name);
			return Promise.resolve();
		},
		isSameEntry: (other: unknown) => Promise.resolve(other === handle),
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
function usePlace(
	chosen: FileSystemDirectoryHandle | FileSystemFileHandle,
	{ scratch } = app
): void {
	const { views } = scratch;
	const get = views.get.bind(views) as (key: string) => unknown;
	const put = views.put.bind(views) as (row: { key: string; value: unknown }) => unknown;
	let place: unknown = chosen;
	const ofPlace = (key: string) => key.startsWith('place ');
	views.get = ((key: string) =>
		ofPlace(key) ? Promise.resolve({ key, value: place }) : get(key)) as typeof views.get;
	views.put = ((row: { key: string; value: unknown }) =>
		ofPlace(row.key) ? Promise.resolve((place = row.value)) : put(row)) as typeof views.put;
}

/** The app has been looked after for as long as makes a backup due. */
async function aWeekGoesBy(): Promise<void> {
	expect(await makeDueBackup(app, never)).toBe('done');
	app.clock.at += 8 * day;
}

withApp((own) => (app = own));
beforeEach(async () => {
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

test('a backup is due by the schedule, never by a clock that was set back', () => {
	const now = 100 * day;
	expect(isBackupDue('weekly', { since: now - 6 * day, now })).toBe(false);
	expect(isBackupDue('weekly', { since: now - 7 * day, now })).toBe(true);
	expect(isBackupDue('daily', { since: now + 3 * day, now })).toBe(false);
	expect(isBackupDue('never', { since: 0, now })).toBe(false);
	expect(isBackupDue('daily', { since: null, now })).toBe(false);
});

test('only backups of this device make room, the oldest first', () => {
	const own = (name: string): OwnBackup => ({ name, mark: 'whole' });
	const names = ['01', '02', '03', '04', '05', '06', '07'].map((n) => `keepsake-2026-11-${n}.zip`);
	const ours = names.map(own);
	expect(backupsToDrop(ours, 'keepsake-2026-11-07.zip')).toEqual(names.slice(0, 2));
	// Made while the clock was set back: its day is the oldest.
	expect(backupsToDrop(ours, 'keepsake-2026-11-01.zip')).toEqual(names.slice(1, 3));
	const longAgo = 'keepsake-2020-01-01.zip';
	expect(backupsToDrop([...ours, own(longAgo)], longAgo)).toEqual(names.slice(0, 3));
});

/** It lies in the folder, and this device has written it. */
async function written(files: Map<string, Blob>, name: string, text: string): Promise<void> {
	files.set(name, new Blob([text]));
	const mark = `${String(text.length)} ${sha256(text)}`;
	const known = (await app.scratch.views.get('own backups'))?.value as OwnBackup[] | undefined;
	const value = [...(known ?? []), { name, mark, ...(text === '' && { begun: true }) }];
	await app.scratch.views.put({ key: 'own backups', value });
}

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

test('one with a damaged archive says so, and those made before it stay for good', async () => {
	const folder = aFolder();
	usePlace(folder.handle);
	await archiveSession({ db: app.db, clock: app.clock, packer }, { sessionId: 's1' });
	expect(await backUp(app, { ask: false }, never)).toMatchObject({ status: 'backed-up' });
	const [sound] = folder.files.keys();
	await app.db.archiveBytes.clear();
	for (let times = 0; times < 7; times++) {
		app.clock.at += day;
		expect(await backUp(app, { ask: false }, never)).toMatchObject({ status: 'backed-up' });
	}
	expect((await lastBackup(app))?.details.damagedArchives).toBe(1);
	expect([...folder.files.keys()]).toContain(sound);
	expect(folder.files.size).toBe(6);
});

test('with no place, or one the browser asks about anew, the person is reminded', async () => {
	await aWeekGoesBy();
	expect(await makeDueBackup(app, never)).toBe('due');
	const folder = aFolder();
	folder.ask();
	usePlace(folder.handle);
	expect(await makeDueBackup(app, never)).toBe('due');
	expect(folder.files.size).toBe(0);
	expect(await backUp(app, { ask: true }, never)).toMatchObject({ status: 'backed-up' });
	await writeSetting(app.db, 'backupEvery', 'never');
	expect(await makeDueBackup(app, never)).toBe('done');
});

test('where no place is chosen, everything downloaded by hand is the backup that was due', async () => {
	await aWeekGoesBy();
	expect(await makeDueBackup(app, never)).toBe('due');
	await noteDownload(app, { name: 'keepsake-2026-11-28.zip', bytes: 5 });
	expect(await makeDueBackup(app, never)).toBe('done');
	// It was not read back, so it is never told as a backup that was.
	expect(await lastBackup(app)).toBeNull();
	expect(await lastDownload(app)).toMatchObject({
		details: { name: 'keepsake-2026-11-28.zip' }
	});
	await aWeekGoesBy();
	expect(await makeDueBackup(app, never)).toBe('due');
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
	expect(await makeDueBackup(app, never)).toBe('due');
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
	for (const name of whole) await written(folder.files, name, 'a backup');
	for (const date of [1, 2, 3]) await written(folder.files, nameOf(11, date), '');
	folder.files.set('my notes.txt', new Blob());
	usePlace(folder.handle);
	expect(await backUp(app, { ask: false }, never)).toMatchObject({ status: 'backed-up' });
	expect([...folder.files.keys()]).toEqual([...whole, 'my notes.txt', 'keepsake-2026-11-20.zip']);
});

describe('after a loss, a backup that is due', () => {
	/** What the person has gone on with: nothing, and one message since. */
	async function beginAfresh(): Promise<void> {
		await acceptDatabase(app, { empty: true });
		await storeSession(app.db, aSession({ id: 's9' }), someExchanges(1, { sessionId: 's9' }));
		app.clock.at += 8 * day;
	}
	const texts = async (files: ReadonlyMap<string, Blob>) =>
		Promise.all([...files].map(async ([name, file]) => [name, await file.text()]));

	test('does not take the place of the one file that holds more, until the person says so', async () => {
		const folder = aFolder();
		usePlace(await folder.handle.getFileHandle('keepsake.zip', { create: true }));
		await aWeekGoesBy();
		expect(await makeDueBackup(app, never)).toBe('done');
		const good = await texts(folder.files);
		await beginAfresh();
		expect(await makeDueBackup(app, never)).toBe('less');
		const backups = new Backups(app, new UnderWay());
		await backups.backUp();
		expect(backups.stage).toEqual({ at: 'less' });
		expect(await texts(folder.files)).toEqual(good);
		await backups.backUp();
		expect(backups.stage).toEqual({ at: 'done' });
		expect(await texts(folder.files)).not.toEqual(good);
		app.clock.at += 8 * day;
		expect(await makeDueBackup(app, never)).toBe('done');
	});

	test('pushes out none that holds more, now or later', async () => {
		const folder = aFolder();
		usePlace(folder.handle);
		await aWeekGoesBy();
		expect(await makeDueBackup(app, never)).toBe('done');
		const [good] = await texts(folder.files);
		await beginAfresh();
		expect(await makeDueBackup(app, never)).toBe('less');
		expect(await backUp(app, { ask: true, less: true }, never)).toMatchObject({
			status: 'backed-up'
		});
		for (let week = 0; week < 7; week++) {
			app.clock.at += 8 * day;
			expect(await makeDueBackup(app, never)).toBe('done');
		}
		expect(folder.files.size).toBe(6);
		expect(await texts(folder.files)).toContainEqual(good);
	});

	test('is made in another place without a question, which the last one was not in', async () => {
		const folder = aFolder();
		usePlace(folder.handle);
		await aWeekGoesBy();
		expect(await makeDueBackup(app, never)).toBe('done');
		await beginAfresh();
		await backUpInto(app.scratch, folder.handle);
		expect(await makeDueBackup(app, never)).toBe('less');
		await backUpInto(app.scratch, aFolder().handle);
		expect(await makeDueBackup(app, never)).toBe('done');
		expect(folder.files.size).toBe(1);
	});

	test('is not explained by something that was forgotten since', async () => {
		usePlace(aFolder().handle);
		await aWeekGoesBy();
		expect(await makeDueBackup(app, never)).toBe('done');
		await beginAfresh();
		await app.db.tombstones.put({ id: 's1', kind: 'session', at: 1 });
		expect(await makeDueBackup(app, never)).toBe('less');
	});
});

test('old backups that cannot be removed are told, and the new one is made and stays the last', async () => {
	const folder = aFolder();
	for (const day of [1, 2, 3, 4, 5, 6])
		await written(folder.files, `keepsake-2026-10-0${String(day)}.zip`, 'a backup');
	usePlace(folder.handle);
	folder.handle.removeEntry = () =>
		Promise.reject(new DOMException('Synchronised', 'NoModificationAllowedError'));
	expect(await backUp(app, { ask: false }, never)).toMatchObject({ status: 'backed-up' });
	expect(await lastBackup(app)).toMatchObject({ details: { name: 'keepsake-2026-11-20.zip' } });
	expect(await app.db.activity.filter(({ kind }) => kind === 'failure').toArray()).toMatchObject([
		{ details: { what: 'old-backups' }, failure: { kind: 'unreadable', what: 'My backups' } }
	]);
});

describe('a folder that several devices write into', () => {
	/** A device of its own that writes into the same folder, a text in the place of a backup. */
	async function aDevice(folder: ReturnType<typeof aFolder>) {
		const device = await anApp();
		usePlace(folder.handle, device);
		let made = '';
		device.jobs['export-everything'] = ({ day }) =>
			Promise.resolve({
				status: 'made',
				name: `keepsake-${day}.zip`,
				file: new Blob([made]),
				damaged: []
			});
		return {
			device,
			async backUp(text: string) {
				made = text;
				expect(await backUp(device, { ask: false }, never)).toMatchObject({ status: 'backed-up' });
			}
		};
	}
	const textsOf = async ({ files }: ReturnType<typeof aFolder>) =>
		(await Promise.all([...files.values()].map((file) => file.text()))).toSorted();

	test('holds the newest of each, whoever comes first and however often', async () => {
		const folder = aFolder();
		const [first, second, third] = await Promise.all([0, 1, 2].map(() => aDevice(folder)));
		if (!first || !second || !third) throw new Error('unreachable');
		await first.backUp('first 1');
		await second.backUp('second 1');
		await third.backUp('third 1');
		expect(await textsOf(folder)).toEqual(['first 1', 'second 1', 'third 1']);
		expect([...folder.files.keys()]).toEqual(
			['', '-2', '-3'].map((end) => `keepsake-2026-11-20${end}.zip`)
		);
		for (const times of [2, 3, 4])
			for (const [name, one] of Object.entries({ first, second, third }))
				await one.backUp(`${name} ${String(times)}`);
		expect(await textsOf(folder)).toEqual(['first 4', 'second 4', 'third 4']);
		await Promise.all([first, second, third].map(({ device }) => device.close()));
	});

	test('keeps five days of each', async () => {
		const folder = aFolder();
		const [first, second] = await Promise.all([0, 1].map(() => aDevice(folder)));
		if (!first || !second) throw new Error('unreachable');
		const days = [1, 2, 3, 4, 5, 6, 7];
		for (const at of days) {
			await first.backUp(`first ${String(at)}`);
			await second.backUp(`second ${String(at)}`);
			first.device.clock.at += day;
			second.device.clock.at += day;
		}
		expect(await textsOf(folder)).toEqual([
			...days.slice(-5).map((at) => `first ${String(at)}`),
			...days.slice(-5).map((at) => `second ${String(at)}`)
		]);
		await Promise.all([first, second].map(({ device }) => device.close()));
	});

	test('keeps what another device has begun to write, and what took the place of a file of this one', async () => {
		const folder = aFolder();
		const first = await aDevice(folder);
		folder.files.set('keepsake-2026-11-20.zip', new Blob());
		await first.backUp('first 1');
		folder.files.set('keepsake-2026-11-20-2.zip', new Blob(['of another']));
		await first.backUp('first 2');
		await first.backUp('first 3');
		expect(await textsOf(folder)).toEqual(['', 'first 3', 'of another']);
		await first.device.close();
	});
});

test('a folder that goes away while a backup is read back is a failure that is said', async () => {
	const folder = aFolder();
	usePlace(folder.handle);
	const getFileHandle = folder.handle.getFileHandle.bind(folder.handle);
	folder.handle.getFileHandle = async (...asked) => {
		const handle = await getFileHandle(...asked);
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
	serveArchives(db, packer, () => Promise.resolve(vault));
	await index.parts.put({ key: 'index', bytes: new Uint8Array(500), at: 1 });
	await archiveSession(ports, { sessionId: 's1' });
	await db.sessions.update('s1', { endedAt: clock.now() });
	const copies = { db, clock, vault, pieces: pieceByPiece };
	// What no copy outside holds stays here, so it is not offered.
	expect(await measureUse(ports)).toMatchObject({ freeing: { coolTurns: 0 } });
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
		freeing: { asideCopies: 0, asideBytes: 0, indexBytes: 0 }
	});
	expect((await readFolder(vault)).ring).toHaveLength(1);
	await index.delete();
});

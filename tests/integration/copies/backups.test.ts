import { beforeEach, describe, expect, test } from 'vitest';
import { backupsToDrop, isBackupDue, isOwn, type OwnBackup } from '#core/backup/due.ts';
import { mebibyte } from '#core/bytes.ts';
import { sha256 } from '#core/sha256.ts';
import type { SnapshotCard } from '#core/copies/snapshot.ts';
import { dropStaged, stageCopy } from '#db/copies/staging.ts';
import { keepPlace } from '#db/scratch/outside-places.ts';
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
import { acceptDatabase } from '#flows/copies/serve-copies.ts';
import { exportEverything } from '#flows/export/export-everything.ts';
import { Backups } from '#state/data/backups.svelte.ts';
import { UnderWay } from '#state/tab/under-way.svelte.ts';
import { packer } from '#worker/workshop/packer.ts';
import { seal } from '#worker/workshop/seal.ts';
import { writeZip } from '#worker/zip/write.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { aBackupFolder, usePlace } from '../../support/apps/backup-folder.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { never } from '../../support/never.ts';
import { aMemoryFile } from '../../support/builders/a-prompt.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';

/** Backups into a chosen place on a schedule. */

let app: TestApp;
const day = 24 * 60 * 60_000;

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

test('what another device has written under the name of a backup that was begun here is none of this one', () => {
	const begun: OwnBackup = { name: 'keepsake-2026-11-20.zip', mark: 'its end', begun: true };
	expect(isOwn(begun, { size: 9, mark: 'its end' })).toBe(true);
	expect(isOwn(begun, { size: 0, mark: 'nothing' })).toBe(true);
	expect(isOwn(begun, { size: 9, mark: 'another end' })).toBe(false);
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
	const folder = aBackupFolder();
	usePlace(app, folder.handle);
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
	const folder = aBackupFolder();
	usePlace(app, folder.handle);
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

test('what another device has put in the place of a backup of this one stays, however often this one backs up again', async () => {
	const folder = aBackupFolder();
	usePlace(app, folder.handle);
	for (let times = 0; times < 2; times++) {
		expect(await backUp(app, { ask: false }, never)).toMatchObject({ status: 'backed-up' });
		for (const name of folder.files.keys()) folder.files.set(name, new Blob(['of another device']));
	}
	const theirs = [...folder.files.keys()];
	expect(theirs).toEqual(['keepsake-2026-11-20.zip', 'keepsake-2026-11-20-2.zip']);
	for (let times = 0; times < 7; times++) {
		expect(await backUp(app, { ask: false }, never)).toMatchObject({ status: 'backed-up' });
		app.clock.at += day;
	}
	for (const name of theirs) expect(await folder.files.get(name)?.text()).toBe('of another device');
	expect(folder.files.size).toBe(theirs.length + 5);
});

test('after two months of backups every day the folder holds the last five', async () => {
	const folder = aBackupFolder();
	usePlace(app, folder.handle);
	app.jobs['export-everything'] = ({ day }) =>
		Promise.resolve({
			status: 'made',
			name: `keepsake-${day}.zip`,
			file: new Blob([day]),
			damaged: []
		});
	for (let times = 0; times < 60; times++) {
		expect(await backUp(app, { ask: false }, never)).toMatchObject({ status: 'backed-up' });
		app.clock.at += day;
	}
	expect([...folder.files.keys()].map((name) => name.slice(-8, -4))).toEqual([
		'1-14',
		'1-15',
		'1-16',
		'1-17',
		'1-18'
	]);
});

test('with no place, or one the browser asks about anew, the person is reminded', async () => {
	await aWeekGoesBy();
	expect(await makeDueBackup(app, never)).toBe('due');
	const folder = aBackupFolder();
	folder.ask();
	usePlace(app, folder.handle);
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
	const folder = aBackupFolder();
	usePlace(app, folder.handle);
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

test('of memory alone, with no conversation, a backup is due as well', async () => {
	await app.db.sessions.clear();
	expect(await makeDueBackup(app, never)).toBe('done');
	app.clock.at += 8 * day;
	expect(await makeDueBackup(app, never)).toBe('done');
	await app.db.memoryFiles.put(aMemoryFile('MEMORY.md', '- Owns a boat\n'));
	expect(await makeDueBackup(app, never)).toBe('done');
	app.clock.at += 8 * day;
	expect(await makeDueBackup(app, never)).toBe('due');
});

test('a backup that was noted while the clock ran ahead keeps no later one from being due, nor from being the last', async () => {
	const folder = aBackupFolder();
	usePlace(app, folder.handle);
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
	const folder = aBackupFolder((bytes) => {
		const bad = bytes.slice();
		bad[bad.length - 5] = (bad[bad.length - 5] ?? 0) ^ 1;
		return bad;
	});
	usePlace(app, folder.handle);
	// It is compared in pieces, and the damage is in the last of them.
	const file = new Blob([new Uint8Array(2 * mebibyte + 9)]);
	app.jobs['export-everything'] = () =>
		Promise.resolve({ status: 'made', name: 'keepsake-2026-11-20.zip', file, damaged: [] });
	expect(await backUp(app, { ask: false }, never)).toMatchObject({
		status: 'failed',
		failure: { kind: 'damaged' }
	});
	expect(folder.files.size).toBe(0);
	expect(await lastBackup(app)).toBeNull();
	expect(await app.db.activity.toArray()).toMatchObject([
		{ kind: 'failure', details: { what: 'backup' } }
	]);
});

test('one that is stopped as it was made is not written: what went missing meanwhile is not in it', async () => {
	const folder = aBackupFolder();
	usePlace(app, folder.handle);
	const stop = new AbortController();
	app.jobs['export-everything'] = () => {
		stop.abort();
		return Promise.resolve({ status: 'made', name: 'a.zip', file: new Blob(['x']), damaged: [] });
	};
	expect(await backUp(app, { ask: false }, stop.signal)).toEqual({ status: 'stopped' });
	expect(folder.files.size).toBe(0);
});

test('what a closed tab has only begun to write makes no room for itself among the backups: it goes, and they stay', async () => {
	const folder = aBackupFolder();
	const nameOf = (month: number, date: number) =>
		`keepsake-2026-${String(month)}-0${String(date)}.zip`;
	const whole = [1, 2, 3, 4].map((date) => nameOf(10, date));
	for (const name of whole) await written(folder.files, name, 'a backup');
	for (const date of [1, 2, 3]) await written(folder.files, nameOf(11, date), '');
	folder.files.set('my notes.txt', new Blob());
	usePlace(app, folder.handle);
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
		const folder = aBackupFolder();
		usePlace(app, await folder.handle.getFileHandle('keepsake.zip', { create: true }));
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
		const folder = aBackupFolder();
		usePlace(app, folder.handle);
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
		const folder = aBackupFolder();
		usePlace(app, folder.handle);
		await aWeekGoesBy();
		expect(await makeDueBackup(app, never)).toBe('done');
		await beginAfresh();
		await backUpInto(app.scratch, folder.handle);
		expect(await makeDueBackup(app, never)).toBe('less');
		await backUpInto(app.scratch, aBackupFolder().handle);
		expect(await makeDueBackup(app, never)).toBe('done');
		expect(folder.files.size).toBe(1);
	});

	test('is not made by itself while a copy is put back and may have come half', async () => {
		const folder = aBackupFolder();
		usePlace(app, folder.handle);
		await aWeekGoesBy();
		await stageCopy(app.db, {} as SnapshotCard, () => Promise.resolve());
		expect(await makeDueBackup(app, never)).toBe('less');
		expect(folder.files.size).toBe(0);
		await dropStaged(app.db);
		expect(await makeDueBackup(app, never)).toBe('done');
		expect(folder.files.size).toBe(1);
	});

	test('is not explained by something that was forgotten since', async () => {
		usePlace(app, aBackupFolder().handle);
		await aWeekGoesBy();
		expect(await makeDueBackup(app, never)).toBe('done');
		await beginAfresh();
		await app.db.tombstones.put({ id: 's1', kind: 'session', at: 1 });
		expect(await makeDueBackup(app, never)).toBe('less');
	});
});

test('old backups that cannot be removed are told, and the new one is made and stays the last', async () => {
	const folder = aBackupFolder();
	for (const day of [1, 2, 3, 4, 5, 6])
		await written(folder.files, `keepsake-2026-10-0${String(day)}.zip`, 'a backup');
	usePlace(app, folder.handle);
	folder.handle.removeEntry = () =>
		Promise.reject(new DOMException('Synchronised', 'NoModificationAllowedError'));
	expect(await backUp(app, { ask: false }, never)).toMatchObject({ status: 'backed-up' });
	expect(await lastBackup(app)).toMatchObject({ details: { name: 'keepsake-2026-11-20.zip' } });
	expect(await app.db.activity.filter(({ kind }) => kind === 'failure').toArray()).toMatchObject([
		{ details: { what: 'old-backups' }, failure: { kind: 'unreadable', what: 'My backups' } }
	]);
});

test('a folder that goes away while a backup is read back is a failure that is said', async () => {
	const folder = aBackupFolder();
	usePlace(app, folder.handle);
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

test('where there is no room to note what was written, the backup is made all the same', async () => {
	const folder = aBackupFolder();
	usePlace(app, folder.handle);
	const full = () => Promise.reject(new DOMException('Full', 'QuotaExceededError'));
	app.scratch.views.put = full as unknown as typeof app.scratch.views.put;
	expect(await backUp(app, { ask: false }, never)).toMatchObject({ status: 'backed-up' });
	expect(await lastBackup(app)).toMatchObject({ details: { name: 'keepsake-2026-11-20.zip' } });
});

test('a chosen place is kept on this device and in no backup', async () => {
	await keepPlace(app.scratch, backupPurpose, { name: 'x' } as FileSystemDirectoryHandle);
	expect(await app.scratch.views.count()).toBe(1);
	expect(app.db.tables.map((table) => table.name)).not.toContain('views');
});

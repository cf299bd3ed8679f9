/** A backup of one's own whose restore broke off stays one's own whatever was written since; no other file is believed for it. */
import { beforeEach, expect, test } from 'vitest';
import { readPath } from '#db/log/sessions.ts';
import { readExchanges } from '#db/log/turns.ts';
import type { Truth } from '#db/schema.ts';
import { tellCutOff } from '#flows/house/tell-cut-off.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { appWith } from '../../support/apps/an-app.ts';
import { another, db, previewOf, withTarget } from '../../support/apps/import-target.ts';
import {
	importClock as clock,
	importFile,
	readFile,
	runRead,
	scratchOf,
	wholeBackup,
	type FileToImport
} from '../../support/apps/importing.ts';
import { breakingStorage } from '../../support/breaking/breaking-storage.ts';
import { unopenable } from '../../support/breaking/unopenable.ts';
import { whileFull } from '../../support/breaking/while-full.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { fillTruth } from '../../support/builders/full-profile.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';

withTarget();

let made: FileToImport;
let from: Truth;
beforeEach(async () => {
	from = another();
	await fillTruth(from, clock);
	for (const id of ['s2', 's3'])
		await storeSession(from, aSession({ id }), someExchanges(2, { sessionId: id }));
	await from.settings.put({ key: 'endpoint', value: 'http://localhost:11434' });
	made = await wholeBackup(from);
});

/** The disk is full when the second session is to be stored. */
async function breakOff(file = made): Promise<void> {
	let seen = 0;
	const full = (): void => {
		if (++seen === 2) throw new DOMException('no room', 'QuotaExceededError');
	};
	db.sessions.hook('creating', full);
	expect(await importFile(db, file)).toMatchObject({ status: 'failed' });
	db.sessions.hook('creating').unsubscribe(full);
	expect(await db.sessions.count()).toBe(1);
}

/** Somebody goes on meanwhile. */
async function writeSomething(): Promise<void> {
	await storeSession(db, aSession({ id: 'mine' }), someExchanges(1, { sessionId: 'mine' }));
	await saveMemoryFile(
		{ db, clock },
		{ path: 'memory/mine.md', text: '- Owns a boat\n', expectedRev: null }
	);
}

/** Sessions whose turns are marked as imported. */
async function imported(): Promise<readonly string[]> {
	const turns = await db.turns.filter(({ source }) => source === 'import').toArray();
	return [...new Set(turns.map(({ sessionId }) => sessionId))];
}

const decides = async (file = made) =>
	(await previewOf([file])).items.find(({ what }) => what === 'decisions')?.state;

test('the rest of it comes as it was, with what decides something', async () => {
	await breakOff();
	await writeSomething();
	expect(await decides()).toBe('new');
	expect(await importFile(db, made)).toMatchObject({ status: 'imported', sessions: 2 });
	expect(await imported()).toEqual([]);
	for (const table of ['turns', 'steps', 'summaries', 'pins', 'marks', 'cold', 'archives'] as const)
		expect(
			(await db.table<{ sessionId: string }>(table).toArray()).filter(
				({ sessionId }) => sessionId !== 'mine'
			)
		).toEqual(await from.table(table).toArray());
	expect(await db.settings.get('endpoint')).toMatchObject({ value: 'http://localhost:11434' });
	const { text } = (await db.memoryFiles.get('memory/mine.md')) ?? {};
	expect(text).toBe('- Owns a boat\n');
	expect(await readExchanges(db, 'mine', await readPath(db, 'mine'))).toHaveLength(1);
});

test.each([
	['before', false],
	['after', true]
] as const)(
	'also where the tab was closed, %s the next start has told of it',
	async (_, isTold) => {
		const storage = breakingStorage(db);
		const { read } = await readFile(db, made);
		storage.breakAt(30, 'closing', true);
		expect(await runRead(db, read!)).toMatchObject({ status: 'failed' });
		expect(storage.mend()).toBe(true);
		expect(await db.sessions.count()).toBeGreaterThan(0);
		await writeSomething();
		if (isTold) {
			const app = appWith({ db });
			await tellCutOff(app, () => undefined);
			await app.scratch.delete();
		}
		expect(await decides()).toBe('new');
	}
);

test('one that was gone on with and broke off again is still one’s own', async () => {
	await breakOff();
	await writeSomething();
	expect(
		await whileFull(db.memoryRevisions.hook('creating'), () => importFile(db, made))
	).toMatchObject({ status: 'failed' });
	expect(await importFile(db, made)).toMatchObject({ status: 'imported' });
	expect(await imported()).toEqual([]);
});

test('once it has come to its end it is as any file', async () => {
	await breakOff();
	await writeSomething();
	await importFile(db, made);
	await db.sessions.delete('s2');
	for (const table of [db.branches, db.turns, db.steps])
		await table.where(':id').between(['s2'], ['s2', []]).delete();
	expect(await importFile(db, made)).toMatchObject({ status: 'imported', sessions: 1 });
	expect(await imported()).toEqual(['s2']);
});

test('another file is a stranger’s, whatever it holds of the same', async () => {
	await breakOff();
	await writeSomething();
	await storeSession(from, aSession({ id: 's4' }), someExchanges(2, { sessionId: 's4' }));
	const other = await wholeBackup(from);
	expect(await decides(other)).toBe('there');
	await importFile(db, other);
	expect(await imported()).toContain('s4');
	// What a stranger has brought makes nobody else's file one's own, nor takes that from one's own.
	expect(await decides()).toBe('new');
});

test('a stranger’s whose import broke off does not become one’s own by that', async () => {
	await writeSomething();
	let seen = 0;
	const full = (): void => {
		if (++seen === 2) throw new DOMException('no room', 'QuotaExceededError');
	};
	db.sessions.hook('creating', full);
	expect(await importFile(db, made)).toMatchObject({ status: 'failed' });
	expect(await importFile(db, made)).toMatchObject({ status: 'imported' });
	expect((await imported()).toSorted()).toEqual(['s1', 's2', 's3']);
});

test('it is a stranger’s again where what it brought was taken back, or this device forgot that it had begun', async () => {
	await breakOff();
	await writeSomething();
	const rows = await db.activity.toArray();
	await db.activity.clear();
	expect(await decides()).toBe('there');
	await db.activity.bulkAdd(rows);
	expect(await decides()).toBe('new');
	await scratchOf(db).views.clear();
	expect(await decides()).toBe('there');
});

test('it comes also where this device can remember nothing', async () => {
	const broken = unopenable((name) => name.endsWith('scratch'));
	expect(await importFile(db, made)).toMatchObject({ status: 'imported', sessions: 3 });
	broken.open();
});

/** A backup of years is larger than what may be held of it: its files are read again when they are restored. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Truth } from '#db/schema.ts';
import { previewBackup } from '#flows/import/backup/preview-backup.ts';
import type { BackupContent } from '#flows/import/ports.ts';
import { packer } from '#worker/workshop/packer.ts';
import {
	importClock,
	importFile,
	readFile,
	runRead,
	wholeBackup
} from '../../support/apps/importing.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { fillTruth, plainTables } from '../../support/builders/full-profile.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { FleetingFile } from '../../support/fleeting-file.ts';

let db: Truth;
let other: Truth;
let n = 0;
beforeEach(async () => {
	db = new Truth(`large-${String(++n)}`);
	other = new Truth(`large-${String(n)}-other`);
	await fillTruth(db, importClock);
});
afterEach(() => Promise.all([db.delete(), other.delete()]));

test.each([0, 2_000, Infinity])(
	'with room for %s bytes a restored profile is equal, table by table',
	async (room) => {
		const before = await plainTables(db);
		const file = { ...(await wholeBackup(db)), room };
		expect(await importFile(other, file)).toMatchObject({ status: 'imported', turns: 6 });
		const after = await plainTables(other);
		expect({ ...after, tombstones: [] }).toEqual({ ...before, tombstones: [] });
		expect(await importFile(other, file)).toMatchObject({ sessions: 0, grown: 0, there: 1 });
	}
);

test('one that was changed or taken away after its preview is named, and what is here stays as it is', async () => {
	const made = await wholeBackup(db);
	const fleeting = new FleetingFile([await made.file.arrayBuffer()]);
	const { read } = await readFile(other, { file: fleeting, name: made.name, room: 0 });
	fleeting.isGone = true;
	expect(await runRead(other, read!)).toEqual({
		status: 'failed',
		failure: { kind: 'unreadable', what: 'gone' }
	});
	expect(await other.sessions.count()).toBe(0);
	const held = new FleetingFile([await made.file.arrayBuffer()]);
	const whole = await readFile(other, { file: held, name: made.name });
	held.isGone = true;
	expect(await runRead(other, whole.read!)).toMatchObject({ status: 'imported', sessions: 1 });
});

test('what was forgotten here stays out of it, whether it is held or read again', async () => {
	const [turn] = await db.turns.toArray();
	const file = await wholeBackup(db);
	const third = new Truth(`large-${String(n)}-third`);
	for (const [into, room] of [
		[other, 0],
		[third, Infinity]
	] as const) {
		await into.tombstones.put({ id: turn!.turnId, kind: 'turn', at: 1 });
		expect(await importFile(into, { ...file, room })).toMatchObject({ status: 'imported' });
	}
	const left = await plainTables(other);
	expect(left).toEqual(await plainTables(third));
	const said = JSON.stringify(turn!.asked);
	expect(JSON.stringify((await plainTables(db)).turns)).toContain(said);
	expect(JSON.stringify(left)).not.toContain(said);
	await third.delete();
});

/** What a backup of the profile holds beside `more` sessions, as it was read. */
async function contentWith(more: number): Promise<BackupContent> {
	for (let at = 0; at < more; at++) {
		const id = `more-${String(at)}`;
		await storeSession(db, aSession({ id }), someExchanges(1, { sessionId: id }));
	}
	const { read } = await readFile(other, await wholeBackup(db));
	if (read?.way !== 'backup') throw new Error('That is no backup');
	return read.content;
}

test('its state is gone through as often, however many sessions it holds', async () => {
	const passes = async (more: number): Promise<number> => {
		const content = await contentWith(more);
		let begun = 0;
		const state = new Proxy(content.state, {
			get(lines, key) {
				if (key === '0') begun++;
				return Reflect.get(lines, key) as unknown;
			}
		});
		await previewBackup({ db: other, packer }, { ...content, state });
		await runRead(other, { way: 'backup', content: { ...content, state } });
		await other.delete();
		await other.open();
		return begun;
	};
	const few = await passes(1);
	expect(await passes(9)).toBe(few);
});

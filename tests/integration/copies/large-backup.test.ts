/** A backup of years is larger than what may be held of it: its files are read again when they are restored. */
import { beforeEach, expect, test } from 'vitest';
import { sha256 } from '#core/sha256.ts';
import { writeMemory } from '#db/memory/files.ts';
import { Truth } from '#db/schema.ts';
import { previewBackup } from '#flows/import/backup/preview-backup.ts';
import type { BackupContent } from '#flows/import/ports.ts';
import { packer } from '#worker/workshop/packer.ts';
import {
	importClock,
	importFile,
	readFile,
	runRead,
	unzipped,
	wholeBackup
} from '../../support/apps/importing.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { fillTruth, plainTables } from '../../support/builders/full-profile.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { never } from '../../support/never.ts';
import { FleetingFile } from '../../support/breaking/fleeting-file.ts';
import { withDatabase } from '../../support/builders/a-database.ts';

let db: Truth;
let other: Truth;
withDatabase((own) => (db = own));
withDatabase((own) => (other = own));
beforeEach(async () => {
	await fillTruth(db, importClock);
});

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
		failure: { kind: 'unreadable', what: 'gone' },
		isBegun: true
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
	const third = new Truth(`${db.name}-third`);
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

test('one that is taken away while it is still looked at is told, whatever was being read of it', async () => {
	const made = await wholeBackup(db);
	const bytes = await made.file.arrayBuffer();
	let isWhole = false;
	let reads = 0;
	for (; !isWhole; reads++) {
		const file = new FleetingFile([bytes], reads);
		const { outcome } = await readFile(other, { file, name: made.name, room: 0 });
		if (outcome.status === 'read')
			isWhole = outcome.preview.items.every(({ reason }) => reason !== 'gone');
		else expect(outcome).toMatchObject({ status: 'failed', failure: { kind: 'unreadable' } });
	}
	expect(reads).toBeGreaterThan(20);
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
		await previewBackup(
			{ db: other, packer, clock: importClock },
			{ ...content, state },
			true,
			never
		);
		await runRead(other, {
			way: 'backup',
			content: { ...content, state },
			of: '',
			shown: new Map(),
			isBelieved: true
		});
		await other.delete();
		await other.open();
		return begun;
	};
	const few = await passes(1);
	expect(await passes(9)).toBe(few);
});

/** The files of its sessions and archives, with a note of each that is read. */
function noting(content: BackupContent): { content: BackupContent; read: string[] } {
	const read: string[] = [];
	return {
		read,
		content: {
			...content,
			sessions: content.sessions.map((session) => ({
				...session,
				lines: () => {
					read.push(session.name);
					return session.lines();
				}
			})),
			archives: new Map(
				[...content.archives].map(([path, bytes]) => [
					path,
					() => {
						read.push(path);
						return bytes();
					}
				])
			)
		}
	};
}

test('what it brings is read once to be restored, not once more for what is here by then', async () => {
	const { content, read } = noting(await contentWith(2));
	await runRead(other, { way: 'backup', content, of: '', shown: new Map(), isBelieved: true });
	expect(read).toHaveLength(content.sessions.length + content.archives.size);
	expect(new Set(read).size).toBe(read.length);
});

test('a stop while it is looked at, or held against what was forgotten, reads no further', async () => {
	const { content, read } = noting(await contentWith(2));
	const looking = new AbortController();
	const begun = previewBackup(
		{ db: other, packer, clock: importClock },
		content,
		true,
		looking.signal
	);
	looking.abort();
	await begun;
	expect(read.length).toBeLessThan(2);
	read.length = 0;
	await other.tombstones.put({ id: 'forgotten', kind: 'turn', at: 1 });
	const restoring = new AbortController();
	const ran = runRead(
		other,
		{ way: 'backup', content, of: '', shown: new Map(), isBelieved: true },
		[],
		restoring.signal
	);
	restoring.abort();
	expect(await ran).toMatchObject({ status: 'stopped', sessions: 0 });
	expect(read).toEqual([]);
});

test('more blobs than are read at once leave all of them, and come back', async () => {
	const blobs = Array.from({ length: 200 }, (_, at) => {
		const bytes = new TextEncoder().encode(`blob ${String(at)}`);
		return { sha256: sha256(bytes), bytes, mediaType: 'text/plain', at };
	});
	await db.blobs.bulkPut(blobs);
	const count = await db.blobs.count();
	expect(await importFile(other, await wholeBackup(db))).toMatchObject({ status: 'imported' });
	expect(await other.blobs.count()).toBe(count);
});

test('a memory file that is made while the rest is packed is left for the next one, and brings no row without words', async () => {
	const late = {
		revision: {
			id: 'late',
			path: 'memory/late.md',
			at: 1,
			by: 'user',
			text: '- said late\n',
			deleted: false
		},
		expectedRev: null,
		origins: []
	} as const;
	const readBlobs = db.blobs.toCollection.bind(db.blobs);
	db.blobs.toCollection = () => {
		void writeMemory(db, late);
		return readBlobs();
	};
	const made = await wholeBackup(db);
	expect(await db.memoryFiles.get('memory/late.md')).toBeDefined();
	const files = await unzipped(made.file);
	const manifest = new TextDecoder().decode(files.get('manifest.json'));
	const { counts } = JSON.parse(manifest) as { readonly counts: object };
	expect(counts).toMatchObject({ memoryFiles: (await db.memoryFiles.count()) - 1 });
	expect(await importFile(other, made)).toMatchObject({ status: 'imported' });
	const paths = async (of: Truth) => (await of.memoryFiles.toArray()).map(({ path }) => path);
	expect(await paths(other)).toEqual((await paths(db)).filter((path) => path !== 'memory/late.md'));
});

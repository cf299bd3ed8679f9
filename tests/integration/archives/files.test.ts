import { expect, test, vi } from 'vitest';
import { tablePlaces } from '#core/backup/backup.ts';
import { sha256 } from '#core/sha256.ts';
import { putArchive, removeArchivesInside } from '#db/archives/archives.ts';
import { deleteMemoryFile, saveMemoryFile } from '#flows/memory/memory-files.ts';
import { Truth } from '#db/schema.ts';
import { bringBackMemoryFile } from '#flows/forgetting/bring-back-file.ts';
import { memoryFile } from '#db/memory/files.ts';
import { archiveSession, archiveSummary } from '#flows/archives/archive-covered.ts';
import { readArchive } from '#flows/archives/read-archive.ts';
import { exportEverything, type ExportPorts } from '#flows/export/export-everything.ts';
import { exportMemory } from '#flows/export/export-memory.ts';
import { packer } from '#worker/workshop/packer.ts';
import { seal } from '#worker/workshop/seal.ts';
import { writeZip } from '#worker/zip/write.ts';
import { fixedClock } from '../../support/builders/a-clock.ts';
import { breakages, breakGzip } from '../../support/breaking/broken-gzip.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { fillTruth, plainTables } from '../../support/builders/full-profile.ts';
import { importFile, readFile, runRead, unzipped } from '../../support/apps/importing.ts';
import { never, unseen } from '../../support/never.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { withDatabase } from '../../support/builders/a-database.ts';

let db: Truth;
/** Of another device. */
let other: Truth;
const clock = fixedClock(Date.UTC(2026, 10, 20, 12));
const exporting = (from: Truth): ExportPorts => ({
	db: from,
	packer,
	zip: writeZip,
	seal,
	app: 'test'
});
withDatabase((own) => (db = own));
withDatabase((own) => (other = own));

async function everything(from: Truth, passphrase: string | null = null): Promise<Blob> {
	const ask = { day: '2026-11-20', now: clock.now(), passphrase };
	const made = await exportEverything(exporting(from), ask, never, unseen);
	if (made.status !== 'made') throw new Error(made.status);
	expect(made.name).toBe(
		passphrase === null ? 'keepsake-2026-11-20.zip' : 'keepsake-2026-11-20.zip.age'
	);
	return made.file;
}

const restore = (into: Truth, file: Blob, name = 'backup.zip', passphrase: string | null = null) =>
	importFile(into, { file, name, passphrase });

test('every table of the schema has its place in a backup', () => {
	expect(Object.keys(tablePlaces).toSorted()).toEqual(
		db.tables.map((table) => table.name).toSorted()
	);
});

/** What a restored profile tells of things forgotten: nothing went from there for their sake. */
const brought = [{ id: 'gone', kind: 'turn', at: 1, brought: true }];

test('a profile restored from a backup is equal, table by table', async () => {
	await fillTruth(db, clock);
	const before = await plainTables(db);
	for (const [name, rows] of Object.entries(before)) expect(rows, name).not.toHaveLength(0);
	expect(await restore(other, await everything(db))).toMatchObject({
		status: 'imported',
		sessions: 1,
		turns: 6,
		memoryFiles: 2
	});
	expect(await plainTables(other)).toEqual({ ...before, tombstones: brought });
});

test('a memory file that was deleted keeps its words in a backup, and can be brought back from there', async () => {
	const path = 'memory/tea.md';
	const text = 'Likes green tea.\n';
	await saveMemoryFile({ db, clock }, { path, text, expectedRev: null });
	await deleteMemoryFile({ db, clock }, path);
	await restore(other, await everything(db));
	expect(await memoryFile(other, path)).toBeUndefined();
	const { deletedAt } = (await other.memoryFiles.get(path))!;
	const brought = await bringBackMemoryFile({ db: other, clock }, { path, deletedAt: deletedAt! });
	expect(brought).toEqual({ status: 'done' });
	expect(await memoryFile(other, path)).toMatchObject({ text });
});

test('importing the same backup again changes nothing', async () => {
	await fillTruth(db, clock);
	const file = await everything(db);
	const before = await plainTables(db);
	expect(await restore(db, file)).toMatchObject({ status: 'imported', sessions: 0, there: 1 });
	expect(await plainTables(db)).toEqual(before);
});

/** What makes a session: rows that differ only by when somebody looked are not compared. */
async function conversation(of: Truth) {
	const { turns, steps, branches, summaries, marks, pins } = await plainTables(of);
	return { turns, steps, branches, summaries, marks, pins };
}

test('a later backup brings a session on from where it was left on another device', async () => {
	await fillTruth(db, clock);
	await restore(other, await everything(db));
	const whole = someExchanges(9);
	await db.turns.bulkAdd(whole.slice(6).map(({ turn }) => turn));
	await db.steps.bulkAdd(whole.slice(6).flatMap(({ steps }) => steps));
	await db.branches.update(['s1', 'trunk'], { headSeq: 8 });
	await db.sessions.update('s1', { title: 'Renamed', rev: 7, activeAt: clock.now() + 1 });
	await db.summaries.update('m1', { status: 'superseded' });
	await db.summaries.put(aSummary(6, { id: 'm2', round: 2 }));
	const file = await everything(db);
	const items = async () => {
		const { outcome } = await readFile(other, { file, name: 'backup.zip' });
		return outcome.status === 'read' ? outcome.preview.items : [];
	};
	expect(await items()).toMatchObject(
		expect.arrayContaining([
			expect.objectContaining({ what: 'session', state: 'changed', count: 3 })
		])
	);
	expect(await restore(other, file)).toMatchObject({ sessions: 0, grown: 1, turns: 3 });
	expect(await conversation(other)).toEqual(await conversation(db));
	expect(await other.sessions.get('s1')).toMatchObject({ title: 'Renamed', rev: 7 });
	expect((await items()).find(({ what }) => what === 'session')?.state).toBe('there');
	const before = await plainTables(other);
	await restore(other, file);
	expect(await plainTables(other)).toEqual(before);
	// The older device cannot take anything away from the newer one.
	const newer = await conversation(db);
	const old = new Truth(`${db.name}-old`);
	await fillTruth(old, clock);
	expect(await restore(db, await everything(old))).toMatchObject({ grown: 0 });
	expect(await conversation(db)).toEqual(newer);
	await old.delete();
});

test('an older backup does not write over newer memory by itself; a later one brings it on', async () => {
	const path = 'memory/2026-11-20.md';
	await fillTruth(db, clock);
	await restore(other, await everything(db));
	const write = async (of: Truth, text: string) => {
		const { rev } = (await of.memoryFiles.get(path))!;
		await saveMemoryFile({ db: of, clock }, { path, text, expectedRev: rev });
	};
	const offered = async (of: Truth, file: Blob) => {
		const { outcome } = await readFile(of, { file, name: 'backup.zip' });
		const items = outcome.status === 'read' ? outcome.preview.items : [];
		return items
			.filter(({ state, what }) => state === 'changed' && what === 'memory-file')
			.map(({ name, isChosen }) => [name, isChosen]);
	};
	const older = await everything(db);
	await write(db, '# x\n- later\n');
	expect(await offered(db, older)).toEqual([[path, false]]);
	const later = await everything(db);
	expect(await offered(other, later)).toEqual([[path, true]]);
	// Both have gone on since: nobody but the user knows which one is right.
	await write(other, '# x\n- mine\n');
	expect(await offered(other, later)).toEqual([[path, false]]);
	const { read } = await readFile(other, { file: later, name: 'backup.zip' });
	await runRead(other, read!, [path]);
	expect(await offered(other, later)).toEqual([[path, false]]);
	expect((await other.memoryFiles.get(path))?.text).toBe('# x\n- mine\n');
});

test('the preview calls new what is not here yet, and nothing else', async () => {
	await fillTruth(db, clock);
	const file = await everything(db);
	const preview = async (of: Truth) => {
		const { outcome } = await readFile(of, { file, name: 'backup.zip' });
		if (outcome.status !== 'read') throw new Error(outcome.status);
		return outcome.preview.items;
	};
	expect((await preview(db)).map(({ name, state }) => [name, state])).toEqual(
		(await preview(db)).map(({ name }) => [name, 'there'])
	);
	await db.refusals.clear();
	const [records] = (await preview(db)).filter(({ what }) => what === 'records');
	expect(records).toMatchObject({ state: 'new', count: 1 });
});

test('a sealed backup opens with its passphrase and with no other', async () => {
	await fillTruth(db, clock);
	const before = await plainTables(db);
	const file = await everything(db, 'correct horse battery');
	expect(await restore(other, file, 'b.zip.age')).toMatchObject({
		status: 'failed',
		failure: { kind: 'unreadable', what: 'passphrase-needed' }
	});
	expect(await restore(other, file, 'b.zip.age', 'wrong')).toMatchObject({
		failure: { what: 'wrong-passphrase' }
	});
	expect(await restore(other, file, 'b.zip.age', 'correct horse battery')).toMatchObject({
		sessions: 1
	});
	expect(await plainTables(other)).toEqual({ ...before, tombstones: brought });
}, 120_000);

test('the archives of a session go into the backup with it: those of all are not held', async () => {
	for (const id of ['s1', 's2']) {
		await storeSession(db, aSession({ id }), someExchanges(1, { sessionId: id }));
		await archiveSession({ db, clock, packer }, { sessionId: id });
	}
	const written: string[] = [];
	const zip: ExportPorts['zip'] = (at) => {
		const file = writeZip(at);
		return {
			add(path, bytes) {
				written.push(path);
				file.add(path, bytes);
			},
			finish: () => file.finish()
		};
	};
	const ask = { day: '2026-11-20', now: clock.now(), passphrase: null };
	await exportEverything({ ...exporting(db), zip }, ask, never, unseen);
	expect(written.slice(0, 4).map((path) => path.slice(0, path.indexOf('/')))).toEqual([
		'sessions',
		'archives',
		'sessions',
		'archives'
	]);
});

/** Export while, each time the session behind `s2` is packed, somebody has `s2` forgotten: `at` is when, Unix ms. */
async function exportWhile(forget: (at: number) => Promise<unknown>) {
	await storeSession(db, aSession({ id: 's2' }), someExchanges(1, { sessionId: 's2' }));
	await storeSession(db, aSession({ id: 's3' }), someExchanges(1, { sessionId: 's3' }));
	let packed = 0;
	const packQuickly: typeof packer.packQuickly = async (texts) => {
		if (texts[0]?.includes('"id":"s3"')) await forget(++packed);
		return packer.packQuickly(texts);
	};
	const ask = { day: '2026-11-20', now: clock.now(), passphrase: null };
	const ports = { ...exporting(db), packer: { ...packer, packQuickly } };
	return { made: await exportEverything(ports, ask, never, unseen), times: packed };
}

const tombstoneAt = (at: number) => ({ id: 's2', kind: 'session' as const, at });
const forgotten = async (at: number) => {
	await Promise.all([db.sessions.delete('s2'), db.branches.delete(['s2', 'trunk'])]);
	for (const table of [db.turns, db.steps])
		await table.where(':id').between(['s2'], ['s2', []]).delete();
	await db.tombstones.put(tombstoneAt(at));
};

test('what is forgotten while a backup is written does not stand in it', async () => {
	const { made, times } = await exportWhile((at) => (at === 1 ? forgotten(at) : Promise.resolve()));
	if (made.status !== 'made') throw new Error(made.status);
	expect(times).toBe(2);
	const files = await unzipped(made.file);
	expect([...files.keys()].filter((name) => name.startsWith('sessions/'))).toEqual([
		'sessions/s3.jsonl.gz'
	]);
});

test('a backup ends though something is forgotten again and again, and is none', async () => {
	const { made, times } = await exportWhile(forgotten);
	expect(made).toEqual({ status: 'failed', failure: { kind: 'changed-meanwhile' } });
	expect(times).toBe(4);
});

test('a backup is made while something is being forgotten all the time, and holds nothing of what is known of it', async () => {
	const what = { kind: 'session' as const, sessionId: 's9' };
	const pending = { what, lines: ['Likes tea'], summaries: {} };
	await db.tombstones.bulkPut([
		{ id: 's8', kind: 'session', at: 1 },
		{ id: 's9', kind: 'session', at: 1, pending }
	]);
	const { made, times } = await exportWhile(() => Promise.resolve());
	if (made.status !== 'made') throw new Error(made.status);
	expect(times).toBe(1);
	const state = (await unzipped(made.file)).get('state.jsonl.gz');
	const { lines } = await packer.unpack(state ?? new Uint8Array());
	expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
		{ table: 'tombstones', row: { id: 's8', kind: 'session', at: 1 } }
	]);
});

test('a backup that cannot be read back is no backup', async () => {
	await fillTruth(db, clock);
	breakGzip(breakages['the end is missing']);
	const ask = { day: '2026-11-20', now: clock.now(), passphrase: null };
	const made = await exportEverything(exporting(db), ask, never, () => undefined);
	vi.unstubAllGlobals();
	expect(made).toMatchObject({ status: 'failed', failure: { kind: 'damaged' } });
});

test('a memory export holds the files byte for byte and nothing else', async () => {
	await fillTruth(db, clock);
	const made = await exportMemory(exporting(db), { day: '2026-11-20' });
	if (made.status !== 'made') throw new Error(made.status);
	expect(made.name).toBe('keepsake-memory-2026-11-20.zip');
	const read = [...(await unzipped(made.file))].map(([name, bytes]) => [
		name,
		new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
	]);
	expect(read).toEqual([
		['MEMORY.md', '\uFEFF- a\r\n- b'],
		['memory/2026-11-20.md', '# x\n']
	]);
});

test('an imported memory file is written as it is, as a revision that can be undone', async () => {
	await saveMemoryFile({ db, clock }, { path: 'MEMORY.md', text: '- old\n', expectedRev: null });
	const file = new Blob(['- new\r\n']);
	const read = await readFile(db, { file, name: 'MEMORY.md' });
	expect(read.outcome).toMatchObject({
		preview: {
			items: [{ name: 'MEMORY.md', state: 'changed', before: '- old\n', after: '- new\r\n' }]
		}
	});
	await importFile(db, { file, name: 'MEMORY.md' });
	expect((await db.memoryFiles.get('MEMORY.md'))?.text).toBe('- new\r\n');
	expect(await db.memoryRevisions.where('path').equals('MEMORY.md').count()).toBe(2);
});

test('#144 #155 #194 what a compaction covered is archived, read back and reads as it was', async () => {
	const exchanges = someExchanges(6);
	await storeSession(db, aSession(), exchanges);
	await db.summaries.put(aSummary(2, { through: { seq: 2, step: 0 } }));
	const ports = { db, clock, packer };
	const outcome = await archiveSummary(ports, { summaryId: 'm1' });
	expect(outcome.status).toBe('archived');
	const archive = (await db.archives.toArray())[0]!;
	expect(archive.path).toBe('agents/main/sessions/s1.1.jsonl.gz');
	expect((await db.summaries.get('m1'))?.archiveId).toBe(archive.id);
	const read = await readArchive(ports, { archiveId: archive.id });
	if (read.status !== 'read') throw new Error(read.status);
	expect(read.damaged).toBe(0);
	expect(read.exchanges).toEqual([
		...exchanges.slice(0, 2),
		{ turn: exchanges[2]!.turn, steps: exchanges[2]!.steps.slice(0, 1) }
	]);
	expect(await archiveSummary(ports, { summaryId: 'm1' })).toEqual(outcome);
	expect(await db.archives.count()).toBe(1);
});

test('#144 INV-17 an archive that does not read back word for word is never named by its summary, and nothing is lost', async () => {
	const exchanges = someExchanges(6);
	await storeSession(db, aSession(), exchanges);
	await db.summaries.put({ ...aSummary(2), archiveId: null });
	const before = await plainTables(db);
	const word = JSON.stringify(exchanges[1]!.turn.asked).slice(-12, -4);
	const altering: typeof packer = {
		...packer,
		unpack: async (bytes) => {
			const { lines, whole } = await packer.unpack(bytes);
			expect(lines.join('\n')).toContain(word);
			return { lines: lines.map((line) => line.replace(word, 'another!')), whole };
		}
	};
	expect(await archiveSummary({ db, clock, packer: altering }, { summaryId: 'm1' })).toEqual({
		status: 'failed',
		failure: { kind: 'damaged', what: 'agents/main/sessions/s1.1.jsonl.gz' }
	});
	const after = await plainTables(db);
	for (const table of ['sessions', 'branches', 'turns', 'steps', 'summaries', 'activity'])
		expect(after[table], table).toEqual(before[table]);
	expect((await db.summaries.get('m1'))?.archiveId).toBeNull();
	// Nothing was wrong with what lies there: read as it is, it is taken.
	expect(await archiveSummary({ db, clock, packer }, { summaryId: 'm1' })).toMatchObject({
		status: 'archived'
	});
});

test('an archive that goes, or is written anew, while it is opened is not called damaged', async () => {
	await storeSession(db, aSession(), someExchanges(3));
	const ports = { db, clock, packer };
	await archiveSession(ports, { sessionId: 's1' });
	const archive = (await db.archives.toArray())[0]!;
	const { lines } = await packer.unpack((await db.archiveBytes.get(archive.id))!.bytes);
	const packed = packer.pack(lines.slice(0, -1).map((line) => `${line}\n`));
	const anew = { ...archive, sha256: sha256(packed) };
	const opened = () => readArchive(ports, { archiveId: archive.id });

	const [read] = await Promise.all([opened(), putArchive(db, { archive: anew, bytes: packed }, 0)]);
	expect(read).toMatchObject({ status: 'read', damaged: 0 });
	const gone = () =>
		db.transaction('rw', [db.archives, db.archiveBytes, db.cold], () =>
			removeArchivesInside(db, [archive.id])
		);
	const [last] = await Promise.all([opened(), gone()]);
	expect(last).toMatchObject({ status: 'read', damaged: 0 });
	expect(await opened()).toMatchObject({ failure: { kind: 'changed-meanwhile' } });
});

test('a damaged archive is reported with what could be salvaged, never accepted silently', async () => {
	await storeSession(db, aSession(), someExchanges(60));
	const ports = { db, clock, packer };
	await archiveSession(ports, { sessionId: 's1' });
	const archive = (await db.archives.toArray())[0]!;
	let silent = 0;
	const whole = (await db.archiveBytes.get(archive.id))!.bytes;
	for (let at = 0; at < whole.length; at += 97) {
		const bytes = whole.slice();
		bytes[at] = bytes[at]! ^ 4;
		await db.archiveBytes.put({ id: archive.id, bytes });
		const read = await readArchive(ports, { archiveId: archive.id });
		if (read.status === 'read' && read.damaged === 0) silent++;
	}
	expect(silent).toBe(0);
	await db.archiveBytes.put({ id: archive.id, bytes: whole.slice(0, whole.length / 2) });
	const half = await readArchive(ports, { archiveId: archive.id });
	if (half.status !== 'read') throw new Error(half.status);
	expect(half.damaged).toBeGreaterThan(0);
	expect(half.exchanges.length).toBeGreaterThan(10);
});

test('a zip with hostile names, changed content or a newer version is refused by name', async () => {
	await fillTruth(db, clock);
	const zip = await unzipped(await everything(db));
	const rewritten = (
		change: (name: string, bytes: Uint8Array) => Uint8Array,
		extra: string[] = []
	) => {
		const out = writeZip(clock.now());
		for (const [name, bytes] of zip) out.add(name, change(name, bytes));
		for (const name of extra) out.add(name, new Uint8Array([1]));
		return out.finish();
	};
	const names = [
		'../../etc/passwd',
		'/abs',
		'C:\\win.md',
		'__proto__',
		'memory/../x.md',
		'sessions/a/b.jsonl.gz'
	];
	const hostile = await readFile(other, {
		file: rewritten((_, bytes) => bytes, names),
		name: 'x.zip'
	});
	if (hostile.outcome.status !== 'read') throw new Error(hostile.outcome.status);
	const refused = hostile.outcome.preview.items.filter((item) => item.state === 'unreadable');
	expect(refused.map((item) => item.name).toSorted()).toEqual(names.toSorted());

	const changed = await readFile(other, {
		file: rewritten((name, bytes) => (name === 'MEMORY.md' ? new Uint8Array([45]) : bytes)),
		name: 'x.zip'
	});
	if (changed.outcome.status !== 'read') throw new Error(changed.outcome.status);
	expect(changed.outcome.preview.items.find((item) => item.name === 'MEMORY.md')).toMatchObject({
		state: 'unreadable',
		reason: 'damaged'
	});

	const newer = await readFile(other, {
		file: rewritten((name, bytes) =>
			name === 'manifest.json'
				? new TextEncoder().encode(
						new TextDecoder().decode(bytes).replace('"formatVersion": 1', '"formatVersion": 2')
					)
				: bytes
		),
		name: 'x.zip'
	});
	expect(newer.outcome).toMatchObject({ failure: { kind: 'unreadable', what: 'newer-version' } });
});

test('the key cannot be in a backup: its database is not among those that are read', async () => {
	await fillTruth(db, clock);
	const bytes = new Uint8Array(await (await everything(db)).arrayBuffer());
	expect(new TextDecoder('latin1').decode(bytes)).not.toContain('sk-ant');
	expect(Object.keys(tablePlaces)).not.toContain('keys');
});

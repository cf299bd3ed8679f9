import { afterEach, beforeEach, expect, test } from 'vitest';
import { tablePlaces } from '#core/backup.ts';
import { sha256 } from '#core/sha256.ts';
import type { Summary } from '#core/summary.ts';
import { saveMemoryFile } from '#flows/memory-files.ts';
import { Truth } from '#db/schema.ts';
import { archiveSession, archiveSummary } from '#flows/archive-covered.ts';
import { readArchive } from '#flows/read-archive.ts';
import { exportEverything, exportMemory, type ExportPorts } from '#flows/export-files.ts';
import type { ImportPorts } from '#flows/imported-content.ts';
import { readImport } from '#flows/read-import.ts';
import { runImport } from '#flows/run-import.ts';
import { packer } from '#worker/packer.ts';
import { seal, unseal } from '#worker/seal.ts';
import { readZip, writeZip } from '#worker/zip.ts';
import { aStoredSession, someExchanges, storeSession } from '../support/stored-session.ts';

let db: Truth;
let n = 0;
const never = new AbortController().signal;
const quiet = () => undefined;
const clock = {
	now: () => Date.UTC(2026, 10, 20, 12),
	zone: () => 'Europe/Berlin',
	newId: () => `id-${String(++n).padStart(5, '0')}`
};
const exporting = (from: Truth): ExportPorts => ({
	db: from,
	packer,
	zip: writeZip,
	seal,
	app: 'test'
});
const importing = (into: Truth): ImportPorts => ({
	db: into,
	clock,
	packer,
	unzip: readZip,
	unseal
});

beforeEach(() => {
	db = new Truth(`files-${String(++n)}`);
});
afterEach(async () => {
	await db.delete();
});

const aSummary = (over: Partial<Summary> = {}): Summary => ({
	id: 'sum1',
	sessionId: 's1',
	branch: 'trunk',
	round: 1,
	from: { seq: 0, step: -1 },
	through: { seq: 2, step: 0 },
	status: 'active',
	standsFor: 'text',
	text: 'They talked about numbers.',
	originalText: 'They talked about numbers.',
	anchors: '',
	editedAt: null,
	taint: 'none',
	preset: 'recommended',
	promptId: 'p',
	model: 'm',
	tier: 'full',
	tokensBefore: 10,
	tokensAfter: 2,
	turnCount: 3,
	messageCount: 7,
	imageCount: 0,
	cost: null,
	loss: [],
	lossy: [],
	throughHash: '',
	archiveId: null,
	createdAt: 1,
	committedAt: 2,
	compactionId: null,
	...over
});

/** Something in every table. */
async function fill(into: Truth): Promise<void> {
	await storeSession(into, aStoredSession(), someExchanges(6));
	await into.summaries.put(aSummary());
	await archiveSummary({ db: into, clock, packer }, { summaryId: 'sum1' });
	await saveMemoryFile(
		{ db: into, clock },
		{ path: 'MEMORY.md', text: '\uFEFF- a\r\n- b', expectedRev: null }
	);
	await saveMemoryFile(
		{ db: into, clock },
		{ path: 'memory/2026-11-20.md', text: '# x\n', expectedRev: null }
	);
	await into.marks.put({ sessionId: 's1', turnId: 's1-trunk-0', kind: 'pinned', at: 1 });
	await into.pins.put({ id: 'pin', sessionId: 's1', text: 'keep', turnId: null, at: 1 });
	await into.proposals.put({
		id: 'pr',
		text: 'Likes tea',
		path: 'memory/2026-11-20.md',
		source: 'compaction',
		origin: 'own',
		hash: sha256('Likes tea'),
		status: 'waiting',
		sessionId: 's1',
		turnIds: [],
		replaces: null,
		importance: null,
		tags: [],
		createdAt: 1,
		time: '12:00',
		decidedAt: null
	});
	await into.refusals.put({ hash: 'h', line: 'l', at: 1 });
	await into.compactions.put({
		id: 'c',
		sessionId: 's1',
		branch: 'trunk',
		status: 'committed',
		trigger: 'manual',
		focus: null,
		plan: null,
		chunks: [],
		attempts: 1,
		failure: null,
		summaryId: 'sum1',
		leaseUntil: 0,
		createdAt: 1,
		updatedAt: 1
	});
	await into.memoryOrigins.put({
		id: 'o',
		path: 'MEMORY.md',
		line: 'a',
		sessionId: 's1',
		turnIds: ['s1-trunk-0'],
		origin: 'own',
		writer: 'user',
		at: 1,
		importance: null,
		tags: []
	});
	const bytes = new TextEncoder().encode('{"role":"user"}');
	await into.blobs.put({ sha256: sha256(bytes), bytes, mediaType: 'application/json', at: 1 });
	await into.ledger.put({
		id: 'l',
		at: 1,
		kind: 'chat',
		sessionId: 's1',
		turnId: 's1-trunk-0',
		step: 0,
		model: 'm',
		host: 'h',
		segments: [],
		rest: '{}',
		system: [],
		tools: null,
		messages: [sha256(bytes)],
		tokens: 1,
		cost: null,
		outcome: 'answered',
		failure: null
	});
	await into.cold.put({
		id: 'archive-0 trunk',
		sessionId: 's0',
		branch: 'trunk',
		fromSeq: 0,
		throughSeq: 0,
		archiveId: 'archive-0',
		turnIds: ['s0-trunk-0'],
		at: 1
	});
	await into.settings.put({ key: 'theme', value: 'dark' });
	await into.tombstones.put({ id: 'gone', kind: 'turn', at: 1 });
}

const plain = (row: unknown): unknown =>
	JSON.parse(
		JSON.stringify(row, (_, value: unknown) => (value instanceof Uint8Array ? [...value] : value))
	);

/** All tables as plain rows. What an import or export writes down about itself is no content. */
async function tables(from: Truth): Promise<Record<string, unknown[]>> {
	const found: Record<string, unknown[]> = {};
	for (const table of from.tables) {
		const rows = (await table.toArray()) as Record<string, unknown>[];
		found[table.name] = rows
			.filter((row) => table.name !== 'activity' || row['kind'] !== 'import')
			.map(plain);
	}
	return found;
}

async function everything(from: Truth, passphrase: string | null = null): Promise<Blob> {
	const ask = { day: '2026-11-20', now: clock.now(), passphrase };
	const made = await exportEverything(exporting(from), ask, never, quiet);
	if (made.status !== 'made') throw new Error(made.status);
	expect(made.name).toBe(
		passphrase === null ? 'keepsake-2026-11-20.zip' : 'keepsake-2026-11-20.zip.age'
	);
	return made.file;
}

async function restore(
	into: Truth,
	file: Blob,
	name = 'backup.zip',
	passphrase: string | null = null
) {
	const read = await readImport(importing(into), { file, name, passphrase }, never);
	if (!read.content) return read.outcome;
	return runImport(importing(into), read.content, [], never, quiet);
}

test('every table of the schema has its place in a backup', () => {
	expect(Object.keys(tablePlaces).toSorted()).toEqual(
		db.tables.map((table) => table.name).toSorted()
	);
});

test('a profile restored from a backup is equal, table by table', async () => {
	await fill(db);
	const before = await tables(db);
	for (const [name, rows] of Object.entries(before)) expect(rows, name).not.toHaveLength(0);
	const other = new Truth(`files-${String(++n)}`);
	expect(await restore(other, await everything(db))).toMatchObject({
		status: 'imported',
		sessions: 1,
		turns: 6,
		memoryFiles: 2
	});
	expect(await tables(other)).toEqual(before);
	await other.delete();
});

test('importing the same backup again changes nothing', async () => {
	await fill(db);
	const file = await everything(db);
	const before = await tables(db);
	expect(await restore(db, file)).toMatchObject({ status: 'imported', sessions: 0, there: 1 });
	expect(await tables(db)).toEqual(before);
});

test('a sealed backup opens with its passphrase and with no other', async () => {
	await fill(db);
	const before = await tables(db);
	const file = await everything(db, 'correct horse battery');
	const other = new Truth(`files-${String(++n)}`);
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
	expect(await tables(other)).toEqual(before);
	await other.delete();
}, 30_000);

test('a memory export holds the files byte for byte and nothing else', async () => {
	await fill(db);
	const made = await exportMemory(exporting(db), { day: '2026-11-20' });
	if (made.status !== 'made') throw new Error(made.status);
	expect(made.name).toBe('keepsake-memory-2026-11-20.zip');
	const zip = await readZip(made.file, never);
	if (zip.status !== 'read') throw new Error(zip.status);
	const read = [...zip.files].map(([name, bytes]) => [
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
	const read = await readImport(
		importing(db),
		{ file, name: 'MEMORY.md', passphrase: null },
		never
	);
	expect(read.outcome).toMatchObject({
		preview: {
			items: [{ name: 'MEMORY.md', state: 'changed', before: '- old\n', after: '- new\r\n' }]
		}
	});
	await runImport(importing(db), read.content!, [], never, quiet);
	expect((await db.memoryFiles.get('MEMORY.md'))?.text).toBe('- new\r\n');
	expect(await db.memoryRevisions.where('path').equals('MEMORY.md').count()).toBe(2);
});

test('#144 #192 what a compaction covered is archived, read back and reads as it was', async () => {
	const exchanges = someExchanges(6);
	await storeSession(db, aStoredSession(), exchanges);
	await db.summaries.put(aSummary());
	const ports = { db, clock, packer };
	const outcome = await archiveSummary(ports, { summaryId: 'sum1' });
	expect(outcome.status).toBe('archived');
	const archive = (await db.archives.toArray())[0]!;
	expect(archive.path).toBe('agents/main/sessions/s1.1.jsonl.gz');
	expect((await db.summaries.get('sum1'))?.archiveId).toBe(archive.id);
	const read = await readArchive(ports, { archiveId: archive.id });
	if (read.status !== 'read') throw new Error(read.status);
	expect(read.damaged).toBe(0);
	expect(read.exchanges).toEqual([
		...exchanges.slice(0, 2),
		{ turn: exchanges[2]!.turn, steps: exchanges[2]!.steps.slice(0, 1) }
	]);
	expect(await archiveSummary(ports, { summaryId: 'sum1' })).toEqual(outcome);
	expect(await db.archives.count()).toBe(1);
});

test('a damaged archive is reported with what could be salvaged, never accepted silently', async () => {
	await storeSession(db, aStoredSession(), someExchanges(60));
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
}, 30_000);

test('a zip with hostile names, changed content or a newer version is refused by name', async () => {
	await fill(db);
	const zip = await readZip(await everything(db), never);
	if (zip.status !== 'read') throw new Error(zip.status);
	const rewritten = (
		change: (name: string, bytes: Uint8Array) => Uint8Array,
		extra: string[] = []
	) => {
		const out = writeZip(clock.now());
		for (const [name, bytes] of zip.files) out.add(name, change(name, bytes));
		for (const name of extra) out.add(name, new Uint8Array([1]));
		return out.finish();
	};
	const other = new Truth(`files-${String(++n)}`);
	const names = [
		'../../etc/passwd',
		'/abs',
		'C:\\win.md',
		'__proto__',
		'memory/../x.md',
		'sessions/a/b.jsonl.gz'
	];
	const hostile = await readImport(
		importing(other),
		{ file: rewritten((_, bytes) => bytes, names), name: 'x.zip', passphrase: null },
		never
	);
	if (hostile.outcome.status !== 'read') throw new Error(hostile.outcome.status);
	const refused = hostile.outcome.preview.items.filter((item) => item.state === 'unreadable');
	expect(refused.map((item) => item.name).toSorted()).toEqual(names.toSorted());

	const changed = await readImport(
		importing(other),
		{
			file: rewritten((name, bytes) => (name === 'MEMORY.md' ? new Uint8Array([45]) : bytes)),
			name: 'x.zip',
			passphrase: null
		},
		never
	);
	expect(changed.content?.memory.has('MEMORY.md')).toBe(false);

	const newer = await readImport(
		importing(other),
		{
			file: rewritten((name, bytes) =>
				name === 'manifest.json'
					? new TextEncoder().encode(
							new TextDecoder().decode(bytes).replace('"formatVersion": 1', '"formatVersion": 2')
						)
					: bytes
			),
			name: 'x.zip',
			passphrase: null
		},
		never
	);
	expect(newer.outcome).toMatchObject({ failure: { kind: 'unreadable', what: 'newer-version' } });
	await other.delete();
});

test('the key cannot be in a backup: its database is not among those that are read', async () => {
	await fill(db);
	const bytes = new Uint8Array(await (await everything(db)).arrayBuffer());
	expect(new TextDecoder('latin1').decode(bytes)).not.toContain('sk-ant');
	expect(Object.keys(tablePlaces)).not.toContain('keys');
});

import { archiveLines } from '#core/archive/archive.ts';
import {
	backupFormat,
	backupVersion,
	stateTables,
	type Manifest,
	type StateLine,
	type TableName
} from '#core/backup/backup.ts';
import type { Archive, ColdRange } from '#core/jobs.ts';
import { sha256, utf8 } from '#core/sha256.ts';
import { memoryFiles } from '#db/memory.ts';
import type { Truth } from '#db/schema.ts';
import { everySession } from '#db/sessions.ts';
import { readWholeArchive, readWholeSession, type ArchiveWithBytes } from '#db/whole-session.ts';
import { archiveTexts } from '#flows/archives/archive-covered.ts';
import { failed } from '#flows/done.ts';
import type { WorkshopJobs } from '#flows/ports.ts';
import { readsAs, type Packer } from '#flows/archives/read-archive.ts';

/** Files that leave: the memory as it is, or everything. The key lives elsewhere and cannot be among them. */

export interface ExportPorts {
	readonly db: Truth;
	readonly packer: Packer;
	/** A new zip; `at` is the time its files carry, Unix ms. */
	readonly zip: (at: number) => { add(path: string, bytes: Uint8Array): void; finish(): Blob };
	/** Encrypt with a passphrase, in the age format. */
	readonly seal: (file: Blob, passphrase: string) => Promise<Blob>;
	readonly app: string;
}

type Everything = WorkshopJobs['export-everything'];

/** `keepsake-memory-<day>.zip`: the memory files byte for byte and nothing else. */
export async function exportMemory(
	{ db, zip }: ExportPorts,
	{ day }: { readonly day: string }
): Promise<WorkshopJobs['export-memory']['outcome']> {
	const [year = 2000, month = 1, date = 1] = day.split('-').map(Number);
	const file = zip(Date.UTC(year, month - 1, date));
	for (const memory of await memoryFiles(db)) file.add(memory.path, utf8(memory.text));
	return { status: 'made', name: `keepsake-memory-${day}.zip`, file: file.finish() };
}

type Row = Record<string, unknown>;

/** A row without the content that has a file of its own. */
function bare(table: TableName, row: Row): StateLine {
	const { ...rest } = row;
	if (table === 'blobs') delete rest['bytes'];
	// Deleted files are not among the files of a backup, so their text stays in the row.
	if (table === 'memoryFiles' && rest['deletedAt'] === null) delete rest['text'];
	return { table, row: rest };
}

/** `keepsake-<day>.zip`: everything, with a manifest that lists every file; encrypted where a passphrase is given. */
export async function exportEverything(
	{ db, packer, zip, seal, app }: ExportPorts,
	ask: Everything['ask'],
	signal: AbortSignal,
	onProgress: (progress: Everything['progress']) => void
): Promise<Everything['outcome']> {
	const out = zip(ask.now);
	const files: Record<string, { bytes: number; sha256: string }> = {};
	const counts: Record<string, number> = {};
	const add = (path: string, bytes: Uint8Array) => {
		files[path] = { bytes: bytes.length, sha256: sha256(bytes) };
		out.add(path, bytes);
	};
	/** Read back before it is taken for kept. */
	const addPacked = async (path: string, texts: readonly string[]): Promise<boolean> => {
		const bytes = packer.pack(texts);
		add(path, bytes);
		return readsAs(await packer.unpack(bytes), texts);
	};

	// As they were when their sessions were read: what goes cold or comes back meanwhile is in one place and not in none.
	const coldRanges: ColdRange[] = [];
	const found: ArchiveWithBytes[] = [];
	const archived = new Map<string, Archive>();
	const addArchive = ({ archive, bytes }: ArchiveWithBytes) => {
		const path = `archives/${archive.path}`;
		// Written anew under the same name since its session was read.
		if (Object.hasOwn(files, path)) return;
		archived.set(archive.id, archive);
		if (bytes) add(path, bytes);
	};
	const sessions = await everySession(db);
	let turns = 0;
	for (const [index, session] of sessions.entries()) {
		if (signal.aborted) return { status: 'stopped' };
		const { cold, archives, ...content } = await readWholeSession(db, session.id);
		turns += content.exchanges.length;
		coldRanges.push(...cold);
		found.push(...archives);
		const path = `sessions/${session.id}.jsonl.gz`;
		if (!(await addPacked(path, archiveTexts(archiveLines({ session, ...content })))))
			return failed({ kind: 'damaged', what: path });
		onProgress({ done: index + 1, of: sessions.length });
	}
	for (const memory of await memoryFiles(db)) add(memory.path, utf8(memory.text));
	for (const one of found) addArchive(one);
	// What is left of sessions that are gone.
	for (const id of await db.archives.toCollection().primaryKeys()) {
		const left = archived.has(id) ? undefined : await readWholeArchive(db, id);
		if (left) addArchive(left);
	}
	const known = new Set(sessions.map(({ id }) => id));
	coldRanges.push(...(await db.cold.filter(({ sessionId }) => !known.has(sessionId)).toArray()));
	for (const blob of await db.blobs.toArray()) add(`blobs/${blob.sha256}`, blob.bytes);

	const state: string[] = [];
	const read: Partial<Record<TableName, readonly Row[]>> = {
		cold: coldRanges.map((row) => ({ ...row })),
		archives: [...archived.values()].map((row) => ({ ...row }))
	};
	for (const table of stateTables) {
		const all = read[table] ?? (await db.table<Row>(table).toArray());
		// What is being forgotten this second is only deleted where this backup is read.
		const rows = all.filter((row) => table !== 'tombstones' || row['pending'] === undefined);
		counts[table] = rows.length;
		for (const row of rows) state.push(`${JSON.stringify(bare(table, row))}\n`);
	}
	if (!(await addPacked('state.jsonl.gz', state)))
		return failed({ kind: 'damaged', what: 'state.jsonl.gz' });
	const settings = await db.settings.toArray();
	add(
		'settings.json',
		utf8(
			JSON.stringify(Object.fromEntries(settings.map((row) => [row.key, row.value])), null, '\t')
		)
	);

	const manifest: Manifest = {
		format: backupFormat,
		formatVersion: backupVersion,
		createdAt: new Date(ask.now).toISOString(),
		app,
		counts: { ...counts, sessions: sessions.length, turns },
		files
	};
	out.add('manifest.json', utf8(JSON.stringify(manifest, null, '\t')));
	if (signal.aborted) return { status: 'stopped' };
	const file = out.finish();
	const name = `keepsake-${ask.day}.zip`;
	return ask.passphrase === null
		? { status: 'made', name, file }
		: { status: 'made', name: `${name}.age`, file: await seal(file, ask.passphrase) };
}

import { archiveLines } from '#core/archive/archive.ts';
import {
	backupFormat,
	backupVersion,
	stateTables,
	type Manifest,
	type StateLine,
	type StateTable
} from '#core/backup/backup.ts';
import type { Failed } from '#core/failure.ts';
import type { Archive, ColdRange } from '#core/archive/stored.ts';
import type { Session } from '#core/session/session.ts';
import { sha256 } from '#core/sha256.ts';
import { utf8 } from '#core/bytes.ts';
import { everyMemoryRow } from '#db/memory/files.ts';
import type { Truth } from '#db/schema.ts';
import { everySession } from '#db/log/sessions.ts';
import {
	readWholeArchive,
	readWholeSession,
	type ArchiveWithBytes
} from '#db/log/whole-session.ts';
import { chosenSettings } from '#db/settings.ts';
import { archiveTexts } from '#flows/archives/archive-covered.ts';
import { soundBytes } from '#flows/archives/sound-bytes.ts';
import { failed } from '#flows/done.ts';
import { standing } from '#flows/export/standing.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';
import { type Packer } from '#flows/archives/read-archive.ts';

/** The backup: everything in one file. The key lives elsewhere and cannot be in it. */

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

type Row = Record<string, unknown>;

/** A row without the content that has a file of its own. */
function bare(table: StateTable, row: Row): StateLine {
	const { ...rest } = row;
	if (table === 'blobs') delete rest['bytes'];
	if (table === 'tombstones') delete rest['brought'];
	// Deleted files are not among the files of a backup, so their text stays in the row.
	if (table === 'memoryFiles' && rest['deletedAt'] === null) delete rest['text'];
	return { table, row: rest };
}

/** A backup as it is being written. */
interface Writing {
	/** What has been added, by path: the manifest lists it. */
	readonly files: Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>;
	/** Titles of archives of which no sound copy is left. */
	readonly damaged: string[];
	add(path: string, bytes: Uint8Array): void;
	/** Pack and add; false where it reads back as something else. */
	addPacked(path: string, texts: readonly string[]): Promise<boolean>;
}

function writing(packer: Packer, add: (path: string, bytes: Uint8Array) => void): Writing {
	const files: Record<string, { bytes: number; sha256: string }> = {};
	const out: Writing = {
		files,
		damaged: [],
		add(path, bytes) {
			files[path] = { bytes: bytes.length, sha256: sha256(bytes) };
			add(path, bytes);
		},
		async addPacked(path, texts) {
			const bytes = await packer.packQuickly(texts);
			if (bytes) out.add(path, bytes);
			return bytes !== null;
		}
	};
	return out;
}

/**
 * What lies elsewhere than in the rows of its session, as it was when the session was read: what goes cold or comes
 * back meanwhile is in one place and not in none.
 */
interface LyingElsewhere {
	readonly cold: readonly ColdRange[];
	readonly archives: readonly Archive[];
}

type Added =
	| ({ readonly status: 'added'; readonly turns: number } & LyingElsewhere)
	| { readonly status: 'stopped' }
	| Failed;

/**
 * An archive; false where one of its path is there already, as it was when its session was read. One of which no sound
 * copy is left goes along as it is, and is named.
 */
async function addArchive(db: Truth, one: ArchiveWithBytes, out: Writing): Promise<boolean> {
	const { path, title } = one.archive;
	const name = `archives/${path}`;
	if (Object.hasOwn(out.files, name)) return false;
	const sound = await soundBytes(db, one);
	if (!sound) out.damaged.push(title);
	const bytes = sound ?? one.bytes;
	if (bytes) out.add(name, bytes);
	return true;
}

/** A file for each session, and its archives: those of all sessions are more than can be held. */
async function addSessions(
	db: Truth,
	sessions: readonly Session[],
	out: Writing,
	{ signal, tell }: { readonly signal: AbortSignal; readonly tell: (done: number) => void }
): Promise<Added> {
	const cold: ColdRange[] = [];
	const archives: Archive[] = [];
	let turns = 0;
	// While one is packed, which the browser does beside us, the database reads the next and its lines are written.
	const read = (at: number) => {
		const whole = readWholeSession(db, sessions[at]?.id ?? '');
		// Whoever waits for it is told; where that is nobody any more, it is of no matter.
		whole.catch(() => undefined);
		return whole;
	};
	let next = read(0);
	let packing: Promise<string | null> = Promise.resolve(null);
	/** A session and its archives; the path of what is damaged. */
	const pack = async (id: string, texts: readonly string[], held: readonly ArchiveWithBytes[]) => {
		const path = `sessions/${id}.jsonl.gz`;
		if (!(await out.addPacked(path, texts))) return path;
		for (const one of held) if (await addArchive(db, one, out)) archives.push(one.archive);
		return null;
	};
	for (const [index, session] of sessions.entries()) {
		if (signal.aborted) return { status: 'stopped' };
		const { cold: ranges, archives: held, ...content } = await next;
		next = read(index + 1);
		turns += content.exchanges.length;
		cold.push(...ranges);
		const texts = archiveTexts(archiveLines({ session, ...content }));
		const damaged = await packing;
		if (damaged !== null) return failed({ kind: 'damaged', what: damaged });
		tell(index);
		packing = pack(session.id, texts, held);
		// Where another one fails meanwhile, that is told.
		packing.catch(() => undefined);
	}
	const damaged = await packing;
	if (damaged !== null) return failed({ kind: 'damaged', what: damaged });
	tell(sessions.length);
	return { status: 'added', turns, cold, archives };
}

/** The archives of sessions that are gone; the rows of all, for the state. */
async function addOtherArchives(
	db: Truth,
	added: readonly Archive[],
	out: Writing
): Promise<readonly Archive[]> {
	const all = [...added];
	const known = new Set(added.map(({ id }) => id));
	for (const id of await db.archives.toCollection().primaryKeys()) {
		const left = known.has(id) ? undefined : await readWholeArchive(db, id);
		if (left && (await addArchive(db, left, out))) all.push(left.archive);
	}
	return all;
}

/** Blobs that are read at once. */
const blobsAtOnce = 64;

/** Every blob, some at a time, for together they may be more than can be held; their rows, for the state. */
async function addBlobs(db: Truth, out: Writing): Promise<readonly Row[]> {
	const rows: Row[] = [];
	const all = await db.blobs.toCollection().primaryKeys();
	for (let at = 0; at < all.length; at += blobsAtOnce)
		for (const blob of await db.blobs.bulkGet(all.slice(at, at + blobsAtOnce))) {
			// Tidied away meanwhile.
			if (!blob) continue;
			out.add(`blobs/${blob.sha256}`, blob.bytes);
			rows.push(bare('blobs', { ...blob }).row);
		}
	return rows;
}

/** Every other row, table by table; how many of each, or null where it could not be packed. */
async function addState(
	db: Truth,
	known: Partial<Record<StateTable, readonly object[]>>,
	out: Writing
): Promise<Readonly<Record<string, number>> | null> {
	const counts: Record<string, number> = {};
	const lines: string[] = [];
	for (const table of stateTables) {
		const all =
			known[table]?.map((row): Row => ({ ...row })) ?? (await db.table<Row>(table).toArray());
		// What is being forgotten this second is only deleted where this backup is read.
		const rows = all.filter((row) => table !== 'tombstones' || row['pending'] === undefined);
		counts[table] = rows.length;
		for (const row of rows) lines.push(`${JSON.stringify(bare(table, row))}\n`);
	}
	return (await out.addPacked(stateFile, lines)) ? counts : null;
}

const stateFile = 'state.jsonl.gz';

const asJson = (value: unknown): Uint8Array => utf8(JSON.stringify(value, null, '\t'));

/** How often a backup is begun anew before it is given up: one thing that is forgotten takes two. */
const mostOften = 4;

/**
 * `keepsake-<day>.zip`: everything, with a manifest that lists every file; encrypted where a passphrase is given. It is
 * made anew where something was forgotten meanwhile, for it may hold that as if nothing were, or a copy took the place
 * of everything, for it may hold half of both.
 */
export async function exportEverything(
	ports: ExportPorts,
	ask: Everything['ask'],
	signal: AbortSignal,
	onProgress: (progress: Everything['progress']) => void
): Promise<Everything['outcome']> {
	const { db, seal } = ports;
	for (let times = 0; times < mostOften; times++) {
		const before = await standing(db);
		const made = await writeEverything(ports, ask, signal, onProgress);
		if (made.status !== 'made') return made;
		const { passphrase } = ask;
		const sealed = passphrase === null ? null : await seal(made.file, passphrase);
		if ((await standing(db)) !== before) continue;
		return sealed ? { ...made, name: `${made.name}.age`, file: sealed } : made;
	}
	return failed({ kind: 'changed-meanwhile' });
}

async function writeEverything(
	{ db, packer, zip, app }: ExportPorts,
	ask: Everything['ask'],
	signal: AbortSignal,
	onProgress: (progress: Everything['progress']) => void
): Promise<Everything['outcome']> {
	const file = zip(ask.now);
	const out = writing(packer, (path, bytes) => {
		file.add(path, bytes);
	});
	const sessions = await everySession(db);
	const tell = (done: number): void => {
		onProgress({ done, of: sessions.length });
	};
	const added = await addSessions(db, sessions, out, { signal, tell });
	if (added.status !== 'added') return added;
	// With its rows: a file that is made while the rest is packed would come as a row without words.
	const memory = await everyMemoryRow(db);
	for (const { path, text, deletedAt } of memory.memoryFiles)
		if (deletedAt === null) out.add(path, utf8(text));
	const archives = await addOtherArchives(db, added.archives, out);
	const blobs = await addBlobs(db, out);

	const known = new Set(sessions.map(({ id }) => id));
	const ownerless = await db.cold.filter(({ sessionId }) => !known.has(sessionId)).toArray();
	const cold = [...added.cold, ...ownerless];
	const counts = await addState(db, { ...memory, cold, archives, blobs }, out);
	if (!counts) return failed({ kind: 'damaged', what: stateFile });
	out.add('settings.json', asJson(await chosenSettings(db)));

	const manifest: Manifest = {
		format: backupFormat,
		formatVersion: backupVersion,
		createdAt: new Date(ask.now).toISOString(),
		app,
		counts: { ...counts, sessions: sessions.length, turns: added.turns },
		files: out.files
	};
	file.add('manifest.json', asJson(manifest));
	if (signal.aborted) return { status: 'stopped' };
	const { damaged } = out;
	return { status: 'made', name: `keepsake-${ask.day}.zip`, file: file.finish(), damaged };
}

import { backupFormat, backupVersion } from '#core/backup/backup.ts';
import { sha256 } from '#core/sha256.ts';
import { Scratch, type Truth } from '#db/schema.ts';
import type { Clock } from '#flows/ports.ts';
import type { ImportPorts, Previewed } from '#flows/import/ports.ts';
import { exportEverything } from '#flows/export/export-everything.ts';
import { readImport } from '#flows/import/read-import.ts';
import { runImport } from '#flows/import/run-import.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';
import { packer } from '#worker/workshop/packer.ts';
import { openZip } from '#worker/zip/read.ts';
import { seal, unseal } from '#worker/workshop/seal.ts';
import { writeZip } from '#worker/zip/write.ts';
import { fixedClock } from '../builders/a-clock.ts';
import { never, unseen } from '../never.ts';

/** Importing as the workshop does it, in one thread. */

export const importClock = fixedClock(Date.UTC(2026, 10, 20, 12));

const scratches = new WeakMap<Truth, Scratch>();
const clocks = new WeakMap<Truth, Clock>();

/** What this device remembers beside a database; it goes with it. */
export function scratchOf(db: Truth): Scratch {
	const known = scratches.get(db);
	if (known) return known;
	const scratch = new Scratch(`${db.name}-scratch`);
	scratches.set(db, scratch);
	return scratch;
}

/** Imports go into an app that has both already; by its own clock where that is given. */
export function importInto(
	{ db, scratch }: { readonly db: Truth; readonly scratch: Scratch },
	clock = importClock
): void {
	scratches.set(db, scratch);
	clocks.set(db, clock);
}

const importPorts = (db: Truth, room = Infinity): ImportPorts => ({
	db,
	scratch: scratchOf(db),
	clock: clocks.get(db) ?? importClock,
	packer,
	openZip,
	unseal,
	room
});

export interface FileToImport {
	readonly file: Blob;
	readonly name: string;
	readonly isPasted?: true;
	readonly passphrase?: string | null;
	/** What may be held of a backup until it is imported, bytes; everything where nothing is said. */
	readonly room?: number;
}

/** The preview of files, and what would be imported. */
export const readFiles = (db: Truth, files: readonly FileToImport[], signal: AbortSignal = never) =>
	readImport(
		importPorts(db, files.find((file) => file.room !== undefined)?.room),
		{ files, passphrase: files.find((file) => file.passphrase)?.passphrase ?? null },
		signal,
		unseen
	);

export const readFile = (db: Truth, file: FileToImport) => readFiles(db, [file]);

export const runRead = (
	db: Truth,
	read: Previewed,
	without: readonly string[] = [],
	signal: AbortSignal = never,
	onProgress: (progress: WorkshopJobs['run-import']['progress']) => void = unseen,
	importId = importClock.newId()
) =>
	runImport(
		importPorts(db),
		read,
		{ importId, leftOut: new Set(without), format: 'test', onProgress },
		signal
	);

/** What a file would bring; throws where it cannot be read. */
export async function previewFrom(db: Truth, files: readonly FileToImport[]) {
	const { outcome } = await readFiles(db, files);
	if (outcome.status !== 'read') throw new Error(JSON.stringify(outcome));
	return outcome.preview;
}

/** Read files and import all of them; the failure where they cannot be read. */
export async function importFiles(db: Truth, files: readonly FileToImport[]) {
	const { outcome, read } = await readFiles(db, files);
	return read && outcome.status === 'read' ? runRead(db, read) : outcome;
}

export const importFile = (db: Truth, file: FileToImport) => importFiles(db, [file]);

/** All that stands in a database, as a file; throws where none can be made. */
export async function wholeBackup(
	db: Truth,
	over: { readonly now?: number; readonly packer?: typeof packer } = {}
): Promise<FileToImport> {
	const made = await exportEverything(
		{ db, packer: over.packer ?? packer, zip: writeZip, seal, app: 'test' },
		{ day: '2026-11-20', now: over.now ?? importClock.now(), passphrase: null },
		never,
		unseen
	);
	if (made.status !== 'made') throw new Error(made.status);
	return { file: made.file, name: made.name };
}

/** The files of a zip; throws when one of them is damaged. */
export async function unzipped(zip: Blob): Promise<Map<string, Uint8Array>> {
	const opened = await openZip(zip);
	if (opened.status !== 'opened') throw new Error(opened.status);
	const files = new Map<string, Uint8Array>();
	for (const [name, file] of opened.files) {
		const bytes = await file.bytes(never);
		if (typeof bytes === 'string') throw new Error(`${name}: ${bytes}`);
		files.set(name, bytes);
	}
	return files;
}

/** A backup of ours with the manifest that belongs to it. */
export function backupOf(files: Readonly<Record<string, Uint8Array>>): Blob {
	const listed = Object.entries(files).map(([name, bytes]) => [
		name,
		{ bytes: bytes.length, sha256: sha256(bytes) }
	]);
	const manifest = {
		format: backupFormat,
		formatVersion: backupVersion,
		createdAt: '2026-11-20T12:00:00.000Z',
		app: 'test',
		counts: {},
		files: Object.fromEntries(listed) as unknown
	};
	return zipOf({ ...files, 'manifest.json': JSON.stringify(manifest) });
}

/** A zip of texts and bytes. */
export function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Blob {
	const zip = writeZip(importClock.now());
	for (const [name, content] of Object.entries(files))
		zip.add(name, typeof content === 'string' ? new TextEncoder().encode(content) : content);
	return zip.finish();
}

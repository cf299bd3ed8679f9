import { readArchiveLines } from '#core/archive/reading.ts';
import { placeOf, readManifest, type Manifest, type StateLine } from '#core/backup/backup.ts';
import { fileHash } from '#core/backup/believed.ts';
import { mayBeOrigin } from '#core/backup/may-be-origin.ts';
import { readStateLine } from '#core/backup/rows.ts';
import { isRow, parseJson, textIn } from '#core/json.ts';
import { unreadableItem, type ImportItem } from '#core/backup/import-preview.ts';
import { settingsIn } from '#core/backup/setting-values.ts';
import { sha256 } from '#core/sha256.ts';
import { valueOf } from '#db/storing.ts';
import { utf8Text } from '#flows/bytes.ts';
import { failed } from '#flows/done.ts';
import { foldArchives, idOf } from '#flows/import/backup/fold-archives.ts';
import type {
	BackupContent,
	BackupSession,
	ImportPorts,
	Kept,
	FileReading,
	ZipFile
} from '#flows/import/ports.ts';
import { neverStops } from '#flows/ports/waiting.ts';

/** Reading a backup: every file in it is held against the manifest, and nothing is written. */

/** The manifest of a zip; null when it has none of ours, and the zip is then looked at as a foreign one. */
export async function manifestOf(
	files: ReadonlyMap<string, ZipFile>,
	signal: AbortSignal
): Promise<Manifest | 'newer' | null> {
	const bytes = await files.get('manifest.json')?.bytes(signal);
	const text = bytes === undefined || typeof bytes === 'string' ? null : utf8Text(bytes);
	const manifest = text === null ? 'foreign' : readManifest(parseJson(text));
	return manifest === 'foreign' ? null : manifest;
}

/** Lines, each read by `read`; what is none is counted. */
function linesOf<Line>(
	texts: readonly string[],
	read: (texts: readonly string[]) => (Line | null)[]
): { readonly lines: Line[]; readonly bad: number } {
	const all = read(texts.filter((text) => text.trim() !== ''));
	const lines = all.filter((line) => line !== null);
	return { lines, bad: all.length - lines.length };
}

/** Keeps what was read, of a size in bytes, or only how to read it again. */
type Keep = <T>(size: number, read: T, again: Kept<T>) => Kept<T>;

/** Holds as much as there is room for, bytes: a backup of years is larger than that. */
function keepingWithin(room: number): Keep {
	let left = room;
	return (size, read, again) => {
		if (size > left) return again;
		left -= size;
		return () => Promise.resolve(read);
	};
}

/** What a file of a backup may be. */
type Place = Exclude<ReturnType<typeof placeOf>, 'manifest' | null>;

/** Takes one file whose bytes are sound. */
type Take = (name: string, bytes: Uint8Array, again: Kept<Uint8Array>) => void | Promise<void>;

/**
 * A zip of ours. The manifest is authoritative: a file of another size or hash is refused by name. Without one, because
 * the zip was cut off, what is there is read as far as it goes, and nothing is taken for whole.
 */
export async function readBackup(
	{ packer, room }: Pick<ImportPorts, 'packer' | 'room'>,
	manifest: Manifest | null,
	files: ReadonlyMap<string, ZipFile>,
	signal: AbortSignal
): Promise<FileReading> {
	const refused: ImportItem[] = [];
	const refuse: Refuse = (...why) => void refused.push(unreadableItem(...why));
	for (const name of Object.keys(manifest?.files ?? {}))
		if (!files.has(name)) refuse(name, 'missing');
	const keep = keepingWithin(room);
	const { taken, take } = taking({ packer, keep, refuse, manifest });
	let sound = 0;
	for (const [name, file] of files) {
		const place = placeOf(name);
		if (place === 'manifest') continue;
		const read = (stop: AbortSignal) =>
			place === null
				? Promise.resolve('not-expected')
				: soundBytes(manifest, { name, place, file }, stop);
		const bytes = await read(signal);
		// What a stop breaks off looks damaged.
		if (signal.aborted) return { status: 'stopped' };
		if (place === null || typeof bytes === 'string') {
			refuse(name, String(bytes));
			continue;
		}
		sound++;
		await take[place](name, bytes, async () => stillThere(await read(neverStops())));
	}
	const salvaged = manifest ? null : sound;
	const hash = manifest && fileHash(manifest);
	const content = await foldArchives({ packer }, { ...taken(), hash, salvaged });
	if (signal.aborted) return { status: 'stopped' };
	return { status: 'read', read: { way: 'backup', content }, refused };
}

/** The bytes of a file that are what the manifest says, or why they are not taken. */
async function soundBytes(
	manifest: Manifest | null,
	{ name, place, file }: { readonly name: string; readonly place: Place; readonly file: ZipFile },
	signal: AbortSignal
): Promise<Uint8Array | string> {
	if (manifest === null)
		// Lines can be read up to the damage; half a text, or half of the state, would pass for the whole.
		return place === 'session' || place === 'archive'
			? bytesUntilDamage(file, signal)
			: file.bytes(signal);
	const expected = Object.hasOwn(manifest.files, name) ? manifest.files[name] : undefined;
	if (!expected) return 'not-expected';
	const bytes = await file.bytes(signal);
	if (typeof bytes === 'string') return bytes;
	const isSame = expected.bytes === bytes.length && expected.sha256 === sha256(bytes);
	return isSame ? bytes : 'damaged';
}

/** It was sound when it was first read: what is not so any more has been changed or taken away since. */
function stillThere(bytes: Uint8Array | string): Uint8Array {
	return typeof bytes === 'string' ? valueOf(failed({ kind: 'unreadable', what: 'gone' })) : bytes;
}

/** Tells that a file, or so much in it, does not come. */
type Refuse = (...why: Parameters<typeof unreadableItem>) => void;

/** What is taken of each kind of file. Without a manifest the backup is what was left of a damaged one. */
function taking({
	packer,
	keep,
	refuse,
	manifest
}: Pick<ImportPorts, 'packer'> & {
	readonly keep: Keep;
	readonly refuse: Refuse;
	readonly manifest: Manifest | null;
}): {
	readonly taken: () => Omit<BackupContent, 'hash' | 'salvaged'>;
	readonly take: Readonly<Record<Place, Take>>;
} {
	const sessions: BackupSession[] = [];
	const memory = new Map<string, string>();
	const archives = new Map<string, Kept<Uint8Array>>();
	const hashes = new Map<string, string>();
	const blobs = new Map<string, Kept<Uint8Array>>();
	let state: StateLine[] = [];
	let isSourced = true;
	let settings: Readonly<Record<string, unknown>> = {};
	let skippedLines = 0;
	const asText = (name: string, bytes: Uint8Array): string | null => {
		const text = utf8Text(bytes);
		if (text === null) refuse(name, 'encoding');
		return text;
	};
	const unpack = async (bytes: Uint8Array) => {
		const { lines: texts, whole } = await packer.unpack(bytes);
		return { ...linesOf(texts, readArchiveLines), size: lengthOf(texts), whole };
	};
	return {
		taken: () => {
			const sound = state.filter(({ table, row }) => {
				const path = textIn(row, 'path');
				if (table !== 'archives' || hashes.get(path) === row['sha256']) return true;
				// Damaged before the backup was made. Of one that is cut off its turns are taken as far as they can be read.
				if (manifest && archives.delete(path)) refuse(`archives/${path}`, 'damaged');
				return false;
			});
			const content = { sessions, memory, archives, blobs, settings, skippedLines };
			return { ...content, state: sound, isSourced };
		},
		take: {
			archive(name, bytes, again) {
				const path = name.slice('archives/'.length);
				archives.set(path, keep(bytes.length, bytes, again));
				hashes.set(path, manifest?.files[name]?.sha256 ?? sha256(bytes));
			},
			blob: (name, bytes, again) =>
				void blobs.set(name.slice('blobs/'.length), keep(bytes.length, bytes, again)),
			async session(name, bytes, again) {
				const { lines, bad, size, whole } = await unpack(bytes);
				if (!whole) refuse(name, 'damaged');
				if (!whole && (manifest || lines.length === 0)) return;
				// The last line of a file that breaks off is half a line.
				skippedLines += whole ? bad : 0;
				sessions.push({
					name,
					id: idOf(lines),
					lines: keep(size, lines, async () => (await unpack(await again())).lines)
				});
			},
			async state(name, bytes) {
				const read = await packer.unpack(bytes);
				if (!read.whole) {
					refuse(name, 'damaged');
					return;
				}
				const { lines, bad } = linesOf(read.lines, (texts) =>
					texts.map((text) => readStateLine(parseJson(text)))
				);
				state = lines;
				isSourced = bad === 0 || !read.lines.some(mayBeOrigin);
				skippedLines += bad;
				if (bad > 0) refuse(name, 'bad-rows', bad);
			},
			memory(name, bytes) {
				const text = asText(name, bytes);
				if (text !== null) memory.set(name, text);
			},
			settings(name, bytes) {
				const text = asText(name, bytes);
				if (text === null) return;
				const parsed = parseJson(text);
				if (isRow(parsed)) settings = settingsIn(parsed);
				else refuse(name, 'not-json');
			}
		}
	};
}

/** Characters, together. */
const lengthOf = (texts: readonly string[]): number =>
	texts.reduce((sum, text) => sum + text.length, 0);

/** The bytes of a file; of one that is damaged, what stands before the damage. */
async function bytesUntilDamage(file: ZipFile, signal: AbortSignal): ReturnType<ZipFile['bytes']> {
	const whole = await file.bytes(signal);
	if (whole !== 'damaged') return whole;
	const parts: Uint8Array<ArrayBuffer>[] = [];
	for await (const piece of file.pieces(signal)) parts.push(piece as Uint8Array<ArrayBuffer>);
	return new Uint8Array(await new Blob(parts).arrayBuffer());
}

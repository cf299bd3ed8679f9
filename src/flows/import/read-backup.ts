import type { ArchiveLine } from '#core/archive/archive.ts';
import { readArchiveRow } from '#core/archive/reading.ts';
import { placeOf, readManifest, type Manifest, type StateLine } from '#core/backup/backup.ts';
import { readStateLine } from '#core/backup/rows.ts';
import { isRow, parseJson } from '#core/import/fields.ts';
import { unreadableItem, type ImportItem } from '#core/backup/import-preview.ts';
import { settingsIn } from '#core/backup/setting-values.ts';
import { sha256 } from '#core/sha256.ts';
import { textOf } from '#flows/import/encoding.ts';
import { foldArchives } from '#flows/import/fold-archives.ts';
import type { ImportPorts, Reading, ZipFile } from '#flows/import/ports.ts';

/** Reading a backup: every file in it is held against the manifest, and nothing is written. */

/** The manifest of a zip; null when it has none of ours, and the zip is then looked at as a foreign one. */
export async function manifestOf(
	files: ReadonlyMap<string, ZipFile>,
	signal: AbortSignal
): Promise<Manifest | 'newer' | null> {
	const bytes = await files.get('manifest.json')?.bytes(signal);
	const text = bytes === undefined || typeof bytes === 'string' ? null : textOf(bytes);
	const manifest = text === null ? 'foreign' : readManifest(parseJson(text));
	return manifest === 'foreign' ? null : manifest;
}

/** Lines, each read by `read`; what is none is counted. */
function linesOf<Line>(
	texts: readonly string[],
	read: (row: unknown) => Line | null
): { readonly lines: Line[]; readonly bad: number } {
	const rows = texts.filter((row) => row.trim() !== '');
	const lines = rows.map((row) => read(parseJson(row))).filter((line) => line !== null);
	return { lines, bad: rows.length - lines.length };
}

/**
 * A zip of ours. The manifest is authoritative: a file of another size or hash is refused by name. Without one, because
 * the zip was cut off, what is there is read as far as it goes, and nothing is taken for whole.
 */
export async function readBackup(
	{ packer }: Pick<ImportPorts, 'packer'>,
	manifest: Manifest | null,
	files: ReadonlyMap<string, ZipFile>,
	signal: AbortSignal
): Promise<Reading> {
	const refused: ImportItem[] = [];
	const refuse = (name: string, reason: string) => refused.push(unreadableItem(name, reason));
	for (const name of Object.keys(manifest?.files ?? {}))
		if (!files.has(name)) refuse(name, 'missing');
	const sessions: { name: string; lines: ArchiveLine[] }[] = [];
	const memory = new Map<string, string>();
	const archives = new Map<string, Uint8Array>();
	const blobs = new Map<string, Uint8Array>();
	let state: StateLine[] = [];
	let settings: Readonly<Record<string, unknown>> = {};
	let skippedLines = 0;
	let sound = 0;
	for (const [name, file] of files) {
		if (signal.aborted) break;
		const place = placeOf(name);
		if (place === 'manifest') continue;
		const expected =
			manifest && Object.hasOwn(manifest.files, name) ? manifest.files[name] : undefined;
		if (place === null || (manifest && !expected)) {
			refuse(name, 'not-expected');
			continue;
		}
		// Lines can be read up to the damage; half a text, or half of the state, would pass for the whole.
		const isOfLines = manifest === null && (place === 'session' || place === 'archive');
		const bytes = await (isOfLines ? bytesUntilDamage(file, signal) : file.bytes(signal));
		if (typeof bytes === 'string') {
			refuse(name, bytes);
			continue;
		}
		if (expected && (expected.bytes !== bytes.length || expected.sha256 !== sha256(bytes))) {
			refuse(name, 'damaged');
			continue;
		}
		sound++;
		switch (place) {
			case 'archive':
				archives.set(name.slice('archives/'.length), bytes);
				break;
			case 'blob':
				blobs.set(name.slice('blobs/'.length), bytes);
				break;
			case 'session': {
				const read = await packer.unpack(bytes);
				if (!read.whole) refuse(name, 'damaged');
				if (!read.whole && manifest) break;
				const { lines, bad } = linesOf(read.lines, readArchiveRow);
				// The last line of a file that breaks off is half a line.
				skippedLines += read.whole ? bad : 0;
				if (read.whole || lines.length > 0) sessions.push({ name, lines });
				break;
			}
			case 'state': {
				const read = await packer.unpack(bytes);
				if (!read.whole) {
					refuse(name, 'damaged');
					break;
				}
				const found = linesOf(read.lines, readStateLine);
				skippedLines += found.bad;
				state = found.lines;
				if (found.bad > 0) refused.push(unreadableItem(name, 'bad-rows', found.bad));
				break;
			}
			default: {
				const text = textOf(bytes);
				const parsed = place === 'settings' && text !== null ? parseJson(text) : null;
				if (text === null) refuse(name, 'encoding');
				else if (place === 'memory') memory.set(name, text);
				else if (isRow(parsed)) settings = settingsIn(parsed);
				else refuse(name, 'not-json');
			}
		}
	}
	const salvaged = manifest ? null : sound;
	const content = { sessions, memory, archives, blobs, state, settings, skippedLines, salvaged };
	const read = { way: 'backup', content: await foldArchives({ packer }, content) } as const;
	return { status: 'read', read, refused };
}

/** The bytes of a file; of one that is damaged, what stands before the damage. */
async function bytesUntilDamage(file: ZipFile, signal: AbortSignal): ReturnType<ZipFile['bytes']> {
	const whole = await file.bytes(signal);
	if (whole !== 'damaged') return whole;
	const parts: Uint8Array<ArrayBuffer>[] = [];
	for await (const piece of file.pieces(signal)) parts.push(piece as Uint8Array<ArrayBuffer>);
	return new Uint8Array(await new Blob(parts).arrayBuffer());
}

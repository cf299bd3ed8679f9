import { mebibyte } from '#core/bytes.ts';
import { readArchiveLines } from '#core/archive/reading.ts';
import { readMarkdownChat } from '#core/import/readers/markdown-chat.ts';
import { readDatedList, readPasted } from '#core/import/readers/memories.ts';
import { withSafeIds } from '#core/import/safe-ids.ts';
import { beginsAsPicture, telling } from '#core/import/picture.ts';
import { chatboxResources } from '#core/import/readers/stores.ts';
import { isRow, parseJson } from '#core/json.ts';
import { cleanFile } from '#core/memory/file.ts';
import { memoryFiles } from '#db/memory/files.ts';
import { foreignText, utf8Text } from '#flows/bytes.ts';
import { unreadable, type Finding, type Surroundings } from '#flows/import/scan/finding.ts';
import { memoryPaths } from '#flows/import/scan/memory-paths.ts';
import type { ImportPorts, Scanning } from '#flows/import/ports.ts';
import { holdsExport, scanJson } from '#flows/import/scan/scan-json.ts';
import { scanLines } from '#flows/import/scan/scan-lines.ts';
import { isPicture, pictureShelf, type SourceFile } from '#flows/import/open/source.ts';

/** Going through foreign files, one thing at a time: nothing is held that has been handed on, and nothing is written. */

/** Everything in some files. What one of them holds badly never keeps another from being read. */
export async function* scanFiles(
	ports: Pick<ImportPorts, 'packer' | 'db'>,
	files: readonly SourceFile[],
	scanning: Scanning
): Finding {
	const named = await namedResources(files, scanning.signal);
	const pictures = pictureShelf(files, named, scanning.signal);
	// Texts of attachments and results belong to their chats and are no notes.
	const belonging = new Set(named.values());
	const isText = (file: SourceFile) => belonging.has(file.name) && !isPicture(file);
	const notes = files.filter((file) => isNote(file) && !isHidden(file) && !isText(file));
	const here = await memoryFiles(ports.db);
	const paths = memoryPaths(
		notes.map(({ name }) => name),
		new Set(here.map(({ path }) => path))
	);
	const around = { ...scanning, pictures, paths };
	const isAlone = files.length === 1;
	const others: string[] = [];
	for (const file of files) {
		if (scanning.signal.aborted) return;
		const before = others.length;
		for await (const found of isText(file) ? unknown(file) : scanFile(ports, file, around))
			if (found.what === 'unreadable' && found.reason === 'unknown' && !isAlone)
				others.push(found.name);
			else yield found;
		if (before === others.length && isPicture(file)) scanning.onBytes(file.size);
	}
	if (others.length > 0)
		yield { what: 'beside', name: namesOf(others), of: 'other-kind', count: others.length };
}

/** Bytes. */
const largestManifest = 16 * mebibyte;

/** Where pictures and texts of chats lie, by the names that a manifest beside them gives. */
async function namedResources(
	files: readonly SourceFile[],
	signal: AbortSignal
): Promise<ReadonlyMap<string, string>> {
	const named = new Map<string, string>();
	for (const file of files) {
		const [, folder] = /^(|.*[\\/])manifest\.json$/i.exec(file.name) ?? [];
		if (folder === undefined || file.size > largestManifest) continue;
		const bytes = await file.bytes(signal);
		const manifest = typeof bytes === 'string' ? null : parseJson(utf8Text(bytes) ?? '');
		if (isRow(manifest))
			for (const [name, path] of chatboxResources(manifest)) named.set(name, `${folder}${path}`);
	}
	return named;
}

/** Files of another kind that are named; the rest is counted. */
const mostNamed = 3;

const namesOf = (files: readonly string[]): string =>
	[
		...files.slice(0, mostNamed).map((name) => name.slice(name.lastIndexOf('/') + 1)),
		...(files.length > mostNamed ? ['…'] : [])
	].join(', ');

/**
 * What systems and editors leave behind. A folder with a dot is none of that: the memory and the sessions of other
 * assistants lie in such.
 */
const isHidden = ({ name }: SourceFile): boolean =>
	/(?:^|[\\/])(?:\.[^\\/]*$|(?:__MACOSX|\.git|\.obsidian|\.trash)[\\/])/i.test(name);

const isNote = ({ name }: SourceFile): boolean => /\.(md|markdown|txt)$/i.test(name);

function scanFile(
	ports: Pick<ImportPorts, 'packer'>,
	file: SourceFile,
	around: Surroundings
): Finding {
	if (file.isPasted) return scanPasted(file, around);
	if (isHidden(file)) return nothing();
	if (/\.jsonl$/i.test(file.name)) return scanLines(file, around);
	if (/\.jsonl\.gz$/i.test(file.name)) return scanArchive(ports, file, around);
	if (/\.json$/i.test(file.name)) return scanJson(file, around);
	if (isNote(file)) return scanNote(file, around);
	if (/\.dat$/i.test(file.name)) return scanUntold(file, around);
	return isPicture(file) ? nothing() : unknown(file);
}

/** Of a file whose name does not tell what it is, a picture or not, its first bytes do. */
async function* scanUntold(file: SourceFile, { signal }: Scanning): Finding {
	const pieces = file.pieces(signal);
	const first: number[] = [];
	for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
		first.push(...next.value.subarray(0, telling));
		if (first.length >= telling) await pieces.return('whole');
	}
	if (!beginsAsPicture(Uint8Array.from(first))) yield* unknown(file);
}

// oxlint-disable-next-line typescript/require-await -- one of several ways through a file
async function* nothing(): Finding {
	yield* [];
}
// oxlint-disable-next-line typescript/require-await -- one of several ways through a file
async function* unknown({ name }: SourceFile): Finding {
	yield unreadable(name, 'unknown');
}

/** An archive, of ours by its name. */
async function* scanArchive(
	{ packer }: Pick<ImportPorts, 'packer'>,
	file: SourceFile,
	scanning: Scanning
): Finding {
	const bytes = await file.bytes(scanning.signal);
	if (typeof bytes === 'string') {
		yield unreadable(file.name, bytes);
		return;
	}
	scanning.onBytes(bytes.length);
	const { lines: unpacked, whole } = await packer.unpack(bytes);
	const read = readArchiveLines(unpacked.filter((row) => row.trim() !== ''));
	const lines = read.filter((line) => line !== null).map(withSafeIds);
	if (lines.length > 0) yield { what: 'archive', name: file.name, lines };
	const bad = read.length - lines.length;
	if (lines.length > 0 && bad > 0) yield { what: 'skipped', lines: bad };
	if (!whole) yield unreadable(file.name, 'damaged');
	else if (lines.length === 0) yield unreadable(file.name, 'unknown');
}

/** A list of memories as it was pasted, or one of the formats that are JSON. */
async function* scanPasted(file: SourceFile, around: Surroundings): Finding {
	const bytes = await file.bytes(around.signal);
	const text = typeof bytes === 'string' ? '' : (utf8Text(bytes) ?? '');
	if (parseJson(text) !== undefined) {
		yield* scanJson(file, around);
		return;
	}
	around.onBytes(file.size);
	const memories = readPasted(text);
	if (memories.length > 0) yield { what: 'memories', name: file.name, memories };
	else yield unreadable(file.name, 'no-lines');
}

/** Markdown and plain text: a conversation, a list meant for pasting, or a note. */
async function* scanNote(file: SourceFile, around: Surroundings): Finding {
	const bytes = await file.bytes(around.signal);
	const text = typeof bytes === 'string' ? null : foreignText(bytes);
	if (typeof bytes === 'string' || text === null) {
		yield unreadable(file.name, typeof bytes === 'string' ? bytes : 'encoding');
		return;
	}
	if (holdsExport(text)) {
		yield* scanJson(file, around);
		return;
	}
	around.onBytes(bytes.length);
	const name = file.name.replace(/^.*[\\/]/, '');
	const chat = readMarkdownChat(text, name);
	const pasted = chat || !/\.txt$/i.test(name) ? null : readDatedList(text);
	if (chat) yield { what: 'chat', chat, pictures: around.pictures };
	else if (pasted) yield { what: 'memories', name: file.name, memories: pasted };
	else {
		const shown = cleanFile(text);
		yield {
			what: 'memory-file',
			...around.paths.ofFile(file.name, shown.text),
			text: shown.text,
			format: 'markdown',
			hiddenSigns: shown.removed
		};
	}
}

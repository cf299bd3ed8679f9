import { cleanFile } from '#core/memory/file.ts';
import { readArchiveRow } from '#core/archive/reading.ts';
import { isSessionJson, readSessionJson } from '#core/export/session-json.ts';
import type { Beside, Imported, ImportedMemory, ImportedNote } from '#core/import/chat.ts';
import { looksLikeClaudeCode, readClaudeCode } from '#core/import/claude-code.ts';
import { isRow, parseJson, type Row } from '#core/json.ts';
import { readMarkdownChat } from '#core/import/markdown-chat.ts';
import { readPasted } from '#core/import/memories.ts';
import { looksLikePi, readPi } from '#core/import/pi.ts';
import { recognise } from '#core/import/recognise.ts';
import { splitJson, splitLines } from '#core/import/split-json.ts';
import { textOf } from '#flows/bytes.ts';
import { memoryPaths, type MemoryPaths } from '#flows/import/memory-paths.ts';
import type { Found, ImportPorts, Scanning } from '#flows/import/ports.ts';
import {
	partsOf,
	pictureShelf,
	type PictureShelf,
	type SourceFile,
	type Verdict
} from '#flows/import/source.ts';

/** Going through foreign files, one thing at a time: nothing is held that has been handed on, and nothing is written. */

/** UTF-16 units and nesting of one JSON item, and of a line. */
const limits = { item: { size: 160_000_000, depth: 5000 }, line: 64_000_000, rows: 400_000 };

type Finding = AsyncGenerator<Found, void, undefined>;

const unreadable = (name: string, reason: string, count = 1): Found => ({
	what: 'unreadable',
	name,
	reason,
	count
});

/** Everything in some files. What one of them holds badly never keeps another from being read. */
export async function* scanFiles(
	ports: Pick<ImportPorts, 'packer'>,
	files: readonly SourceFile[],
	scanning: Scanning
): Finding {
	const shelf = pictureShelf(files);
	const notes = files.filter((file) => isNote(file) && !isHidden(file));
	const paths = memoryPaths(notes.map(({ name }) => name));
	const isAlone = files.length === 1;
	const others: string[] = [];
	for (const file of files) {
		if (scanning.signal.aborted) return;
		const before = others.length;
		for await (const found of scanFile(ports, file, shelf, paths, scanning))
			if (found.what === 'unreadable' && found.reason === 'unknown' && !isAlone)
				others.push(found.name);
			else yield found;
		if (before === others.length && isPicture(file)) scanning.onBytes(file.size);
	}
	if (others.length > 0)
		yield { what: 'beside', name: namesOf(others), of: 'other-kind', count: others.length };
}

/** Files of another kind that are named; the rest is counted. */
const mostNamed = 3;

const namesOf = (files: readonly string[]): string =>
	[
		...files.slice(0, mostNamed).map((name) => name.slice(name.lastIndexOf('/') + 1)),
		...(files.length > mostNamed ? ['…'] : [])
	].join(', ');

const isHidden = ({ name }: SourceFile): boolean => /(^|[\\/])(\.|__MACOSX)/.test(name);

const isNote = ({ name }: SourceFile): boolean => /\.(md|markdown|txt)$/i.test(name);

const isPicture = ({ name }: SourceFile): boolean => /\.(png|jpe?g|gif|webp|dat)$/i.test(name);

function scanFile(
	ports: Pick<ImportPorts, 'packer'>,
	file: SourceFile,
	shelf: PictureShelf,
	paths: MemoryPaths,
	scanning: Scanning
): Finding {
	if (isHidden(file)) return nothing();
	if (/\.jsonl$/i.test(file.name)) return scanLines(file, shelf, scanning);
	if (/\.jsonl\.gz$/i.test(file.name)) return scanArchive(ports, file, scanning);
	if (/\.json$/i.test(file.name)) return scanJson(file, shelf, paths, scanning);
	if (isNote(file)) return scanNote(file, shelf, paths, scanning);
	return isPicture(file) ? nothing() : unknown(file);
}

// eslint-disable-next-line @typescript-eslint/require-await -- one of several ways through a file
async function* nothing(): Finding {
	yield* [];
}
// eslint-disable-next-line @typescript-eslint/require-await -- one of several ways through a file
async function* unknown({ name }: SourceFile): Finding {
	yield unreadable(name, 'unknown');
}

/** Ends the reading of a file that could not be read to its end. */
function* endOf(file: SourceFile, verdict: Verdict, { signal }: Scanning): Generator<Found> {
	if (verdict !== 'whole' && !signal.aborted) yield unreadable(file.name, verdict);
}

async function* scanJson(
	file: SourceFile,
	shelf: PictureShelf,
	paths: MemoryPaths,
	scanning: Scanning
): Finding {
	const memories = new Map<string, ImportedMemory>();
	const bad = new Map<string, number>();
	const count = (reason: string) => bad.set(reason, (bad.get(reason) ?? 0) + 1);
	const beside = new Map<Beside, number>();
	let good = 0;
	const parts = partsOf(file, splitJson(limits.item), scanning);
	let next = await parts.next();
	for (; !next.done; next = await parts.next()) {
		const { kind, text } = next.value;
		const value = kind === 'item' || kind === 'whole' ? (parseJson(text) ?? null) : undefined;
		if (value === undefined) count(kind);
		else if (value === null) {
			const rows = kind === 'whole' ? text.split('\n').map((row) => parseJson(row)) : [];
			// Lines of JSON under the name of a single value.
			if (rows.filter(isRow).length > 1) {
				const skipped = rows.length - rows.filter(isRow).length;
				yield* rowsAsFound(file, { rows: rows.filter(isRow), skipped }, shelf, scanning);
				good++;
			} else count('not-json');
		} else if (isRow(value) && isSessionJson(value)) {
			const { lines, bad: badLines } = readSessionJson(value);
			yield { what: 'archive', name: file.name, lines };
			if (badLines > 0) yield { what: 'skipped', lines: badLines };
			good++;
		} else
			for (const one of recognise(value)) {
				if (one.what === 'unknown') count('unknown');
				else good++;
				if (one.what === 'memories') keep(one, memories);
				if (one.what === 'beside') beside.set(one.of, (beside.get(one.of) ?? 0) + 1);
				if (one.what === 'notes') yield* one.notes.map((note) => noteFile(note, paths));
				if (one.what === 'chat')
					yield { what: 'chat', chat: one.chat, pictures: picturesFor(shelf, scanning) };
			}
	}
	if (memories.size > 0)
		yield { what: 'memories', name: file.name, memories: [...memories.values()] };
	for (const [of, times] of beside) yield { what: 'beside', name: file.name, of, count: times };
	for (const [reason, times] of bad)
		if (reason !== 'unknown' || good > 0)
			yield unreadable(file.name, reason === 'unknown' ? 'unknown-items' : reason, times);
	if (good === 0 && bad.has('unknown') && !memories.size) yield unreadable(file.name, 'unknown');
	yield* endOf(file, next.value, scanning);
}

/** A note as a file of memory that nobody has chosen. */
function noteFile(note: ImportedNote, paths: MemoryPaths): Found {
	const shown = cleanFile(note.text);
	return {
		what: 'memory-file',
		path: paths.ofNote(note),
		text: shown.text,
		isMemory: false,
		format: 'claude-ai',
		hiddenSigns: shown.removed
	};
}

function keep(found: Imported & { what: 'memories' }, into: Map<string, ImportedMemory>): void {
	for (const memory of found.memories) if (!into.has(memory.text)) into.set(memory.text, memory);
}

const picturesFor = (shelf: PictureShelf, { signal }: Scanning) => ({
	has: (name: string) => shelf.has(name),
	read: (names: readonly string[]) => shelf.read(names, signal)
});

/** A session as lines of JSON: of Claude Code, of pi, or an archive of ours. */
async function* scanLines(file: SourceFile, shelf: PictureShelf, scanning: Scanning): Finding {
	const rows: Row[] = [];
	let skipped = 0;
	const parts = partsOf(file, splitLines(limits.line), scanning);
	let next = await parts.next();
	for (; !next.done; next = await parts.next()) {
		const row = next.value.kind === 'item' ? parseJson(next.value.text) : null;
		if (isRow(row) && rows.length < limits.rows) rows.push(row);
		else skipped++;
	}
	yield* rowsAsFound(file, { rows, skipped }, shelf, scanning);
	yield* endOf(file, next.value, scanning);
}

function* rowsAsFound(
	file: SourceFile,
	{ rows, skipped }: { readonly rows: readonly Row[]; readonly skipped: number },
	shelf: PictureShelf,
	scanning: Scanning
): Generator<Found> {
	const head = rows.slice(0, 50);
	const reader = looksLikeClaudeCode(head) ? readClaudeCode : looksLikePi(head) ? readPi : null;
	if (reader) {
		const chat = reader(rows, skipped);
		if (chat) yield { what: 'chat', chat, pictures: picturesFor(shelf, scanning) };
		if (skipped > 0) yield { what: 'skipped', lines: skipped };
		return;
	}
	const lines = rows.map(readArchiveRow).filter((line) => line !== null);
	if (lines.length === 0) {
		yield unreadable(file.name, 'unknown');
		return;
	}
	yield { what: 'archive', name: file.name, lines };
	const bad = skipped + rows.length - lines.length;
	if (bad > 0) yield { what: 'skipped', lines: bad };
}

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
	const rows = unpacked.filter((row) => row.trim() !== '');
	const lines = rows.map((row) => readArchiveRow(parseJson(row))).filter((line) => line !== null);
	if (lines.length > 0) yield { what: 'archive', name: file.name, lines };
	const bad = rows.length - lines.length;
	if (lines.length > 0 && bad > 0) yield { what: 'skipped', lines: bad };
	if (!whole) yield unreadable(file.name, 'damaged');
	else if (lines.length === 0) yield unreadable(file.name, 'unknown');
}

/** Markdown and plain text: a conversation, a list meant for pasting, or a note. */
async function* scanNote(
	file: SourceFile,
	shelf: PictureShelf,
	paths: MemoryPaths,
	scanning: Scanning
): Finding {
	const bytes = await file.bytes(scanning.signal);
	const text = typeof bytes === 'string' ? null : textOf(bytes);
	if (typeof bytes === 'string' || text === null) {
		yield unreadable(file.name, typeof bytes === 'string' ? bytes : 'encoding');
		return;
	}
	scanning.onBytes(bytes.length);
	const name = file.name.replace(/^.*[\\/]/, '');
	const chat = readMarkdownChat(text, name);
	const pasted = chat || !/\.txt$/i.test(name) ? null : readPasted(text);
	if (chat) yield { what: 'chat', chat, pictures: picturesFor(shelf, scanning) };
	else if (pasted) yield { what: 'memories', name: file.name, memories: pasted };
	else {
		const shown = cleanFile(text);
		yield {
			what: 'memory-file',
			...paths.ofFile(file.name, shown.text),
			text: shown.text,
			format: 'markdown',
			hiddenSigns: shown.removed
		};
	}
}

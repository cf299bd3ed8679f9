import { isSessionJson, readSessionJson } from '#core/export/session-json.ts';
import type { Beside, Imported, ImportedMemory, ImportedNote } from '#core/import/chat.ts';
import { titleLine } from '#core/import/chat-lines.ts';
import { recognise } from '#core/import/recognise.ts';
import { splitJson, type JsonPart } from '#core/import/split-json.ts';
import { isRow, parseJson } from '#core/json.ts';
import { cleanFile } from '#core/memory/file.ts';
import { endOf, unreadable, type Finding, type Surroundings } from '#flows/import/scan/finding.ts';
import type { MemoryPaths } from '#flows/import/scan/memory-paths.ts';
import type { FoundInFile } from '#flows/import/ports.ts';
import { rowsAsFound } from '#flows/import/scan/scan-lines.ts';
import { partsOf, type SourceFile } from '#flows/import/open/source.ts';

/** Files of JSON: a list, whose items are looked at one by one, or one value. */

/** UTF-16 units and nesting. */
const largestItem = { size: 160_000_000, depth: 5000 };

/** What is told of a file when all of it has been read. */
interface Tally {
	/** By their text. */
	readonly memories: Map<string, ImportedMemory>;
	readonly beside: Map<Beside, number>;
	/** Why items cannot be read, and how many. */
	readonly bad: Map<string, number>;
	/** Titles of items of no known form, and how many have each: a conversation that does not come is missed by its name. */
	readonly lost: Map<string, number>;
	/** Items of which something was made. */
	good: number;
}

/** What is missing is read one by one up to so many; the rest is counted. */
const mostLost = 50;

const countOne = <Key>(counts: Map<Key, number>, key: Key): void => {
	counts.set(key, (counts.get(key) ?? 0) + 1);
};

export async function* scanJson(file: SourceFile, around: Surroundings): Finding {
	const tally: Tally = {
		memories: new Map(),
		beside: new Map(),
		bad: new Map(),
		lost: new Map(),
		good: 0
	};
	const parts = partsOf(file, splitJson(largestItem), around);
	let next = await parts.next();
	for (; !next.done; next = await parts.next()) yield* inPart(file, next.value, tally, around);
	yield* inAll(file, tally);
	yield* endOf(file, next.value, around);
}

/** Whether a text is JSON of a form that is read, whatever its file is called; any other is a note as it stands. */
export function holdsExport(text: string): boolean {
	const value = /^\s*[[{]/.test(text) ? parseJson(text) : null;
	return (Array.isArray(value) ? (value as unknown[]) : [value]).some(
		(one) =>
			isRow(one) && (isSessionJson(one) || recognise(one).some(({ what }) => isRead.has(what)))
	);
}

const isRead: ReadonlySet<Imported['what']> = new Set(['chat', 'memories', 'notes']);

function* inPart(
	file: SourceFile,
	{ kind, text }: JsonPart,
	tally: Tally,
	around: Surroundings
): Generator<FoundInFile> {
	if (kind !== 'item' && kind !== 'whole') {
		countOne(tally.bad, kind);
		return;
	}
	const value = parseJson(text);
	const rows = value === undefined && kind === 'whole' ? rowsIn(text) : null;
	if (rows) {
		yield* rowsAsFound(file, rows, around);
		tally.good++;
	} else if (value === undefined) countOne(tally.bad, 'not-json');
	else if (isRow(value) && isSessionJson(value)) {
		const { lines, bad } = readSessionJson(value);
		yield { what: 'archive', name: file.name, lines };
		if (bad > 0) yield { what: 'skipped', lines: bad };
		tally.good++;
	} else for (const one of recognise(value)) yield* recognised(one, tally, around);
}

/** Lines of JSON under the name of a single value; null where there are none. */
function rowsIn(text: string) {
	const values = text.split('\n').map((line) => parseJson(line));
	const rows = values.filter(isRow);
	return rows.length > 1 ? { rows, skipped: values.length - rows.length } : null;
}

function* recognised(one: Imported, tally: Tally, around: Surroundings): Generator<FoundInFile> {
	if (one.what !== 'unknown') tally.good++;
	else {
		const title = titleLine(one.title);
		const isNamed = title !== '' && (tally.lost.has(title) || tally.lost.size < mostLost);
		if (isNamed) countOne(tally.lost, title);
		else countOne(tally.bad, 'unknown');
	}
	if (one.what === 'memories')
		for (const memory of one.memories)
			if (!tally.memories.has(memory.text)) tally.memories.set(memory.text, memory);
	if (one.what === 'beside') countOne(tally.beside, one.of);
	if (one.what === 'notes') yield* one.notes.map((note) => noteFile(note, around.paths));
	if (one.what !== 'chat') return;
	yield { what: 'chat', chat: one.chat, pictures: around.pictures };
	if (one.chat.skipped > 0) yield { what: 'skipped', lines: one.chat.skipped };
}

/** Of a file that holds nothing we know, that is said once, not of each item. */
function* inAll(
	{ name }: SourceFile,
	{ memories, beside, bad, lost, good }: Tally
): Generator<FoundInFile> {
	if (memories.size > 0) yield { what: 'memories', name, memories: [...memories.values()] };
	for (const [of, count] of beside) yield { what: 'beside', name, of, count };
	if (good > 0) for (const [title, count] of lost) yield unreadable(title, 'unknown-item', count);
	for (const [reason, count] of bad)
		if (reason !== 'unknown' || good > 0)
			yield unreadable(name, reason === 'unknown' ? 'unknown-items' : reason, count);
	const isUnknown = bad.has('unknown') || lost.size > 0;
	if (good === 0 && isUnknown && memories.size === 0) yield unreadable(name, 'unknown');
}

/** A note as a file of memory that nobody has chosen. */
function noteFile(note: ImportedNote, paths: MemoryPaths): FoundInFile {
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

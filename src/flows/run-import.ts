import { exchangesOf, rowOf, type ArchiveLine } from '#core/archive.ts';
import { tablePlaces, type StateLine, type TableName } from '#core/backup.ts';
import { asForeignLine, asForeignState, isHarmless } from '#core/foreign-rows.ts';
import type { MemoryOrigin } from '#core/memory.ts';
import { sha256 } from '#core/sha256.ts';
import { defaultSettings } from '#core/settings.ts';
import { trunk } from '#core/session.ts';
import { linesOf } from '#core/lines/taint.ts';
import { memoryFile, memoryFiles, writeMemory } from '#db/memory.ts';
import { addActivity } from '#db/records.ts';
import type { Truth } from '#db/schema.ts';
import { storing } from '#db/storing.ts';
import { withoutForgotten } from '#flows/forgetting/forget-imported.ts';
import type { ImportPorts, ReadImport } from '#flows/imported-content.ts';
import type { WorkshopJobs } from '#flows/ports.ts';

/** Writing what was previewed: one transaction a session, what is there already is left alone, so it can be run again. */

type Import = WorkshopJobs['run-import'];

/** Store one session with all that belongs to it. Returns the number of new turns, or null when it is there. */
async function importSession(db: Truth, lines: readonly ArchiveLine[]): Promise<number | null> {
	const head = lines.find((line) => line.type === 'session');
	if (!head) return 0;
	const session = rowOf(head);
	const own = <K extends ArchiveLine['type']>(type: K) =>
		lines
			.filter((line): line is Extract<ArchiveLine, { type: K }> => line.type === type)
			.map(rowOf);
	const { exchanges } = exchangesOf(lines);
	const turns = exchanges
		.map((exchange) => exchange.turn)
		.filter((turn) => turn.sessionId === session.id);
	const branches = own('branch').filter((row) => row.sessionId === session.id);
	if (branches.length === 0)
		branches.push({
			sessionId: session.id,
			branch: turns[0]?.branch ?? trunk,
			parent: null,
			forkSeq: turns[0]?.seq ?? 0,
			headSeq: turns.at(-1)?.seq ?? -1,
			createdAt: session.createdAt
		});
	return db.transaction(
		'rw',
		[db.sessions, db.branches, db.turns, db.steps, db.summaries, db.marks, db.pins, db.tombstones],
		async () => {
			if (await db.sessions.get(session.id)) return null;
			await db.sessions.add(session);
			await db.branches.bulkAdd(branches);
			await db.turns.bulkAdd(turns);
			await db.steps.bulkAdd(
				exchanges.flatMap((exchange) =>
					exchange.steps.filter((step) => step.sessionId === session.id)
				)
			);
			await db.summaries.bulkPut(own('summary').filter((row) => row.sessionId === session.id));
			await db.marks.bulkPut(own('mark').filter((row) => row.sessionId === session.id));
			await db.pins.bulkPut(own('pin').filter((row) => row.sessionId === session.id));
			return turns.length;
		}
	);
}

/** Rows of the other tables, as they were; a row whose key is taken stays as it is here. */
async function importState(db: Truth, content: ReadImport): Promise<void> {
	for (const [name, lines] of groupByTable(content.state)) {
		if (!Object.hasOwn(tablePlaces, name)) continue;
		const place = tablePlaces[name];
		if (place !== 'state' && place !== 'file') continue;
		const rows = lines
			.map((line) => wholeRow(name, line.row, content))
			.filter((row) => row !== null);
		const table = db.table<Record<string, unknown>, unknown>(name);
		await db.transaction('rw', table, db.archiveBytes, async () => {
			const path = table.schema.primKey.keyPath;
			if (typeof path !== 'string') return;
			const good = rows.filter((row) => typeof row[path] === 'string');
			const keys = good.map((row) => row[path]);
			const known = await table.bulkGet(keys);
			const fresh = good.filter((_, index) => known[index] === undefined);
			await table.bulkAdd(fresh);
			if (name !== 'archives') return;
			for (const row of fresh) {
				const bytes = content.archives.get(String(row['path']));
				if (bytes) await db.archiveBytes.put({ id: String(row['id']), bytes });
			}
		});
	}
}

function groupByTable(lines: readonly StateLine[]): Map<TableName, StateLine[]> {
	const groups = new Map<TableName, StateLine[]>();
	for (const line of lines) {
		const list = groups.get(line.table);
		if (list) list.push(line);
		else groups.set(line.table, [line]);
	}
	return groups;
}

/** A row with the content of its file put back, or null where the file is missing. */
function wholeRow(
	name: TableName,
	row: Readonly<Record<string, unknown>>,
	content: ReadImport
): Record<string, unknown> | null {
	const text = (field: string) => (typeof row[field] === 'string' ? row[field] : '');
	switch (name) {
		case 'archives': {
			const bytes = content.archives.get(text('path'));
			return bytes && sha256(bytes) === row['sha256']
				? { ...row, packedBytes: bytes.length }
				: null;
		}
		case 'blobs': {
			const bytes = content.blobs.get(text('sha256'));
			// One that was emptied, because its words were forgotten, stays empty.
			const isSound = bytes && (bytes.length === 0 || sha256(bytes) === row['sha256']);
			return isSound ? { ...row, bytes } : null;
		}
		case 'memoryFiles': {
			if (row['deletedAt'] !== null) return typeof row['text'] === 'string' ? { ...row } : null;
			const found = content.memory.get(text('path'));
			return found === undefined ? null : { ...row, text: found };
		}
		case 'tombstones':
			// What is to be forgotten here is decided here.
			return { id: row['id'], kind: row['kind'], at: row['at'] };
		default:
			return { ...row };
	}
}

/** Whether a backup holds all that is here: a profile is being restored, or the same backup is read again. */
async function isRestored(db: Truth, { format, sessions, memory }: ReadImport): Promise<boolean> {
	if (format !== 'keepsake-backup') return false;
	const brought = new Set(
		sessions.flatMap(({ lines }) =>
			lines.flatMap((line) => (line.type === 'session' ? line.id : []))
		)
	);
	const [here, files] = await Promise.all([
		db.sessions.toCollection().primaryKeys(),
		memoryFiles(db)
	]);
	return here.every((id) => brought.has(id)) && files.every(({ path }) => memory.has(path));
}

const asForeign = (content: ReadImport): ReadImport => ({
	...content,
	sessions: content.sessions.map(({ name, lines }) => ({ name, lines: lines.map(asForeignLine) })),
	state: content.state.map(asForeignState),
	settings: Object.fromEntries(Object.entries(content.settings).filter(([key]) => isHarmless(key)))
});

/** Where the lines of a file came from that this import brings: whoever reads them reads a stranger's words. */
function originsOfImport(
	{ clock }: ImportPorts,
	{ path, before, text }: { readonly path: string; readonly before: string; readonly text: string }
): readonly MemoryOrigin[] {
	const known = new Set(linesOf(before));
	return [...new Set(linesOf(text))]
		.filter((line) => !known.has(line))
		.map((line) => ({
			id: clock.newId(),
			path,
			line,
			sessionId: null,
			turnIds: [],
			origin: 'import',
			writer: 'import',
			at: clock.now(),
			importance: null,
			tags: []
		}));
}

/** Files that came back whole, with their rows, came from elsewhere all the same. */
async function markBrought(
	ports: ImportPorts,
	{ memory }: ReadImport,
	paths: readonly string[]
): Promise<void> {
	const origins = paths.flatMap((path) =>
		originsOfImport(ports, { path, before: '', text: memory.get(path) ?? '' })
	);
	await ports.db.memoryOrigins.bulkAdd(origins);
}

/** Memory files that are new or differ: written as they are, as a revision of the import. */
async function importMemory(
	ports: ImportPorts,
	content: ReadImport,
	leftOut: ReadonlySet<string>
): Promise<number> {
	const { db, clock } = ports;
	let written = 0;
	for (const [path, text] of content.memory) {
		if (leftOut.has(path)) continue;
		const file = await memoryFile(db, path);
		if (file?.text === text) continue;
		const stored = await writeMemory(db, {
			revision: { id: clock.newId(), path, at: clock.now(), by: 'import', text, deleted: false },
			expectedRev: file?.rev ?? null,
			origins: originsOfImport(ports, { path, before: file?.text ?? '', text })
		});
		if (stored.status === 'stored') written++;
	}
	return written;
}

/** Import what was read. Stopping keeps what has been imported so far; running it again goes on. */
export async function runImport(
	ports: ImportPorts,
	read: ReadImport,
	without: readonly string[],
	signal: AbortSignal,
	onProgress: (progress: Import['progress']) => void
): Promise<Import['outcome']> {
	const { db, clock } = ports;
	const leftOut = new Set(without);
	const restored = await isRestored(db, read);
	const left = await withoutForgotten(ports, read, clock.now());
	const content = restored ? left : asForeign(left);
	const sums = { sessions: 0, turns: 0, there: 0 };
	const chosen = content.sessions.filter((session) => !leftOut.has(session.name));
	for (const [index, { lines }] of chosen.entries()) {
		if (signal.aborted) return { status: 'stopped' };
		const stored = await storing(() => importSession(db, lines));
		if (stored.status === 'failed') return stored;
		if (stored.value === null) sums.there++;
		else {
			sums.sessions++;
			sums.turns += stored.value;
		}
		onProgress({ done: index + 1, of: chosen.length });
	}
	if (signal.aborted) return { status: 'stopped' };
	// Files that are not here at all come back with their rows, so that a restored profile is equal.
	const absent = new Set<string>();
	for (const path of content.memory.keys())
		if (!leftOut.has(path) && !(await db.memoryFiles.get(path))) absent.add(path);
	const state = content.state.filter(
		(line) =>
			line.table !== 'memoryFiles' ||
			line.row['deletedAt'] !== null ||
			absent.has(String(line.row['path']))
	);
	const back = [...absent].filter((path) =>
		state.some((line) => line.table === 'memoryFiles' && line.row['path'] === path)
	);
	const rest = await storing(async () => {
		await importState(db, { ...content, state });
		await importSettings(db, content);
		if (!restored) await markBrought(ports, content, back);
		return importMemory(ports, content, leftOut);
	});
	if (rest.status === 'failed') return rest;
	const outcome = {
		status: 'imported',
		...sums,
		memoryFiles: rest.value + back.length,
		skippedLines: content.skippedLines
	} as const;
	await addActivity(db, {
		id: clock.newId(),
		at: clock.now(),
		kind: 'import',
		sessionId: null,
		details: {
			format: content.format,
			sessions: sums.sessions,
			turns: sums.turns,
			there: sums.there,
			memoryFiles: outcome.memoryFiles,
			skippedLines: outcome.skippedLines
		},
		failure: null
	});
	return outcome;
}

/** Settings that were never changed here are taken over; what the user has set on this device stays. */
async function importSettings(db: Truth, content: ReadImport): Promise<void> {
	await db.transaction('rw', db.settings, async () => {
		for (const [key, value] of Object.entries(content.settings)) {
			if (!Object.hasOwn(defaultSettings, key) || (await db.settings.get(key))) continue;
			await db.settings.add({ key, value });
		}
	});
}

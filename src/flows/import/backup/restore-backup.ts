import type { ArchiveLine } from '#core/archive/archive.ts';
import type { StateLine } from '#core/backup/backup.ts';
import { decisionsId, isHarmless } from '#core/backup/foreign-rows.ts';
import { textIn } from '#core/json.ts';
import type { MemoryScope } from '#core/memory/memory.ts';
import { addAbsentSettings, addOrigins } from '#db/copies/imports.ts';
import { forgettingNow } from '#db/forgetting/tombstones.ts';
import { refuseUnnoted } from '#db/ledger/activity.ts';
import { refuseBrought } from '#db/memory/proposals.ts';
import { Refused } from '#db/storing.ts';
import { placelessHere } from '#flows/import/backup/beside-here.ts';
import { tombstonesToTake } from '#flows/import/backup/brought-tombstones.ts';
import {
	contentToTake,
	sessionToTake,
	type ContentToTake
} from '#flows/import/backup/content-to-take.ts';
import { asForeignArchive } from '#flows/import/backup/foreign-archive.ts';
import { isBackupBelieved, rememberBegun } from '#flows/import/backup/is-believed.ts';
import { recordsId, rowsToTake } from '#flows/import/backup/rows-to-take.ts';
import type { BackupContent, ImportPorts, ShownBackup } from '#flows/import/ports.ts';
import { originsOfImport, storeMemoryFile } from '#flows/import/store-memory-file.ts';
import { storeSession } from '#flows/import/store-session.ts';
import {
	addRows,
	asItLies,
	importState,
	readTables,
	type TakeArchive
} from '#flows/import/backup/whole-rows.ts';
import { countFile, countStored, type ImportRun, type Ran } from '#flows/import/sums.ts';

/**
 * Restoring a backup: one transaction a session, then the other tables. What is there already is left alone, but for a
 * memory file that differs and is not left out: it becomes what the backup holds, as a revision that can be undone.
 */

/** A restore under way. */
interface Restoring extends ImportRun, ContentToTake {
	/** It holds a session that is here: a file of memory alone may bear the name it has with everybody. */
	readonly isOurs: boolean;
	readonly takeArchive: TakeArchive;
	/** Refused where nothing more may come: see `refuseUnnoted`, and where something was forgotten that it was not held against. */
	readonly refuse: () => Promise<void>;
}

/** Restore everything but the items named in `leftOut`. Stopping keeps what is restored so far; it can be run again. */
export async function restoreBackup(
	ports: ImportPorts,
	{ content: backup, isBelieved }: ShownBackup,
	run: ImportRun,
	signal: AbortSignal
): Promise<Ran> {
	const isHere = (await ports.db.sessions.count()) > 0;
	run.sums.skippedLines = backup.skippedLines;
	run.sums.isSalvaged = backup.salvaged !== null;
	const forgotten = await forgettingNow(ports.db);
	const refuse = async () => {
		await refuseUnnoted(ports.db, run.importId);
		if ((await forgettingNow(ports.db)) !== forgotten)
			throw new Refused({ kind: 'changed-meanwhile' });
	};
	// A stranger's would decide now what it has not shown, and one's own no more.
	if ((await isBackupBelieved(ports, backup)) !== isBelieved)
		throw new Refused({ kind: 'changed-meanwhile' });
	const { leftOut } = run;
	const taken = await contentToTake(ports, backup, { isBelieved, leftOut }, signal);
	if (!taken) return 'stopped';
	if (isBelieved && backup.hash !== null)
		await rememberBegun(ports, { hash: backup.hash, importId: run.importId });
	const takeArchive = isBelieved ? asItLies : asForeignArchive(ports.packer);
	const restoring = { ...run, ...taken, isOurs: isBelieved && isHere, takeArchive, refuse };
	await restoreSessions(ports, restoring, signal);
	if (signal.aborted) return 'stopped';
	await restoreTables(ports, restoring);
	return 'done';
}

async function restoreSessions(
	ports: ImportPorts,
	{ refuse, takeArchive, leftOut, onProgress, sums, ...taken }: Restoring,
	signal: AbortSignal
): Promise<void> {
	const { db } = ports;
	const { content } = taken;
	const storeOne = async (id: string, told: readonly ArchiveLine[]) => {
		const coming = sessionToTake(ports, taken, told, await db.sessions.get(id));
		// Read before it is stored: a transaction waits for nothing but the database.
		const rows = await readTables(content, coming.withIt, takeArchive);
		const lines = await coming.lines();
		await refuse();
		return storeSession(db, lines, { ...coming.elsewhere, putArchives: () => addRows(db, rows) });
	};
	const chosen = content.sessions.filter((session) => !leftOut.has(session.name));
	for (const [index, session] of chosen.entries()) {
		if (signal.aborted) return;
		const id = session.id ?? '';
		countStored(sums, id, await storeOne(id, await session.lines()));
		onProgress({ done: index + 1, of: chosen.length });
	}
}

/** The other tables, the settings, and the memory files that are here already. */
async function restoreTables(
	ports: ImportPorts,
	{ isOurs, leftOut, shown, sums, refuse, takeArchive, ...taken }: Restoring
): Promise<void> {
	const { db } = ports;
	const { content, archived, isBelieved } = taken;
	const placeless = new Set<StateLine>();
	for (const { id, lines } of content.sessions) {
		const isBeside = archived.rows.has(id ?? '') && sums.became.get(id ?? '') !== 'new';
		if (!isBeside) continue;
		for (const line of await placelessHere(db, archived, await lines())) placeless.add(line);
	}
	const { rows, tombstones } = await rowsToTake(db, taken, { placeless, leftOut });
	const back = rows.flatMap(({ table, row }) => {
		const path = table === 'memoryFiles' ? textIn(row, 'path') : '';
		return content.memory.has(path) ? [path] : [];
	});
	// Before the files themselves: once they are here, nobody looks where they came from.
	await refuse();
	if (!isBelieved || !content.isSourced)
		await markBrought(ports, content, {
			paths: back,
			known: isBelieved ? formsNoted(content.state) : new Set()
		});
	await importState(db, { ...content, state: rows }, { refuse, takeArchive });
	await refuseBrought(db);
	sums.memoryFiles += back.length;
	await refuse();
	await addAbsentSettings(db, settingsToTake(content.settings, leftOut));
	const scopes = scopesIn(content);
	const isSourced =
		isOurs && !leftOut.has(recordsId) && content.state.length > 0 && content.isSourced;
	for (const [path, text] of content.memory) {
		if (leftOut.has(path)) continue;
		await refuse();
		const file = { path, text, scope: scopes.get(path), isSourced };
		countFile(sums, await storeMemoryFile(ports, file, shown));
	}
	// A memory file that was written here since the preview has stayed as it is.
	const gone = await tombstonesToTake(db, tombstones);
	await importState(db, { ...content, state: gone }, { refuse, takeArchive });
}

/** Where the files of a backup might be sent. */
const scopesIn = ({ state }: BackupContent): ReadonlyMap<string, MemoryScope> =>
	new Map(
		state
			.filter((line) => line.table === 'memoryFiles')
			.map(({ row }) => [String(row['path']), row['scope'] as MemoryScope])
	);

/**
 * Files that came back whole, with their rows, came from elsewhere all the same. Of one's own only lines of which nothing
 * is noted, where a note was lost.
 */
async function markBrought(
	ports: ImportPorts,
	{ memory }: BackupContent,
	{ paths, known }: { readonly paths: readonly string[]; readonly known: ReadonlySet<string> }
): Promise<void> {
	const origins = paths
		.flatMap((path) => originsOfImport(ports, { path, before: '', text: memory.get(path) ?? '' }))
		.filter(({ path, line }) => !known.has(formIn(path, line)));
	await addOrigins(ports.db, origins);
}

const formIn = (path: string, line: string): string => `${path}\n${line}`;

/** Lines of which is noted where they came from, by their files. */
const formsNoted = (state: readonly StateLine[]): ReadonlySet<string> =>
	new Set(
		state
			.filter(({ table }) => table === 'memoryOrigins')
			.map(({ row }) => formIn(textIn(row, 'path'), textIn(row, 'line')))
	);

/** Those that decide something and the others are chosen by themselves. */
const settingsToTake = (
	settings: BackupContent['settings'],
	leftOut: ReadonlySet<string>
): [string, unknown][] =>
	Object.entries(settings).filter(
		([key]) => !leftOut.has(isHarmless(key) ? 'settings.json' : decisionsId)
	);

import type { ArchiveLine } from '#core/archive/archive.ts';
import type { StateLine } from '#core/backup/backup.ts';
import {
	asForeignLines,
	asForeignState,
	decisionsId,
	isHarmless
} from '#core/backup/foreign-rows.ts';
import { textIn } from '#core/json.ts';
import { cleanFile } from '#core/memory/file.ts';
import type { MemoryScope } from '#core/memory/memory.ts';
import { addAbsentSettings, addOrigins } from '#db/copies/imports.ts';
import { forgettingNow } from '#db/forgetting/tombstones.ts';
import { refuseUnnoted } from '#db/ledger/activity.ts';
import { refuseBrought } from '#db/memory/proposals.ts';
import { Refused } from '#db/storing.ts';
import { withoutForgotten } from '#flows/forgetting/forget-imported.ts';
import {
	archivedIn,
	endingsIn,
	isWholeArchive,
	type Archived
} from '#flows/import/backup/archived.ts';
import { placelessHere } from '#flows/import/backup/beside-here.ts';
import { isTombstone, tombstonesToTake } from '#flows/import/backup/brought-tombstones.ts';
import { chosenPart } from '#flows/import/backup/chosen-part.ts';
import { asForeignArchive } from '#flows/import/backup/foreign-archive.ts';
import { isBelieved, rememberBegun } from '#flows/import/backup/is-believed.ts';
import type { BackupContent, ImportPorts } from '#flows/import/ports.ts';
import { originsOfImport, storeMemoryFile } from '#flows/import/store-memory-file.ts';
import { storeSession } from '#flows/import/store-session.ts';
import { withSafeContent } from '#flows/import/backup/safe-content.ts';
import { revisionsToTake } from '#flows/import/backup/revisions-to-take.ts';
import { partsInArchives, warmedLines } from '#flows/import/backup/warmed-lines.ts';
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
interface Restoring extends ImportRun {
	/** It is believed: see `isBelieved`. */
	readonly isWhole: boolean;
	/** It holds a session that is here: a file of memory alone may bear the name it has with everybody. */
	readonly isOurs: boolean;
	/** What of the backup lies in archives, without what was forgotten here. */
	readonly archived: Archived;
	/** What of it is taken over: all, or what a stranger's backup may bring. */
	readonly content: BackupContent;
	readonly takeArchive: TakeArchive;
	/** Refused where nothing more may come: see `refuseUnnoted`, and where something was forgotten that it was not held against. */
	readonly refuse: () => Promise<void>;
}

/** Restore everything but the items named in `leftOut`. Stopping keeps what is restored so far; it can be run again. */
export async function restoreBackup(
	ports: ImportPorts,
	backup: BackupContent,
	run: ImportRun,
	signal: AbortSignal
): Promise<Ran> {
	const isWhole = await isBelieved(ports, backup);
	const isOurs = isWhole && (await ports.db.sessions.count()) > 0;
	if (isWhole && backup.hash !== null)
		await rememberBegun(ports, { hash: backup.hash, importId: run.importId });
	run.sums.skippedLines = backup.skippedLines;
	run.sums.isSalvaged = backup.salvaged !== null;
	const forgotten = await forgettingNow(ports.db);
	const refuse = async () => {
		await refuseUnnoted(ports.db, run.importId);
		if ((await forgettingNow(ports.db)) !== forgotten)
			throw new Refused({ kind: 'changed-meanwhile' });
	};
	const chosen = chosenPart(isWhole ? backup : withSafeContent(backup), run.leftOut);
	const left = await withoutForgotten(ports, chosen, ports.clock.now(), signal);
	if (!left) return 'stopped';
	const content = isWhole ? left : asForeign(left);
	const takeArchive = isWhole ? asItLies : asForeignArchive(ports.packer);
	const of = { isWhole, isOurs, archived: archivedIn(left), content, takeArchive };
	const restoring = { ...run, ...of, refuse };
	await restoreSessions(ports, restoring, signal);
	if (signal.aborted) return 'stopped';
	await restoreTables(ports, restoring);
	return 'done';
}

async function restoreSessions(
	ports: ImportPorts,
	{ refuse, content, takeArchive, archived, isWhole, leftOut, onProgress, sums }: Restoring,
	signal: AbortSignal
): Promise<void> {
	const { db } = ports;
	// One that is not here comes with its archives, so that a stop leaves no session with a gap. Of one that is here, turns
	// that the backup has in archives alone have to be held against it too.
	const storeOne = async (id: string, lines: readonly ArchiveLine[]) => {
		const there = await db.sessions.get(id);
		const wanted = (archived.rows.get(id) ?? []).filter(
			({ table }) => table === 'archives' || (isWhole && table === 'cold')
		);
		const whole = wanted.filter(isWholeArchive);
		// A later state of one that is here may have ended since.
		const head = lines.find((line) => line.type === 'session');
		const later = isWhole && there && head ? endingsIn(archived, head, there) : [];
		const coming = there ? later : wanted;
		// Read before it is stored: a transaction waits for nothing but the database.
		const rows = coming.length > 0 ? await readTables(content, coming, takeArchive) : [];
		const putArchives = () => addRows(db, rows);
		const comesWhole = (there ? later : whole).length > 0;
		const isNew = isWhole && !there;
		const told = isNew ? lines : await warmedLines(ports, archived, lines);
		const parts = isNew ? partsInArchives(archived, lines) : {};
		await refuse();
		const beside = { ...parts, putArchives, comesWhole, isBelieved: isWhole };
		return storeSession(db, isWhole ? told : asForeignLines(told), beside);
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
	{ content, archived, isWhole, isOurs, leftOut, shown, sums, ...run }: Restoring
): Promise<void> {
	const { db } = ports;
	const placeless = new Set<StateLine>();
	for (const { id, lines } of content.sessions) {
		const isBeside = archived.rows.has(id ?? '') && sums.became.get(id ?? '') !== 'new';
		if (!isBeside) continue;
		for (const line of await placelessHere(db, archived, await lines())) placeless.add(line);
	}
	// Files that are not here at all come back with their rows, so that a restored profile is equal.
	const absent = new Set<string>();
	for (const path of content.memory.keys())
		if (!leftOut.has(path) && !(await db.memoryFiles.get(path))) absent.add(path);
	const chosenState = leftOut.has('state.jsonl.gz') ? [] : content.state;
	const state = chosenState.filter((line) =>
		line.table === 'memoryFiles' && line.row['deletedAt'] === null
			? absent.has(String(line.row['path']))
			: !placeless.has(line)
	);
	const coming = new Set<unknown>();
	for (const { table, row } of state)
		if (table === 'memoryFiles' && !(await db.memoryFiles.get(String(row['path']))))
			coming.add(row['path']);
	const back = [...absent].filter((path) => coming.has(path));
	const revisions = await revisionsToTake(db, state.filter(isRevision), { coming, leftOut });
	// Before the files themselves: once they are here, nobody looks where they came from.
	await run.refuse();
	if (!isWhole || !content.isSourced)
		await markBrought(ports, content, {
			paths: back,
			known: isWhole ? formsNoted(state) : new Set()
		});
	const others = state.filter((line) => !isTombstone(line) && !isRevision(line));
	await importState(db, { ...content, state: [...others, ...revisions] }, run);
	await refuseBrought(db);
	sums.memoryFiles += back.length;
	await run.refuse();
	await addAbsentSettings(db, settingsToTake(content.settings, leftOut));
	const scopes = scopesIn(content);
	const isSourced = isOurs && chosenState.length > 0 && content.isSourced;
	for (const [path, text] of content.memory) {
		if (leftOut.has(path)) continue;
		await run.refuse();
		const file = { path, text, scope: scopes.get(path), isSourced };
		countFile(sums, await storeMemoryFile(ports, file, shown));
	}
	const gone = await tombstonesToTake(db, state.filter(isTombstone));
	await importState(db, { ...content, state: gone }, run);
}

const isRevision = ({ table }: StateLine): boolean => table === 'memoryRevisions';

/** Where the files of a backup might be sent. */
const scopesIn = ({ state }: BackupContent): ReadonlyMap<string, MemoryScope> =>
	new Map(
		state
			.filter((line) => line.table === 'memoryFiles')
			.map(({ row }) => [String(row['path']), row['scope'] as MemoryScope])
	);

const asForeign = (content: BackupContent): BackupContent => ({
	...content,
	state: content.state.flatMap((line) => asForeignState(line) ?? []),
	memory: new Map([...content.memory].map(([path, text]) => [path, cleanFile(text).text])),
	settings: Object.fromEntries(Object.entries(content.settings).filter(([key]) => isHarmless(key)))
});

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

import {
	newestFirst,
	type MemoryFile,
	type MemoryOrigin,
	type MemoryRevision,
	type MemoryScope,
	type Proposal,
	type Refusal
} from '#core/memory/memory.ts';
import { isVouching } from '#core/provenance/taint.ts';
import { formKey, lineKey, originsOfAct } from '#core/lines/same-line.ts';
import { fileTombstoneId } from '#core/forgetting/what.ts';
import { refuseLost } from '#db/forgetting/tombstones.ts';
import type { Truth } from '#db/schema.ts';
import { Refused, storingIn, type Stored } from '#db/storing.ts';
import { nothingTold, tell, type Told } from '#db/told.ts';

/** Memory files with their revisions and origins. */

/** Files that are not deleted, by path. */
export async function memoryFiles(db: Truth): Promise<MemoryFile[]> {
	const rows = await db.memoryFiles.orderBy('path').toArray();
	return rows.filter((row) => row.deletedAt === null);
}

/** All that is kept of memory files, deleted ones too, as it was at one moment. */
export const everyMemoryRow = (db: Truth) =>
	db.transaction('r', memoryTables(db), async () => ({
		memoryFiles: await db.memoryFiles.orderBy('path').toArray(),
		memoryRevisions: await db.memoryRevisions.toArray(),
		memoryOrigins: await db.memoryOrigins.toArray()
	}));

/** The files at these paths, in their order; a path without a file is passed over. */
export async function memoryFilesAt(db: Truth, paths: readonly string[]): Promise<MemoryFile[]> {
	const rows = await db.memoryFiles.bulkGet([...paths]);
	return rows.filter((row) => row !== undefined && row.deletedAt === null) as MemoryFile[];
}

/** Where some files may be sent, deleted ones too: what was kept back stays so. */
export async function placesAt(
	db: Truth,
	paths: readonly string[]
): Promise<readonly Pick<MemoryFile, 'path' | 'scope'>[]> {
	const rows = await db.memoryFiles.bulkGet([...paths]);
	return rows.filter((row) => row !== undefined);
}

/** The same of one path and of the files that were renamed from it. */
export async function placesFrom(
	db: Truth,
	path: string
): Promise<readonly Pick<MemoryFile, 'path' | 'scope'>[]> {
	const renamed = await db.memoryRevisions.filter(({ from }) => from !== undefined).toArray();
	const paths = new Set([path]);
	for (const at of paths) for (const row of renamed) if (row.from === at) paths.add(row.path);
	return placesAt(db, [...paths]);
}

export async function memoryFile(db: Truth, path: string): Promise<MemoryFile | undefined> {
	const file = await db.memoryFiles.get(path);
	return file?.deletedAt === null ? file : undefined;
}

/** One write: what the file becomes, the revision that records it, the origins of its new lines. */
export interface MemoryWrite {
	readonly revision: MemoryRevision;
	/** The `rev` the writer read, or null for a file that was not there. A lost race is refused. */
	readonly expectedRev: number | null;
	readonly origins: readonly MemoryOrigin[];
	/** An act that this takes back: what it noted of its lines goes. */
	readonly undoes?: string;
	/** The scope of a file that takes another one's place; left out: the file keeps its own. */
	readonly scope?: MemoryScope;
	/** When that was deleted which this brings back, where its file has been written again since. */
	readonly lostAt?: number;
}

/** A deleted file may be written anew at any time; as it was it comes back only until it is forgotten. */
async function refuseLostFile(
	db: Truth,
	{ revision: { by, path }, lostAt }: MemoryWrite,
	before: MemoryFile | undefined
): Promise<void> {
	const deletedAt = lostAt ?? before?.deletedAt ?? null;
	if (by !== 'undo' || deletedAt === null) return;
	await refuseLost(db, [fileTombstoneId(path, deletedAt)]);
}

/** Inside a transaction that spans the memory tables: write a file, its revision and origins. */
async function writeInside(db: Truth, write: MemoryWrite): Promise<MemoryFile> {
	const { revision } = write;
	const before = await db.memoryFiles.get(revision.path);
	const seen = before && before.deletedAt === null ? before.rev : null;
	if (seen !== write.expectedRev) throw new Refused({ kind: 'changed-meanwhile' });
	await refuseLostFile(db, write, before);
	const file: MemoryFile = {
		path: revision.path,
		text: revision.text,
		scope: write.scope ?? before?.scope ?? 'everywhere',
		rev: (before?.rev ?? 0) + 1,
		updatedAt: revision.at,
		deletedAt: revision.deleted ? revision.at : null
	};
	await db.memoryFiles.put(file);
	await db.memoryRevisions.add({ ...revision, rev: file.rev });
	if (write.undoes !== undefined) {
		const noted = originsOfAct(write.undoes, revision.path);
		await db.memoryOrigins.where('id').startsWith(noted).delete();
	}
	await db.memoryOrigins.bulkPut([...write.origins]);
	return file;
}

const memoryTables = (db: Truth) => [
	db.memoryFiles,
	db.memoryRevisions,
	db.memoryOrigins,
	db.activity,
	db.tombstones
];

export const writeMemory = (
	db: Truth,
	write: MemoryWrite,
	told: Told<MemoryFile> = nothingTold
): Promise<Stored<MemoryFile>> =>
	storingIn(db, memoryTables(db), async () => {
		const file = await writeInside(db, write);
		await tell(db, told(file));
		return file;
	});

/** Several files in one transaction: all of them or none. */
export const writeMemories = (
	db: Truth,
	writes: readonly MemoryWrite[],
	told: Told<readonly MemoryFile[]>
): Promise<Stored<readonly MemoryFile[]>> =>
	storingIn(db, memoryTables(db), async () => {
		const files: MemoryFile[] = [];
		for (const write of writes) files.push(await writeInside(db, write));
		await tell(db, told(files));
		return files;
	});

/** Where a file may be sent. Changes no text, so it is no revision. Refused when there is no such file. */
export const setMemoryScope = (
	db: Truth,
	path: string,
	scope: MemoryScope
): Promise<Stored<void>> =>
	storingIn(db, [db.memoryFiles], async () => {
		const file = await db.memoryFiles.get(path);
		if (!file || file.deletedAt !== null) throw new Refused({ kind: 'changed-meanwhile' });
		await db.memoryFiles.put({ ...file, scope });
	});

/** Revisions of a file, newest first. */
export async function revisionsOf(db: Truth, path: string): Promise<MemoryRevision[]> {
	const rows = await db.memoryRevisions.where('path').equals(path).toArray();
	return rows.sort(newestFirst);
}

export const originsOf = (db: Truth, path: string): Promise<MemoryOrigin[]> =>
	db.memoryOrigins.where('path').equals(path).toArray();

/** Every origin of a line (`normaliseLine` of it), whichever file it stands in, or stood. */
export const originsOfLine = (db: Truth, line: string): Promise<MemoryOrigin[]> =>
	db.memoryOrigins.filter((origin) => origin.line === line).toArray();

/** The same for many lines, read once. */
export const originsOfLines = (db: Truth, lines: ReadonlySet<string>): Promise<MemoryOrigin[]> =>
	db.memoryOrigins.filter((origin) => lines.has(origin.line)).toArray();

/** Origins of lines that came with an import, and those by which the user vouches for a line. */
export const originsOfTrust = (db: Truth): Promise<MemoryOrigin[]> =>
	db.memoryOrigins.filter((row) => row.origin === 'import' || isVouching(row)).toArray();

/** Add what is known of a line; `without`: take it back. */
export const changeOrigins = (
	db: Truth,
	{ add, without }: { readonly add: readonly MemoryOrigin[]; readonly without: readonly string[] }
): Promise<Stored<void>> =>
	storingIn(db, [db.memoryOrigins], async () => {
		await db.memoryOrigins.bulkPut([...add]);
		await db.memoryOrigins.bulkDelete([...without]);
	});

/** What is decided about a proposal. */
export interface ProposalDecision {
	/** The proposal as it becomes. */
	readonly next: Proposal;
	readonly refuse?: readonly Refusal[];
	/** Whether the refusals are taken back that this proposal put there: those of the user's own stay. */
	readonly unrefuse?: boolean;
	/** Whether its line went out of memory again: what an acceptance noted of it has its id. */
	readonly dropOrigin?: boolean;
}

export interface ProposalDecisions {
	readonly decisions: readonly ProposalDecision[];
	/** What they write together. A file may be written several times; each time but the first expects what the one before has left. */
	readonly writes: readonly MemoryWrite[];
}

/**
 * Decide proposals: their status, the write that an acceptance makes, the refusal that a rejection leaves, all in one
 * transaction. What is decided is read inside of it, so nobody writes between the look and the act: a plan may read
 * memory, proposals and tombstones, and wait for nothing else. Refused where it is null.
 */
export const decideProposals = <Plan extends ProposalDecisions>(
	db: Truth,
	plan: () => Promise<Plan | null>,
	told: Told<Plan> = nothingTold
): Promise<Stored<Plan>> =>
	storingIn(db, [db.proposals, db.refusals, ...memoryTables(db)], async () => {
		const planned = await plan();
		if (!planned) throw new Refused({ kind: 'changed-meanwhile' });
		for (const decision of planned.decisions) await decideInside(db, decision);
		if (planned.decisions.length > 0) await tell(db, told(planned));
		const revs = new Map<string, number>();
		for (const write of planned.writes) {
			const { path } = write.revision;
			const expectedRev = revs.get(path) ?? write.expectedRev;
			revs.set(path, (await writeInside(db, { ...write, expectedRev })).rev);
		}
		return planned;
	});

/** Inside a transaction that spans the memory tables, proposals and refusals. */
async function decideInside(
	db: Truth,
	{ next, refuse = [], unrefuse, dropOrigin }: ProposalDecision
): Promise<void> {
	await db.proposals.put(next);
	for (const refusal of refuse)
		if (!(await db.refusals.get(refusal.hash)))
			await db.refusals.add({ ...refusal, proposalId: next.id });
	if (unrefuse) await db.refusals.bulkDelete(await refusedWith(db, next));
	if (dropOrigin) await db.memoryOrigins.delete(next.id);
}

/** Hashes of the refusals that the rejection of a proposal has put on the list. */
async function refusedWith(db: Truth, { id, text, offered = text }: Proposal): Promise<string[]> {
	const lines = [...new Set([text, offered])];
	// An empty line stands for forgotten words. Only the refusal itself knows its proposal then, so the whole list is read.
	const rows = lines.includes('')
		? await db.refusals.toArray()
		: await db.refusals.bulkGet(lines.flatMap((line) => [lineKey(line), formKey(line)]));
	return rows.flatMap((row) => (row?.proposalId === id ? [row.hash] : []));
}

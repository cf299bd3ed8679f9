import { exchangesOf, type ArchiveLine } from '#core/archive/archive.ts';
import type { SessionRows } from '#core/import/growth/growth.ts';
import type { PathPart } from '#core/log/path.ts';
import { firstBranch } from '#core/session/empty-session.ts';
import { trunk, type Branch, type Session } from '#core/session/session.ts';
import type { Exchange } from '#core/log/turn.ts';

/**
 * The rows of a session from a file, made to fit together: every branch leads back to a first turn, reaches as far as
 * its turns do, and is told apart by name, turns by id, steps by number. Whoever opens a session relies on that, so one
 * that does not fit could never be opened again. What can be kept is kept; what is missing is a gap.
 */
export interface SoundRows extends SessionRows {
	/** Branches that did not say where they left the conversation; they stand behind the turn before theirs. */
	readonly branchesMended: number;
}

/** `elsewhere`: stretches whose turns lie in archives and not among the rows. */
export function soundRows(
	{ session, branches, exchanges }: SessionRows,
	elsewhere: readonly PathPart[] = []
): SoundRows {
	const kept = distinctTurns(session, exchanges);
	const { rows, mended } = leadingBack(
		reaching(session, branches, [...kept.map(placeOf), ...elsewhere]),
		kept
	);
	const shown = [session.branch, trunk].find((name) => rows.some(({ branch }) => branch === name));
	const branch = shown ?? rows[0]?.branch ?? trunk;
	return {
		session: branch === session.branch ? session : { ...session, branch },
		branches: rows,
		exchanges: kept,
		// A file that names no branch at all, as the archive of one round, is as it should be.
		branchesMended: branches.length === 0 ? 0 : mended
	};
}

const placeOf = ({ turn: { branch, seq } }: Exchange): PathPart => ({
	branch,
	fromSeq: seq,
	throughSeq: seq
});

/** Turns with an id of their own, steps with a number of their own, in its order. */
function distinctTurns({ id }: Session, exchanges: readonly Exchange[]): readonly Exchange[] {
	const byId = new Map<string, Exchange>();
	for (const { turn, steps } of exchanges) {
		if (byId.has(turn.turnId)) continue;
		const byIndex = new Map(
			steps.filter((step) => step.sessionId === id).map((step) => [step.index, step])
		);
		byId.set(turn.turnId, {
			turn,
			steps: [...byIndex.values()].sort((a, b) => a.index - b.index)
		});
	}
	return [...byId.values()];
}

/** The branches, each from its first turn to its last. One that only its turns speak of is its own parent for now. */
function reaching(
	session: Session,
	branches: readonly Branch[],
	parts: readonly PathPart[]
): readonly Branch[] {
	const rows = new Map<string, Branch>();
	for (const row of branches)
		if (!rows.has(row.branch)) rows.set(row.branch, { ...row, headSeq: row.forkSeq - 1 });
	for (const { branch, fromSeq, throughSeq } of parts) {
		const row = rows.get(branch) ?? {
			...firstBranch(session),
			branch,
			parent: branch,
			forkSeq: fromSeq,
			headSeq: throughSeq
		};
		const forkSeq = Math.min(row.forkSeq, fromSeq);
		rows.set(branch, { ...row, forkSeq, headSeq: Math.max(row.headSeq, throughSeq) });
	}
	return rows.size > 0 ? [...rows.values()] : [firstBranch(session)];
}

/** The branches, each with a way to one that has no parent. */
function leadingBack(
	branches: readonly Branch[],
	exchanges: readonly Exchange[]
): { readonly rows: readonly Branch[]; readonly mended: number } {
	const rows = new Map(branches.map((row) => [row.branch, row]));
	const holders = new Map(exchanges.map(({ turn }) => [turn.seq, turn.branch]));
	const sound = new Set<string>();
	let mended = 0;
	// Those that begin earlier first: what comes later may hang on them.
	for (const row of branches.toSorted((a, b) => a.forkSeq - b.forkSeq)) {
		const way = new Set<string>();
		let at: string | null = row.branch;
		while (at !== null && !sound.has(at) && !way.has(at) && rows.has(at)) {
			way.add(at);
			at = rows.get(at)?.parent ?? null;
		}
		if (at !== null && !sound.has(at)) {
			const before = holders.get(row.forkSeq - 1);
			const parent = before !== undefined && sound.has(before) ? before : null;
			rows.set(row.branch, { ...row, parent });
			way.clear();
			way.add(row.branch);
			mended++;
		}
		for (const name of way) sound.add(name);
	}
	return { rows: [...rows.values()], mended };
}

/** Turns that the branches of a session speak of and that are neither in its file nor `elsewhere`. */
export function missingTurns(
	lines: readonly ArchiveLine[],
	elsewhere: readonly PathPart[] = []
): number {
	const branches = lines.filter((line) => line.type === 'branch');
	const heads = new Map(branches.map(({ branch, headSeq }) => [branch, headSeq]));
	let said = 0;
	for (const { parent, forkSeq, headSeq } of branches) {
		const before = parent === null ? -1 : (heads.get(parent) ?? Infinity);
		said += Math.max(0, headSeq - Math.min(forkSeq, before + 1) + 1);
	}
	return Math.max(0, said - exchangesOf(lines).exchanges.length - turnsOf(elsewhere));
}

const turnsOf = (parts: readonly PathPart[]): number =>
	parts.reduce((sum, part) => sum + part.throughSeq - part.fromSeq + 1, 0);

/** How many turns a session has whose other turns lie `elsewhere`. */
export const turnsWith = (
	elsewhere: readonly PathPart[],
	exchanges: readonly Exchange[]
): number => {
	const isElsewhere = ({ turn: { branch, seq } }: Exchange): boolean =>
		elsewhere.some(
			(part) => part.branch === branch && part.fromSeq <= seq && seq <= part.throughSeq
		);
	return turnsOf(elsewhere) + exchanges.filter((exchange) => !isElsewhere(exchange)).length;
};

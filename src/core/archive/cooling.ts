import { dayMs } from '#core/time/day-ms.ts';
import type { Archive, ColdRange } from '#core/archive/stored.ts';
import type { Branch, Session } from '#core/session/session.ts';
import { ownPart, pathOf, slicePath, type PathPart } from '#core/log/path.ts';
import { isCommitted, type Summary } from '#core/summary/summary.ts';

/**
 * Which turns may be let go of because an archive holds them: those of sessions that have ended, and those that a
 * summary in use has covered for some days. The rest of the work, above all the proof that the archive holds them, is
 * the flow's.
 */

export interface CoolPlan {
	readonly archiveId: string;
	readonly part: PathPart;
	/** Null: the whole session has ended. */
	readonly summaryId: string | null;
}

/** Turns let go of in one transaction. */
const turnsAtOnce = 100;

/**
 * What of a session may leave the tables `afterDays` after it ended or was summarised: stretches of one branch each, of
 * at most `turnsAtOnce` turns, without those that are cold already.
 */
export function planCooling(
	found: {
		readonly session: Session;
		readonly branches: readonly Branch[];
		readonly summaries: readonly Summary[];
		readonly archives: readonly Archive[];
		readonly cold: readonly ColdRange[];
	},
	{ afterDays, now }: { readonly afterDays: number; readonly now: number }
): CoolPlan[] {
	const isOld = (at: number | null): boolean => at !== null && now - at >= afterDays * dayMs;
	const { session, summaries, archives, cold } = found;
	if (session.deletedAt !== null) return [];
	const whole = archives.find(isWhole);
	const plans =
		whole && isOld(session.endedAt)
			? found.branches.map((row) => ({
					archiveId: whole.id,
					summaryId: null,
					part: ownPart(row)
				}))
			: summaries
					.filter(isCommitted)
					.filter((summary) => isOld(summary.committedAt))
					.flatMap((summary) => plansOf(summary, found));
	return plans
		.flatMap((plan) => without(plan.part, cold).map((part) => ({ ...plan, part })))
		.flatMap((plan) => pieces(plan.part).map((part) => ({ ...plan, part })));
}

const isWhole = (archive: Archive): boolean => archive.round === null && archive.deletedAt === null;

/** Whether an archive holds one round of compaction and is not deleted. */
export const isRound = (archive: Archive): boolean =>
	archive.round !== null && archive.deletedAt === null;

/**
 * The archive of a session that ended some days ago, where archives of its rounds lie beside it that hold the same
 * once more; else null. Until then an undo of the reset finds the rounds as they were.
 */
export function wholeToGather(
	{ session, archives }: { readonly session: Session; readonly archives: readonly Archive[] },
	{ afterDays, now }: { readonly afterDays: number; readonly now: number }
): Archive | null {
	const { endedAt, deletedAt } = session;
	if (endedAt === null || deletedAt !== null || now - endedAt < afterDays * dayMs) return null;
	return archives.some(isRound) ? (archives.find(isWhole) ?? null) : null;
}

/** Whole turns of a summary; the first turn of a session stays, because every prompt may quote it. */
function plansOf(
	{ id, archiveId, branch, from, through }: Summary,
	{
		branches,
		archives
	}: { readonly branches: readonly Branch[]; readonly archives: readonly Archive[] }
): CoolPlan[] {
	const archive = archives.find((row) => row.id === archiveId && row.deletedAt === null);
	if (!archive) return [];
	const fromSeq = Math.max(1, from.step < 0 ? from.seq : from.seq + 1);
	const parts = slicePath(pathOf(branches, branch), fromSeq, through.seq - 1);
	return parts.map((part) => ({ archiveId: archive.id, summaryId: id, part }));
}

/** What of a part is not cold yet. */
function without(part: PathPart, cold: readonly ColdRange[]): PathPart[] {
	let rest = [part];
	for (const gone of cold.filter((row) => row.branch === part.branch))
		rest = rest.flatMap((piece) => [
			...slicePath([piece], -Infinity, gone.fromSeq - 1),
			...slicePath([piece], gone.throughSeq + 1, Infinity)
		]);
	return rest;
}

function pieces(part: PathPart): PathPart[] {
	const cut: PathPart[] = [];
	for (let at = part.fromSeq; at <= part.throughSeq; at += turnsAtOnce)
		cut.push({ ...part, fromSeq: at, throughSeq: Math.min(part.throughSeq, at + turnsAtOnce - 1) });
	return cut;
}

/** Ranges whose turns belong back into the tables: their session goes on, and no summary covers them any more. */
export function rangesToWarm(
	session: Session | undefined,
	summaries: readonly Summary[],
	cold: readonly ColdRange[]
): ColdRange[] {
	if (!session || session.endedAt !== null) return [];
	const used = summaries.filter(isCommitted);
	return cold.filter((range) => !used.some(({ archiveId }) => archiveId === range.archiveId));
}

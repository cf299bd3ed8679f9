import { beginJob } from '#flows/compaction/job/begin-compaction.ts';
import {
	previousKeyOf,
	readCase,
	type CompactionCase
} from '#flows/compaction/case/compaction-case.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import { barNow, endBroken, endJob, endWithoutPlan } from '#flows/compaction/job/end-compaction.ts';
import { withNotes } from '#flows/compaction/case/notes-of-today.ts';
import { fromOriginals } from '#flows/compaction/case/from-originals.ts';
import type { CompactOutcome, WorkshopJobs } from '#flows/ports/workshop.ts';
import { planCase } from '#flows/compaction/case/plan-case.ts';
import { runPlan, type Report, type Run } from '#flows/compaction/job/run-plan.ts';
import type { StoredJob } from '#core/compaction/stored-job.ts';
import { excludedKeyOf } from '#core/summarise/excluded.ts';

/**
 * A compaction from the plan to the draft: the same in the workshop and in tests. Each part is stored as soon as it
 * is there, so a job that was cut short goes on where it stopped; a turn is never changed.
 */

type Ask = WorkshopJobs['compact']['ask'];

/** A job is begun so often, and as often again once it has stored a part. */
const mostStarts = 3;

export async function compactSession(
	ports: CompactPorts,
	ask: Ask,
	signal: AbortSignal,
	onProgress: Report
): Promise<CompactOutcome> {
	onProgress({ done: 0, of: 0 });
	const begun = await beginJob(ports, ask);
	if (begun.status !== 'begun') return begun;
	const { job, stored } = begun;
	const bar = await barNow(ports.db, job);
	if (bar) return endJob(ports, job, bar);
	if (stored.starts > mostStarts) return endBroken(ports, job);
	const now = await readCase(ports.db, {
		sessionId: job.sessionId,
		branch: job.branch,
		answerer: stored.facts.answerer,
		prompt: stored.facts.prompt
	});
	if (!now) return endJob(ports, job, { kind: 'changed-meanwhile' });
	const read =
		job.trigger === 'again'
			? await fromOriginals(ports, now)
			: ({ status: 'read', found: now } as const);
	if (read.status === 'failed') return endJob(ports, job, read.failure);
	const found = await withNotes(ports, read.found);
	const standing = standsYet(stored, found) ? stored.plan : null;
	const isTakenUp = ask.compactionId !== null;
	// Asked for anew, what is left is right only where nothing was said since.
	const planned =
		isTakenUp && standing
			? standing
			: planCase({ found, facts: stored.facts, trigger: job.trigger });
	if (planned.kind !== 'plan') return endWithoutPlan(ports, { job, found, planned });
	const resumed = standing?.key === planned.key ? standing : null;
	const anew = { ...stored, inside: false, ...(!isTakenUp && { learnt: null, learntCost: 0 }) };
	const run: Run = {
		job: resumed ? job : { ...job, chunks: [] },
		found,
		plan: resumed ?? planned,
		stored: resumed ? stored : anew,
		isTakenUp,
		inside: resumed ? null : (ask.inside?.key ?? null)
	};
	return runPlan(ports, run, signal, onProgress);
}

/** The turns that may be told, and the summary that it goes on from, are those it was planned with (INV-13). */
const standsYet = ({ excludedKey, previousKey }: StoredJob, found: CompactionCase): boolean =>
	excludedKey === excludedKeyOf(found.excluded) && previousKey === previousKeyOf(found);

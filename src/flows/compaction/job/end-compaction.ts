import { infeasible } from '#core/prompt/weight/making-room.ts';
import type { Failure } from '#core/failure.ts';
import type { Compaction } from '#core/compaction/compaction.ts';
import { barTo } from '#core/compaction/bar.ts';
import type { NoOpReason, Plan, Planned } from '#core/plan/planned.ts';
import { keysIn, triedKey, withKey } from '#core/plan/plan-key.ts';
import { onDevice } from '#core/models/model-card.ts';
import { spoken, textsSent } from '#core/summary/summary.ts';
import { changeSession, readPath, sessionOf } from '#db/log/sessions.ts';
import { readSettings } from '#db/settings.ts';
import { changeCompaction, removeCompaction } from '#db/summaries/compactions.ts';
import { noteActivity, type Noted } from '#flows/activity.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import {
	verbatimTokens,
	writtenOn,
	type CompactionCase
} from '#flows/compaction/case/compaction-case.ts';
import type { CompactOutcome } from '#flows/ports/workshop.ts';
import { readStoredJob } from '#core/compaction/stored-job.ts';

/** The ends of a compaction that leave no draft: each is stored, so that it is seen and not tried again by itself. */

type Ports = Pick<CompactPorts, 'db' | 'clock'>;

/** Why a job may send nothing more, as things are now; null: it may. */
export async function barNow(
	db: CompactPorts['db'],
	{ sessionId, trigger, plan }: Pick<Compaction, 'sessionId' | 'trigger' | 'plan'>
): Promise<Failure | null> {
	const { facts, endpoint } = readStoredJob(plan);
	const [session, settings] = await Promise.all([sessionOf(db, sessionId), readSettings(db)]);
	const answerer = facts?.answerer ?? onDevice;
	const why = barTo({ trigger, answerer, endpoint }, { session, settings });
	return why && { kind: 'changed-meanwhile', why };
}

/**
 * Stopped by the user; or it may not go on, and then it says why. Where its row is gone nobody has cancelled it: a copy
 * has taken the place of everything, or what it was to cover was forgotten.
 */
export async function stopJob(
	ports: Ports,
	job: Compaction,
	signal: AbortSignal
): Promise<CompactOutcome> {
	if (signal.aborted) return cancelJob(ports, job);
	const bar = await barNow(ports.db, job);
	if (bar) return endJob(ports, job, bar);
	const isThere = (await ports.db.compactions.get(job.id)) !== undefined;
	return isThere ? cancelJob(ports, job) : endJob(ports, job, { kind: 'changed-meanwhile' });
}

/**
 * Nobody was there to be asked, and nobody waits: it stays as it is, and whoever keeps house takes it up again. That is
 * no start that came to nothing.
 */
export async function putOff(
	{ db }: Ports,
	{ id }: Compaction,
	failure: Failure
): Promise<CompactOutcome> {
	await changeCompaction(db, id, ({ plan }) => {
		const stored = readStoredJob(plan);
		return { leaseUntil: 0, plan: { ...stored, starts: Math.max(0, stored.starts - 1) } };
	});
	return { status: 'failed', failure };
}

export async function cancelJob({ db, clock }: Ports, job: Compaction): Promise<CompactOutcome> {
	await changeCompaction(db, job.id, () => ({
		status: 'cancelled',
		leaseUntil: 0,
		updatedAt: clock.now()
	}));
	return { status: 'stopped' };
}

/** One that broke off too often, or because of a bug: whoever took it up again would only pay once more (INV-40). */
export function endBroken(
	ports: Ports,
	job: Compaction,
	failure: Failure = { kind: 'crashed', detail: 'broke off each time' }
): Promise<CompactOutcome> {
	const { starts, plan } = readStoredJob(job.plan);
	return endJob(ports, { ...job, attempts: starts }, failure, plan && triedKey(plan.key));
}

/** A visible end that is stored and not tried again by itself (INV-5). */
export async function endJob(
	ports: Ports,
	job: Compaction,
	because: Failure,
	noPlanKey: string | null = null
): Promise<CompactOutcome> {
	const { db, clock } = ports;
	const at = clock.now();
	// The telephone only sees that it is not the endpoint it was asked for.
	const bar = because.kind === 'changed-meanwhile' ? await barNow(db, job) : null;
	const failure = bar ?? because;
	await changeCompaction(db, job.id, () => ({
		status: 'failed',
		failure,
		attempts: job.attempts,
		leaseUntil: 0,
		updatedAt: at
	}));
	// What was changed may be planned anew as it is now.
	if (noPlanKey !== null && failure.kind !== 'changed-meanwhile')
		await countAnew(db, job, noPlanKey);
	await noteActivity(ports, {
		at,
		kind: 'failure',
		sessionId: job.sessionId,
		details: { what: 'compaction', trigger: job.trigger, attempts: job.attempts },
		failure
	});
	return { status: 'failed', failure };
}

/** What came to nothing waits for something new, and turns are counted from here. */
async function countAnew(
	db: CompactPorts['db'],
	{ sessionId, branch }: Compaction,
	key: string
): Promise<void> {
	const saidBefore = await readPath(db, sessionId, branch);
	await changeSession(db, sessionId, ({ noPlanKey }) => ({
		noPlanKey: withKey(noPlanKey, key),
		saidBefore
	}));
}

/** Nothing to do, or no room whatever is done: no call was made. */
export async function endWithoutPlan(
	ports: CompactPorts,
	{
		job,
		found,
		planned
	}: {
		readonly job: Compaction;
		readonly found: CompactionCase;
		readonly planned: Exclude<Planned, Plan>;
	}
): Promise<CompactOutcome> {
	const { db } = ports;
	if (planned.kind === 'no-op') {
		const removed = await removeCompaction(db, job.id);
		if (removed.status === 'failed') return removed;
		const { key, reason } = planned;
		const isKnown = reason === 'decided-before' || keysIn(found.session.noPlanKey).includes(key);
		if (!isKnown) {
			// Nothing was looked for at the end of the log.
			if (reason !== 'all-left-out') await countAnew(db, job, key);
			await noteActivity(ports, noOp(job, { reason, tokens: promptTokens(job, found) }));
		}
		return { status: 'nothing-to-do', reason };
	}
	const failure: Failure =
		planned.kind === 'infeasible'
			? infeasible(planned, found.policy)
			: {
					kind: 'does-not-fit',
					tokens: planned.tokens,
					usable: planned.room,
					largest: [{ source: 'New message', tokens: planned.tokens }]
				};
	return endJob(ports, job, failure);
}

/** What the prompt as it stands weighs, tokens: what no summary replaces, and what was said. */
function promptTokens({ plan }: Compaction, found: CompactionCase): number {
	const floor = readStoredJob(plan).facts?.floor ?? 0;
	const used = writtenOn(found);
	const before = spoken(used);
	const sent = before ? textsSent(before, found.session, found.policy.preset) : [];
	const held = found.weigh.text(sent.join(''));
	return floor + held + verbatimTokens(found, used?.through ?? null, 'now');
}

/** Checklist 147: round 0, the same weight after as before. */
const noOp = (
	job: Compaction,
	{ reason, tokens }: { readonly reason: NoOpReason; readonly tokens: number }
): Noted => ({
	kind: 'no-op',
	sessionId: job.sessionId,
	details: {
		reason,
		trigger: job.trigger,
		round: 0,
		tokensBefore: tokens,
		tokensAfter: tokens
	}
});

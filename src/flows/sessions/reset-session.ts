import { continuationOf } from '#core/session/empty-session.ts';
import { isAsked, planReset, type ResetBy } from '#core/session/reset-plan.ts';
import type { Session } from '#core/session/session.ts';
import { coldOf } from '#db/archives/cold.ts';
import { forgottenSoFar } from '#db/forgetting/tombstones.ts';
import { branchesOf, latestSession, sessionOf } from '#db/log/sessions.ts';
import { dropWhole, endSession, reopenSession } from '#db/log/resets.ts';
import { moveUnsent, placesOfUnsent } from '#db/scratch/move-unsent.ts';
import { editKey, unsentEditsOf } from '#db/scratch/unsent-edits.ts';
import { spared } from '#db/scratch/spared.ts';
import { storing } from '#db/storing.ts';
import { readSettings } from '#db/settings.ts';
import type { Told } from '#db/told.ts';
import { activityOf } from '#flows/activity.ts';
import { done, doneOf, failed, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';
import { tellRetry, type TellRetry } from '#flows/prompt/tell-retry.ts';
import { neverStops } from '#flows/ports/waiting.ts';
import { dueNow, isNewestWaiting, newestOf, resetDayNow } from '#flows/sessions/due-now.ts';
import { settleSession } from '#flows/sessions/hold-session.ts';
import { takeLeft } from '#flows/sessions/take-left.ts';
import type { Failed } from '#core/failure.ts';
import { sessionLock } from '#flows/ports/lock-names.ts';

/** A reset: a last extraction, the whole session archived, counters cleared, and a new session that keeps the memory. */

type ResetOutcome =
	| {
			readonly status: 'reset';
			/** Null: nobody would look for what follows, as when one that lay long untouched ended by itself. */
			readonly next: Session | null;
			readonly archiveId: string;
	  }
	/** Nothing was said yet, or somebody goes on in it. */
	| { readonly status: 'nothing-to-do' }
	/** What was said last waits for the network, and would never go out. */
	| { readonly status: 'waiting' }
	/** Given up, or nobody asked for it and an answer is being written: the session goes on. */
	| { readonly status: 'stopped' }
	| Failed;

interface Resetting {
	readonly by: ResetBy;
	/** A call of the extraction waits to be made again, or does so no longer. */
	readonly tell?: TellRetry;
	/** It is done again, unix ms of the first time: its lines were looked for then. Refused where something was said since. */
	readonly again?: number | undefined;
}

/**
 * Reset a session. The archive is written, read back and compared before anything else changes; when extraction
 * fails (no network, say) the reset goes on, for the turns are all there to extract from later. It can be given up until
 * the session ends; an archive that was written for it goes again.
 */
export async function resetSession(
	app: App,
	sessionId: string,
	how: Resetting,
	signal: AbortSignal
): Promise<ResetOutcome> {
	const held = await app.locks.hold(
		sessionLock(sessionId),
		() => reset(app, sessionId, how, signal),
		{ wait: isAsked(how.by), signal }
	);
	return held.status === 'busy' ? { status: 'stopped' } : held.value;
}

async function reset(
	app: App,
	sessionId: string,
	{ by, tell = () => undefined, again }: Resetting,
	signal: AbortSignal
): Promise<ResetOutcome> {
	const { db, scratch, clock, workshop } = app;
	const goesOn = async (session: Session) =>
		!isAsked(by) && (await dueNow(app, await readSettings(db), session)) === null;
	const isGivenUp = () => signal.aborted;
	await settleSession(app, sessionId);
	const session = await sessionOf(db, sessionId);
	const branches = await branchesOf(db, sessionId);
	if (!session || session.endedAt !== null) return { status: 'nothing-to-do' };
	// While the sessions before it were read and archived, somebody may have gone on with this one.
	if (await goesOn(session)) return { status: 'nothing-to-do' };
	if (branches.every((branch) => branch.headSeq < 0)) return { status: 'nothing-to-do' };
	if (by === 'away' && (await isNewestWaiting(db, sessionId))) return { status: 'waiting' };

	// Nothing is archived while something is being forgotten; looked at first, so that the extraction is not paid for
	// twice.
	if ((await forgottenSoFar(db)) === null) return failed({ kind: 'changed-meanwhile' });
	const said = (await newestOf(db, sessionId))?.turn.askedAt ?? session.createdAt;
	if (again !== undefined && said > again) return failed({ kind: 'changed-meanwhile' });
	const plan = planReset(await readSettings(db), session, {
		by,
		isNewest: (await latestSession(db, clock.now()))?.id === sessionId,
		said,
		now: clock.now()
	});
	const extracts = plan.extraction !== null && again === undefined && !isGivenUp();
	const ask = { sessionId, byCode: plan.extraction === 'code' };
	const extracted = extracts ? await extractLast(workshop, ask, { tell, signal }) : null;
	if (isGivenUp()) return { status: 'stopped' };
	const since = clock.now();
	const archived = await workshop.run('archive-session', { sessionId }, signal);
	if (archived.status === 'failed') return archived;

	const at = clock.now();
	const resetDay = resetDayNow(clock, await readSettings(db), session);
	// Who has begun to write while it was archived keeps the composer.
	if (isGivenUp() || (await goesOn(session))) {
		// Where it cannot be taken back the next reset writes over it.
		await dropWhole(db, { id: archived.archiveId, since });
		return { status: isGivenUp() ? 'stopped' : 'nothing-to-do' };
	}
	// Looked at only now: somebody may have written in it while it was archived.
	const isFollowed = plan.isFollowed || (await isWrittenIn(app, sessionId));
	const next = isFollowed
		? { ...continuationOf(session, { id: clock.newId(), at }), ...(resetDay && { resetDay }) }
		: null;
	const event = activityOf(app, {
		at,
		kind: 'reset',
		sessionId: next?.id ?? sessionId,
		details: {
			by: isAsked(by) ? 'user' : by,
			title: session.title,
			archiveId: archived.archiveId,
			proposals: extracted?.status === 'extracted' ? extracted.proposals : 0,
			undo: 'reset',
			ended: sessionId
		},
		failure: extracted?.status === 'failed' ? extracted.failure : null
	});
	const stored = await endSession(db, { id: sessionId, at, next }, () => [event]);
	if (stored.status === 'failed') return stored;
	// Where what stands unsent cannot be moved that is no reason to fail: `takeLeft` finds it there, also that of a reset
	// before.
	if (next)
		await storing(async () => {
			await takeLeft(app, session);
			await moveUnsent(scratch, { from: sessionId, to: next.id });
			// Who is elsewhere has no message of it under the pen: its other wordings go on in the composer.
			if (by !== 'user')
				for (const { sessionId: from } of await unsentEditsOf(scratch, sessionId))
					await moveUnsent(scratch, { from, to: next.id, joined: true });
		});
	return { status: 'reset', next, archiveId: archived.archiveId };
}

/** Whether something stands unsent in it, which would have no composer any more; also another wording of a message. */
const isWrittenIn = async ({ scratch }: Pick<App, 'scratch'>, id: string): Promise<boolean> =>
	(await spared(scratch, () => placesOfUnsent(scratch), [])).some(
		(place) => place === id || place.startsWith(editKey(id, ''))
	);

/** The last extraction of memories. */
async function extractLast(
	workshop: App['workshop'],
	ask: WorkshopJobs['extract']['ask'],
	{ tell, signal }: { readonly tell: TellRetry; readonly signal: AbortSignal }
): Promise<WorkshopJobs['extract']['outcome']> {
	const told = tellRetry(tell);
	return workshop
		.run('extract', ask, signal, ({ retry = null }) => told(retry))
		.finally(() => told(null));
}

/**
 * Undo a reset: the session goes on as it was. The session that followed it is removed if nothing was said in it,
 * otherwise it stays beside it, with what stands unsent there. The archive is removed: the session has all of it again, and the next reset writes it
 * anew.
 */
export async function undoReset(
	{ db, scratch, clock, workshop }: Pick<App, 'db' | 'scratch' | 'clock' | 'workshop'>,
	{ ended, next }: { readonly ended: string; readonly next: string },
	told: Told = () => [
		activityOf(
			{ clock },
			{ kind: 'reset', sessionId: ended, details: { undoes: null, what: 'reset' } }
		)
	]
): Promise<Done> {
	if ((await coldOf(db, ended)).length > 0) {
		const ask = { sessionId: ended, all: true };
		const warmed = await workshop.run('warm-session', ask, neverStops());
		if (warmed.status === 'failed') return warmed;
	}
	const reopened = await reopenSession(db, { id: ended, at: clock.now(), next }, told);
	// Where it stays, what stands unsent in it was written to go on there.
	if (reopened.status === 'stored')
		await storing(async () => {
			if (!(await sessionOf(db, next))) await moveUnsent(scratch, { from: next, to: ended });
		});
	return doneOf(reopened);
}

/** Undo several resets. One that cannot be undone does not stop the others; the first reason is handed back. */
export async function undoResets(
	app: Parameters<typeof undoReset>[0],
	resets: readonly Parameters<typeof undoReset>[1][]
): Promise<Done> {
	let outcome: Done = done;
	for (const reset of resets) {
		const undone = await undoReset(app, reset);
		if (undone.status === 'failed' && outcome.status === 'done') outcome = undone;
	}
	return outcome;
}

/**
 * Make resets again that were taken back, by hand now; `again`, unix ms: when they had been made. One that cannot be made
 * does not stop the others; the first reason is handed back.
 */
export async function redoResets<Reset extends Parameters<typeof undoReset>[1]>(
	app: App,
	resets: readonly Reset[],
	again: number
): Promise<{ readonly status: 'done'; readonly resets: readonly Reset[] } | Failed> {
	const made: Reset[] = [];
	let failure: Failed | null = null;
	for (const reset of resets) {
		const { ended } = reset;
		const by = reset.next === ended ? 'away' : 'user';
		const outcome = await resetSession(app, ended, { by, again }, neverStops());
		if (outcome.status === 'failed') failure ??= outcome;
		if (outcome.status === 'reset') made.push({ ...reset, next: outcome.next?.id ?? ended });
	}
	return failure ?? { status: 'done', resets: made };
}

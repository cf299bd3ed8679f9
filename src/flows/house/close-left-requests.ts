import type { LedgerEntry } from '#core/ledger/ledger-entry.ts';
import { latestRequests } from '#db/ledger/ledger.ts';
import { partialOf } from '#db/scratch/unsent.ts';
import { learningJob } from '#db/scratch/learning.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import type { App } from '#flows/ports.ts';
import { giveUpCall } from '#flows/prompt/record-usage.ts';
import { compactionLock, sessionLock } from '#flows/ports/lock-names.ts';

/**
 * Requests of closed tabs: nobody waits for their answer any more, and the ledger says so. Whoever makes a request holds
 * a lock until its end is noted, so one whose locks are free was left. What it has cost is unknown, and unknown is never
 * 0: its session counts it like one that was stopped.
 */

type Ports = Pick<App, 'db' | 'scratch' | 'locks' | 'clock'>;

/** So many of the newest requests are looked at: what a closed tab has left is among the last. */
const reach = 500;

export async function closeLeftRequests(app: Ports): Promise<void> {
	for (const entry of await latestRequests(app.db, reach, app.clock.now()))
		if (entry.outcome === 'sent' && !(await isWaitedFor(app, entry))) await giveUpCall(app, entry);
}

async function isWaitedFor(app: Ports, entry: LedgerEntry): Promise<boolean> {
	// What is left of its reply is still to be recovered, and tells what it has cost.
	if (entry.kind === 'chat' && (await partialOf(app.scratch, entry.sessionId ?? ''))) return true;
	for (const lock of await locksOf(app, entry)) if (await app.locks.isHeld(lock)) return true;
	return entry.kind === 'extraction' && (await isBeingLearnt(app, entry));
}

/** The locks under which a request of this kind is made. */
async function locksOf({ db }: Ports, { kind, sessionId }: LedgerEntry): Promise<string[]> {
	const of = sessionId ?? '';
	switch (kind) {
		case 'chat':
		case 'count':
			return [sessionLock(of)];
		case 'summary':
			return [compactionLock(of)];
		// Before a summary, or at the end of the session.
		case 'extraction':
			return [compactionLock(of), sessionLock(of)];
		case 'flush':
			return [`flush:${of}`];
		case 'opinion':
			return (await summariesOf(db, of)).map(({ id }) => `opinion:${id}`);
		case 'tidy':
			return ['tidying'];
	}
}

/** The tab that learns holds its lock also while there is nothing to do; its job says which session it reads. */
async function isBeingLearnt({ scratch }: Ports, { sessionId }: LedgerEntry): Promise<boolean> {
	const job = await learningJob(scratch);
	return job?.state === 'running' && job.todo[0] === sessionId;
}

import { branchAt, headOf } from '#core/log/path.ts';
import { readPath } from '#db/log/sessions.ts';
import { readExchange } from '#db/log/turns.ts';
import { partialOf } from '#db/scratch/unsent.ts';
import type { OnReply, SendOutcome } from '#flows/answer/live-reply.ts';
import type { App } from '#flows/ports.ts';
import { neverStops, waitOrStop } from '#flows/ports/waiting.ts';
import { settleSession } from '#flows/sessions/hold-session.ts';

/** A reply that another tab is writing, shown in this one. */

/** Somebody is writing in the session, ms between two looks. The writer keeps what it has twice a second. */
const look = 250;

const lockOf = (sessionId: string): string => `session:${sessionId}`;

/** Whether another tab is writing a reply in the session. */
export const isWrittenElsewhere = async (app: App, sessionId: string): Promise<boolean> =>
	(await partialOf(app.scratch, sessionId)) !== undefined &&
	(await app.locks.isHeld(lockOf(sessionId)));

/**
 * Shows the reply as far as the other tab has kept it, until that tab lets go of the session, and tells how it ended.
 * Where it died, what it has left is stored as an interrupted reply. Nothing here stops the other tab.
 */
export async function followReply(
	app: App,
	sessionId: string,
	onReply: OnReply
): Promise<SendOutcome> {
	while (await app.locks.isHeld(lockOf(sessionId))) {
		const partial = await partialOf(app.scratch, sessionId);
		if (partial) {
			const state = partial.content.length > 0 ? 'streaming' : 'waiting';
			onReply({ ...partial, state, retry: null });
		}
		await waitOrStop(look, neverStops());
	}
	await app.locks.hold(lockOf(sessionId), () => settleSession(app, sessionId));
	onReply(null);
	return howItEnded(app, sessionId);
}

async function howItEnded({ db }: App, sessionId: string): Promise<SendOutcome> {
	const path = await readPath(db, sessionId);
	const seq = headOf(path);
	const branch = branchAt(path, seq);
	const found = branch === null ? undefined : await readExchange(db, { sessionId, branch, seq });
	const last = found?.steps.at(-1);
	if (!found) return { status: 'failed', turnId: null, failure: { kind: 'interrupted' } };
	const { turnId } = found.turn;
	if (last?.state === 'complete') return { status: 'answered', turnId };
	return last?.failure
		? { status: 'failed', turnId, failure: last.failure }
		: { status: 'stopped', turnId };
}

import { branchAt, headOf } from '#core/log/path.ts';
import { isLeftOpen, type Step } from '#core/log/turn.ts';
import { readPath } from '#db/log/sessions.ts';
import { readExchange } from '#db/log/turns.ts';
import type { PartialReply, Truth } from '#db/schema.ts';
import { partialOf } from '#db/scratch/unsent.ts';
import { answered, type OnReply, type SendOutcome } from '#flows/answer/reply/live-reply.ts';
import type { App } from '#flows/ports.ts';
import { sessionLock } from '#flows/ports/lock-names.ts';
import { neverStops, waitOrStop } from '#flows/ports/waiting.ts';
import { settleSession } from '#flows/sessions/hold-session.ts';

/** A reply that another tab is writing, shown in this one. */

/** Somebody is writing in the session, ms between two looks. The writer keeps what it has twice a second. */
const look = 250;

/** Whether another tab is writing a reply in the session. */
export const isWrittenElsewhere = async (app: App, sessionId: string): Promise<boolean> =>
	(await partialOf(app.scratch, sessionId)) !== undefined &&
	(await app.locks.isHeld(sessionLock(sessionId)));

/** Which session is looked at, and how the tab that writes the reply to a turn is asked to stop. */
interface Followed {
	readonly sessionId: string;
	readonly askToStop: (turnId: string) => void;
}

/**
 * Shows the reply as far as the other tab has kept it, until that tab lets go of the session or begins another one, and
 * tells how it ended. Where it died, what it has left is stored as an interrupted reply. Nothing here stops the other
 * tab but being asked to, which is asked again until it has.
 */
export async function followReply(
	app: App,
	{ sessionId, askToStop }: Followed,
	onReply: OnReply,
	signal: AbortSignal
): Promise<SendOutcome> {
	// The log is read last: a reply that is put away between the two has just ended, and is no earlier one.
	let shown = await partialOf(app.scratch, sessionId);
	const before = await newestOf(app.db, sessionId);
	const ask = (): void => {
		if (shown) askToStop(shown.turnId);
	};
	signal.addEventListener('abort', ask);
	while (await app.locks.isHeld(sessionLock(sessionId))) {
		const partial = await partialOf(app.scratch, sessionId);
		if (shown && partial && partial.turnId !== shown.turnId) break;
		if (partial) {
			shown = partial;
			const { retry = null } = partial;
			onReply({ ...partial, state: 'calling', retry, isElsewhere: true });
		}
		if (signal.aborted) ask();
		await waitOrStop(look, neverStops());
	}
	signal.removeEventListener('abort', ask);
	// A tab that writes in the session by now holds the lock, and has settled it already.
	await app.locks.hold(sessionLock(sessionId), () => settleSession(app, sessionId), {
		wait: false
	});
	onReply(null);
	const last = await newestOf(app.db, sessionId, shown);
	const turnId = shown?.turnId ?? last?.turnId;
	if (last && shown) return endOf(last);
	if (turnId !== undefined && signal.aborted) return { status: 'stopped', turnId };
	// Nothing was written while we looked: the last step is of an earlier reply, and how that ended concerns nobody now.
	if (last && before?.hash === last.hash) return { status: 'answered', turnId: last.turnId };
	if (last) return endOf(last);
	// A message without a reply waits for something that only the other tab can tell.
	return { status: 'failed', turnId: null, failure: { kind: 'busy-elsewhere' } };
}

/** The last step of a reply, of the newest one where none was shown; undefined where there is none. */
async function newestOf(
	db: Truth,
	sessionId: string,
	shown?: PartialReply
): Promise<Step | undefined> {
	const path = await readPath(db, sessionId);
	const seq = shown?.seq ?? headOf(path);
	const branch = shown?.branch ?? branchAt(path, seq);
	const found = branch === null ? undefined : await readExchange(db, { sessionId, branch, seq });
	return found?.steps.at(-1);
}

function endOf(last: Step): SendOutcome {
	const { state, turnId, failure, index } = last;
	if (isLeftOpen(last)) return { status: 'stopped', turnId };
	if (state === 'complete' || state === 'cut-off') return answered(last);
	if (!failure) return { status: 'stopped', turnId };
	return { status: 'failed', turnId, failure, saidBefore: index };
}

import type { Turn } from '#core/log/turn.ts';
import { forgottenAmong } from '#db/forgetting/tombstones.ts';
import type { Truth } from '#db/schema.ts';
import { onWrite } from '#db/watch.ts';
import type { SendOutcome } from '#flows/answer/reply/live-reply.ts';
import type { App } from '#flows/ports.ts';

/** An answer that nobody wants any more, whoever said so in whatever tab: its message or its session is gone. */

/**
 * Does `work` with a signal that says stop as soon as the session or the turn is deleted or begins to be forgotten, or
 * `signal` does. What had come is stored as after any stop, for both can be brought back until they are forgotten. Where
 * the turn is not there at all something else has taken the place of everything: its words stand nowhere any more, and
 * belong back into the composer.
 */
export async function untilGone(
	{ db }: Pick<App, 'db'>,
	turn: Turn,
	signal: AbortSignal,
	work: (signal: AbortSignal) => Promise<SendOutcome>
): Promise<SendOutcome> {
	const gone = new AbortController();
	const found = { isReplaced: false };
	const look = async () => {
		if (await isGone(db, turn)) gone.abort();
		else if (!gone.signal.aborted && !(await isThere(db, turn))) {
			found.isReplaced = true;
			gone.abort();
		}
	};
	// What cannot be read now is looked at with the next write.
	const endOfLooking = onWrite(
		[db.sessions, db.marks, db.tombstones],
		() => void look().catch(() => undefined)
	);
	try {
		const outcome = await work(AbortSignal.any([signal, gone.signal]));
		return found.isReplaced && outcome.status !== 'answered' ? replaced : outcome;
	} finally {
		endOfLooking();
	}
}

const replaced: SendOutcome = {
	status: 'failed',
	turnId: null,
	failure: { kind: 'changed-meanwhile', why: 'replaced' }
};

const isThere = async (db: Truth, { sessionId, branch, seq, turnId }: Turn): Promise<boolean> =>
	(await db.turns.get([sessionId, branch, seq]))?.turnId === turnId;

async function isGone(
	db: Truth,
	{ sessionId, turnId }: Pick<Turn, 'sessionId' | 'turnId'>
): Promise<boolean> {
	const [session, mark, forgotten] = await Promise.all([
		db.sessions.get(sessionId),
		db.marks.get([sessionId, turnId, 'deleted']),
		forgottenAmong(db, [sessionId, turnId])
	]);
	return (session && session.deletedAt !== null) || mark !== undefined || forgotten.size > 0;
}

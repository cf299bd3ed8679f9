import type { Turn } from '#core/log/turn.ts';
import { forgottenAmong } from '#db/forgetting/tombstones.ts';
import type { Truth } from '#db/schema.ts';
import { onWrite } from '#db/watch.ts';
import type { App } from '#flows/ports.ts';

/** An answer that nobody wants any more, whoever said so in whatever tab: its message or its session is gone. */

/**
 * Does `work` with a signal that says stop as soon as the session or the turn is deleted or begins to be forgotten, or
 * `signal` does. What had come is stored as after any stop, for both can be brought back until they are forgotten.
 */
export async function untilGone<T>(
	{ db }: Pick<App, 'db'>,
	turn: Pick<Turn, 'sessionId' | 'turnId'>,
	signal: AbortSignal,
	work: (signal: AbortSignal) => Promise<T>
): Promise<T> {
	const gone = new AbortController();
	const look = async () => {
		if (await isGone(db, turn)) gone.abort();
	};
	// What cannot be read now is looked at with the next write.
	const endOfLooking = onWrite(
		[db.sessions, db.marks, db.tombstones],
		() => void look().catch(() => undefined)
	);
	try {
		return await work(AbortSignal.any([signal, gone.signal]));
	} finally {
		endOfLooking();
	}
}

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

import type { Forgotten } from '#core/forgetting/what.ts';
import { attemptsAt } from '#db/log/attempts.ts';
import type { Truth } from '#db/schema.ts';

/** What goes with that which was chosen: looked at before it is weighed, and before it is done. */

/** With a message go the other attempts at it that were deleted in the same act. */
export async function withAttempts(db: Truth, what: Forgotten): Promise<Forgotten> {
	if (what.kind !== 'turn') return what;
	const { sessionId, turnId } = what;
	const attempts = await attemptsAt(db, what);
	const marks = await db.marks.bulkGet(attempts.map((id) => [sessionId, id, 'deleted']));
	const also = attempts.filter(
		(id, at) => id !== turnId && marks[at] !== undefined && marks[at].at === marks[0]?.at
	);
	return also.length === 0 ? what : { ...what, also };
}

/** An archive that is all there is of its session is forgotten as that: with what was made of it. */
export async function asSession(db: Truth, what: Forgotten): Promise<Forgotten> {
	if (what.kind !== 'archive') return what;
	const { archiveId, sessionId } = what;
	const others = await db.archives
		.where('sessionId')
		.equals(sessionId)
		.filter(({ id }) => id !== archiveId)
		.count();
	const isAll = others === 0 && !(await db.sessions.get(sessionId));
	return isAll ? { kind: 'session', sessionId } : what;
}

import type { Forgotten } from '#core/forgetting/what.ts';
import { marksOf } from '#db/log/turns.ts';
import type { Truth } from '#db/schema.ts';

/** What goes with that which was chosen: looked at before it is weighed, and before it is done. */

/** With a message go the other attempts at it: the time tells what was deleted in one act. */
export async function withAttempts(db: Truth, what: Forgotten): Promise<Forgotten> {
	if (what.kind !== 'turn') return what;
	const deleted = (await marksOf(db, what.sessionId)).filter(({ kind }) => kind === 'deleted');
	const own = deleted.find(({ turnId }) => turnId === what.turnId);
	const also = deleted.filter((mark) => mark !== own && mark.at === own?.at);
	return also.length === 0 ? what : { ...what, also: also.map(({ turnId }) => turnId) };
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

import { dayMs } from '#core/time/day-ms.ts';
import { closedBy, isOpenSession, type Branch, type Session } from '#core/session/session.ts';
import { pathOf, type Path } from '#core/log/path.ts';
import { forgettingNow, refuseLost } from '#db/forgetting/tombstones.ts';
import type { Truth } from '#db/schema.ts';
import { Refused, storingIn, type Stored } from '#db/storing.ts';
import { nothingTold, tell, type Told } from '#db/told.ts';

/** Sessions and their branches. */

export const sessionOf = (db: Truth, id: string): Promise<Session | undefined> =>
	db.sessions.get(id);

/** All that are neither deleted nor ended, newest activity first. */
export async function openSessions(db: Truth): Promise<Session[]> {
	const rows = await db.sessions.orderBy('activeAt').reverse().toArray();
	return rows.filter(isOpenSession);
}

/** The session that a reset began in the place of this one, where it is still there. */
export const findContinuation = (db: Truth, id: string): Promise<Session | undefined> =>
	db.sessions
		.orderBy('activeAt')
		.reverse()
		.filter((row) => row.continuedFrom === id && row.deletedAt === null)
		.first();

export const everySession = (db: Truth): Promise<Session[]> =>
	db.sessions.orderBy('activeAt').reverse().toArray();

/**
 * The session of `/`: latest activity, or undefined in a new profile. One of a clock that ran ahead, by more than a day
 * (one that is put right is behind by less), comes last, or it would be the latest until that time has come.
 */
export async function latestSession(db: Truth, now: number): Promise<Session | undefined> {
	const latest = (through: number) =>
		db.sessions.where('activeAt').belowOrEqual(through).reverse().filter(isOpenSession).first();
	return (await latest(now + dayMs)) ?? latest(Infinity);
}

export const branchesOf = (db: Truth, sessionId: string): Promise<Branch[]> =>
	db.branches.where('[sessionId+branch]').between([sessionId], [sessionId, []]).toArray();

/** The path of a branch, by default of the one on screen. Empty for a session that is not stored yet. */
export async function readPath(db: Truth, sessionId: string, branch?: string): Promise<Path> {
	const [session, branches] = await Promise.all([
		branch === undefined ? sessionOf(db, sessionId) : undefined,
		branchesOf(db, sessionId)
	]);
	const name = branch ?? session?.branch;
	return name === undefined || branches.length === 0 ? [] : pathOf(branches, name);
}

export function refuseClosed(session: Session): void {
	const failure = closedBy(session);
	if (failure) throw new Refused(failure);
}

/** The session with other fields, and with its `rev` raised. */
export const changed = (session: Session, fields: Partial<Session>): Session => ({
	...session,
	...fields,
	rev: session.rev + 1
});

/** Inside a transaction that spans `sessions`: change fields and raise `rev`. Refuses when the session is gone. */
export async function changeInside(
	db: Truth,
	id: string,
	change: (session: Session) => Partial<Session>
): Promise<Session> {
	const session = await db.sessions.get(id);
	if (!session) throw new Refused({ kind: 'changed-meanwhile' });
	const next = changed(session, change(session));
	await db.sessions.put(next);
	return next;
}

/**
 * Change fields of several sessions in one transaction, with what is written down about it: all of them, or none.
 * Gives them as they are now. Refused where something was forgotten since that number was `forgotten` (see
 * `forgettingNow`): what is brought back may hold it.
 */
export const changeSessions = (
	db: Truth,
	ids: readonly string[],
	change: (session: Session) => Partial<Session>,
	{
		told = nothingTold,
		forgotten
	}: { readonly told?: Told<readonly Session[]>; readonly forgotten?: number | undefined } = {}
): Promise<Stored<readonly Session[]>> =>
	storingIn(db, [db.sessions, db.activity, db.tombstones], async () => {
		if (forgotten !== undefined && (await forgettingNow(db)) !== forgotten)
			throw new Refused({ kind: 'forgotten' });
		const found = await db.sessions.bulkGet([...ids]);
		const next = found.map((session): Session => {
			if (!session) throw new Refused({ kind: 'changed-meanwhile' });
			return changed(session, change(session));
		});
		await db.sessions.bulkPut(next);
		await tell(db, told(next));
		return next;
	});

/** Bring deleted sessions back, all of them or none. Refused where one of them is forgotten by now. */
export const undeleteSessions = (db: Truth, ids: readonly string[]): Promise<Stored<void>> =>
	storingIn(db, [db.sessions, db.tombstones], async () => {
		await refuseLost(db, ids);
		for (const id of ids) await changeInside(db, id, () => ({ deletedAt: null }));
	});

/** Change fields of a session by what it is now. */
export const changeSession = (
	db: Truth,
	id: string,
	change: (session: Session) => Partial<Session>
): Promise<Stored<Session>> => storingIn(db, [db.sessions], () => changeInside(db, id, change));

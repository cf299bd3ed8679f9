import { waitingMark } from '#core/log/marks.ts';
import { headOf } from '#core/log/path.ts';
import { dayKey, holdsReset, isResetDue } from '#core/session/reset-due.ts';
import type { Exchange } from '#core/log/turn.ts';
import { isOpenSession, type Session } from '#core/session/session.ts';
import { localDayOf, localHourOf } from '#core/time/stamp.ts';
import { resetPolicyOf, type Settings } from '#core/settings.ts';
import { readPath } from '#db/log/sessions.ts';
import { exchangeAt, marksOf } from '#db/log/turns.ts';
import type { Truth } from '#db/schema.ts';
import { spared } from '#db/scratch/spared.ts';
import { unsentEditsOf } from '#db/scratch/unsent-edits.ts';
import { unsentOf } from '#db/scratch/unsent.ts';
import type { App, Clock } from '#flows/ports.ts';

/** Whether the clock asks for a reset of a session, by its own policy or that of the settings; null when it does not. */
export async function dueNow(
	{ db, clock, scratch }: Pick<App, 'db' | 'clock' | 'scratch'>,
	settings: Settings,
	session: Session
): Promise<'daily' | 'idle' | null> {
	const { activeAt, createdAt, resetDay = null } = session;
	const policy = resetPolicyOf(settings, session);
	if (policy.kind === 'manual' || !isOpenSession(session)) return null;
	const local = (at: number) => localTime(at, clock.zone());
	const times = { active: local(activeAt), written: null, begun: local(createdAt), resetDay };
	if (!isResetDue(policy, times, local(clock.now()))) return null;
	const unsent = await spared(
		scratch,
		async () => [
			await unsentOf(scratch, session.id),
			...(await unsentEditsOf(scratch, session.id))
		],
		[]
	);
	const latest = Math.max(...unsent.map((row) => row?.at ?? -1));
	const written = latest < 0 ? null : local(latest);
	if (!isResetDue(policy, { ...times, written }, local(clock.now()))) return null;
	const newest = await markedNewest(db, session.id);
	return newest && holdsReset(newest.exchange, newest.marks, clock.now()) ? null : policy.kind;
}

/** Whether what was said last waits for the network: in a session that has ended it would never go out. */
export async function isNewestWaiting(db: Truth, sessionId: string): Promise<boolean> {
	const newest = await markedNewest(db, sessionId);
	return newest !== null && waitingMark(newest.exchange, newest.marks) !== null;
}

async function markedNewest(db: Truth, sessionId: string) {
	const exchange = await newestOf(db, sessionId);
	if (!exchange) return null;
	const marks = await marksOf(db, sessionId);
	return { exchange, marks: marks.filter(({ turnId }) => turnId === exchange.turn.turnId) };
}

/** What was said last in the branch on screen; undefined in an empty session. */
export async function newestOf(db: Truth, sessionId: string): Promise<Exchange | undefined> {
	const path = await readPath(db, sessionId);
	return exchangeAt(db, sessionId, path, headOf(path));
}

/** The day that a reset by the hour is for now; null: the session has none. */
export function resetDayNow(clock: Clock, settings: Settings, session: Session): string | null {
	const policy = resetPolicyOf(settings, session);
	return policy.kind === 'daily' ? dayKey(localTime(clock.now(), clock.zone()), policy.hour) : null;
}

const localTime = (at: number, zone: string) => ({
	at,
	day: localDayOf(at, zone),
	hour: localHourOf(at, zone)
});

import { isResetDue } from '#core/log/reset-due.ts';
import { isOpenSession, type Session } from '#core/log/session.ts';
import { localDayOf, localHourOf } from '#core/log/stamp.ts';
import { defaultResetPolicy, type Settings } from '#core/settings.ts';
import type { Clock } from '#flows/ports.ts';

/** Whether the clock asks for a reset of a session, by its own policy or that of the settings; null when it does not. */
export function dueNow(
	clock: Clock,
	settings: Settings,
	session: Session
): 'daily' | 'idle' | null {
	const { resetPolicy, activeAt, createdAt } = session;
	const policy = resetPolicy ?? defaultResetPolicy(settings);
	if (policy.kind === 'manual' || !isOpenSession(session)) return null;
	const zone = clock.zone();
	const local = (at: number) => ({ at, day: localDayOf(at, zone), hour: localHourOf(at, zone) });
	const times = { active: local(activeAt), begun: local(createdAt) };
	return isResetDue(policy, times, local(clock.now())) ? policy.kind : null;
}

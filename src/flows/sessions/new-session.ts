import { emptySession } from '#core/session/empty-session.ts';
import type { Session } from '#core/session/session.ts';
import type { App } from '#flows/ports.ts';

/** A session that nobody has said anything in yet: not stored before its first message is. */
export function newSession(
	{ clock }: Pick<App, 'clock'>,
	how: Partial<Pick<Session, 'kind' | 'offRecord'>> = {}
): Session {
	return { ...emptySession(clock.newId(), clock.now()), ...how };
}

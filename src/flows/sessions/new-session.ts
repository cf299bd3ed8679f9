import { emptySession } from '#core/session/empty-session.ts';
import type { Session, SessionKind } from '#core/session/session.ts';
import type { App } from '#flows/ports.ts';

/** A session that nobody has said anything in yet: not stored before its first message is. */
export function newSession(
	{ clock }: Pick<App, 'clock'>,
	{ kind, offRecord }: { readonly kind: SessionKind; readonly offRecord: boolean }
): Session {
	return { ...emptySession(clock.newId(), clock.now()), kind, offRecord };
}

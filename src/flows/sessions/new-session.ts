import { emptySession } from '#core/session/empty-session.ts';
import { trunk, type Branch, type Session, type SessionKind } from '#core/session/session.ts';
import type { App } from '#flows/ports.ts';

/** A session that nobody has said anything in yet: not stored before its first message is. */
export function newSession(
	{ clock }: Pick<App, 'clock'>,
	{ kind, offRecord }: { readonly kind: SessionKind; readonly offRecord: boolean }
): Session {
	return { ...emptySession(clock.newId(), clock.now()), kind, offRecord };
}

/** The first branch of a session, empty. */
export const firstBranch = (session: Pick<Session, 'id' | 'createdAt'>): Branch => ({
	sessionId: session.id,
	branch: trunk,
	parent: null,
	forkSeq: 0,
	headSeq: -1,
	createdAt: session.createdAt
});

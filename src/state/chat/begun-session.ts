import type { Session } from '#core/session/session.ts';

/** The chat that was begun in this tab and has no message yet: it survives a reload with all that was chosen for it. */

export type BegunSession = Pick<Session, 'id' | 'kind' | 'offRecord'> &
	Partial<Pick<Session, 'model' | 'policy' | 'switchedOff' | 'resetPolicy'>>;

const key = 'keepsake-begun';

export function readBegun(): BegunSession | null {
	const stored = sessionStorage.getItem(key);
	return stored === null ? null : (JSON.parse(stored) as BegunSession);
}

export function writeBegun(session: Session): void {
	const { id, kind, offRecord, model, policy, switchedOff, resetPolicy } = session;
	const begun: BegunSession = { id, kind, offRecord, model, policy, switchedOff, resetPolicy };
	sessionStorage.setItem(key, JSON.stringify(begun));
}

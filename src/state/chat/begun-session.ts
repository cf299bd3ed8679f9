import type { Session } from '#core/session/session.ts';

/**
 * Chats that were begun and have no message yet: each outlives its tab, with all that was chosen for it, for what stands
 * unsent in it does.
 */

export type BegunSession = Pick<Session, 'id' | 'kind' | 'offRecord'> &
	Partial<Pick<Session, 'model' | 'policy' | 'switchedOff' | 'resetPolicy'>>;

/** Under which a tab has the one that it began last: it alone, where it began that before all were kept. */
const ownKey = 'keepsake-begun';
const prefix = 'keepsake-begun-';

/** The ids of all, in whatever tab they were begun. */
export const everyBegun = (): string[] =>
	Object.keys(localStorage).flatMap((key) =>
		key.startsWith(prefix) ? [key.slice(prefix.length)] : []
	);

/** The one that was begun in this tab last. */
export const lastBegun = (): BegunSession | null => parsed(sessionStorage.getItem(ownKey));

export function readBegun(id: string): BegunSession | null {
	const begun = parsed(localStorage.getItem(prefix + id)) ?? lastBegun();
	return begun?.id === id ? begun : null;
}

export function writeBegun(session: BegunSession): void {
	localStorage.setItem(prefix + session.id, textOf(session));
}

/** It is begun, or gone on in, in this tab. */
export function beginHere(session: BegunSession): void {
	writeBegun(session);
	sessionStorage.setItem(ownKey, textOf(session));
}

export const dropBegun = (id: string): void => {
	localStorage.removeItem(prefix + id);
};

const parsed = (stored: string | null) =>
	stored === null ? null : (JSON.parse(stored) as BegunSession);

const textOf = ({ id, kind, offRecord, model, policy, switchedOff, resetPolicy }: BegunSession) =>
	JSON.stringify({ id, kind, offRecord, model, policy, switchedOff, resetPolicy });

import type { SessionKind } from '#core/session/session.ts';

/** The chat that was begun in this tab and has no message yet: it survives a reload with its kind. */

export interface BegunSession {
	readonly id: string;
	readonly kind: SessionKind;
	readonly offRecord: boolean;
}

const key = 'keepsake-begun';

export function readBegun(): BegunSession | null {
	const stored = sessionStorage.getItem(key);
	return stored === null ? null : (JSON.parse(stored) as BegunSession);
}

export function writeBegun(begun: BegunSession): void {
	sessionStorage.setItem(key, JSON.stringify(begun));
}

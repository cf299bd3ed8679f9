import type { SessionForm } from '#core/export/session-forms.ts';
import type { SessionEntry } from '#state/session-list.ts';

/**
 * What can be done with sessions of the list; the page decides how. What was typed for it is answered with why it could
 * not be stored, in words, or with null.
 */
export interface SessionListActions {
	readonly rename: (entry: SessionEntry, title: string) => Promise<string | null>;
	readonly pin: (entries: readonly SessionEntry[], on: boolean) => unknown;
	/** Null takes them out of their folders. */
	readonly move: (
		entries: readonly SessionEntry[],
		folder: string | null
	) => Promise<string | null>;
	readonly exportAs: (entry: SessionEntry, as: SessionForm) => unknown;
	/** As a reset does it. */
	readonly archive: (entry: SessionEntry) => unknown;
	readonly remove: (entries: readonly SessionEntry[]) => unknown;
}

import type { SessionEntry } from '#state/session-list.svelte.ts';

/** What can be done with a session of the list; the page decides how. */
export interface SessionListActions {
	readonly rename: (entry: SessionEntry, title: string) => void;
	readonly pin: (entry: SessionEntry, on: boolean) => void;
	readonly remove: (entry: SessionEntry) => void;
}

import type { SessionEntry } from '#state/session-list.svelte.ts';

/** What can be done with a session of the list; the page decides how. */
export interface SessionListActions {
	readonly rename: (entry: SessionEntry, title: string) => unknown;
	readonly pin: (entry: SessionEntry, on: boolean) => unknown;
	readonly remove: (entry: SessionEntry) => unknown;
}

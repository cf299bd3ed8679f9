import type { AppState } from '#state/app.svelte.ts';
import type { SessionListActions } from '#ui/sessions/session-list-actions.ts';

/** What can be done with sessions, fetched when something of it is: to see them nothing of it is needed. Null: it did not come. */
export const fetchActs = (
	keepsake: AppState,
	here: string | null
): Promise<SessionListActions | null> =>
	import('./session-list-acts.ts').then(
		({ sessionListActs }) => sessionListActs(keepsake, here),
		() => null
	);

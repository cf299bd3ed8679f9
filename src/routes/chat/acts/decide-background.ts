import type { AppState } from '#state/app.svelte.ts';
import { decideBackgroundDrafts, undecideBackgroundDrafts } from '#state/settings/agreements.ts';
import { words } from '#ui/words/talk-words.ts';
import { said, undo } from '../../acts/said.ts';

/** Whether summaries may be prepared before one is needed: it holds for all sessions, so it is said where it stands. */
export async function decideBackground(
	{ app, notices }: AppState,
	allowed: boolean
): Promise<void> {
	const decided = allowed ? 'yes' : 'no';
	const outcome = await decideBackgroundDrafts(app.db, decided);
	const told = words.messages.backgroundSet;
	const back = undo(async () =>
		said(notices, await undecideBackgroundDrafts(app.db, decided), told.undone)
	);
	said(notices, outcome, told[decided], back);
}

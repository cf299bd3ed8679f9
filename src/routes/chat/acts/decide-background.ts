import type { AppState } from '#state/app.svelte.ts';
import { decideBackgroundDrafts, undecideBackgroundDrafts } from '#state/settings/agreements.ts';
import { words } from '#ui/words/talk-words.ts';
import { said, wayBack } from '../../acts/said.ts';

/** Whether summaries may be prepared before one is needed: it holds for all sessions, so it is said where it stands. */
export async function decideBackground(
	{ app, notices }: Pick<AppState, 'app' | 'notices'>,
	allowed: boolean
): Promise<void> {
	const decided = allowed ? 'yes' : 'no';
	const outcome = await decideBackgroundDrafts(app.db, decided);
	const told = words.messages.backgroundSet;
	const back = wayBack(notices, {
		back: () => undecideBackgroundDrafts(app.db, decided),
		text: told.undone,
		again: () => decideBackground({ app, notices }, allowed)
	});
	said(notices, outcome, told[decided], back);
}

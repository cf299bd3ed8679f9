import { changeBack, renameSession } from '#flows/sessions/change-session.ts';
import type { AppState } from '#state/app.svelte.ts';
import { failureText } from '#ui/words/failure-text.ts';
import { words } from '#ui/words/talk-words.ts';
import { wayBack } from './said.ts';

/** Call a session something else, and offer the way back; answers why that could not be stored, or null. */
export async function renameNow(
	keepsake: AppState,
	id: string,
	title: string
): Promise<string | null> {
	const outcome = await renameSession(keepsake.app, id, title);
	if (outcome.status === 'failed') return failureText(outcome.failure);
	const { renamed, renamedBack } = words.changedSessions;
	const again = () => renameNow(keepsake, id, title);
	keepsake.notices.say(renamed, changedBack(keepsake, outcome.before, renamedBack, again));
	return null;
}

/** A button that makes sessions what they were. */
export const changedBack = (
	{ app, notices }: Pick<AppState, 'app' | 'notices'>,
	before: Parameters<typeof changeBack>[1],
	text: string,
	again: () => unknown
) => wayBack(notices, { back: () => changeBack(app, before), text, again });

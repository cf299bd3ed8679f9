import { goto } from '$app/navigation';
import { deleteSessions, restoreSessions } from '#flows/sessions/change-session.ts';
import type { AppState } from '#state/app.svelte.ts';
import { words } from '#ui/words/talk-words.ts';
import { said, undo } from './said.ts';

/**
 * Delete sessions, with the ways back and on; says whether they went. `here`: the one on screen, which is left, and gone
 * back to.
 */
export async function removeSessions(
	keepsake: AppState,
	sessions: readonly { readonly id: string; readonly title: string }[],
	here: string | null
): Promise<boolean> {
	const { app, notices } = keepsake;
	const [first, ...others] = sessions;
	if (!first) return false;
	const ids = sessions.map(({ id }) => id);
	const isLeft = here !== null && ids.includes(here);
	const many = others.length > 0;
	const outcome = await deleteSessions(app, ids);
	const gone = many
		? words.changedSessions.deletedMany(ids.length)
		: words.changedSessions.deleted(first.title);
	const back = many
		? words.changedSessions.restoredMany(ids.length)
		: words.changedSessions.restored(first.title);
	const bringBack = async () => {
		const isBack = said(notices, await restoreSessions(app, ids), back);
		// Who was in it when it was deleted is there again.
		if (isBack && isLeft) await goto(`/chat/${here}`);
	};
	const forgetNow = {
		label: words.kit.forgetNow,
		onpress: () => keepsake.forgetting.ask({ kind: 'session', sessionId: first.id })
	};
	const went = said(notices, outcome, gone, undo(bringBack), many ? undefined : forgetNow);
	if (went && isLeft) await goto('/');
	return went;
}

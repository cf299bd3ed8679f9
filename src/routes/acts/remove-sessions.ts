import { goto } from '$app/navigation';
import { deleteSessions, restoreSessions } from '#flows/sessions/change-session.ts';
import type { AppState } from '#state/app.svelte.ts';
import { words } from '#ui/words/talk-words.ts';
import { said, wayBack } from './said.ts';

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
	const wayToThem = wayBack(notices, {
		back: () => restoreSessions(app, ids),
		text: back,
		// Who was in it when it was deleted is there again.
		then: () => isLeft && goto(`/chat/${here}`),
		// Who has gone elsewhere since is left there.
		again: () =>
			removeSessions(keepsake, sessions, location.pathname === `/chat/${here}` ? here : null)
	});
	const forgetNow = {
		label: words.kit.forgetNow,
		onpress: () => keepsake.forgetting.ask({ kind: 'session', sessionId: first.id })
	};
	const went = said(notices, outcome, gone, wayToThem, many ? undefined : forgetNow);
	if (went && isLeft) await goto('/');
	return went;
}

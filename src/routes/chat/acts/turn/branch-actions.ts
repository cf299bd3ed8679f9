import type { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import type { TurnActions } from '#ui/chat/message/turn-actions.ts';
import { words } from '#ui/words/talk-words.ts';
import { said, wayBack } from '../../../acts/said.ts';

/** Which branch of a session is shown: a new one that ends with a turn, or another that forks at the same place. */
export function branchActions(
	keepsake: AppState,
	view: SessionView
): Pick<TurnActions, 'branch' | 'show'> {
	const { app } = keepsake;
	const notices = keepsake.notices.of(view.id);
	const show = async (branch: string) => said(notices, await view.show(branch));

	async function branch(turnId: string) {
		const { session, excerpt, newestKept } = view;
		const before = session.branch;
		const isLast = excerpt.exchange(newestKept)?.turn.turnId === turnId;
		const { branchFrom } = await import('#flows/answer/edit-message.ts');
		const outcome = await branchFrom(app, { sessionId: view.id, turnId });
		if (outcome.status === 'failed') return void said(notices, outcome);
		const told = words.messages;
		const text = isLast ? told.branchedAtEnd : told.branched;
		const back = wayBack(notices, {
			back: () => view.show(before),
			text: told.backToBranch,
			again: async () => said(notices, await view.show(outcome.branch), text, back)
		});
		notices.say(text, back);
	}

	return { branch, show };
}

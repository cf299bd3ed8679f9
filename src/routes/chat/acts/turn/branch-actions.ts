import type { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import type { TurnActions } from '#ui/chat/message/turn-actions.ts';
import { words } from '#ui/words/talk-words.ts';
import { said, undo } from '../../../acts/said.ts';

/** Which branch of a session is shown: a new one that ends with a turn, or another that forks at the same place. */
export function branchActions(
	{ app, notices }: AppState,
	view: SessionView
): Pick<TurnActions, 'branch' | 'show'> {
	const show = async (branch: string) => said(notices, await view.show(branch));

	async function branch(turnId: string) {
		const before = view.session.branch;
		const { branchFrom } = await import('#flows/answer/edit-message.ts');
		const back = async () => said(notices, await view.show(before), words.messages.backToBranch);
		const outcome = await branchFrom(app, { sessionId: view.id, turnId });
		said(notices, outcome, words.messages.branched, undo(back));
	}

	return { branch, show };
}

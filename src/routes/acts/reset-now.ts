import { goto } from '$app/navigation';
import { navigating } from '$app/state';
import type { Retry } from '#core/reply/retry.ts';
import { resetSession, undoReset } from '#flows/sessions/reset-session.ts';
import type { AppState } from '#state/app.svelte.ts';
import { resetWaits } from '#state/chat/reset-waits.svelte.ts';
import { failureText } from '#ui/words/failure-text.ts';
import { words } from '#ui/words/all-words.ts';
import { going } from './going.ts';
import { wayBack } from './said.ts';

/**
 * Reset a session and say so, with the way back and the way to its archive. `isHere`: it is on screen, and the session
 * that follows it is shown; one that is not on screen is only put away. `again`: a reset that was taken back is made once
 * more; when it was made first, Unix ms.
 */
export async function resetNow(
	keepsake: AppState,
	id: string,
	{ isHere, again }: { readonly isHere: boolean; readonly again?: number }
): Promise<void> {
	const { app, notices } = keepsake;
	const from = location.pathname;
	const { signal, end } = going(notices, {
		doing: words.commands.resetting,
		onstop: () => undefined
	});
	const tell = (retry: Retry | null) => {
		if (retry) resetWaits.set(id, retry);
		else resetWaits.delete(id);
	};
	const by = isHere ? 'user' : 'away';
	const outcome = await resetSession(app, id, { by, tell, again }, signal).finally(end);
	if (outcome.status === 'stopped') notices.say(words.commands.resetStopped);
	if (outcome.status === 'failed') notices.warn(failureText(outcome.failure));
	if (outcome.status === 'nothing-to-do') notices.say(words.commands.nothingToReset);
	if (outcome.status === 'waiting') notices.warn(words.commands.resetWaiting);
	if (outcome.status !== 'reset') return;
	const { next, archiveId } = outcome;
	const at = app.clock.now();
	// Who has gone elsewhere meanwhile, or is on the way there, is left there.
	const { pathname } = navigating.to?.url ?? location;
	if (isHere && next && pathname === from) await goto(`/chat/${next.id}`);
	notices.say(
		next ? words.commands.reset : words.commands.archived,
		wayBack(notices, {
			back: () => undoReset(app, { ended: id, next: next?.id ?? id }),
			text: words.keys.resetUndone(1),
			then: () => isHere && goto(`/chat/${id}`),
			again: () => resetNow(keepsake, id, { isHere, again: again ?? at })
		}),
		{ label: words.commands.openArchive, onpress: () => goto(`/archive/${archiveId}`) }
	);
}

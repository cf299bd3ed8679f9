import { goto } from '$app/navigation';
import type { AppState } from '#state/app.svelte.ts';
import { tellResets, type Resets } from '#state/tab/tell-resets.ts';
import { words } from '#ui/words/talk-words.ts';
import { said, wayBack } from './said.ts';

/** Sessions that the clock has ended since this tab began are told, with the way back. Answers how to stop. */
export const sayResets = (keepsake: AppState): (() => void) =>
	tellResets(keepsake.app, keepsake.begunAt, (resets) => say(keepsake, resets));

function say(keepsake: AppState, resets: Resets): void {
	const [newest, ...others] = resets;
	const { several, seeThem, ...alone } = words.closed.resetByItself;
	const text =
		others.length === 0 ? alone[newest.by](newest.title) : several(newest.title, others.length);
	const see = { label: seeThem, onpress: () => goto('/archive') };
	const { app, notices } = keepsake;
	const at = app.clock.now();
	const back = wayBack(notices, {
		back: async () => (await import('#flows/sessions/reset-session.ts')).undoResets(app, resets),
		text: words.keys.resetUndone(resets.length),
		// The latest in use of them was the first to end.
		then: () => goto(`/chat/${(resets.at(-1) ?? newest).ended}`),
		again: () => resetAgain(keepsake, resets, at)
	});
	notices.say(text, back, others.length === 0 ? undefined : see);
}

/** Who is in one of them goes to the one that follows it. */
async function resetAgain(keepsake: AppState, before: Resets, at: number): Promise<void> {
	const { redoResets } = await import('#flows/sessions/reset-session.ts');
	const again = await redoResets(keepsake.app, before, at);
	if (!said(keepsake.notices, again) || again.status === 'failed') return;
	const [newest, ...others] = again.resets;
	if (newest) say(keepsake, [newest, ...others]);
	const here = again.resets.find(({ ended }) => location.pathname === `/chat/${ended}`);
	if (here && here.next !== here.ended) await goto(`/chat/${here.next}`);
}

import { goto } from '$app/navigation';
import type { AppState } from '#state/app.svelte.ts';
import { tellResets, type Resets } from '#state/tab/tell-resets.ts';
import { words } from '#ui/words/talk-words.ts';
import { said, undo } from './said.ts';

/** Sessions that the clock has ended since this tab began are told, with the way back. Answers how to stop. */
export const sayResets = (keepsake: AppState): (() => void) =>
	tellResets(keepsake.app, keepsake.begunAt, (resets) => say(keepsake, resets));

function say(keepsake: AppState, resets: Resets): void {
	const [newest, ...others] = resets;
	const { several, seeThem, ...alone } = words.closed.resetByItself;
	const text =
		others.length === 0 ? alone[newest.by](newest.title) : several(newest.title, others.length);
	const see = { label: seeThem, onpress: () => goto('/archive') };
	const back = undo(() => takeBack(keepsake, resets));
	keepsake.notices.say(text, back, others.length === 0 ? undefined : see);
}

async function takeBack({ app, notices }: AppState, resets: Resets): Promise<void> {
	const { undoResets } = await import('#flows/sessions/reset-session.ts');
	const back = await undoResets(app, resets);
	if (said(notices, back, words.keys.resetUndone(resets.length)))
		// The latest in use of them was the first to end.
		await goto(`/chat/${(resets.at(-1) ?? resets[0]).ended}`);
}

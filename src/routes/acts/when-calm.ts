import type { AppState } from '#state/app.svelte.ts';
import { keepFocus } from '#ui/kit/focus/keep-focus.ts';
import { holdDrops } from '#ui/shell/hold-drops.ts';
import { sayResets } from './say-resets.ts';

/** What goes on as long as the app is open, and can begin when the first screen stands. Answers how to stop. */
export function whenCalm(keepsake: AppState): () => void {
	const stops = [keepFocus(), holdDrops(), sayResets(keepsake)];
	return () => {
		for (const stop of stops) stop();
	};
}

import type { AppState } from '#state/app.svelte.ts';
import type { Notices } from '#state/notices.svelte.ts';
import { tellRestored } from '#state/tab/tell-restored.ts';
import { keepFocus } from '#ui/kit/focus/keep-focus.ts';
import { holdDrops } from '#ui/shell/hold-drops.ts';
import { sayResets } from './say-resets.ts';

/** What goes on as long as the app is open, and can begin when the first screen stands. Answers how to stop. */
export function whenCalm(keepsake: AppState): () => void {
	const stops = [
		keepFocus(),
		holdDrops(),
		sayResets(keepsake),
		tellRestored(keepsake.app, () => void sayRestored(keepsake.notices))
	];
	return () => {
		for (const stop of stops) stop();
	};
}

/** Where this cannot be fetched, the list of activities tells it. */
const sayRestored = (notices: Notices): Promise<void> =>
	import('./remind.ts').then(
		({ remind }) => remind(notices, 'restored'),
		() => undefined
	);

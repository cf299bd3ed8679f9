import type { Notices } from '#state/notices.svelte.ts';
import { words } from '#ui/words/talk-words.ts';

/** The button that takes back what a notice says was done; the notice goes, and what taking it back comes to is said anew. */
export const wayBack = (notices: Notices, undo: () => unknown) => ({
	label: words.kit.undo,
	onpress: () => {
		notices.dismiss();
		void undo();
	}
});

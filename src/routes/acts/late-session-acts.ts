import type { AppState } from '#state/app.svelte.ts';
import type { SessionListActions } from '#ui/sessions/session-list-actions.ts';
import { words } from '#ui/words/words.ts';

/** What can be done with sessions, fetched when something of it is: to see them nothing of it is needed. `here`: the one on screen. */
export function lateSessionActs(keepsake: AppState, here: string | null): SessionListActions {
	const fetched = () =>
		import('./session-list-acts.ts').then(
			({ sessionListActs }) => sessionListActs(keepsake, here),
			() => null
		);
	/** Where it does not come that is said. */
	async function act(what: (acts: SessionListActions) => unknown) {
		const acts = await fetched();
		if (acts) await what(acts);
		else keepsake.notices.warn(words.kit.notLoaded);
	}
	const notLoaded = () => words.kit.notLoaded;
	return {
		rename: async (...asked) => ((await fetched()) ?? { rename: notLoaded }).rename(...asked),
		move: async (...asked) => ((await fetched()) ?? { move: notLoaded }).move(...asked),
		pin: (...asked) => act(({ pin }) => pin(...asked)),
		exportAs: (...asked) => act(({ exportAs }) => exportAs(...asked)),
		archive: (...asked) => act(({ archive }) => archive(...asked)),
		remove: (...asked) => act(({ remove }) => remove(...asked))
	};
}

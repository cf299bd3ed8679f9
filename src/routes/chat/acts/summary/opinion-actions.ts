import type { AppState } from '#state/app.svelte.ts';
import { opinionsOf } from '#state/summary/opinions.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import type { OpinionActions } from '#ui/chat/summary/lost/opinion-actions.ts';

/** A second opinion is asked of whoever answers in the session: that is who has to carry on with the summary. */
export function opinionActions(keepsake: AppState, view: SessionView): OpinionActions {
	const opinions = opinionsOf(keepsake);
	const answerer = () => keepsake.answerer(view.session);
	return {
		answerer,
		stage: ({ id }) => opinions.stage(id),
		quote: ({ id }) => opinions.quote(id, answerer()),
		ask: ({ id }) => opinions.ask(id, answerer()),
		stop: ({ id }) => opinions.stop(id)
	};
}

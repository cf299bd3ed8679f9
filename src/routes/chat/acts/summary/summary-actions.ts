import { isGone } from '#core/log/marks.ts';
import { staysWithout } from '#core/summary/ground.ts';
import { replacedBy, spoken, summaryInUse, wouldStandFrom } from '#core/summary/summary.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { opinionsOf } from '#state/summary/opinions.svelte.ts';
import { originalsOf } from '#state/summary/originals.ts';
import type { OpinionActions } from '#ui/chat/summary/lost/opinion-actions.ts';
import type { SummaryActions } from '#ui/chat/summary/summary-actions.ts';
import { copyWords } from '../copy-words.ts';
import { draftActions } from './draft-actions.ts';
import { placeActions } from './place-actions.ts';
import { textActions } from './text-actions.ts';

/** What the buttons of summaries and drafts do: each acts at once, says so, and can be taken back. */
export function summaryActions(
	keepsake: AppState,
	view: SessionView,
	{
		decided,
		again
	}: {
		/** A message that waited for this decision may go out now. */
		readonly decided: () => void;
		readonly again: () => unknown;
	}
): SummaryActions {
	return {
		...placeActions(keepsake, decided),
		...draftActions(keepsake),
		...textActions(keepsake, view),
		again,
		copy: ({ text }) => copyWords(keepsake.notices, text),
		download: async ({ id }) => {
			const { exportSummaryNow } = await import('../../../acts/export-now.ts');
			await exportSummaryNow(keepsake, id);
		},
		before: (summary) => replacedBy(summary, view.summaries, view.excerpt.path),
		standsFrom: (summary) => wouldStandFrom(summary, view.summaries, view.excerpt.path).seq,
		stays: (summary) => {
			const used = spoken(summaryInUse(view.summaries, view.excerpt.path));
			const isLater = used && used.round > summary.round;
			return isLater && staysWithout(used, summary, view.summaries) ? used.round : null;
		},
		opinions: opinionActions(keepsake, view),
		originals: (summary, fromSeq, count) =>
			originalsOf(keepsake.app, summary, { path: view.excerpt.path, fromSeq, count }),
		isDeleted: (turn) => isGone(turn, view.marks[turn.turnId] ?? [])
	};
}

/** A second opinion is asked of whoever answers in the session: that is who has to carry on with the summary. */
function opinionActions(keepsake: AppState, view: SessionView): OpinionActions {
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

import type { NoOpReason } from '#core/plan/planned.ts';
import type { Summary } from '#core/summary/summary.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { Notice, Notices } from '#state/notices.svelte.ts';
import type { Wanted } from '#state/summary/compacting.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { restoreDraft } from '#flows/compaction/discard-draft.ts';
import { summariesUnderPen } from '#state/tab/under-pen.ts';
import { announce } from '#ui/kit/notices/announce.ts';
import { failureText } from '#ui/words/failure-text.ts';
import { noSummaryText } from '#ui/words/fallback-text.ts';
import { words } from '#ui/words/talk-words.ts';
import { redo, said, undo } from '../../acts/said.ts';

/** A compaction by hand: begun, and called off; how it ended is said. */

const nothingBecause = (reason: NoOpReason): string =>
	words.compaction.nothingBecause(words.compaction.nothingReasons[reason]);

/** Why a try came to nothing: not so any more once another is begun. */
const inVain = new WeakSet<Notice>();

const noteInVain = ({ current }: Notices) => current && inVain.add(current);

/** Another try is begun, or a message goes out that may need one. */
export function dismissInVain(notices: Notices, sessionId: string): void {
	const before = notices.at(sessionId);
	if (before && inVain.has(before)) notices.dismiss();
}

export async function compactNow(
	keepsake: AppState,
	view: SessionView,
	wanted: Wanted
): Promise<void> {
	const { app } = keepsake;
	const notices = keepsake.notices.of(view.id);
	const { compacting, unsent } = view;
	const warn = (why: string) => {
		notices.warn(why);
		noteInVain(keepsake.notices);
	};
	/** The draft that waits now is one in which somebody writes: no other may take its place. */
	const isUnderPen = () => view.draft !== null && summariesUnderPen.has(view.draft.id);
	/** What was to be attended to is not lost where nothing is begun. */
	const refuse = (why: string) => {
		warn(why);
		if (wanted !== 'again' && wanted.focus !== null)
			unsent.putBefore({ text: `/compact ${wanted.focus}`, pasted: [] });
	};
	if (isUnderPen()) {
		refuse(words.compaction.draftUnderPen);
		return;
	}
	dismissInVain(keepsake.notices, view.id);
	const outcome = await compacting.run(wanted);
	if (outcome === null) refuse(words.compaction.atWork);
	else if (outcome.status === 'nothing-to-do') notices.say(nothingBecause(outcome.reason));
	else if (outcome.status === 'stopped') notices.say(words.compaction.cancelled);
	else if (outcome.status === 'failed') warn(noSummaryText(outcome.failure));
	else if (outcome.replaced && outcome.summary.status === 'draft') {
		const { replaced, summary } = outcome;
		const put = async ({ id }: Pick<Summary, 'id'>, text: string, other: Notice['action']) => {
			if (isUnderPen()) notices.warn(words.compaction.draftUnderPen);
			else said(notices, await restoreDraft(app, id), text, other);
		};
		const back = undo(() => put(replaced, words.compaction.draftBack, again));
		const again = redo(() => put(summary, words.compaction.replaced, back));
		notices.say(words.compaction.replaced, back);
	} else {
		// It is seen where it stands.
		const { draft, draftHelp, used } = words.compaction;
		announce(outcome.summary.status === 'draft' ? `${draft}. ${draftHelp}` : used);
	}
}

/** Stop the one that runs: a message that waits for it is stopped too. */
export async function cancelCompaction(
	{ notices }: AppState,
	{ id, compacting, answering }: SessionView
): Promise<void> {
	const failure = await compacting.cancel();
	if (failure) notices.warn(failureText(failure));
	else if (answering.reply?.state === 'compacting') {
		answering.stop();
		const outcome = await answering.over;
		// The reply says no more than that it was stopped.
		if (outcome?.status === 'stopped') {
			notices.of(id).say(words.compaction.cancelledFor);
			noteInVain(notices);
		}
	}
}

import { presetOf } from '#core/presets/policy.ts';
import { defaultSettings } from '#core/settings.ts';
import { textsSent, type LossItem, type Summary } from '#core/summary/summary.ts';
import { editSummary } from '#flows/compaction/edit-summary.ts';
import { addLost, pinLost } from '#flows/compaction/restore-loss.ts';
import { neverStops } from '#flows/ports/waiting.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import type { SummaryActions, SummaryEdit } from '#ui/chat/summary/summary-actions.ts';
import { words } from '#ui/words/talk-words.ts';
import { said, wayBack } from '../../../acts/said.ts';
import { pinWords } from '../pin-words.ts';

/** What a summary says: edited, and what was lost put into it or beside it. */
export function textActions(
	keepsake: AppState,
	view: SessionView
): Pick<SummaryActions, 'save' | 'addLoss' | 'isPinned' | 'pinLoss' | 'reportLoss' | 'sent'> {
	const { app } = keepsake;
	const notices = keepsake.notices.of(view.id);

	async function save(summary: Summary, change: SummaryEdit) {
		const { text, anchors } = summary;
		const outcome = await editSummary(app, summary.id, change);
		const now = { text, anchors, ...change };
		return said(notices, outcome, words.compaction.saved, back(summary, { text, anchors }, now));
	}

	const back = (summary: Summary, before: SummaryEdit, now: SummaryEdit) =>
		editBack(keepsake, summary, { before, now, editedAt: summary.editedAt });

	async function addLoss(summary: Summary, ...items: readonly Pick<LossItem, 'text'>[]) {
		const added = await addLost(app, summary.id, ...items);
		const { before, after } = (added.status === 'done' && added.change) || {};
		const way =
			before === undefined || after === undefined
				? undefined
				: back(summary, { text: before }, { text: after });
		return said(notices, added, words.compaction.saved, way);
	}

	const isPinned = ({ text }: Pick<LossItem, 'text'>) => view.pinned.includes(text);

	return {
		save,
		sent: (summary) => {
			const { session } = view;
			const settings = keepsake.settings.current ?? defaultSettings;
			return textsSent(summary, session, presetOf(settings, session)).join('\n');
		},
		reportLoss: ({ id: summaryId }) => {
			void view.reportedOn;
			// Nobody waits for it; where turns can no longer be read, the last report stays.
			void app.workshop.run('report-loss', { summaryId }, neverStops());
		},
		isPinned,
		addLoss,
		pinLoss: async ({ sessionId }, item) => {
			const on = !isPinned(item);
			const act = () => pinLost(app, { sessionId, item, on });
			await pinWords(keepsake, { sessionId, text: item.text, on, act });
		}
	};
}

type Keepsake = Pick<AppState, 'app' | 'notices'>;
type Edited = Pick<Summary, 'id' | 'sessionId'>;

interface Edit {
	readonly before: SummaryEdit;
	readonly now: SummaryEdit;
	/** When it was edited before that; null: it was not. */
	readonly editedAt: number | null;
}

/** Undo: the words before an edit, where nobody has written there since. It is no edit to undo. */
const editBack = (keepsake: Keepsake, summary: Edited, edit: Edit) =>
	wayBack(keepsake.notices.of(summary.sessionId), {
		back: () =>
			editSummary(keepsake.app, summary.id, edit.before, {
				seen: edit.now,
				takes: { editedAt: edit.editedAt, told: () => [] }
			}),
		text: words.compaction.editUndone,
		again: () => editAgain(keepsake, summary, edit)
	});

/** An edit that was taken back is made again. */
export async function editAgain(keepsake: Keepsake, summary: Edited, edit: Edit): Promise<void> {
	const outcome = await editSummary(keepsake.app, summary.id, edit.now, {
		seen: edit.before,
		isBack: true
	});
	const notices = keepsake.notices.of(summary.sessionId);
	said(notices, outcome, words.compaction.saved, editBack(keepsake, summary, edit));
}

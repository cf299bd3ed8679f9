import { isOpenSession } from '#core/session/session.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { KeptEdits } from '#state/composer/kept-edits.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import type { TurnActions } from '#ui/chat/message/turn-actions.ts';
import { said } from '../../../acts/said.ts';
import { copyWords } from '../copy-words.ts';
import { answerActions, type Begins } from './answer-actions.ts';
import { branchActions } from './branch-actions.ts';
import { markActions } from './mark-actions.ts';
import type { StillOpens } from './still-told.ts';
import { takeBack } from './take-back.ts';

/** What a button of a message opens elsewhere on the screen. */
interface Opens extends StillOpens {
	/** What the model saw for a turn. */
	readonly seen: (turnId: string) => void;
	/** The list of pins. */
	readonly pins: () => void;
	/** Make words of a turn a line of memory. */
	readonly remember: (text: string, turnId: string) => void;
}

/** What the buttons of a message do: a flow each, then one quiet sentence and the way back. */
export function turnActions(
	keepsake: AppState,
	view: SessionView,
	{
		begins,
		opens,
		edits
	}: { readonly begins: Begins; readonly opens: Opens; readonly edits: KeptEdits }
): TurnActions {
	const { notices } = keepsake;
	return {
		...markActions(keepsake, view, opens),
		...branchActions(keepsake, view),
		...answerActions(keepsake, view, begins, edits),
		takeBack: (turn) => takeBack(keepsake, view, turn),
		isOpen: () => isOpenSession(view.session),
		keepEdit: (turnId, written) => edits.keep(turnId, written),
		copy: (text) => copyWords(notices, text),
		remember: opens.remember,
		seen: opens.seen,
		leftOut: (turnId) =>
			view.weighing.current?.leftOut.filter((one) => one.turnId === turnId) ?? [],
		inVain: ({ askedAt }) => view.compacting.inVainSince(askedAt),
		isOff: (source) => view.session.switchedOff.includes(source),
		switchPart: async (source, on) => said(notices, await view.choices.switchPart(source, on))
	};
}

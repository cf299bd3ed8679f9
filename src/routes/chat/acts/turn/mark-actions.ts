import type { Mark, MarkKind } from '#core/log/turn.ts';
import { deleteTurn, restoreTurn } from '#flows/sessions/delete-turn.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import type { Side, TurnActions } from '#ui/chat/message/turn-actions.ts';
import { words } from '#ui/words/talk-words.ts';
import { said, undo } from '../../../acts/said.ts';
import { stillTold, type StillOpens } from './still-told.ts';

/** What is said about a turn: pinned, left out, off the record, deleted. Each has its way back. */
export function markActions(
	keepsake: AppState,
	view: SessionView,
	opens: StillOpens & { readonly pins: () => void }
): Pick<TurnActions, 'mark' | 'pin' | 'pinText' | 'remove'> {
	const { app, notices, forgetting } = keepsake;
	const { id: sessionId } = view;

	const still = (turnId: string, kind: 'left-out' | 'off-record' | 'deleted') =>
		stillTold(keepsake, view, { turnId, kind, opens });

	async function mark(turnId: string, kind: 'left-out' | 'off-record', on: boolean) {
		const back = undo(() => mark(turnId, kind, !on));
		const outcome = await setMark(app, { sessionId, turnId, kind, on });
		const taken = kind === 'left-out' ? words.messages.takenIn : words.messages.nowOnRecord;
		const told = on ? await still(turnId, kind) : { text: taken, see: undefined };
		said(notices, outcome, told.text, back, told.see);
	}

	/** Both sides pinned is the whole turn pinned; taking one away leaves the other. */
	async function pin(turnId: string, side: Side, on: boolean) {
		const before = view.marks[turnId]?.find((one: Mark) => one.kind === 'pinned');
		const other: Side = side === 'user' ? 'assistant' : 'user';
		const otherStays = before !== undefined && before.side !== side;
		const left: Side[] = [...(on ? [side] : []), ...(otherStays ? [other] : [])];
		const [only] = left;
		const outcome = await setMark(app, {
			sessionId,
			turnId,
			kind: 'pinned' satisfies MarkKind,
			on: left.length > 0,
			...(left.length === 1 && only ? { side: only } : {})
		});
		const text = on ? words.messages.pinned : words.messages.unpinned;
		const back = undo(() => pin(turnId, side, !on));
		said(notices, outcome, text, back);
	}

	async function pinText(text: string, turnId: string) {
		const { pinText: pinWords } = await import('#flows/sessions/pin-text.ts');
		const outcome = await pinWords(app, { sessionId, turnId, text });
		const see = { label: words.pins.see, onpress: opens.pins };
		said(notices, outcome, words.messages.pinned, see);
	}

	async function remove(turnId: string) {
		const back = undo(async () =>
			said(notices, await restoreTurn(app, { sessionId, turnId }), words.messages.turnRestored)
		);
		const further = {
			label: words.kit.forgetNow,
			onpress: () => forgetting.ask({ kind: 'turn', sessionId, turnId })
		};
		const outcome = await deleteTurn(app, { sessionId, turnId });
		// The question that “Forget now” raises shows the summary.
		const { text } = await still(turnId, 'deleted');
		said(notices, outcome, text, back, further);
	}

	return { mark, pin, pinText, remove };
}

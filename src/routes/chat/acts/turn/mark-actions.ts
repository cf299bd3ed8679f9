import { pinIdOf } from '#core/log/pin.ts';
import type { Mark } from '#core/log/turn.ts';
import type { Done } from '#flows/done.ts';
import { deleteTurn, restoreTurn } from '#flows/sessions/delete-turn.ts';
import { pinText as pinPart } from '#flows/sessions/pin-text.ts';
import { formerMark, putBack, setMark } from '#flows/sessions/set-mark.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import type { Side, TurnActions } from '#ui/chat/message/turn-actions.ts';
import { words } from '#ui/words/talk-words.ts';
import { said, undo, wayBack } from '../../../acts/said.ts';
import { pinTold, pinWords } from '../pin-words.ts';
import { stillTold, type StillOpens } from './still-told.ts';

/** What is said about a turn: pinned, left out, off the record, deleted. Each has its way back. */
export function markActions(
	keepsake: AppState,
	view: SessionView,
	opens: StillOpens & { readonly pins: () => void }
): Pick<TurnActions, 'mark' | 'pin' | 'pinText' | 'remove'> {
	const { app } = keepsake;
	const { id: sessionId } = view;
	const notices = keepsake.notices.of(sessionId);

	const still = (turnId: string, kind: 'left-out' | 'off-record') =>
		stillTold(keepsake, view, { turnId, kind, opens });

	async function mark(turnId: string, kind: 'left-out' | 'off-record', on: boolean) {
		const place = { sessionId, turnId, kind };
		const taken = kind === 'left-out' ? words.messages.takenIn : words.messages.nowOnRecord;
		await decide(place, on, {
			act: () => setMark(app, { ...place, on }),
			tell: async (isOn) => (isOn ? still(turnId, kind) : { text: taken, see: undefined })
		});
	}

	/** What its undo puts back is what stood there before, with its own time; that too can be undone. */
	async function decide(
		place: Pick<Mark, 'sessionId' | 'turnId' | 'kind'>,
		on: boolean,
		{
			act,
			tell
		}: {
			readonly act: () => Promise<Done>;
			readonly tell: (isOn: boolean) => Promise<Awaited<ReturnType<typeof still>>>;
		}
	) {
		// Read first, but not waited for: whoever leaves at once has decided.
		const [former, outcome] = await Promise.all([formerMark(app, place), act()]);
		const back = undo(() => decide(place, !on, { act: () => putBack(app, place, former), tell }));
		const { text, see } = await tell(on);
		said(notices, outcome, text, back, see);
	}

	/** Both sides pinned is the whole turn pinned; taking one away leaves the other. */
	async function pin(turnId: string, side: Side, on: boolean) {
		const before = view.marks[turnId]?.find((one: Mark) => one.kind === 'pinned');
		const other: Side = side === 'user' ? 'assistant' : 'user';
		const otherStays = before !== undefined && before.side !== side;
		const left: Side[] = [...(on ? [side] : []), ...(otherStays ? [other] : [])];
		const [only] = left;
		const place = { sessionId, turnId, kind: 'pinned' } as const;
		await decide(place, on, {
			act: () =>
				setMark(app, {
					...place,
					on: left.length > 0,
					...(left.length === 1 && only ? { side: only } : {})
				}),
			tell: async (isOn) => ({
				text: isOn
					? await pinTold(keepsake, sessionId, ({ id }) => id === pinIdOf(place))
					: words.messages.unpinned
			})
		});
	}

	async function pinText(text: string, turnId: string) {
		const act = () => pinPart(app, { sessionId, turnId, text });
		const see = { label: words.pins.see, onpress: opens.pins };
		await pinWords(keepsake, { sessionId, text, on: true, act, see });
	}

	const remove = (turnId: string) => removeTurn(keepsake, view, turnId);

	return { mark, pin, pinText, remove };
}

/** Delete a message, with the ways back and on. */
export async function removeTurn(keepsake: AppState, view: SessionView, turnId: string) {
	const { app, forgetting } = keepsake;
	const { id: sessionId } = view;
	const notices = keepsake.notices.of(sessionId);
	const back = wayBack(notices, {
		back: () => restoreTurn(app, { sessionId, turnId }),
		text: words.messages.turnRestored,
		again: () => removeTurn(keepsake, view, turnId)
	});
	const further = {
		label: words.kit.forgetNow,
		onpress: () => forgetting.ask({ kind: 'turn', sessionId, turnId })
	};
	const outcome = await deleteTurn(app, { sessionId, turnId });
	// The question that “Forget now” raises shows the summary.
	const { text } = await stillTold(keepsake, view, { turnId, kind: 'deleted', opens: null });
	said(notices, outcome, text, back, further);
}

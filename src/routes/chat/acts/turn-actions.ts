import { carrySpans } from '#core/asking/pasted.ts';
import { textOf } from '#core/log/blocks.ts';
import { splitMessage } from '#core/prompt/text/split-message.ts';
import type { Mark, MarkKind, Turn } from '#core/log/turn.ts';
import { scaleOf } from '#core/prompt/weight/weigh-parts.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { deleteTurn, restoreTurn } from '#flows/sessions/delete-turn.ts';
import type { SendOutcome } from '#flows/answer/reply/live-reply.ts';
import { sendWhenOnline } from '#flows/answer/send-when-online.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import type { Side, TurnActions } from '#ui/chat/message/turn-actions.ts';
import { copyText } from '#ui/kit/clipboard.ts';
import { words } from '#ui/words/talk-words.ts';
import { said } from '../../said.ts';

/** What the buttons of a message do: a flow each, then one quiet sentence and the way back. */
export function turnActions(
	keepsake: AppState,
	view: SessionView,
	/** Every answer goes through here: the transcript follows it, and what it comes to is looked at. */
	answering: (answer: Promise<SendOutcome | null>) => Promise<void>,
	open: {
		/** Where the focus goes on when an answer has begun: the button that asked for it may leave the page. */
		readonly composer: () => void;
		/** What the model saw for a turn. */
		readonly seen: (turnId: string) => void;
		/** The list of pins. */
		readonly pins: () => void;
		/** Make words of a turn a line of memory. */
		readonly remember: (text: string, turnId: string) => void;
	}
): TurnActions {
	const { app, notices } = keepsake;
	const { id: sessionId } = view;

	const undoing = (undo: () => Promise<unknown>) => ({
		label: words.kit.undo,
		onpress: () => {
			notices.dismiss();
			void undo();
		}
	});

	async function mark(turnId: string, kind: 'left-out' | 'off-record', on: boolean) {
		const spoken = {
			'left-out': on ? words.messages.leftOut : words.messages.takenIn,
			'off-record': on ? words.messages.nowOffRecord : words.messages.nowOnRecord
		};
		const outcome = await setMark(app, { sessionId, turnId, kind, on });
		said(
			notices,
			outcome,
			spoken[kind],
			undoing(() => mark(turnId, kind, !on))
		);
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
		said(
			notices,
			outcome,
			on ? words.messages.pinned : words.messages.unpinned,
			undoing(() => pin(turnId, side, !on))
		);
	}

	async function pinText(text: string, turnId: string) {
		const { pinText: pinWords } = await import('#flows/sessions/pin-text.ts');
		const outcome = await pinWords(app, { sessionId, turnId, text });
		said(notices, outcome, words.messages.pinned, {
			label: words.pins.see,
			onpress: () => {
				notices.dismiss();
				open.pins();
			}
		});
	}

	async function remove(turnId: string) {
		const outcome = await deleteTurn(app, { sessionId, turnId });
		said(
			notices,
			outcome,
			words.messages.turnDeleted,
			undoing(async () => {
				const back = await restoreTurn(app, { sessionId, turnId });
				said(notices, back, words.messages.turnRestored);
			}),
			{
				label: words.kit.forgetNow,
				onpress: () => {
					notices.dismiss();
					void keepsake.forgetting.ask({ kind: 'turn', sessionId, turnId });
				}
			}
		);
	}

	const show = async (branch: string) => said(notices, await view.show(branch));

	async function branch(turnId: string) {
		const before = view.session.branch;
		const { branchFrom } = await import('#flows/answer/edit-message.ts');
		const outcome = await branchFrom(app, { sessionId, turnId });
		said(
			notices,
			outcome.status === 'failed' ? outcome : { status: 'done' },
			words.messages.branched,
			undoing(async () => {
				if (await show(before)) notices.say(words.messages.backToBranch);
			})
		);
	}

	async function copy(text: string) {
		if (await copyText(text)) notices.say(words.messages.copied);
		else notices.warn(words.kit.copyFailed);
	}

	/** A second answer at the same time is not begun, and the person is told why. */
	function begin(answer: () => Promise<SendOutcome | null>): boolean {
		const isFree = !view.answering.isRunning;
		if (isFree) {
			open.composer();
			void answering(answer());
		} else notices.say(words.messages.busy);
		return isFree;
	}

	/**
	 * What waits for the network goes out as soon as there is one, also where it was only the endpoint that could not be
	 * reached; it is tried now all the same, for the endpoint may be on this device.
	 */
	async function answerWhenOnline(turnId: string) {
		const waits = view.marks[turnId]?.some(({ kind }) => kind === 'waiting');
		if (waits || !app.online()) said(notices, await sendWhenOnline(app, { sessionId, turnId }));
		return view.answer(turnId);
	}

	/** The rest is shown, not sent: the person sees the answer to the beginning first. */
	function sendFirstPart({ turnId, asked, pasted = [] }: Turn, room: number) {
		const scale = scaleOf(view.session, keepsake.answerer(view.session));
		const before = textOf(asked);
		const parts = splitMessage(before, room, (text) => scale.text(text));
		if (!parts) {
			notices.say(words.limits.cannotSplit);
			return;
		}
		begin(() => {
			const others = asked.filter((block) => block.type !== 'text');
			const { first, rest } = parts;
			view.unsent.putBefore({ text: rest, pasted: carrySpans(pasted, { before, after: rest }) });
			notices.say(words.limits.splitDone);
			return view.edit(
				turnId,
				[...others, { type: 'text', text: first }],
				carrySpans(pasted, { before, after: first })
			);
		});
	}

	return {
		copy,
		edit: (turnId, blocks, pasted) => begin(() => view.edit(turnId, blocks, pasted)),
		regenerate: (turnId) => begin(() => view.regenerate(turnId)),
		branch,
		pin,
		remember: open.remember,
		mark,
		remove,
		seen: open.seen,
		pinText,
		retry: (turnId) => begin(() => view.retry(turnId)),
		continue: (turnId) => begin(() => view.continue(turnId)),
		tryNow: (pause) => {
			open.composer();
			view.tryNow(pause);
		},
		answer: (turnId, answerer) => {
			begin(() =>
				answerer === undefined ? answerWhenOnline(turnId) : view.answer(turnId, { answerer })
			);
		},
		leftOut: (turnId) =>
			view.weighing.current?.leftOut.filter((one) => one.turnId === turnId) ?? [],
		isOff: (source) => view.session.switchedOff.includes(source),
		switchPart: async (source, on) => said(notices, await view.choices.switchPart(source, on)),
		sendFirstPart,
		show
	};
}

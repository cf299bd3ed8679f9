import { carrySpans } from '#core/asking/pasted.ts';
import { textOf } from '#core/log/blocks.ts';
import { foreignSpans } from '#core/log/foreign-spans.ts';
import type { Turn } from '#core/log/turn.ts';
import { closedBy } from '#core/session/session.ts';
import { splitMessage } from '#core/prompt/text/split-message.ts';
import { scaleOf } from '#core/prompt/weight/weigh-parts.ts';
import { failed } from '#flows/done.ts';
import type { SendOutcome } from '#flows/answer/reply/live-reply.ts';
import { sendWhenOnline } from '#flows/answer/send-when-online.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { KeptEdits } from '#state/composer/kept-edits.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import type { TurnActions } from '#ui/chat/message/turn-actions.ts';
import { words } from '#ui/words/talk-words.ts';
import { said } from '../../../acts/said.ts';
import { dismissInVain } from '../compact-now.ts';

/** What happens on the screen when an answer begins. */
export interface Begins {
	/** Every answer goes through here: the transcript follows it, and what it comes to is looked at. */
	readonly answering: (answer: Promise<SendOutcome | null>) => Promise<void>;
	/** Where the focus goes on: the button that asked for the answer may leave the page. */
	readonly composer: () => void;
}

/** What makes the model answer, or answer again. A second answer at the same time is not begun, and the person is told why. */
export function answerActions(
	keepsake: AppState,
	view: SessionView,
	{ answering, composer }: Begins,
	edits: KeptEdits
): Pick<
	TurnActions,
	| 'edit'
	| 'regenerate'
	| 'retry'
	| 'continue'
	| 'tryNow'
	| 'storeNow'
	| 'answer'
	| 'sendFirstPart'
	| 'sendWords'
> {
	const { app, notices } = keepsake;

	function begin(answer: () => Promise<SendOutcome | null>): boolean {
		const closed = closedBy(view.session);
		// Another tab may have ended it: what is under the pen here stays there, for no composer stands below it.
		if (closed) return said(notices, failed(closed));
		const isFree = !view.answering.isRunning;
		if (isFree) {
			dismissInVain(notices, view.id);
			composer();
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
		if (waits || !app.online())
			said(notices, await sendWhenOnline(app, { sessionId: view.id, turnId }));
		return view.answer(turnId);
	}

	/** The rest is shown, not sent: the person sees the answer to the beginning first. */
	function sendFirstPart({ turnId, asked, pasted = [] }: Turn, room: number) {
		const scale = scaleOf(view.session, keepsake.answerer(view.session));
		const before = textOf(asked);
		const others = asked.filter((block) => block.type !== 'text');
		const left = room - scale.messages([{ role: 'user', content: others }]);
		const parts = splitMessage(before, left, (text) => scale.text(text));
		if (!parts) {
			notices.say(words.limits.cannotSplit);
			return;
		}
		begin(() => {
			const { first, rest } = parts;
			view.unsent.putBefore({ text: rest, pasted: carrySpans(pasted, { before, after: rest }) });
			notices.say(words.limits.splitDone);
			return view.edit(turnId, [...others, { type: 'text', text: first }], {
				pasted: carrySpans(pasted, { before, after: first }),
				letGo: () => undefined
			});
		});
	}

	return {
		edit: (turnId, blocks, pasted) =>
			begin(() => view.edit(turnId, blocks, { pasted, letGo: edits.take(turnId) })),
		regenerate: (turnId) => begin(() => view.regenerate(turnId)),
		retry: (turnId) => begin(() => view.retry(turnId)),
		continue: (turnId) => begin(() => view.continue(turnId)),
		tryNow: (pause) => {
			composer();
			view.tryNow(pause);
		},
		storeNow: () => {
			composer();
			view.answering.reply?.unstored?.again();
		},
		answer: (turnId, answerer) =>
			begin(() =>
				answerer === undefined ? answerWhenOnline(turnId) : view.answer(turnId, { answerer })
			),
		sendFirstPart,
		sendWords: (turn) => {
			const blocks = turn.asked.filter((block) => block.type === 'text');
			return begin(() =>
				view.edit(turn.turnId, blocks, { pasted: foreignSpans(turn), letGo: () => undefined })
			);
		}
	};
}

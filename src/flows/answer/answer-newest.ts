import type { Failure } from '#core/failure.ts';
import { onDevice } from '#core/models/model-card.ts';
import { mayPrepareAhead } from '#core/compaction/bar.ts';
import type { Turn } from '#core/log/turn.ts';
import type { NotSent } from '#core/reply/not-sent.ts';
import { forgottenAmong } from '#db/forgetting/tombstones.ts';
import { removeMark } from '#db/log/append.ts';
import { dropValue, keepValue, notSentKey } from '#db/scratch/kept-values.ts';
import { spared } from '#db/scratch/spared.ts';
import { answerSteps } from '#flows/answer/steps/answer-steps.ts';
import { countBeside } from '#flows/prompt/count-prompt.ts';
import type { OnReply, SendOutcome } from '#flows/answer/reply/live-reply.ts';
import {
	makeRoom,
	makeRoomMidway,
	summarise,
	type Room,
	type RoomAsk
} from '#flows/answer/make-room.ts';
import type { App } from '#flows/ports.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { heldToday } from '#flows/prompt/held-today.ts';
import type { ReadPrompt } from '#flows/prompt/read-prompt.ts';
import {
	closeShowing,
	ended,
	goesNext,
	gone,
	hasBegun,
	isNotSent,
	told,
	waitOffline,
	waits,
	type AnswerUnderWay
} from '#flows/answer/ends-of-answer.ts';
import { beside, enterEpoch, keepWindow } from '#flows/answer/beside-answer.ts';
import {
	newestOf,
	readFirst,
	readNewest,
	type AnswerAsk,
	type RunAsk
} from '#flows/answer/read-newest.ts';
import { showReply } from '#flows/answer/reply/show-reply.ts';
import { storing } from '#db/storing.ts';
import { untilGone } from '#flows/answer/until-gone.ts';
import { neverStops } from '#flows/ports/waiting.ts';

/** Answers the newest turn of the branch on screen. Whoever calls holds the lock of the session. */

/**
 * The mark that the turn waits for the network is removed only afterwards: if the tab is closed meanwhile, the turn
 * still waits at the next start.
 */
export async function answerNewest(
	app: App,
	ask: AnswerAsk,
	onReply: OnReply,
	signal: AbortSignal
): Promise<SendOutcome> {
	const run = { ...ask, begunAt: app.clock.now() };
	const { sessionId, turnId } = ask.turn;
	// Whatever the try before came to, and nobody waits for that to be noted.
	void keepNotSent(app, sessionId, null);
	// What cannot be read just now is told where it was asked for.
	const tried = await storing(() =>
		untilGone(app, ask.turn, signal, (stop) => tryNewest(app, run, onReply, stop))
	);
	const outcome = await told(
		app,
		ask.turn,
		tried.status === 'failed' ? { ...tried, turnId } : tried.value
	);
	if (outcome.status !== 'waiting')
		await removeMark(app.db, { sessionId, turnId, kind: 'waiting' });
	if (isNotSent(outcome)) await keepNotSent(app, sessionId, outcome);
	return outcome;
}

/** What is asked or told of the newest message, for every tab and after a reload; null: nothing is. */
const keepNotSent = (
	{ scratch }: Pick<App, 'scratch'>,
	sessionId: string,
	notSent: NotSent | null
): Promise<void> => {
	const name = notSentKey(sessionId);
	const keep = () => (notSent ? keepValue(scratch, name, notSent) : dropValue(scratch, name));
	return spared(scratch, keep, undefined);
};

async function tryNewest(
	app: App,
	ask: RunAsk,
	onReply: OnReply,
	signal: AbortSignal
): Promise<SendOutcome> {
	const { turn } = ask;
	const { sessionId, turnId, branch, seq } = turn;
	const first = await readFirst(app, ask, signal);
	const model = first.input.card.id;
	const showing = showReply(app, { sessionId, turnId, branch, seq, model }, onReply);
	const keepAsked = async (outcome: SendOutcome | null) => {
		const asks = outcome?.status === 'needs-review' ? await waits(outcome, answering) : null;
		const asked = asks && (await told(app, turn, asks));
		await keepNotSent(app, sessionId, asked && isNotSent(asked) ? asked : null);
	};
	const room = { ...roomFor(app, ask, first, onReply), keepAsked };
	const answering: AnswerUnderWay = {
		app,
		ask,
		showing,
		room,
		read: first,
		unshortened: null,
		// The on-device answerer reads what a search has found, however long it is.
		mayMakeRoom: !room.forced && !room.borrowed && model !== onDevice,
		rounds: 0,
		overflows: 0
	};
	try {
		for (;;) {
			const outcome = await tryOnce(answering, signal);
			if (outcome)
				return outcome.status === 'needs-review' ? await waits(outcome, answering) : outcome;
		}
	} finally {
		showing.abandon();
		onReply(null);
	}
}

/** Make room for the prompt and have it answered. Null: it still did not fit, room was made, and it is to be tried again. */
async function tryOnce(
	answering: AnswerUnderWay,
	signal: AbortSignal
): Promise<SendOutcome | null> {
	const { app, ask, unshortened, room, showing } = answering;
	if (!ask.isReached && isOutOfReach(app, answering.read)) return waitOffline(app, answering);
	// Held back by the limit of the day, the call is refused later. Read like any other: the limit may be lifted until then.
	const asItIs = unshortened ?? ((await isHeld(app, answering.read)) ? await room.read() : null);
	const made: Room = asItIs
		? { status: 'ready', read: asItIs, soft: false }
		: await makeRoom(app, room, signal);
	if (made.status === 'ended') {
		return hasBegun(answering) || made.outcome.status === 'stopped'
			? ended(answering, made.outcome)
			: made.outcome;
	}
	answering.read = made.read;
	const end = await answerRead(answering, signal);
	switch (end.status) {
		case 'outgrown':
			answering.rounds = end.rounds;
			return afterOutgrown(answering, signal);
		case 'read-anew':
			answering.rounds = end.rounds;
			if ((await forgottenAmong(app.db, [ask.turn.turnId, ask.turn.sessionId])).size > 0)
				return ended(answering, gone(ask.turn));
			answering.unshortened = await room.read();
			return null;
		case 'overflowed':
			return afterOverflow(answering, end.failure, signal);
		default:
			await closeShowing(showing, end);
			if (made.soft && end.status === 'answered') prepareInBackground(app, made.read, ask.turn);
			return end;
	}
}

/**
 * The new epoch is stored and the prompt counted when the request is on its way, which would else wait for both; the
 * steps of its answer come later in any case.
 */
function answerRead(answering: AnswerUnderWay, signal: AbortSignal) {
	const { app, ask, mayMakeRoom, read, rounds, showing } = answering;
	const { sessionId, turnId } = ask.turn;
	let onSent: () => void = () => undefined;
	const sent = new Promise<void>((resolve) => (onSent = resolve));
	const answer = answerSteps(
		app,
		{
			session: read.session,
			exchange: newestOf(read),
			read,
			epoch: read.prompt.epoch,
			continues: goesNext(answering) === 'on',
			rounds,
			mayMakeRoom,
			showing,
			onSent
		},
		signal
	);
	return beside(answer, async (over) => {
		// A request that was held back ends the answer as well.
		over.addEventListener('abort', onSent, { once: true });
		await sent;
		const counting = AbortSignal.any([signal, over]);
		await Promise.all([
			enterEpoch(app, sessionId, read),
			over.aborted ? null : countBeside(app, read, turnId, counting)
		]);
	});
}

/** The results of the tools take the next call over its threshold: a summary makes room, or the prompt goes out as it is. */
async function afterOutgrown(answering: AnswerUnderWay, signal: AbortSignal) {
	const { app, read, room } = answering;
	if (await isHeld(app, read)) {
		answering.unshortened = await room.read();
		answering.mayMakeRoom = false;
		return null;
	}
	const midway = await makeRoomMidway(app, room, read, signal);
	if (midway.status === 'ended') return ended(answering, midway.outcome);
	answering.unshortened = midway.unshortened;
	answering.mayMakeRoom = midway.mayTryAgain;
	return null;
}

/** The endpoint refused the prompt as too long: room is made once for a message; a second refusal is told to the user. */
async function afterOverflow(answering: AnswerUnderWay, refusal: Failure, signal: AbortSignal) {
	const { app, ask, read, room } = answering;
	await keepWindow(app, read, refusal);
	if (answering.overflows++ > 0 || room.forced || room.borrowed)
		return ended(answering, { status: 'failed', turnId: ask.turn.turnId, failure: refusal });
	const { outcome } = await summarise(app, room, { read, trigger: 'overflow', refusal }, signal);
	if (outcome) return ended(answering, outcome);
	answering.unshortened = null;
	answering.mayMakeRoom = true;
	return null;
}

/** The prompt that was read to see who answers is weighed first too, not read again: in a long session reading is most of the wait. */
function roomFor(
	app: App,
	ask: RunAsk,
	first: ReadPrompt,
	onReply: OnReply
): Omit<RoomAsk, 'keepAsked'> {
	const { sessionId, turnId, branch, seq } = ask.turn;
	let unused: ReadPrompt | null = first;
	return {
		sessionId,
		turnId,
		branch,
		forced: ask.dropOldest !== undefined,
		borrowed: ask.answerer !== undefined,
		read: async (dropOldest) => {
			const kept = dropOldest === undefined ? unused : null;
			unused = null;
			return kept ?? readNewest(app, dropOldest === undefined ? ask : { ...ask, dropOldest });
		},
		onCompacting: (retry = null) => {
			onReply({
				sessionId,
				turnId,
				branch,
				seq,
				index: 0,
				continues: ask.goes === 'on',
				content: [],
				state: 'compacting',
				retry,
				model: first.input.card.id
			});
		}
	};
}

/**
 * Whether the limit of the day holds the next call back: then no room is made for it, it goes to where it is refused.
 * Nothing is asked of the ledger where there is no limit, for this lies between Enter and the request.
 */
const isHeld = async (app: App, { input, settings }: ReadPrompt): Promise<boolean> =>
	settings.dayLimit !== null &&
	(await heldToday(app, input.card.id === onDevice ? null : settings.endpoint)) !== null;

/** The browser says there is no network, and who answers is not on this device. */
const isOutOfReach = (app: App, { input }: ReadPrompt): boolean =>
	input.card.id !== onDevice && !input.local && !app.online();

/** Makes a draft before it is needed. Nobody waits for it; a failure is noted by whoever makes it. */
function prepareInBackground(app: App, read: ReadPrompt, { sessionId, branch }: Turn): void {
	if (!mayPrepareAhead(read.input.policy, read.settings)) return;
	void prepareDraft(app, { sessionId, branch, trigger: 'soft' }, neverStops());
}

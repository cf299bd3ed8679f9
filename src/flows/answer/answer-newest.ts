import type { Failure } from '#core/failure.ts';
import { tailOf } from '#core/log/chain.ts';
import { onDevice } from '#core/settings.ts';
import type { Turn } from '#core/log/turn.ts';
import { putWaiting, readExchange, removeMark } from '#db/log/turns.ts';
import { answerSteps } from '#flows/answer/answer-steps.ts';
import { countBeside } from '#flows/prompt/count-prompt.ts';
import type { OnReply, SendOutcome } from '#flows/answer/live-reply.ts';
import {
	makeRoom,
	makeRoomMidway,
	mayPrepare,
	summarise,
	type Room,
	type RoomAsk
} from '#flows/answer/make-room.ts';
import type { App } from '#flows/ports.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { promptFrom, type ReadPrompt } from '#flows/prompt/read-prompt.ts';
import { beside, enterEpoch, keepWindow } from '#flows/answer/beside-answer.ts';
import { newestOf, promptAskOf, readNewest, type AnswerAsk } from '#flows/answer/read-newest.ts';
import { showReply, type Showing } from '#flows/answer/show-reply.ts';
import { isStep, storeStep } from '#flows/answer/store-step.ts';
import { neverStops } from '#flows/ports/waiting.ts';

/** Answers the newest turn of the branch on screen. Whoever calls holds the lock of the session. */

/** While it is tried the turn goes on waiting for the network: a tab that is closed meanwhile forgets no wish. */
export async function answerNewest(
	app: App,
	ask: AnswerAsk,
	onReply: OnReply,
	signal: AbortSignal
): Promise<SendOutcome> {
	const outcome = await tryNewest(app, ask, onReply, signal);
	const { sessionId, turnId } = ask.turn;
	if (outcome.status !== 'waiting')
		await removeMark(app.db, { sessionId, turnId, kind: 'waiting' });
	return outcome;
}

async function tryNewest(
	app: App,
	ask: AnswerAsk,
	onReply: OnReply,
	signal: AbortSignal
): Promise<SendOutcome> {
	const { turn } = ask;
	const { sessionId, turnId, branch, seq } = turn;
	const first = ask.read ? promptFrom(ask.read, promptAskOf(ask)) : await readNewest(app, ask);
	const model = first.input.card.id;
	const showing = showReply(app, { sessionId, turnId, branch, seq, model }, onReply);
	const room = roomFor(app, ask, first, onReply);
	const answering: Answering = {
		app,
		ask,
		showing,
		room,
		read: first,
		asItIs: null,
		// What a search has found is read on this device whatever its size.
		forGood: room.forced || room.borrowed || model === onDevice,
		rounds: 0,
		overflows: 0
	};
	try {
		for (;;) {
			const outcome = await tryOnce(answering, signal);
			if (outcome) return outcome;
		}
	} finally {
		showing.abandon();
		onReply(null);
	}
}

/** Tried again and again, with more room each time; what has come of it so far. */
interface Answering {
	readonly app: App;
	readonly ask: AnswerAsk;
	readonly showing: Showing;
	readonly room: RoomAsk;
	/** The prompt as it was last read. */
	read: ReadPrompt;
	/** Nothing could be summarised between two rounds: it goes on as it is, `forGood` where that was tried in vain. */
	asItIs: ReadPrompt | null;
	forGood: boolean;
	/** Rounds of tool calls so far. */
	rounds: number;
	overflows: number;
}

/** Make room, answer, and where the answer found none, make more. Null: to be tried once more. */
async function tryOnce(answering: Answering, signal: AbortSignal): Promise<SendOutcome | null> {
	const { app, ask, asItIs, room, showing } = answering;
	if (isOutOfReach(app, answering.read)) return waitOffline(app, ask.turn);
	const made: Room = asItIs
		? { status: 'ready', read: asItIs, soft: false }
		: await makeRoom(app, room, signal);
	if (made.status === 'ended')
		return answering.rounds + answering.overflows === 0
			? made.outcome
			: ended(answering, made.outcome);
	answering.read = made.read;
	const end = await answerRead(answering, signal);
	switch (end.status) {
		case 'outgrown':
			answering.rounds = end.rounds;
			return afterOutgrown(answering, signal);
		case 'overflowed':
			return afterOverflow(answering, end.failure, signal);
		default:
			await showing.end();
			if (made.soft && end.status === 'answered')
				prepareInBackground(app, made.read, ask.turn.sessionId);
			return end;
	}
}

/** The request does not wait for the epoch: the steps of the answer are stored behind it in any case. */
function answerRead({ app, ask, forGood, read, rounds, showing }: Answering, signal: AbortSignal) {
	const { sessionId, turnId } = ask.turn;
	const entering = enterEpoch(app, sessionId, read);
	const answer = answerSteps(
		app,
		{
			session: read.session,
			exchange: newestOf(read),
			read,
			epoch: read.prompt.epoch,
			continues: ask.goes === 'on' && rounds === 0,
			rounds,
			asItIs: forGood,
			showing
		},
		signal
	);
	return beside(answer, (over) =>
		Promise.all([entering, countBeside(app, read, turnId, AbortSignal.any([signal, over]))])
	);
}

/** What the tools said takes the next call over its threshold: a summary makes room, or it goes on as it is. */
async function afterOutgrown(answering: Answering, signal: AbortSignal) {
	const { app, read, room } = answering;
	const midway = await makeRoomMidway(app, room, read, signal);
	if (midway.status === 'ended') return ended(answering, midway.outcome);
	answering.asItIs = midway.asItIs;
	answering.forGood = !midway.again;
	return null;
}

/** Room is made by force once for a message; after that the endpoint's word stands. */
async function afterOverflow(answering: Answering, refusal: Failure, signal: AbortSignal) {
	const { app, ask, read, room } = answering;
	await keepWindow(app, read, refusal);
	if (answering.overflows++ > 0 || room.forced || room.borrowed)
		return ended(answering, { status: 'failed', turnId: ask.turn.turnId, failure: refusal });
	const { outcome } = await summarise(app, room, { read, trigger: 'overflow', refusal }, signal);
	if (outcome) return ended(answering, outcome);
	answering.asItIs = null;
	answering.forGood = false;
	return null;
}

/** What was read to see who answers serves the first weighing too: in a long session reading is most of the wait. */
function roomFor(app: App, ask: AnswerAsk, first: ReadPrompt, onReply: OnReply): RoomAsk {
	const { sessionId, turnId, branch, seq } = ask.turn;
	let unused: ReadPrompt | null = first;
	return {
		sessionId,
		turnId,
		forced: ask.dropOldest !== undefined,
		borrowed: ask.answerer !== undefined,
		read: async (dropOldest) => {
			const kept = dropOldest === undefined ? unused : null;
			unused = null;
			return kept ?? readNewest(app, dropOldest === undefined ? ask : { ...ask, dropOldest });
		},
		onCompacting: () => {
			onReply({
				sessionId,
				turnId,
				branch,
				seq,
				index: 0,
				continues: ask.goes === 'on',
				content: [],
				state: 'compacting',
				retry: null,
				model: first.input.card.id
			});
		}
	};
}

/** Behind a call: what is stopped while room is made for the next is stored like any other stop, and nothing is left to recover. */
async function ended(
	{ app, showing, read }: Answering,
	outcome: SendOutcome
): Promise<SendOutcome> {
	const failure = outcome.status === 'stopped' ? await storeStop(app, read) : null;
	await showing.end();
	return failure ? { status: 'failed', turnId: outcome.turnId, failure } : outcome;
}

async function storeStop(app: App, read: ReadPrompt): Promise<Failure | null> {
	const exchange = await readExchange(app.db, newestOf(read).turn);
	if (!exchange) return null;
	const step = await storeStep(
		{ app, exchange, read, epoch: read.prompt.epoch },
		{
			index: (exchange.steps.at(-1)?.index ?? -1) + 1,
			tail: tailOf(exchange),
			continues: false
		},
		{ content: [], state: 'stopped', body: read.prompt.body, startedAt: app.clock.now() }
	);
	return isStep(step) ? null : step;
}

/** The browser says there is no network, and who answers is not on this device. */
const isOutOfReach = (app: App, { input }: ReadPrompt): boolean =>
	input.card.id !== onDevice && !input.local && !app.online();

async function waitOffline({ db, clock }: App, turn: Turn): Promise<SendOutcome> {
	const { sessionId, turnId } = turn;
	await putWaiting(db, { sessionId, turnId, at: clock.now() });
	return { status: 'waiting', turnId, failure: { kind: 'offline' } };
}

/** A draft made before it is needed; nobody waits for it, and its failure is noted where it is made. */
function prepareInBackground(app: App, read: ReadPrompt, sessionId: string): void {
	if (!mayPrepare(read)) return;
	void prepareDraft(app, { sessionId, trigger: 'soft' }, neverStops());
}

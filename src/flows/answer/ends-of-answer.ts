import { isNotStored, leavesNoTrace, type Failure } from '#core/failure.ts';
import { chainEnd } from '#core/log/chain.ts';
import { lastIndexOf, type Turn } from '#core/log/turn.ts';
import type { NotSent } from '#core/reply/not-sent.ts';
import { summaryInUse } from '#core/summary/summary.ts';
import { putWaiting } from '#db/log/append.ts';
import { readExchange } from '#db/log/turns.ts';
import { storing } from '#db/storing.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import type { RoomAsk } from '#flows/answer/make-room.ts';
import { newestOf, type RunAsk } from '#flows/answer/read-newest.ts';
import type { SendOutcome } from '#flows/answer/reply/live-reply.ts';
import type { Showing } from '#flows/answer/reply/show-reply.ts';
import { isStep, storeStep } from '#flows/answer/steps/store-step.ts';
import type { App } from '#flows/ports.ts';
import type { ReadPrompt } from '#flows/prompt/read-prompt.ts';

/** An answer in the making, and the ways in which it ends without a call, or waits. */

/** An answer in the making: the same request may be tried several times, with more room each time. */
export interface AnswerUnderWay {
	readonly app: App;
	readonly ask: RunAsk;
	readonly showing: Showing;
	readonly room: RoomAsk;
	/** The prompt as it was last read. */
	read: ReadPrompt;
	/** Set where room was looked for between two rounds and nothing could be summarised: this prompt is sent next. */
	unshortened: ReadPrompt | null;
	/** Whether room may be looked for when the results of tools take the next call over its threshold. */
	mayMakeRoom: boolean;
	/** Rounds of tool calls so far. */
	rounds: number;
	overflows: number;
}

export const hasBegun = ({ rounds, overflows }: AnswerUnderWay): boolean => rounds + overflows > 0;

/** Behind results of tools nothing goes on in mid-sentence. */
export const goesNext = ({ ask, rounds }: AnswerUnderWay) => (rounds > 0 ? 'anew' : ask.goes);

/** The user decides, and then it is asked for as before. */
export async function waits(
	outcome: Extract<SendOutcome, { status: 'needs-review' }>,
	answering: AnswerUnderWay
): Promise<SendOutcome> {
	const { app, ask, read } = answering;
	const { answerer } = ask;
	// One may have been put to use while room was made, and was not enough.
	const used = summaryInUse(await summariesOf(app.db, ask.turn.sessionId), read.path);
	return {
		...outcome,
		asked: { goes: goesNext(answering), ...(answerer !== undefined && { answerer }) },
		behind: used?.id ?? null
	};
}

export async function waitOffline(
	{ db, clock }: App,
	answering: AnswerUnderWay
): Promise<SendOutcome> {
	const { turn } = answering.ask;
	await putWaiting(db, turn, { at: clock.now(), goes: goesNext(answering) });
	return { status: 'waiting', turnId: turn.turnId, failure: { kind: 'offline' } };
}

/** What has to be remembered: a message that waits for the network has a mark, any other end a step. */
export const isNotSent = (outcome: SendOutcome): outcome is NotSent =>
	outcome.status === 'needs-review' ||
	(outcome.status === 'failed' && outcome.turnId !== null && leavesNoTrace(outcome.failure));

/** What is asked or told of the message says how far its answer had come by then. */
export async function told({ db }: App, turn: Turn, outcome: SendOutcome): Promise<SendOutcome> {
	const { status, turnId } = outcome;
	if (status === 'answered' || status === 'stopped' || turnId === null) return outcome;
	const read = await storing(() => readExchange(db, turn));
	if (read.status === 'failed') return outcome;
	return { ...outcome, saidBefore: lastIndexOf(read.value?.steps ?? []) };
}

/** The end before a call is made. A stop while room is made for it is stored like any other, so that the turn says it was stopped and nothing is left to recover. */
export async function ended(answering: AnswerUnderWay, outcome: SendOutcome): Promise<SendOutcome> {
	const failure = outcome.status === 'stopped' ? await storeStop(answering) : null;
	const end = failure ? { status: 'failed' as const, turnId: outcome.turnId, failure } : outcome;
	await closeShowing(answering.showing, end);
	return end;
}

/** The checkpoint goes once everything is stored; what the disk had no room for is recovered from it. */
export const closeShowing = (showing: Showing, outcome: SendOutcome): Promise<void> =>
	outcome.status === 'failed' && isNotStored(outcome.failure) ? showing.keep() : showing.end();

/** The message itself is forgotten: nothing more of it is sent. */
export const gone = ({ turnId }: Turn): SendOutcome => ({
	status: 'failed',
	turnId,
	failure: { kind: 'forgotten' }
});

/** Of an earlier reply, where this one has not begun, the turn says already how it ended. */
async function storeStop(answering: AnswerUnderWay): Promise<Failure | null> {
	const { app, read } = answering;
	const exchange = await readExchange(app.db, newestOf(read).turn);
	if (!exchange || (!hasBegun(answering) && exchange.steps.length > 0)) return null;
	const step = await storeStep(
		{ app, exchange, read, epoch: read.prompt.epoch },
		{
			index: lastIndexOf(exchange.steps) + 1,
			tail: chainEnd(exchange),
			continues: false
		},
		{ content: [], state: 'stopped', cost: 0, body: read.prompt.body, startedAt: app.clock.now() }
	);
	return isStep(step) ? null : step;
}

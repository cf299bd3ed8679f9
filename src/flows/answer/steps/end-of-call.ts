import type { Failure } from '#core/failure.ts';
import { afterAnswer, afterBroken } from '#core/reply/end-of-call.ts';
import { keptOfBroken } from '#core/reply/reply.ts';
import { callsOf, type Step } from '#core/log/turn.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import { withAbout } from '#core/prompt/refused-part.ts';
import { putWaiting } from '#db/log/append.ts';
import type { CallEnd } from '#flows/prompt/filed-call.ts';
import { answered, type SendOutcome } from '#flows/answer/reply/live-reply.ts';
import {
	broke,
	goOn,
	useTools,
	type Ended,
	type Next,
	type Reply,
	type Went
} from '#flows/answer/steps/next-step.ts';
import { recordCall, recordUsage } from '#flows/prompt/record-usage.ts';
import { isStep, storeResults, type Said } from '#flows/answer/steps/store-step.ts';
import { notRun } from '#tools/run-tool.ts';

/** The end of one call of a reply: stopped, broken off or answered. If anything came, it is stored as a step. */

const cutCall = 'Not run: the answer was cut off before this call was whole.';

type End<Status> = Extract<CallEnd, { readonly status: Status }>;

/** A call that was made. */
export interface Call {
	readonly body: RequestBody;
	/** Store what was said in it as the next step. `onWait`: called once where the browser is waited for. */
	readonly store: (said: Said, onWait: () => Promise<unknown>) => Promise<Step | Failure>;
}

export async function stoppedStep(
	reply: Reply,
	{ body, store }: Call,
	end: End<'stopped'>
): Promise<Ended> {
	const { partial, usage, cost } = end;
	const count = counting(reply, body, end);
	await count();
	const said: Said = { content: keptOfBroken(partial), state: 'stopped', usage, cost };
	const step = await store(said, count);
	await count();
	if (!isStep(step)) return broke(reply, step);
	return { status: 'stopped', turnId: reply.exchange.turn.turnId };
}

/** What came before a call broke off is kept; if nothing came, the call may be tried in another way. */
export async function brokenStep(
	reply: Reply,
	next: Next,
	{ body, store }: Call,
	end: End<'failed'>
): Promise<Ended> {
	const { usage, cost } = end;
	const failure = withAbout(end.failure, {
		messages: body.messages,
		log: [...reply.read.input.exchanges, reply.exchange],
		model: body.model,
		endpoint: reply.read.settings.endpoint
	});
	const after = afterBroken(failure, { came: end.partial, rounds: next.rounds });
	const count = counting(reply, body, end);
	await count();
	if (after.next === 'make-room') return { status: 'overflowed', failure };
	if (after.next === 'wait') return wait(reply, next, failure);
	const step = await store({ ...after.kept, failure, usage, cost }, count);
	await count();
	return broke(reply, isStep(step) ? failure : step);
}

export async function answeredStep(
	reply: Reply,
	next: Next,
	{ body, store }: Call,
	end: End<'answered'>
): Promise<Went> {
	const { answer, cost } = end;
	const { app } = reply;
	const after = afterAnswer(answer, next);
	const count = counting(reply, body, end);
	if (after.next === 'make-room') {
		await count();
		return { status: 'overflowed', failure: overflow(reply) };
	}
	const said: Said = {
		...after.kept,
		stopReason: answer.stopReason,
		usage: answer.usage,
		cost,
		model: answer.model,
		...(after.next === 'fail' ? { failure: after.failure } : {})
	};
	const step = await store(said, count);
	await count(isStep(step) ? step : null);
	if (!isStep(step)) return broke(reply, step);
	if (after.next === 'fail') return broke(reply, after.failure);
	if (after.next === 'use-tools') return useTools(reply, next, step, answer.contextTokens);
	const unrun = callsOf(step).map((call) => notRun(call, cutCall));
	if (unrun.length > 0) await storeResults(app, step, unrun);
	if (after.next === 'finish') return answered(step);
	const paused = { ...next, continues: true, pauses: next.pauses + 1 };
	return goOn(reply, step, paused, answer.contextTokens);
}

const overflow = ({ read }: Reply): Failure => ({
	kind: 'overflow',
	tokens: read.prompt.weight.tokens,
	window: read.prompt.weight.window
});

/** Nothing was heard of the endpoint: the message waits until it is reached. */
async function wait(
	{ app, exchange: { turn } }: Reply,
	{ continues }: Next,
	failure: Failure
): Promise<SendOutcome> {
	await putWaiting(app.db, turn, { at: app.clock.now(), goes: continues ? 'on' : 'anew' });
	return { status: 'waiting', turnId: turn.turnId, failure };
}

/**
 * Adds a call to the sums of its session, and the size of the context where a step came of it. It may be called twice: the
 * step can wait for room on the disk. What was added is not added again; what could not be written then is written now.
 */
function counting({ app, exchange, read }: Reply, body: RequestBody, end: CallEnd) {
	const { usage, cost } = end;
	const { sessionId } = exchange.turn;
	let isCounted = false;
	const add = (step: Step | null) => {
		if (!usage) return recordCall(app, sessionId, body.model, end);
		const reported = {
			usage,
			contextTokens: step && end.status === 'answered' ? end.answer.contextTokens : null,
			cost,
			body,
			card: read.input.card,
			summaryId: read.prompt.summaryId,
			step
		};
		return recordUsage(app, sessionId, reported, { ...end, isCounted });
	};
	return async (step: Step | null = null): Promise<void> => {
		if (isCounted && !(usage && step)) return;
		const stored = await add(step);
		isCounted ||= stored.status === 'stored';
	};
}

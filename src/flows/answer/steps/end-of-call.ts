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
import { recordLost, recordUsage } from '#flows/answer/steps/record-usage.ts';
import { isStep, storeResults, type Said } from '#flows/answer/steps/store-step.ts';
import { notRun } from '#tools/run-tool.ts';

/** The end of one call of a reply: stopped, broken off or answered. If anything came, it is stored as a step. */

const cutCall = 'Not run: the answer was cut off before this call was whole.';

type End<Status> = Extract<CallEnd, { readonly status: Status }>;

/** A call that was made. */
export interface Call {
	readonly body: RequestBody;
	/** Store what was said in it as the next step. */
	readonly store: (said: Said) => Promise<Step | Failure>;
}

export async function stoppedStep(
	reply: Reply,
	{ body, store }: Call,
	end: End<'stopped'>
): Promise<Ended> {
	const { partial, usage, cost } = end;
	await count(reply, body, end);
	const step = await store({ content: keptOfBroken(partial), state: 'stopped', usage, cost });
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
	await count(reply, body, end);
	if (after.next === 'make-room') return { status: 'overflowed', failure };
	if (after.next === 'wait') return wait(reply, next, failure);
	const step = await store({ ...after.kept, failure, usage, cost });
	return broke(reply, isStep(step) ? failure : step);
}

export async function answeredStep(
	reply: Reply,
	next: Next,
	{ body, store }: Call,
	end: End<'answered'>
): Promise<Went> {
	const { answer, cost } = end;
	const { app, exchange, read } = reply;
	const { sessionId } = exchange.turn;
	const after = afterAnswer(answer, next);
	if (after.next === 'make-room') {
		await count(reply, body, end);
		return { status: 'overflowed', failure: overflow(reply) };
	}
	const step = await store({
		...after.kept,
		stopReason: answer.stopReason,
		usage: answer.usage,
		cost,
		model: answer.model,
		...(after.next === 'fail' ? { failure: after.failure } : {})
	});
	if (!isStep(step)) {
		await count(reply, body, end);
		return broke(reply, step);
	}
	if (answer.usage)
		await recordUsage(app, sessionId, {
			usage: answer.usage,
			contextTokens: answer.contextTokens,
			cost,
			body,
			card: read.input.card,
			summaryId: read.prompt.summaryId,
			step
		});
	else await recordLost(app, sessionId, body.model);
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

/** Sums of a call that no step came of. */
async function count(
	{ app, exchange, read }: Reply,
	body: RequestBody,
	end: CallEnd
): Promise<void> {
	const { usage, cost } = end;
	const { sessionId } = exchange.turn;
	if (!usage) {
		if (end.status === 'answered' || end.isLost) await recordLost(app, sessionId, body.model);
		return;
	}
	await recordUsage(app, sessionId, {
		usage,
		contextTokens: null,
		cost,
		body,
		card: read.input.card,
		summaryId: read.prompt.summaryId,
		step: null
	});
}

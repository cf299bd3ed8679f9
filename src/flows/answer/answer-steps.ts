import type { Message } from '#core/log/blocks.ts';
import { tailOf } from '#core/log/chain.ts';
import type { Failure } from '#core/failure.ts';
import { lifetimeOf, priceOfCall } from '#core/price.ts';
import { weightAfter, weightOfPrompt, type CallWeight } from '#core/prompt/call-weight.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import { scaleOf } from '#core/prompt/weigh-parts.ts';
import { endingOf, keptOfBroken, stateOfBroken } from '#core/log/reply.ts';
import { callsOf, type Exchange, type Step } from '#core/log/turn.ts';
import type { Usage } from '#core/wire/usage.ts';
import { resumeWire, sayAssistant, sayUser, settle } from '#core/wire/wire.ts';
import { stepFormOf } from '#core/wire/wire-rows.ts';
import type { Session } from '#core/log/session.ts';
import { putWaiting } from '#db/turns.ts';
import { callModel } from '#flows/answer/call-model.ts';
import type { SendOutcome } from '#flows/answer/live-reply.ts';
import type { App } from '#flows/ports.ts';
import type { ReadPrompt } from '#flows/prompt/read-prompt.ts';
import { hasOutgrown } from '#core/prompt/outgrown.ts';
import { recordUsage } from '#flows/answer/record-usage.ts';
import type { Showing } from '#flows/answer/show-reply.ts';
import { isStep, storeResults, storeStep, type Said } from '#flows/answer/store-step.ts';
import { toolPortsFor } from '#flows/answer/tool-ports.ts';
import type { ToolPorts } from '#tools/ports.ts';
import { notRun, runTool } from '#tools/run-tool.ts';

/**
 * The steps of one reply: call, store, run tools, call again. System, tools and everything said before stay byte for
 * byte the same from the first call to the last; results are only appended.
 */

/** Rounds of tool calls in one reply. */
const mostRounds = 16;
/** How often a reply that pauses by itself is asked to go on. */
const mostPauses = 4;

/** The prompt was larger than the window before anything came: the caller may make room, once. */
interface Overflowed {
	readonly status: 'overflowed';
	readonly failure: Failure;
}

/** What the tools said takes the next call over its threshold: the caller makes room and goes on from the stored steps. */
interface Outgrown {
	readonly status: 'outgrown';
	/** Rounds of tool calls so far. */
	readonly rounds: number;
}

export interface StepsAsk {
	readonly session: Session;
	readonly exchange: Exchange;
	readonly read: ReadPrompt;
	readonly epoch: number;
	/** The first step goes on where the one before it broke off. */
	readonly continues: boolean;
	/** Rounds of tool calls that this reply has had. */
	readonly rounds: number;
	/** Room was sought in vain, or may not be made, and is not sought again: the endpoint's word counts. */
	readonly asItIs: boolean;
	readonly showing: Showing;
}

/** What is the same in every step of the reply. */
interface Reply extends StepsAsk {
	readonly app: App;
	readonly ports: ToolPorts;
	readonly signal: AbortSignal;
}

/** Where the next step stands. */
interface Next {
	readonly messages: readonly Message[];
	readonly weight: CallWeight;
	readonly index: number;
	/** The link it is chained to. */
	readonly tail: string;
	readonly continues: boolean;
	readonly rounds: number;
	readonly pauses: number;
}

type Ended = SendOutcome | Overflowed | Outgrown;
interface GoesOn {
	readonly status: 'go-on';
	readonly next: Next;
}
type Went = GoesOn | Ended;

export async function answerSteps(app: App, ask: StepsAsk, signal: AbortSignal): Promise<Ended> {
	const { exchange, read, session } = ask;
	const { turnId } = exchange.turn;
	const ports = toolPortsFor(app, { session, turnId, read, signal });
	const reply: Reply = { ...ask, app, ports, signal };
	let went: Went = {
		status: 'go-on',
		next: {
			messages: read.prompt.body.messages,
			weight: weightOfPrompt(read.prompt),
			index: (exchange.steps.at(-1)?.index ?? -1) + 1,
			tail: tailOf(exchange),
			continues: ask.continues,
			rounds: ask.rounds,
			pauses: 0
		}
	};
	while (went.status === 'go-on') went = await answerStep(reply, went.next);
	return went;
}

/** One call and what comes of it. */
async function answerStep(reply: Reply, next: Next): Promise<Went> {
	const { app, exchange, read, epoch, showing, signal } = reply;
	const { turn } = exchange;
	const body: RequestBody = { ...read.prompt.body, messages: next.messages };
	const startedAt = app.clock.now();
	const shown = { index: next.index, continues: next.continues, epoch, startedAt };
	const end = await callModel(
		app,
		{
			kind: 'chat',
			body,
			card: read.input.card,
			sessionId: turn.sessionId,
			turnId: turn.turnId,
			step: next.index,
			endpoint: read.settings.endpoint,
			...next.weight
		},
		(heard) => {
			showing.show(shown, heard);
		},
		signal
	);
	const store = (said: Said): Promise<Step | Failure> =>
		storeStep(reply, next, { ...said, body, startedAt });
	switch (end.status) {
		case 'stopped': {
			const { usage } = end;
			const content = keptOfBroken(end.partial);
			if (usage) await count(reply, { usage, body });
			const step = await store({ content, state: 'stopped', usage });
			return isStep(step) ? { status: 'stopped', turnId: turn.turnId } : broke(reply, step);
		}
		case 'failed': {
			const { failure, usage } = end;
			const content = keptOfBroken(end.partial);
			if (usage) await count(reply, { usage, body });
			const isTooLong = failure.kind === 'overflow' || failure.kind === 'too-large';
			if (content.length === 0 && isTooLong) return { status: 'overflowed', failure };
			const unheard = failure.kind === 'offline' || failure.kind === 'unreachable';
			if (content.length === 0 && next.rounds === 0 && unheard) return wait(reply, failure);
			const step = await store({ content, state: stateOfBroken(failure, content), failure, usage });
			return broke(reply, isStep(step) ? failure : step);
		}
		case 'answered': {
			const { answer, cost } = end;
			const ending = endingOf(answer);
			if (ending.kind === 'overflow') {
				if (answer.usage) await count(reply, { usage: answer.usage, body });
				return { status: 'overflowed', failure: overflow(reply) };
			}
			const failed = ending.kind === 'failed';
			const pausedOut = ending.kind === 'paused' && next.pauses >= mostPauses;
			const step = await store({
				content: failed ? keptOfBroken(answer.content) : answer.content,
				state: failed ? 'failed' : ending.kind === 'cut-off' || pausedOut ? 'cut-off' : 'complete',
				stopReason: answer.stopReason,
				usage: answer.usage,
				cost,
				model: answer.model,
				...(failed ? { failure: ending.failure } : {})
			});
			if (!isStep(step)) return broke(reply, step);
			if (answer.usage)
				await recordUsage(app, turn.sessionId, {
					usage: answer.usage,
					contextTokens: answer.contextTokens,
					cost,
					body,
					card: read.input.card,
					summaryId: read.prompt.summaryId,
					step
				});
			if (failed) return broke(reply, ending.failure);
			if (ending.kind === 'tools') return useTools(reply, next, step, answer.contextTokens);
			const unrun = callsOf(step).map((call) => notRun(call, cutCall));
			if (unrun.length > 0) await storeResults(reply.app, step, unrun);
			if (ending.kind !== 'paused' || pausedOut) return { status: 'answered', turnId: turn.turnId };
			const paused = { ...next, continues: true, pauses: next.pauses + 1 };
			return goOn(reply, step, paused, answer.contextTokens);
		}
	}
}

const cutCall = 'Not run: the answer was cut off before this call was whole.';
const stoppedCall = 'Not run: the user stopped the answer.';

const broke = ({ exchange }: Reply, failure: Failure): SendOutcome => ({
	status: 'failed',
	turnId: exchange.turn.turnId,
	failure
});

const overflow = ({ read }: Reply): Failure => ({
	kind: 'overflow',
	tokens: read.prompt.weight.tokens,
	window: read.prompt.weight.window
});

/** Nothing was heard of the endpoint: the message waits until it is reached. */
async function wait({ app, exchange }: Reply, failure: Failure): Promise<SendOutcome> {
	const { sessionId, turnId } = exchange.turn;
	await putWaiting(app.db, { sessionId, turnId, at: app.clock.now() });
	return { status: 'waiting', turnId, failure };
}

/** Sums of a call that no step came of. */
const count = (
	{ app, exchange, read }: Reply,
	{ usage, body }: { readonly usage: Usage; readonly body: RequestBody }
) =>
	recordUsage(app, exchange.turn.sessionId, {
		usage,
		contextTokens: null,
		cost: priceOfCall(usage, read.input.card, lifetimeOf(body)),
		body,
		card: read.input.card,
		summaryId: read.prompt.summaryId,
		step: null
	});

/** Run the calls of a step one after the other; what the user stops is answered as stopped. */
async function useTools(
	reply: Reply,
	next: Next,
	step: Step,
	reported: number | null
): Promise<Went> {
	const { showing, ports, signal, exchange } = reply;
	const { index, epoch, continues, startedAt, content } = step;
	showing.show({ index, epoch, continues, startedAt }, { state: 'tools', content, retry: null });
	const results = [];
	for (const call of callsOf(step))
		results.push(signal.aborted ? notRun(call, stoppedCall) : await runTool(call, ports));
	const done = await storeResults(reply.app, step, results);
	if (!isStep(done)) return broke(reply, done);
	const after = { ...next, continues: false, rounds: next.rounds + 1 };
	const ending = (said: Said) =>
		storeStep(
			reply,
			{ ...after, index: step.index + 1, tail: done.resultsHash ?? done.hash },
			{ ...said, body: reply.read.prompt.body, startedAt: reply.app.clock.now() }
		);
	if (signal.aborted) {
		await ending({ content: [], state: 'stopped' });
		return { status: 'stopped', turnId: exchange.turn.turnId };
	}
	if (after.rounds < mostRounds) {
		const went = goOn(reply, done, after, reported);
		return !reply.asItIs && isTooMuch(reply, went.next, reported)
			? { status: 'outgrown', rounds: after.rounds }
			: went;
	}
	const failure: Failure = { kind: 'tool-limit', limit: mostRounds };
	await ending({ content: [], state: 'failed', failure });
	return broke(reply, failure);
}

const isTooMuch = ({ read }: Reply, { messages, weight }: Next, reported: number | null): boolean =>
	hasOutgrown(read.input.policy, read.prompt.weight, {
		messages,
		tokens: weight.tokens,
		isReported: reported !== null
	});

/** The next call: everything said so far, and what this step added. `reported`: size of the context behind the step. */
function goOn({ read }: Reply, step: Step, next: Next, reported: number | null): GoesOn {
	const form = stepFormOf(step);
	if (!form) throw new Error('A step that says nothing cannot be gone on from');
	const { input, prompt } = read;
	const wire = resumeWire(next.messages, input.words, { tools: prompt.body.tools !== undefined });
	sayAssistant(wire, form, step.basis);
	for (const slot of wire.slots) wire.messages[slot.at] = slot.full;
	if (form.results) sayUser(wire, form.results);
	settle(wire);
	return {
		status: 'go-on',
		next: {
			...next,
			messages: wire.messages,
			weight: weightAfter(next.weight, scaleOf(input.session, input.card.id), {
				before: next.messages,
				after: wire.messages,
				reported,
				results: step.results ?? []
			}),
			index: step.index + 1,
			tail: step.resultsHash ?? step.hash
		}
	};
}

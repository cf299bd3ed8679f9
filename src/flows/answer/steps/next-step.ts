import type { Failure } from '#core/failure.ts';
import type { Message } from '#core/log/blocks.ts';
import { tailOfStep } from '#core/log/chain.ts';
import { callsOf, type Exchange, type Step } from '#core/log/turn.ts';
import type { Session } from '#core/session/session.ts';
import { weightAfter, type CallWeight } from '#core/prompt/weight/call-weight.ts';
import { hasOutgrown } from '#core/prompt/weight/outgrown.ts';
import { scaleOf } from '#core/prompt/weight/weigh-parts.ts';
import { resumeWire, sayAssistant, sayUser, settle } from '#core/wire/wire.ts';
import { stepFormOf } from '#core/wire/wire-rows.ts';
import type { SendOutcome } from '#flows/answer/reply/live-reply.ts';
import type { Showing } from '#flows/answer/reply/show-reply.ts';
import { isStep, storeResults, storeStep, type Said } from '#flows/answer/steps/store-step.ts';
import type { App } from '#flows/ports.ts';
import type { ReadPrompt } from '#flows/prompt/read-prompt.ts';
import type { ToolPorts } from '#tools/ports.ts';
import { runTools } from '#tools/run-tool.ts';

/** What follows a stored step: its tools are run, and the next request holds everything said so far and their results. */

/** Rounds of tool calls in one reply. */
const mostRounds = 16;

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
	/** Whether the caller may make room between two rounds of tools; if not, the endpoint decides what is too long. */
	readonly mayMakeRoom: boolean;
	readonly showing: Showing;
	/** Called whenever a request is on its way. */
	readonly onSent: () => void;
}

/** What is the same in every step of the reply. */
export interface Reply extends StepsAsk {
	readonly app: App;
	readonly ports: ToolPorts;
	readonly signal: AbortSignal;
}

/** Where the next step stands. */
export interface Next {
	readonly messages: readonly Message[];
	readonly weight: CallWeight;
	readonly index: number;
	/** The link it is chained to. */
	readonly tail: string;
	readonly continues: boolean;
	readonly rounds: number;
	readonly pauses: number;
}

export type Ended = SendOutcome | Overflowed | Outgrown;
interface GoesOn {
	readonly status: 'go-on';
	readonly next: Next;
}
export type Went = GoesOn | Ended;

export const broke = ({ exchange }: Reply, failure: Failure): SendOutcome => ({
	status: 'failed',
	turnId: exchange.turn.turnId,
	failure
});

/** Run the calls of a step one after the other; what the user stops is answered as stopped. */
export async function useTools(
	reply: Reply,
	next: Next,
	step: Step,
	reported: number | null
): Promise<Went> {
	const { showing, ports, signal, exchange } = reply;
	const { index, epoch, continues, startedAt, content } = step;
	showing.show({ index, epoch, continues, startedAt }, { state: 'tools', content, retry: null });
	const results = await runTools(callsOf(step), ports, signal);
	const done = await storeResults(reply.app, step, results);
	if (!isStep(done)) return broke(reply, done);
	const after = { ...next, continues: false, rounds: next.rounds + 1 };
	const ending = (said: Said) =>
		storeStep(
			reply,
			{ ...after, index: step.index + 1, tail: tailOfStep(done) },
			// No call was made for it.
			{ ...said, cost: 0, body: reply.read.prompt.body, startedAt: reply.app.clock.now() }
		);
	if (signal.aborted) {
		await ending({ content: [], state: 'stopped' });
		return { status: 'stopped', turnId: exchange.turn.turnId };
	}
	if (after.rounds < mostRounds) {
		const went = goOn(reply, done, after, reported);
		return reply.mayMakeRoom && isTooMuch(reply, went.next, reported)
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
export function goOn({ read }: Reply, step: Step, next: Next, reported: number | null): GoesOn {
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
			tail: tailOfStep(step)
		}
	};
}

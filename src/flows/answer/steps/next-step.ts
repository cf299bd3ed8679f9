import type { Failure } from '#core/failure.ts';
import { chainEndOfStep } from '#core/log/chain.ts';
import { callsOf, type Exchange, type Step } from '#core/log/turn.ts';
import type { Session } from '#core/session/session.ts';
import { afterTools, callAfter, type PlannedCall } from '#core/reply/next-call.ts';
import type { SendOutcome } from '#flows/answer/reply/live-reply.ts';
import type { Showing } from '#flows/answer/reply/show-reply.ts';
import { isStep, storeResults, storeStep, type Said } from '#flows/answer/steps/store-step.ts';
import { untilStored } from '#flows/answer/steps/until-stored.ts';
import type { App } from '#flows/ports.ts';
import type { ReadPrompt } from '#flows/prompt/read-prompt.ts';
import type { ToolPorts } from '#tools/ports.ts';
import { runTools } from '#tools/run-tool.ts';

/** What follows a stored step: its tools are run, and the next request holds everything said so far and their results. */

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

/**
 * Another key is in use than before, or something was forgotten since the prompt was read: the caller goes on from the
 * stored steps with a prompt of its own, in which nothing stands that was thought under the other key, or was forgotten.
 */
interface ToRead {
	readonly status: 'read-anew';
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
export interface Next extends PlannedCall {
	readonly index: number;
	/** The link it is chained to. */
	readonly tail: string;
	readonly continues: boolean;
	readonly rounds: number;
	readonly pauses: number;
}

export type Ended = SendOutcome | Overflowed | Outgrown | ToRead;
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
	const { app, showing, ports, signal, exchange, mayMakeRoom } = reply;
	const { index, epoch, continues, startedAt, content } = step;
	const shown = { index, epoch, continues, startedAt };
	showing.show(shown, { state: 'tools', content, retry: null });
	const results = await runTools(callsOf(step), ports, signal);
	const done = await untilStored({ showing, step: shown, heard: { state: 'tools', content } }, () =>
		storeResults(app, step, results)
	);
	if (!isStep(done)) return broke(reply, done);
	const rounds = next.rounds + 1;
	const went = goOn(reply, done, { ...next, continues: false, rounds }, reported);
	const ending = (said: Said) =>
		// No call was made for it.
		storeStep(reply, went.next, {
			...said,
			cost: 0,
			body: reply.read.prompt.body,
			startedAt: app.clock.now()
		});
	const then = afterTools(went.next, reply.read, {
		rounds,
		mayMakeRoom,
		isStopped: signal.aborted,
		isReported: reported !== null
	});
	switch (then.next) {
		case 'stop':
			await ending({ content: [], state: 'stopped' });
			return { status: 'stopped', turnId: exchange.turn.turnId };
		case 'fail':
			await ending({ content: [], state: 'failed', failure: then.failure });
			return broke(reply, then.failure);
		case 'make-room':
			return { status: 'outgrown', rounds };
		case 'go-on':
			return went;
	}
}

/** The next call stands behind this step. `reported`: size of the context behind it. */
export const goOn = ({ read }: Reply, step: Step, next: Next, reported: number | null): GoesOn => ({
	status: 'go-on',
	next: {
		...next,
		...callAfter(step, next, read, reported),
		index: step.index + 1,
		tail: chainEndOfStep(step)
	}
});

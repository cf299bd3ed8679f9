import { headOf } from '#core/excerpt.ts';
import type { Failure } from '#core/failure.ts';
import { textOf, type AssistantMessage, type Message } from '#core/log/blocks.ts';
import { endingOf } from '#core/log/reply.ts';
import { callsOf } from '#core/log/turn.ts';
import { taintOfResults, worse } from '#core/lines/taint.ts';
import type { Taint } from '#core/summary/summary.ts';
import { weightAfter, weightOfPrompt } from '#core/prompt/call-weight.ts';
import { scaleOf } from '#core/prompt/weigh-parts.ts';
import { resumeWire, sayAssistant, sayUser, settle } from '#core/wire/wire.ts';
import { callsIn, takenBack } from '#core/wire/wire-rows.ts';
import { onDevice } from '#core/settings.ts';
import { sessionOf } from '#db/sessions.ts';
import { noteActivity } from '#flows/activity.ts';
import { callModel } from '#flows/answer/call-model.ts';
import type { App } from '#flows/ports.ts';
import { readPrompt, type ReadPrompt } from '#flows/prompt/read-prompt.ts';
import { recordUsage } from '#flows/answer/record-usage.ts';
import { toolPortsFor } from '#flows/answer/tool-ports.ts';
import { flushText } from '#prompts/flush.ts';
import type { ToolPorts } from '#tools/ports.ts';
import { runTool } from '#tools/run-tool.ts';

/**
 * The flush turn (context.md 6): before messages are summarised, the model of the session is asked once to propose
 * what should be remembered. The turn is made by the app and never stored; what its tools propose waits at the desk.
 */

/** Rounds of tool calls in one flush. */
const mostRounds = 6;

/** Tries in a cycle that came to nothing (checklist 188): each is a paid call that nobody asked for. */
const mostFailures = 2;

export type FlushOutcome =
	/** Its tools may have run: the prompt is read anew. */
	| 'flushed'
	| 'not-due'
	/** Before it did anything; it comes again with the next message, once. */
	| 'failed'
	| 'stopped';

/**
 * Run the flush turn of this cycle, once (checklist 183–188). A failure keeps nobody from going on: the message itself
 * will meet it again.
 */
export async function flushMemory(
	app: App,
	read: ReadPrompt,
	signal: AbortSignal
): Promise<FlushOutcome> {
	const { input } = read;
	const { flush } = input.policy.preset;
	if (!flush || input.newest.kind !== 'turn' || input.card.id === onDevice) return 'not-due';
	const { sessionId } = input.newest.exchange.turn;
	const session = await sessionOf(app.db, sessionId);
	const last = input.exchanges.at(-1);
	if (!session || session.offRecord || !last) return 'not-due';
	const cycle = input.summary?.id ?? 'start';
	if (await isOver(app, sessionId, cycle)) return 'not-due';

	const words = [
		{ type: 'text' as const, text: flushText(flush.silentWord, read.settings.prompts) }
	];
	const before = await readPrompt(app, {
		session,
		asked: { kind: 'beside', blocks: words },
		switchedOff: input.switchedOff
	});
	const { turnId } = last.turn;
	const { desk, ...rest } = toolPortsFor(app, {
		session,
		turnId,
		read: before,
		signal,
		proposes: 'flush',
		readBeside: () => taint
	});
	let taint: Taint = 'none';
	let proposed = 0;
	let hasRun = false;
	/** What its tools did stands, whatever came behind them. */
	const over = async (said: string, failure: Failure | null = null): Promise<void> =>
		note(app, { sessionId, cycle, proposed, said, hasRun, failure });
	const ports: ToolPorts = {
		...rest,
		desk: {
			async propose(line) {
				const came = await desk.propose(line);
				if (came === 'waiting') proposed++;
				return came;
			}
		}
	};
	let messages: readonly Message[] = before.prompt.body.messages;
	let weight = weightOfPrompt(before.prompt);
	for (let round = 0; ; round++) {
		const body = { ...before.prompt.body, messages };
		const end = await callModel(
			app,
			{
				kind: 'flush',
				body,
				card: before.input.card,
				sessionId,
				turnId: null,
				step: null,
				endpoint: before.settings.endpoint,
				...weight
			},
			() => undefined,
			signal
		);
		const { usage, cost } = end;
		// A call that broke off or was stopped has its price too.
		if (usage)
			await recordUsage(app, sessionId, {
				usage,
				contextTokens: null,
				cost,
				body,
				card: before.input.card,
				summaryId: before.prompt.summaryId,
				step: null
			});
		if (end.status === 'stopped') {
			if (hasRun) await over('');
			return 'stopped';
		}
		if (end.status === 'failed') {
			await over('', end.failure);
			return hasRun ? 'flushed' : 'failed';
		}
		const { answer } = end;
		const calls = endingOf(answer).kind === 'tools' ? callsOf(answer) : [];
		if (calls.length === 0 || round === mostRounds) {
			const reply = textOf(answer.content).trim();
			await over(reply === flush.silentWord ? '' : reply);
			return 'flushed';
		}
		const results = [];
		for (const call of calls) results.push(await runTool(call, ports));
		hasRun = true;
		if (signal.aborted) {
			await over('');
			return 'stopped';
		}
		taint = worse(taint, taintOfResults(calls, results));
		const wire = resumeWire(messages, input.words, { tools: true });
		const said: AssistantMessage = { role: 'assistant', content: takenBack(answer.content) };
		sayAssistant(
			wire,
			{ bare: said, full: said, results: null, calls: callsIn(said.content) },
			null
		);
		sayUser(wire, { role: 'user', content: results });
		settle(wire);
		weight = weightAfter(weight, scaleOf(session, before.input.card.id), {
			before: messages,
			after: wire.messages,
			reported: answer.contextTokens,
			results
		});
		({ messages } = wire);
	}
}

/** Once per cycle: a cycle lasts from one summary in use to the next. One that failed before it did anything may come again. */
async function isOver({ db }: App, sessionId: string, cycle: string): Promise<boolean> {
	const noted = await db.activity
		.filter(
			({ kind, sessionId: of, details }) =>
				kind === 'flush' && of === sessionId && details['cycle'] === cycle
		)
		.toArray();
	return (
		noted.length >= mostFailures ||
		noted.some(({ failure, details }) => failure === null || details['hasRun'] === true)
	);
}

/** A reply that is not the silent word is noted and shown nowhere else (checklist 187). */
const note = async (
	app: App,
	told: {
		readonly sessionId: string;
		readonly cycle: string;
		readonly proposed: number;
		readonly said: string;
		readonly hasRun: boolean;
		readonly failure: Failure | null;
	}
): Promise<void> => {
	const { sessionId, cycle, proposed, said, hasRun, failure } = told;
	await noteActivity(app, {
		kind: 'flush',
		sessionId,
		details: { cycle, proposals: proposed, said: headOf(said, 2000), hasRun },
		failure
	});
};

import { startOfText } from '#core/text/excerpt.ts';
import type { Failure } from '#core/failure.ts';
import {
	textOf,
	type AssistantMessage,
	type Message,
	type ToolResultBlock
} from '#core/log/blocks.ts';
import type { Session } from '#core/session/session.ts';
import { endingOf } from '#core/reply/reply.ts';
import { callsOf } from '#core/log/turn.ts';
import { taintOfResults, worse } from '#core/provenance/taint.ts';
import type { Taint } from '#core/summary/summary.ts';
import { weightAfter, weightOfPrompt, type CallWeight } from '#core/prompt/weight/call-weight.ts';
import { scaleOf } from '#core/prompt/weight/weigh-parts.ts';
import { resumeWire, sayAssistant, sayUser, settle } from '#core/wire/wire.ts';
import { callsIn, takenBack } from '#core/wire/wire-rows.ts';
import { onDevice } from '#core/models/model-card.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { putActivity } from '#db/ledger/activity.ts';
import { activityOf } from '#flows/activity.ts';
import type { Beat } from '#flows/compaction/job/work.ts';
import type { App } from '#flows/ports.ts';
import type { ModelAnswer } from '#flows/ports/model.ts';
import { makeCall, type CallEnd } from '#flows/prompt/filed-call.ts';
import { readPrompt, type ReadPrompt } from '#flows/prompt/read-prompt.ts';
import { isOutdated, outdatedBy, wordsOf } from '#flows/prompt/still-so.ts';
import { cycleOf, isOver } from '#flows/learning/flush-cycle.ts';
import { recordCall, recordUsage } from '#flows/prompt/record-usage.ts';
import { toolPortsFor } from '#flows/answer/tools/tool-ports.ts';
import { flushText } from '#prompts/flush.ts';
import type { ToolPorts } from '#tools/ports.ts';
import { runTools } from '#tools/run-tool.ts';

/**
 * The flush turn (context.md 6): before messages are summarised, the model of the session is asked once to propose
 * what should be remembered. The turn is made by the app and never stored; what its tools propose waits at the desk.
 */

/** Rounds of tool calls in one flush. */
const mostRounds = 6;

/** Characters of a reply that are noted. */
const longestSaid = 2000;

type FlushOutcome =
	/** Its tools may have run: the prompt is read anew. */
	| 'flushed'
	| 'not-due'
	/** Before it did anything; it comes again with the next message, once. */
	| 'failed'
	| 'stopped';

/**
 * Run the flush turn of this cycle, once (checklist 183–188), behind what was said before `read`'s newest message. A
 * failure keeps nobody from going on: what comes next will meet it again.
 */
export async function flushMemory(
	app: App,
	read: ReadPrompt,
	signal: AbortSignal,
	beat: Beat
): Promise<FlushOutcome> {
	// A message and a press of the button may both want it.
	const held = await app.locks.hold(
		`flush:${read.session.id}`,
		async () => flushNow(await beginFlush(app, read, signal), beat),
		{ wait: true, signal }
	);
	return held.status === 'done' ? held.value : 'not-due';
}

async function flushNow(flush: Flush | null, beat: Beat): Promise<FlushOutcome> {
	if (!flush) return 'not-due';
	for (let round = 0; ; round++) {
		const outcome = await flushOnce(flush, { isLast: round === mostRounds, beat });
		if (outcome) return outcome;
	}
}

/** A flush turn that runs; what is not readonly goes on with each round of tool calls. */
interface Flush {
	readonly app: App;
	readonly session: Session;
	/** Of its entry in the activity list. */
	readonly id: string;
	/** From one summary in use to the next. */
	readonly cycle: string;
	readonly silentWord: string;
	/** The prompt that asks for it. */
	readonly asked: ReadPrompt;
	readonly ports: ToolPorts;
	readonly signal: AbortSignal;
	messages: readonly Message[];
	weight: CallWeight;
	/** Of what its tools have read. */
	taint: Taint;
	/** Lines that wait at the desk. */
	proposed: number;
	/** Lines that went into memory at once. */
	written: number;
	/** Its tools have run: what they did stands, whatever came behind them. */
	hasRun: boolean;
}

/** Null: it is not due. */
async function beginFlush(
	app: App,
	{ session: read, input, settings }: ReadPrompt,
	signal: AbortSignal
): Promise<Flush | null> {
	const { flush } = input.policy.preset;
	if (!flush || input.card.id === onDevice || signal.aborted) return null;
	const stored = await sessionOf(app.db, read.id);
	// It speaks of the branch that was read, whichever is on screen by now.
	const { branch } = read;
	const session = stored && { ...stored, branch };
	// A message that waits for its answer is not yet part of what is summarised.
	const isWaiting = input.exchanges.at(-1)?.steps.length === 0;
	const last = input.exchanges.at(isWaiting ? -2 : -1);
	if (!session || session.offRecord || !last) return null;
	const cycle = cycleOf(input.summary);
	if (await isOver(app.db, session.id, cycle)) return null;
	const text = flushText(flush.silentWord, settings.prompts);
	const isBeside = isWaiting || input.newest.kind === 'turn';
	const asked = await readPrompt(app, {
		session,
		branch,
		asked: { kind: isBeside ? 'beside' : 'unsent', blocks: [{ type: 'text', text }] },
		switchedOff: input.switchedOff
	});
	const { desk, ...ports } = toolPortsFor(app, {
		session,
		turnId: last.turn.turnId,
		read: asked,
		signal,
		flush: { taint: () => begun.taint }
	});
	const begun: Flush = {
		app,
		session,
		id: app.clock.newId(),
		cycle,
		silentWord: flush.silentWord,
		asked,
		signal,
		ports: {
			...ports,
			desk: {
				async propose(line) {
					const came = await desk.propose(line);
					if (came === 'waiting') begun.proposed++;
					if (came === 'written') begun.written++;
					return came;
				}
			}
		},
		messages: asked.prompt.body.messages,
		weight: weightOfPrompt(asked.prompt),
		taint: 'none',
		proposed: 0,
		written: 0,
		hasRun: false
	};
	return begun;
}

/** One call and the tools it asks for. Null: their results are to be told. */
async function flushOnce(
	flush: Flush,
	{ isLast, beat }: { readonly isLast: boolean; readonly beat: Beat }
): Promise<FlushOutcome | null> {
	const { app, asked, ports, signal, silentWord } = flush;
	const outdated = await outdatedBy(app.db, wordsOf(asked));
	if (outdated) return endsUnasked(flush, outdated);
	if (!(await beat('call'))) return endsStopped(flush);
	const end = await call(flush, beat);
	if (end.status === 'stopped') return endsStopped(flush);
	if (end.status === 'failed') {
		if (end.failure.kind === 'day-limit' || isOutdated(end.failure))
			return endsUnasked(flush, end.failure);
		await note(flush, { failure: end.failure });
		return flush.hasRun ? 'flushed' : 'failed';
	}
	const { answer } = end;
	const calls = endingOf(answer).kind === 'tools' ? callsOf(answer) : [];
	if (calls.length === 0 || isLast) {
		const reply = textOf(answer.content).trim();
		await note(flush, { said: reply === silentWord ? '' : reply });
		return 'flushed';
	}
	flush.hasRun = true;
	// What a tab that is closed now leaves: its tools may have run, so that nobody is asked again.
	await note(flush, { stopped: true });
	const results = await runTools(calls, ports, signal);
	if (signal.aborted) return endsStopped(flush);
	flush.taint = worse(flush.taint, taintOfResults(calls, results));
	say(flush, answer, results);
	return null;
}

/** What its tools did stands; where none has run it comes again. */
async function endsStopped(flush: Flush): Promise<FlushOutcome> {
	if (flush.hasRun) await note(flush, { stopped: true });
	return 'stopped';
}

/** Nobody was asked, so it is no try where nothing came before; the message itself will say why. */
async function endsUnasked(flush: Flush, failure: Failure): Promise<FlushOutcome> {
	if (!flush.hasRun) return 'failed';
	await note(flush, { failure });
	return 'flushed';
}

/** The call, counted into the session: one that broke off or was stopped has its price too. */
async function call(flush: Flush, beat: Beat): Promise<CallEnd> {
	const { app, session, asked, messages, weight, signal } = flush;
	const body = { ...asked.prompt.body, messages };
	const { card } = asked.input;
	const end = await makeCall(
		{ db: app.db, clock: app.clock, model: app.telephone },
		{
			kind: 'flush',
			body,
			card,
			sessionId: session.id,
			turnId: null,
			step: null,
			endpoint: asked.settings.endpoint,
			forgotten: asked.forgotten,
			...weight
		},
		{ goesOn: async (event) => !signal.aborted && (await beat(event)) },
		signal
	);
	const { usage, cost } = end;
	const { summaryId } = asked.prompt;
	if (usage) {
		const reported = { usage, contextTokens: null, cost, body, card, summaryId, step: null };
		await recordUsage(app, session.id, reported, end);
	} else await recordCall(app, session.id, card.id, end);
	return end;
}

/** The next call says what was answered, and what the tools said. */
function say(flush: Flush, answer: ModelAnswer, results: readonly ToolResultBlock[]): void {
	const { asked, messages, session } = flush;
	const wire = resumeWire(messages, asked.input.words, { tools: true });
	const said: AssistantMessage = { role: 'assistant', content: takenBack(answer.content) };
	sayAssistant(wire, { bare: said, full: said, results: null, calls: callsIn(said.content) }, null);
	sayUser(wire, { role: 'user', content: results });
	settle(wire);
	flush.weight = weightAfter(flush.weight, scaleOf(session, asked.input.card.id), {
		before: messages,
		after: wire.messages,
		reported: answer.contextTokens,
		results
	});
	flush.messages = wire.messages;
}

/** How a flush ended; of one that said the silent word nothing is known but what its tools did. */
interface FlushEnd {
	readonly said?: string;
	readonly stopped?: true;
	readonly failure?: Failure;
}

/** A reply that is not the silent word is noted and shown nowhere else (checklist 187). */
async function note(
	{ app, session, id, cycle, proposed, written, hasRun }: Flush,
	{ said = '', stopped, failure }: FlushEnd
): Promise<void> {
	const noted = activityOf(app, {
		kind: 'flush',
		sessionId: session.id,
		details: {
			cycle,
			proposals: proposed,
			said: startOfText(said, longestSaid),
			hasRun,
			...(written > 0 && { written }),
			...(stopped && { stopped })
		},
		failure: failure ?? null
	});
	await putActivity(app.db, { ...noted, id });
}

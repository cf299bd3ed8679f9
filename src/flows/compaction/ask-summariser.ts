import type { AssistantBlock, TextBlock } from '#core/log/blocks.ts';
import type { Failure } from '#core/failure.ts';
import type { LedgerSegment } from '#core/jobs.ts';
import { hear, heardBlocks, nothingHeard } from '#core/log/reply.ts';
import { lifetimeOf, priceOfCall } from '#core/price.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import type { ModelCard } from '#core/settings.ts';
import { takesTemperature } from '#core/summarise/models.ts';
import { usageOfBroken } from '#core/wire/broken-usage.ts';
import { countCall, type Usage } from '#core/wire/usage.ts';
import { changeSession } from '#db/sessions.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import { closeRequest, fileRequest } from '#flows/prompt/keep-ledger.ts';
import type { ModelAnswer } from '#flows/ports/model.ts';
import type { Beat } from '#flows/compaction/work.ts';
import type { PromptText } from '#prompts/summarise.ts';

/** One call to the summariser, from the request in the ledger to the whole answer. */

interface Called {
	/** Null: it belongs to no session, as tidying memory does. */
	readonly sessionId: string | null;
	/** Base URL of the endpoint, for the ledger. */
	readonly endpoint: string;
	readonly kind: 'summary' | 'extraction' | 'tidy' | 'opinion';
	readonly card: ModelCard;
}

/** A request that is whole already. */
export interface BodyCall extends Called {
	readonly body: RequestBody;
	readonly segments: readonly LedgerSegment[];
}

export interface SummariserCall extends Called {
	readonly prompt: PromptText;
	readonly maxTokens: number;
	readonly temperature: number | null;
	readonly weigh: (text: string) => number;
}

export type SummariserOutcome =
	| { readonly status: 'answered'; readonly answer: ModelAnswer; readonly cost: number | null }
	| { readonly status: 'failed'; readonly failure: Failure; readonly cost: number | null }
	| { readonly status: 'stopped' };

const block = (text: string): TextBlock => ({ type: 'text', text });

/** The body as it goes out: instructions as system, everything else as one user message. */
const summariserBody = ({ prompt, card, maxTokens, temperature }: SummariserCall): RequestBody => ({
	model: card.id,
	max_tokens: maxTokens,
	system: [block(prompt.system)],
	messages: [{ role: 'user', content: prompt.parts.map(({ text }) => block(text)) }],
	...(temperature !== null && takesTemperature(card.id) ? { temperature } : {})
});

type AskPorts = Pick<CompactPorts, 'db' | 'model' | 'clock'>;

/** Ask with instructions and a transcript, in a request of its own. */
export function askSummariser(
	ports: AskPorts,
	call: SummariserCall,
	beat: Beat,
	signal: AbortSignal
): Promise<SummariserOutcome> {
	const { prompt, weigh } = call;
	const segments = [{ source: 'Instructions', text: prompt.system }, ...prompt.parts].map(
		({ source, text }) => ({ source, tokens: weigh(text), on: true })
	);
	return askWith(ports, { ...call, body: summariserBody(call), segments }, beat, signal);
}

/**
 * Ask and wait for the end. Trying again after a rate limit or a broken line is the telephone's work; `beat` is
 * called before it and with every event, and says whether to go on. What is asked is on file before it goes.
 */
export async function askWith(
	ports: AskPorts,
	call: BodyCall,
	beat: Beat,
	signal: AbortSignal
): Promise<SummariserOutcome> {
	if (!(await beat('call'))) return { status: 'stopped' };
	const { kind, sessionId, endpoint, segments } = call;
	const filed = await fileRequest(ports, {
		kind,
		body: call.body,
		sessionId,
		turnId: null,
		step: null,
		segments,
		endpoint,
		tokens: segments.reduce((sum, { tokens, on }) => sum + (on ? tokens : 0), 0)
	});
	if (filed.status === 'failed') return { status: 'failed', failure: filed.failure, cost: null };
	const { id, body } = filed.value;
	let hearing = nothingHeard;
	let reported: Usage | null = null;
	const billBroken = (came: readonly AssistantBlock[]) =>
		bill(ports, call, usageOfBroken(reported, { came, model: body.model }));
	for await (const event of ports.model.stream({ body, endpoint }, signal)) {
		if (event.type === 'usage') reported = event.usage;
		else if (event.type === 'retrying') reported = null;
		else if ('index' in event) hearing = hear(hearing, event);
		if (!(await beat())) break;
		if (event.type === 'failed') {
			const { failure, partial } = event;
			reported = event.usage ?? reported;
			const cost = await billBroken(partial);
			await closeRequest(ports, id, { outcome: 'failed', failure, cost });
			return { status: 'failed', failure, cost };
		}
		if (event.type === 'end') {
			const { answer } = event;
			const cost = await bill(ports, call, answer.usage);
			await closeRequest(ports, id, { outcome: 'answered', cost, answer });
			return { status: 'answered', answer, cost };
		}
	}
	const cost = await billBroken(heardBlocks(hearing));
	await closeRequest(ports, id, { outcome: 'stopped', cost });
	return { status: 'stopped' };
}

/** The price of a call, counted into the session. Unknown prices stay unknown. */
async function bill(
	{ db }: Pick<CompactPorts, 'db'>,
	{ sessionId, card, body }: BodyCall,
	usage: Usage | null
): Promise<number | null> {
	if (!usage) return null;
	const cost = priceOfCall(usage, card, lifetimeOf(body));
	if (sessionId !== null)
		await changeSession(db, sessionId, ({ counters }) => ({
			counters: countCall(counters, usage, cost)
		}));
	return cost;
}

import type { TextBlock } from '#core/log/blocks.ts';
import type { Failure } from '#core/failure.ts';
import type { LedgerSegment } from '#core/ledger/ledger-entry.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import type { ModelCard } from '#core/models/model-card.ts';
import { takesTemperature } from '#core/summarise/models.ts';
import { recordCall } from '#flows/prompt/record-usage.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import { makeCall } from '#flows/prompt/filed-call.ts';
import type { ModelAnswer } from '#flows/ports/model.ts';
import type { StillSo } from '#flows/prompt/still-so.ts';
import type { Beat } from '#flows/compaction/job/work.ts';
import type { RequestText } from '#prompts/prompt-text.ts';

/**
 * Asking a model apart from what is said in a conversation, for a summary, memory lines or a second opinion: one call,
 * from the request in the ledger to the whole answer, which becomes no step.
 */

interface Called {
	/** Null: it belongs to no session, as tidying memory does. */
	readonly sessionId: string | null;
	/** Base URL of the endpoint, for the ledger. */
	readonly endpoint: string;
	readonly kind: 'summary' | 'extraction' | 'tidy' | 'opinion';
	readonly card: ModelCard;
	/** Calls in all while nothing is answered; else as many as the line makes by itself. */
	readonly mostCalls?: number;
	/** Asked before the call: work that tells what was read in several of them does not look at it between. */
	readonly stillSo: () => Promise<StillSo>;
}

/** A request that is whole already. */
export interface BodyCall extends Called {
	readonly body: RequestBody;
	readonly segments: readonly LedgerSegment[];
}

export interface PromptCall extends Called {
	readonly prompt: RequestText;
	readonly maxTokens: number;
	readonly temperature: number | null;
	readonly weigh: (text: string) => number;
}

export type ApartAnswer =
	| { readonly status: 'answered'; readonly answer: ModelAnswer; readonly cost: number | null }
	| {
			readonly status: 'failed';
			readonly failure: Failure;
			readonly cost: number | null;
			/** Calls that were made in vain. */
			readonly calls: number;
	  }
	| {
			readonly status: 'stopped';
			readonly cost: number | null;
			/** As above; none: it was stopped before. */
			readonly calls: number;
	  };

/** What a request says in words of ours and of the conversation, tokens. */
export const weightOf = ({ system, parts }: RequestText, weigh: (text: string) => number): number =>
	parts.reduce((sum, { text }) => sum + weigh(text), weigh(system));

const block = (text: string): TextBlock => ({ type: 'text', text });

/** The body as it goes out: instructions as system, everything else as one user message. */
const bodyFor = ({ prompt, card, maxTokens, temperature }: PromptCall): RequestBody => ({
	model: card.id,
	max_tokens: maxTokens,
	system: [block(prompt.system)],
	messages: [{ role: 'user', content: prompt.parts.map(({ text }) => block(text)) }],
	...(temperature !== null && takesTemperature(card.id) ? { temperature } : {})
});

/** Ask with instructions and what they are about, in a request of its own. */
export function askWithPrompt(
	ports: CompactPorts,
	call: PromptCall,
	beat: Beat,
	signal: AbortSignal
): Promise<ApartAnswer> {
	const { prompt, weigh } = call;
	const segments = [{ source: 'Instructions', text: prompt.system }, ...prompt.parts].map(
		({ source, text }) => ({ source, tokens: weigh(text), on: true })
	);
	return askWithBody(ports, { ...call, body: bodyFor(call), segments }, beat, signal);
}

/**
 * Ask and wait for the end. Trying again after a rate limit or a broken line is the telephone's work; `beat` is
 * called before it and with every event, and says whether to go on.
 */
export async function askWithBody(
	ports: CompactPorts,
	call: BodyCall,
	beat: Beat,
	signal: AbortSignal
): Promise<ApartAnswer> {
	if (!(await beat('call'))) return { status: 'stopped', cost: 0, calls: 0 };
	const still = await call.stillSo();
	if (still.status === 'failed') return { ...still, cost: 0, calls: 0 };
	const { segments } = call;
	const { forgotten } = still;
	const tokens = segments.reduce((sum, part) => sum + (part.on ? part.tokens : 0), 0);
	const end = await makeCall(
		ports,
		{ ...call, turnId: null, step: null, tokens, forgotten },
		{ goesOn: beat },
		signal
	);
	const { cost } = end;
	// An unknown price stays unknown.
	if (call.sessionId !== null) await recordCall(ports, call.sessionId, call.body.model, end);
	if (end.status === 'answered') return { status: 'answered', answer: end.answer, cost };
	return end.status === 'failed'
		? { status: 'failed', failure: end.failure, cost, calls: end.calls }
		: { status: 'stopped', cost, calls: 1 };
}

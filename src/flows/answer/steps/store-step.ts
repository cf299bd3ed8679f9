import { isThinking, type AssistantBlock } from '#core/log/blocks.ts';
import { chainEnd, linkResults, linkStep } from '#core/log/chain.ts';
import type { Failure } from '#core/failure.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import { stepBehindKept } from '#core/reply/step-behind-kept.ts';
import { prefixHash } from '#core/wire/thinking.ts';
import type { Basis, Exchange, Step } from '#core/log/turn.ts';
import { appendStep, completeStep } from '#db/log/append.ts';
import { readExchange } from '#db/log/turns.ts';
import { storing } from '#db/storing.ts';
import type { App } from '#flows/ports.ts';
import type { ReadPrompt } from '#flows/prompt/read-prompt.ts';

/** A step is written twice: with what the assistant said, and when the results of its calls are there. */

/** What is being answered, and with which prompt. */
interface Answered {
	readonly app: App;
	readonly exchange: Exchange;
	readonly read: ReadPrompt;
	readonly epoch: number;
}

interface Place {
	readonly index: number;
	/** The link it is chained to. */
	readonly tail: string;
	readonly continues: boolean;
}

/** The end of a call, as far as the step keeps it. */
export type Said = {
	readonly content: readonly AssistantBlock[];
	readonly state: Step['state'];
} & Partial<Pick<Step, 'stopReason' | 'usage' | 'cost' | 'failure' | 'model'>>;

/** First write of a step. Thinking is bound to what stood before it in this very request. */
export async function storeStep(
	{ app, exchange, read, epoch }: Answered,
	next: Place,
	said: Said & { readonly body: RequestBody; readonly startedAt: number }
): Promise<Step | Failure> {
	const { body, startedAt, content, ...rest } = said;
	const { sessionId, branch, seq, turnId } = exchange.turn;
	const step: Step = {
		sessionId,
		branch,
		seq,
		index: next.index,
		turnId,
		hash: linkStep(next.tail, { turnId, index: next.index }, content),
		content,
		model: body.model,
		stopReason: null,
		usage: null,
		cost: null,
		epoch,
		basis: content.some(isThinking) ? basisOf(body, read) : null,
		startedAt,
		endedAt: app.clock.now(),
		failure: null,
		continues: next.continues,
		results: null,
		resultsHash: null,
		...rest
	};
	const stored = await appendStep(app.db, step, next.tail);
	if (stored.status === 'stored') return step;
	const { failure } = stored;
	return failure.kind === 'changed-meanwhile' ? storedBehind(app, step, failure) : failure;
}

/**
 * Another tab may have taken this one for gone: its lock was taken by force, or the browser has none. What that has kept
 * of the reply as broken off gives way to all of it, as by Retry, where nobody has gone on from there.
 */
async function storedBehind({ db }: App, step: Step, refusal: Failure): Promise<Step | Failure> {
	const read = await storing(() => readExchange(db, step));
	if (read.status === 'failed') return read.failure;
	const exchange = read.value;
	const whole = exchange && stepBehindKept(step, exchange);
	if (!whole) return refusal;
	const stored = await appendStep(db, whole, chainEnd(exchange), { isNewest: true });
	return stored.status === 'stored' ? whole : stored.failure;
}

const basisOf = (body: RequestBody, { input }: ReadPrompt): Basis => ({
	prefix: prefixHash(body),
	model: body.model,
	key: input.key
});

/** Second write of a step. */
export async function storeResults(
	app: App,
	step: Step,
	results: NonNullable<Step['results']>
): Promise<Step | Failure> {
	const resultsHash = linkResults(step.hash, results);
	const stored = await completeStep(app.db, step, results, resultsHash);
	return stored.status === 'stored' ? { ...step, results, resultsHash } : stored.failure;
}

export const isStep = (stored: Step | Failure): stored is Step => 'turnId' in stored;

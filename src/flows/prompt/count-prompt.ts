import type { AssembleInput } from '#core/prompt/input.ts';
import type { PostedBody } from '#core/wire/ledger.ts';
import type { Prompt, RequestBody } from '#core/prompt/prompt.ts';
import { onDevice } from '#core/settings.ts';
import { isClose, isFar, withCount } from '#core/prompt/weigh.ts';
import { closeRequest, fileRequest } from '#flows/prompt/keep-ledger.ts';
import type { App } from '#flows/ports.ts';
import type { ReadPrompt } from '#flows/prompt/read-prompt.ts';

/** Longest wait for a count, ms: it is worth less than a prompt answer. */
const patience = 5000;

/**
 * The prompt, weighed by the endpoint where that is worth a call (it is free): on the first turn of a session, after
 * a compaction, and within 5 % of a limit. When the endpoint does not count, the estimate stands. Nobody waits for a
 * count that can change nothing: that one is made beside the answer.
 */
export const countPrompt = (
	app: App,
	read: ReadPrompt,
	turnId: string,
	signal: AbortSignal
): Promise<Prompt> =>
	isWorthCounting(read) && !isBeside(read)
		? count(app, read, turnId, signal)
		: Promise.resolve(read.prompt);

/** The count of a first turn that is far below every limit: on file, while the answer is on its way. */
export async function countBeside(
	app: App,
	read: ReadPrompt,
	turnId: string,
	signal: AbortSignal
): Promise<void> {
	if (isWorthCounting(read) && isBeside(read)) await count(app, read, turnId, signal);
}

async function count(
	app: App,
	{ input, prompt, settings }: ReadPrompt,
	turnId: string,
	signal: AbortSignal
): Promise<Prompt> {
	const { body } = prompt;
	const sessionId = input.newest.kind === 'turn' ? input.newest.exchange.turn.sessionId : null;
	const filed = await fileRequest(app, {
		kind: 'count',
		body: countedPart(body),
		sessionId,
		turnId,
		step: null,
		segments: prompt.segments,
		endpoint: settings.endpoint,
		tokens: prompt.weight.tokens
	});
	if (filed.status === 'failed') return prompt;
	const counted = await app.telephone.count(
		body,
		AbortSignal.any([signal, AbortSignal.timeout(patience)])
	);
	switch (counted.status) {
		case 'counted':
			await closeRequest(app, filed.value, { outcome: 'answered', cost: 0 });
			return withCount(prompt, counted.tokens);
		case 'stopped':
			await closeRequest(app, filed.value, { outcome: 'stopped' });
			return prompt;
		case 'unsupported':
			await closeRequest(app, filed.value, { outcome: 'failed' });
			return prompt;
		case 'failed':
			await closeRequest(app, filed.value, { outcome: 'failed', failure: counted.failure });
			return prompt;
	}
}

/** What of a body is posted to be counted. */
function countedPart({ model, system, tools, messages, thinking }: RequestBody): PostedBody {
	return {
		model,
		...(system && { system }),
		...(tools && { tools }),
		messages,
		...(thinking && { thinking })
	};
}

function isWorthCounting({ input, prompt }: ReadPrompt): boolean {
	if (prompt.body.model === onDevice) return false;
	return isFirst(input) || isNewlySummarised({ input, prompt }) || isClose(prompt.weight);
}

/** Also what is wrong by half would change nothing; how many tokens a picture or a file has is known less well. */
const isBeside = ({ input, prompt }: ReadPrompt): boolean =>
	isFar(prompt.weight) &&
	!isNewlySummarised({ input, prompt }) &&
	prompt.body.messages.every(({ content }) => content.every(({ type }) => type === 'text'));

const isFirst = ({ newest }: AssembleInput): boolean =>
	newest.kind === 'turn' && newest.exchange.turn.seq === 0;

function isNewlySummarised({ input, prompt }: Pick<ReadPrompt, 'input' | 'prompt'>): boolean {
	const { summaryId } = prompt;
	const recounts = input.policy.preset.recount === 'count-tokens';
	return recounts && summaryId !== null && input.session.lastUsage?.summaryId !== summaryId;
}

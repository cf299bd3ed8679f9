import type { PostedBody } from '#core/ledger.ts';
import type { Prompt, RequestBody } from '#core/prompt.ts';
import { onDevice } from '#core/settings.ts';
import { isClose, withCount } from '#core/weigh.ts';
import { closeRequest, fileRequest } from '#flows/keep-ledger.ts';
import type { App } from '#flows/ports.ts';
import type { ReadPrompt } from '#flows/read-prompt.ts';

/** Longest wait for a count, ms: it is worth less than a prompt answer. */
const patience = 5000;

/**
 * The prompt, weighed by the endpoint where that is worth a call (it is free): on the first turn of a session, after
 * a compaction, and within 5 % of a limit. When the endpoint does not count, the estimate stands.
 */
export async function countPrompt(
	app: App,
	{ input, prompt, settings }: ReadPrompt,
	turnId: string,
	signal: AbortSignal
): Promise<Prompt> {
	const { body } = prompt;
	if (body.model === onDevice || !isWorthCounting({ input, prompt })) return prompt;
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

function isWorthCounting({ input, prompt }: Pick<ReadPrompt, 'input' | 'prompt'>): boolean {
	const { newest, session } = input;
	const isFirst = newest.kind === 'turn' && newest.exchange.turn.seq === 0;
	const { summaryId } = prompt;
	const recounts = input.policy.preset.recount === 'count-tokens';
	const isNew = recounts && summaryId !== null && session.lastUsage?.summaryId !== summaryId;
	return isFirst || isNew || isClose(prompt.weight);
}

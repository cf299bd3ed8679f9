import { countingOf } from '#core/prompt/weight/counting.ts';
import { countedPart } from '#core/wire/counted-part.ts';
import type { Prompt } from '#core/prompt/prompt.ts';
import { withCount } from '#core/prompt/weight/weigh.ts';
import type { Truth } from '#db/schema.ts';
import { closeRequest, fileRequest } from '#flows/prompt/keep-ledger.ts';
import type { App } from '#flows/ports.ts';
import type { ReadPrompt } from '#flows/prompt/read-prompt.ts';

/** Longest wait for the endpoint's count, ms: a quick answer is worth more than an exact weight. */
const patience = 2500;
/** How long an endpoint that let us wait in vain is not asked again, ms: it would let every message wait. */
const rest = 10 * 60_000;

/** Which endpoint let us wait in vain, and when; until the page is loaded anew. */
const hung = new WeakMap<Truth, { readonly endpoint: string; readonly at: number }>();

/** The prompt, weighed by the endpoint where the answer waits for that. When the endpoint does not count, the estimate stands. */
export const countPrompt = (
	app: App,
	read: ReadPrompt,
	turnId: string,
	signal: AbortSignal
): Promise<Prompt> =>
	countingOf(read.input, read.prompt) === 'before'
		? count(app, read, turnId, signal)
		: Promise.resolve(read.prompt);

/** The count that nobody waits for: made while the answer is on its way, and noted in the ledger. */
export async function countBeside(
	app: App,
	read: ReadPrompt,
	turnId: string,
	signal: AbortSignal
): Promise<void> {
	if (countingOf(read.input, read.prompt) === 'beside') await count(app, read, turnId, signal);
}

async function count(
	app: App,
	{ input, prompt, settings, forgotten }: ReadPrompt,
	turnId: string,
	signal: AbortSignal
): Promise<Prompt> {
	const { clock, db, telephone } = app;
	const { endpoint } = settings;
	const before = hung.get(db);
	const since = before?.endpoint === endpoint ? clock.now() - before.at : Infinity;
	// The clock may have been set back.
	if (since >= 0 && since < rest) return prompt;
	const sessionId = input.newest.kind === 'turn' ? input.newest.exchange.turn.sessionId : null;
	const filed = await fileRequest(app, {
		kind: 'count',
		body: countedPart(prompt.body),
		sessionId,
		turnId,
		step: null,
		segments: prompt.segments,
		endpoint,
		tokens: prompt.weight.tokens,
		forgotten
	});
	if (filed.status === 'failed') return prompt;
	const { id, body } = filed.value;
	const inTime = AbortSignal.timeout(patience);
	const counted = await telephone.count(
		{ body: { ...prompt.body, ...body }, endpoint },
		AbortSignal.any([signal, inTime])
	);
	if (counted.status === 'stopped' && inTime.aborted) hung.set(db, { endpoint, at: clock.now() });
	switch (counted.status) {
		case 'counted':
			await closeRequest(app, id, { outcome: 'answered', cost: 0 });
			return withCount(prompt, counted.tokens);
		case 'stopped':
			await closeRequest(app, id, { outcome: 'stopped' });
			return prompt;
		case 'unsupported':
			await closeRequest(app, id, { outcome: 'failed' });
			return prompt;
		case 'failed':
			await closeRequest(app, id, { outcome: 'failed', failure: counted.failure });
			return prompt;
	}
}

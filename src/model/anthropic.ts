import type { ModelCard } from '#core/models/model-card.ts';
import type { CountOutcome, ModelEvent, ModelsOutcome, Posted } from '#flows/ports/model.ts';
import { notAnApi, type Endpoint } from '#model/endpoint.ts';
import { fieldsOf, numberOf } from '#model/fields.ts';
import { readModelPage } from '#model/model-cards.ts';
import { pauseBefore } from '#model/retry.ts';
import { ask, isUnknownPath, type ShortAnswer } from '#model/short-answer.ts';
import { streamOnce } from '#model/stream/stream-once.ts';
import { whyNoMessages } from '#model/takes-messages.ts';

/** The adapter to the Messages API: the only way by which a prompt leaves this device. */

/** The port of a model, for requests that are written already. */
export interface MessagesApi {
	stream(posted: Posted, signal: AbortSignal): AsyncIterable<ModelEvent>;
	count(posted: Posted, signal: AbortSignal): Promise<CountOutcome>;
	models(signal: AbortSignal, isTest: boolean): Promise<ModelsOutcome>;
}

/** Pages of models that are read at most. */
const mostPages = 20;
/** Models that are kept of a list: they are stored with the settings, which everything reads. */
const mostModels = 5000;

export function anthropic(endpoint: Endpoint): MessagesApi {
	return {
		async *stream(posted, signal) {
			for (let attempt = 1; !signal.aborted; attempt++) {
				const ended = yield* streamOnce(endpoint, posted, signal);
				if (ended.status !== 'failed') return;
				const { failure, partial, usage, begun } = ended;
				const { mostCalls: most } = posted;
				const ms = begun
					? null
					: pauseBefore(failure, { attempt, chance: endpoint.chance(), most });
				if (ms === null) {
					yield { type: 'failed', failure, partial, usage };
					return;
				}
				const until = endpoint.now() + ms;
				const { pause, over } = endpoint.pauses.begin(ms, signal);
				yield { type: 'retrying', failure, attempt: attempt + 1, until, pause };
				// An attempt that somebody asks for is none of those that we make by ourselves.
				if (await over) attempt--;
			}
		},

		async count({ model, base, json }, signal) {
			const sent = await ask(endpoint, signal, {
				base,
				method: 'post',
				path: '/v1/messages/count_tokens',
				model,
				body: json
			});
			return countOf(sent);
		},

		async models(signal, isTest) {
			const models: ModelCard[] = [];
			let isOpen = isTest;
			let after: string | null = null;
			// One time for all pages: what was listed together is known by it.
			const lookedUpAt = endpoint.now();
			for (let page = 0; page < mostPages; page++) {
				const query: Readonly<Record<string, string>> =
					after === null ? { limit: '100' } : { limit: '100', after_id: after };
				const sent = await ask(endpoint, signal, {
					method: 'get',
					path: '/v1/models',
					model: '',
					query
				});
				if (sent.status === 'stopped')
					return { status: 'failed', failure: { kind: 'interrupted' } };
				const read = sent.status === 'answered' ? readModelPage(sent.body, lookedUpAt) : null;
				if (!read) {
					const failure = sent.status === 'failed' ? sent.failure : notAnApi(endpoint);
					// Whoever has no list may say so in a page of its own: a test finds out below what it takes.
					if (isUnknownPath(failure) || (isTest && failure.kind === 'not-an-api')) break;
					return { status: 'failed', failure };
				}
				isOpen &&= !read.isOwn;
				models.push(...read.cards.slice(0, mostModels - models.length));
				after = read.after;
				if (after === null || models.length === mostModels) break;
			}
			// A list of another kind says nothing of the path that is to answer.
			const failure = isOpen ? await whyNoMessages(endpoint, signal) : null;
			return failure ? { status: 'failed', failure } : { status: 'listed', models };
		}
	};
}

/** A server that does not count is no failure. */
function countOf(answer: ShortAnswer): CountOutcome {
	if (answer.status === 'stopped') return { status: 'stopped' };
	if (answer.status === 'failed') {
		const { failure } = answer;
		const unknown = failure.kind === 'not-an-api' || isUnknownPath(failure);
		return unknown ? { status: 'unsupported' } : { status: 'failed', failure };
	}
	const tokens = numberOf(fieldsOf(answer.body)?.['input_tokens']);
	// No prompt is nothing: who tells of no tokens has counted none (INV-10).
	return tokens ? { status: 'counted', tokens } : { status: 'unsupported' };
}

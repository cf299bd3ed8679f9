import type { AssistantBlock } from '#core/log/blocks.ts';
import type { Failed, Failure } from '#core/failure.ts';
import { anthropicEndpoint, type ModelCard } from '#core/settings.ts';
import type { Usage } from '#core/wire/usage.ts';
import type { CountOutcome, ModelEvent, ModelsOutcome, Posted } from '#flows/ports/model.ts';
import { failureOf, failureOfAnswer, type Call } from '#model/failure-of.ts';
import { Fold } from '#model/fold.ts';
import { parseJson } from '#core/json.ts';
import { fieldsOf, numberOf } from '#model/fields.ts';
import { readModelPage } from '#model/model-cards.ts';
import { pauseBefore } from '#model/retry.ts';
import { serverEvents, Watchdog } from '#model/server-events.ts';
import { headTimeoutMs, slimClient } from '#model/slim-client.ts';

/** The adapter to the Messages API: the only file through which a prompt leaves this device. */

export type Credential =
	| { readonly status: 'set'; readonly key: string }
	| { readonly status: 'none' }
	| { readonly status: 'locked' };

export interface Endpoint {
	/** Base URL, without a trailing slash. */
	readonly base: string;
	readonly authHeader: 'bearer' | 'x-api-key';
	/** Asked anew for every call. */
	readonly credential: () => Promise<Credential>;
	/** The guarded fetch. */
	readonly fetch: typeof fetch;
	readonly online: () => boolean;
	readonly now: () => number;
	/** A random number in [0, 1). */
	readonly chance: () => number;
	/** Resolves after `ms` milliseconds or when the signal says stop. */
	readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
	/** Silence after the first byte of an answer after which it is given up, ms. */
	readonly silenceMs: number;
}

/** The port of a model, for requests that are written already. */
export interface MessagesApi {
	stream(posted: Posted, signal: AbortSignal): AsyncIterable<ModelEvent>;
	count(posted: Posted, signal: AbortSignal): Promise<CountOutcome>;
	models(signal: AbortSignal): Promise<ModelsOutcome>;
}

/** How one call ended. */
type Attempt =
	| { readonly status: 'ended' | 'stopped' }
	| {
			readonly status: 'failed';
			readonly failure: Failure;
			readonly partial: readonly AssistantBlock[];
			readonly usage: Usage | null;
			/** Something of the answer was shown: it is not asked for twice. */
			readonly begun: boolean;
	  };

/** Pages of models that are read at most. */
const mostPages = 20;

export function anthropic(endpoint: Endpoint): MessagesApi {
	return {
		async *stream(posted, signal) {
			for (let attempt = 1; !signal.aborted; attempt++) {
				const ended = yield* streamOnce(endpoint, posted, signal);
				if (ended.status !== 'failed') return;
				const { failure, partial, usage, begun } = ended;
				const pause = begun ? null : pauseBefore(failure, { attempt, chance: endpoint.chance() });
				if (pause === null) {
					yield { type: 'failed', failure, partial, usage };
					return;
				}
				const until = endpoint.now() + pause;
				yield { type: 'retrying', failure, attempt: attempt + 1, until };
				await endpoint.wait(pause, signal);
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

		async models(signal) {
			const models: ModelCard[] = [];
			let after: string | null = null;
			// One time for all pages: what was listed together is known by it.
			const lookedUpAt = endpoint.now();
			for (let page = 0; page < mostPages; page++) {
				const query: Readonly<Record<string, string>> =
					after === null ? { limit: '100' } : { limit: '100', after_id: after };
				const sent = await ask(endpoint, signal, {
					method: 'get',
					path: '/v1/models',
					base: null,
					model: '',
					query
				});
				if (sent.status === 'stopped')
					return { status: 'failed', failure: { kind: 'interrupted' } };
				if (sent.status === 'failed' && isUnknownPath(sent.failure)) break;
				if (sent.status === 'failed') return { status: 'failed', failure: sent.failure };
				const read = readModelPage(sent.body, lookedUpAt);
				if (!read) return { status: 'failed', failure: notAnApi(endpoint) };
				models.push(...read.cards);
				after = read.after;
				if (after === null) break;
			}
			return { status: 'listed', models };
		}
	};
}

async function* streamOnce(
	endpoint: Endpoint,
	{ model, base, json }: Posted,
	signal: AbortSignal
): AsyncGenerator<ModelEvent, Attempt> {
	const key = await keyFor(endpoint, base);
	if (typeof key === 'object' && key) return failedBefore(key);
	const call = callOf(endpoint, { key, model });
	const fold = new Fold(model);
	const hangUp = new AbortController();
	let answering = false;
	const watchdog = new Watchdog({ first: headTimeoutMs, later: endpoint.silenceMs }, () =>
		hangUp.abort()
	);
	const isStopped = () => signal.aborted;
	const isSilent = () => hangUp.signal.aborted;
	const fail = (failure: Failure): Attempt => ({
		status: 'failed',
		failure,
		partial: fold.content,
		usage: fold.usage,
		begun: fold.hasContent
	});
	try {
		const response = await slimClient({ ...endpoint, key })
			.post('/v1/messages', {
				body: json,
				stream: true,
				signal: AbortSignal.any([signal, hangUp.signal])
			})
			.asResponse();
		answering = true;
		watchdog.wake();
		if (!isEventStream(response))
			return fail((await response.text()).trim() === '' ? emptyAnswer : notAnApi(endpoint));
		for await (const server of serverEvents(response, () => watchdog.hear())) {
			if (server.status === 'malformed') return fail(brokenOff(endpoint, fold));
			if (server.status === 'unknown') continue;
			const taken = fold.take(server.event);
			switch (taken.status) {
				case 'going-on':
					yield* taken.events;
					break;
				case 'malformed':
					return fail(brokenOff(endpoint, fold));
				case 'error':
					return fail(
						failureOfAnswer({ status: null, error: taken.error, retryAfterMs: null }, call)
					);
				case 'complete': {
					const failure = whatIsMissing(fold);
					if (failure) return fail(failure);
					yield { type: 'end', answer: fold.answer };
					return { status: 'ended' };
				}
			}
		}
		if (isStopped()) return { status: 'stopped' };
		if (isSilent()) return fail({ kind: 'silent', afterMs: watchdog.waits });
		return fail(watchdog.heard ? brokenOff(endpoint, fold) : emptyAnswer);
	} catch (error) {
		if (isStopped()) return { status: 'stopped' };
		if (isSilent()) return fail({ kind: 'silent', afterMs: watchdog.waits });
		return fail(failureOf(error, { ...call, answering, online: endpoint.online() }));
	} finally {
		watchdog.rest();
		hangUp.abort();
	}
}

const emptyAnswer: Failure = { kind: 'empty-answer' };

const hostOf = (endpoint: Endpoint): string =>
	URL.canParse(endpoint.base) ? new URL(endpoint.base).host : endpoint.base;

const notAnApi = (endpoint: Endpoint): Failure => ({
	kind: 'not-an-api',
	host: hostOf(endpoint)
});

/** The stream ended or went wrong before `message_stop`: was it ever this API? */
const brokenOff = (endpoint: Endpoint, fold: Fold): Failure =>
	fold.started ? { kind: 'interrupted' } : notAnApi(endpoint);

/** What keeps a complete stream from being an answer. */
function whatIsMissing(fold: Fold): Failure | null {
	const { content, stopReason } = fold.answer;
	const isExplained = ['refusal', 'pause_turn'].includes(stopReason ?? '') || fold.cutShort;
	if (isExplained) return null;
	if (fold.lostCall) return { kind: 'interrupted' };
	return content.length === 0 ? emptyAnswer : null;
}

const isEventStream = (response: Response): boolean => {
	const type = response.headers.get('content-type');
	return type === null || type.includes('text/event-stream');
};

const failedBefore = (failure: Failure): Attempt => ({
	status: 'failed',
	failure,
	partial: [],
	usage: null,
	begun: false
});

/** The key for a call, null where none is needed, or why no call can be made. */
async function keyFor(endpoint: Endpoint, base: string | null): Promise<string | null | Failure> {
	if (!URL.canParse(endpoint.base)) return { kind: 'unreachable', host: endpoint.base };
	const credential = await endpoint.credential();
	// Written for another endpoint, to which the telephone pointed before.
	if (base !== null && base !== endpoint.base) return { kind: 'changed-meanwhile' };
	switch (credential.status) {
		case 'locked':
			return { kind: 'key-locked' };
		case 'none':
			return endpoint.base === anthropicEndpoint ? { kind: 'no-key' } : null;
		case 'set':
			// Anything else cannot stand in a header, and the platform's error would quote it.
			return /^[\x21-\x7e]+$/.test(credential.key) ? credential.key : { kind: 'key-refused' };
	}
}

const callOf = (
	endpoint: Endpoint,
	{ key, model }: { readonly key: string | null; readonly model: string }
): Call => ({
	host: hostOf(endpoint),
	model,
	key,
	online: endpoint.online(),
	answering: false,
	timeoutMs: headTimeoutMs
});

interface Question {
	readonly method: 'get' | 'post';
	readonly path: string;
	/** Base URL it was written for; null: whatever the telephone points to. */
	readonly base: string | null;
	readonly model: string;
	readonly body?: Blob;
	readonly query?: Readonly<Record<string, string>>;
}

type ShortAnswer =
	{ readonly status: 'answered'; readonly body: unknown } | { readonly status: 'stopped' } | Failed;

/** A call with a short answer: no stream, no second attempt. */
async function ask(
	endpoint: Endpoint,
	signal: AbortSignal,
	question: Question
): Promise<ShortAnswer> {
	const isStopped = () => signal.aborted;
	if (isStopped()) return { status: 'stopped' };
	const { method, path, base, body, query } = question;
	const key = await keyFor(endpoint, base);
	if (typeof key === 'object' && key) return { status: 'failed', failure: key };
	try {
		const slim = slimClient({ ...endpoint, key });
		const options = { body, query, signal, timeout: endpoint.silenceMs };
		const sent = method === 'get' ? slim.get(path, options) : slim.post(path, options);
		const response = await sent.asResponse();
		const text = await response.text();
		const parsed = parseJson(text);
		return parsed === undefined
			? { status: 'failed', failure: text.trim() === '' ? emptyAnswer : notAnApi(endpoint) }
			: { status: 'answered', body: parsed };
	} catch (error) {
		if (isStopped()) return { status: 'stopped' };
		const call = callOf(endpoint, { key, model: question.model });
		const failure = failureOf(error, { ...call, timeoutMs: endpoint.silenceMs });
		return { status: 'failed', failure };
	}
}

/** The endpoint speaks this wire, but not all of it: many list no models and do not count, and work all the same. */
const isUnknownPath = (failure: Failure): boolean =>
	(failure.kind === 'rejected' && failure.status === 404) ||
	(failure.kind === 'server-error' && failure.status === 501);

/** A server that does not count is no failure. */
function countOf(answer: ShortAnswer): CountOutcome {
	if (answer.status === 'stopped') return { status: 'stopped' };
	if (answer.status === 'failed') {
		const { failure } = answer;
		const unknown = failure.kind === 'not-an-api' || isUnknownPath(failure);
		return unknown ? { status: 'unsupported' } : { status: 'failed', failure };
	}
	const tokens = numberOf(fieldsOf(answer.body)?.['input_tokens']);
	return tokens === null ? { status: 'unsupported' } : { status: 'counted', tokens };
}

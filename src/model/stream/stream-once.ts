import type { Failure } from '#core/failure.ts';
import type { AssistantBlock } from '#core/log/blocks.ts';
import type { Usage } from '#core/wire/usage.ts';
import type { ModelEvent, Posted } from '#flows/ports/model.ts';
import { isEventStream } from '#model/stream/bounded.ts';
import {
	callOf,
	clientFor,
	emptyAnswer,
	keyFor,
	notAnApi,
	type Endpoint
} from '#model/endpoint.ts';
import { failureOf, failureOfAnswer } from '#model/failure/failure-of.ts';
import { Fold } from '#model/stream/fold.ts';
import { serverEvents, Watchdog } from '#model/stream/server-events.ts';
import { headTimeoutMs } from '#model/slim-client.ts';

/** One call whose answer comes as a stream: read event by event to its last, or to what broke it. */

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

export async function* streamOnce(
	endpoint: Endpoint,
	{ model, base, json }: Posted,
	signal: AbortSignal
): AsyncGenerator<ModelEvent, Attempt> {
	const key = await keyFor(endpoint, base);
	if (typeof key === 'object' && key) return failedBefore(key);
	const call = callOf(endpoint, { key, model });
	const fold = new Fold(model);
	const hangUp = new AbortController();
	const over = AbortSignal.any([signal, hangUp.signal]);
	let answering = false;
	const patience = { first: headTimeoutMs, later: endpoint.silenceMs };
	const watchdog = new Watchdog(patience, endpoint.now, () => hangUp.abort());
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
		const response = await clientFor(endpoint, { key, streams: true })
			.post('/v1/messages', {
				body: json,
				stream: true,
				signal: over
			})
			.asResponse();
		answering = true;
		watchdog.wake();
		if (!isEventStream(response))
			return fail((await response.text()).trim() === '' ? emptyAnswer : notAnApi(endpoint));
		for await (const server of serverEvents(response, over, () => watchdog.hear())) {
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

const failedBefore = (failure: Failure): Attempt => ({
	status: 'failed',
	failure,
	partial: [],
	usage: null,
	begun: false
});

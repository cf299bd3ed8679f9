import type { Failed, Failure } from '#core/failure.ts';
import { parseJson } from '#core/json.ts';
import {
	callOf,
	clientFor,
	emptyAnswer,
	keyFor,
	notAnApi,
	type Endpoint
} from '#model/endpoint.ts';
import { failureOf } from '#model/failure/failure-of.ts';

/** Calls with a short answer: no stream, no second attempt. */

interface Question {
	readonly method: 'get' | 'post';
	readonly path: string;
	/** Base URL it was written for; without one: whatever the telephone points to. */
	readonly base?: string;
	readonly model: string;
	readonly body?: object;
	readonly query?: Readonly<Record<string, string>>;
}

export type ShortAnswer =
	{ readonly status: 'answered'; readonly body: unknown } | { readonly status: 'stopped' } | Failed;

export async function ask(
	endpoint: Endpoint,
	signal: AbortSignal,
	question: Question
): Promise<ShortAnswer> {
	const isStopped = () => signal.aborted;
	if (isStopped()) return { status: 'stopped' };
	const { method, path, base, body, query } = question;
	const key = await keyFor(endpoint, base ?? null);
	if (typeof key === 'object' && key) return { status: 'failed', failure: key };
	try {
		const slim = clientFor(endpoint, { key, streams: false });
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
export const isUnknownPath = (failure: Failure): boolean =>
	(failure.kind === 'rejected' && failure.status === 404) ||
	(failure.kind === 'server-error' && failure.status === 501);

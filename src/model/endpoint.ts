import type { BaseAnthropic } from '@anthropic-ai/sdk/client';
import type { Failure } from '#core/failure.ts';
import { anthropicEndpoint } from '#core/settings.ts';
import type { Call } from '#model/failure/failure-of.ts';
import { wholeAnswers } from '#model/stream/bounded.ts';
import type { Pauses } from '#model/pauses.ts';
import { headTimeoutMs, slimClient } from '#model/slim-client.ts';

/** The endpoint a call goes to: where it is, who we say we are, and what it means when it does not speak this API. */

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
	/** Before another attempt. */
	readonly pauses: Pauses;
	/** Silence after the first byte of an answer after which it is given up, ms. */
	readonly silenceMs: number;
}

export const emptyAnswer: Failure = { kind: 'empty-answer' };

const hostOf = (endpoint: Endpoint): string =>
	URL.canParse(endpoint.base) ? new URL(endpoint.base).host : endpoint.base;

export const notAnApi = (endpoint: Endpoint): Failure => ({
	kind: 'not-an-api',
	host: hostOf(endpoint)
});

/** The key for a call, null where none is needed, or why no call can be made. */
export async function keyFor(
	endpoint: Endpoint,
	base: string | null
): Promise<string | null | Failure> {
	if (!URL.canParse(endpoint.base)) return { kind: 'unreachable', host: endpoint.base };
	const credential = await endpoint.credential();
	// Written for another endpoint, to which the telephone pointed before.
	if (base !== null && base !== endpoint.base)
		return { kind: 'changed-meanwhile', why: 'endpoint' };
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

/** The SDK for one call, to which nothing is handed on without an end. */
export function clientFor(
	endpoint: Endpoint,
	{ key, streams }: { readonly key: string | null; readonly streams: boolean }
): BaseAnthropic {
	const fetch = wholeAnswers(endpoint.fetch, { patienceMs: endpoint.silenceMs, streams });
	return slimClient({ ...endpoint, key, fetch });
}

export const callOf = (
	endpoint: Endpoint,
	{ key, model }: { readonly key: string | null; readonly model: string }
): Call => ({
	host: hostOf(endpoint),
	model,
	key,
	online: endpoint.online(),
	answering: false,
	timeoutMs: headTimeoutMs,
	now: endpoint.now()
});

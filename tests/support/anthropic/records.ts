/** What the scripted server remembers of every call, for tests to look at. */
import type { IncomingMessage } from 'node:http';
import type Anthropic from '@anthropic-ai/sdk';
import type { Refusal } from './errors.ts';
import type { FaultName } from './fault-names.ts';

export interface RecordedRequest {
	/** From 1, over all calls but preflights. */
	readonly number: number;
	readonly method: string;
	/** Without the query. */
	readonly path: string;
	readonly query: string;
	/** In lower case, as they came, sorted. */
	readonly headerNames: readonly string[];
	/** Everything, the key too: tests look for it in the wrong places. */
	readonly headers: Readonly<Record<string, string>>;
	readonly bodyText: string;
	/** Parsed; undefined where there is none or it is no JSON. */
	readonly body: unknown;
	/** Milliseconds since 1970. */
	readonly startedAt: number;
	endedAt: number | null;
	/** Null until the headers of the answer are sent, and for good when none were. */
	status: number | null;
	/** The fault that was played. */
	fault: FaultName | null;
	/** The client hung up before the answer was complete. */
	aborted: boolean;
	/** By the server's own count; null before the rules have passed. */
	inputTokens: number | null;
	/** The whole answer of the model, also when a fault cut it on its way. */
	answer: Anthropic.Message | null;
}

/** A call that broke a rule of the API. Errors that a test asked for are not here. */
export interface RecordedRefusal {
	readonly status: number;
	readonly type: string;
	readonly reason: string;
	readonly request: RecordedRequest;
}

export function record(
	request: IncomingMessage,
	details: { readonly number: number; readonly bodyText: string; readonly body: unknown }
): RecordedRequest {
	const url = new URL(request.url ?? '/', 'http://server');
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(request.headers))
		headers[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
	return {
		...details,
		method: request.method ?? '',
		path: url.pathname,
		query: url.search,
		headerNames: Object.keys(headers).sort(),
		headers,
		startedAt: Date.now(),
		endedAt: null,
		status: null,
		fault: null,
		aborted: false,
		inputTokens: null,
		answer: null
	};
}

export function recordRefusal(refusal: Refusal, request: RecordedRequest): RecordedRefusal {
	return { status: refusal.status, type: refusal.type, reason: refusal.message, request };
}

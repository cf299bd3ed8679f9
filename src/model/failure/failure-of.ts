import { APIConnectionTimeoutError, APIConnectionError, APIError } from '@anthropic-ai/sdk/error';
import { dayMs } from '#core/time/day-ms.ts';
import type { Failure } from '#core/failure.ts';
import { rowIn, textIn, type Row } from '#core/json.ts';
import { fieldsOf } from '#model/fields.ts';
import { overflowSizes } from '#model/failure/overflow-sizes.ts';
import { plainWords } from '#model/failure/plain-words.ts';

/** Turns whatever the SDK or the network throws into a failure: a total function over status, type and code (INV-9). */

/** The call that went wrong, for the words of the failure. */
export interface Call {
	readonly host: string;
	readonly model: string;
	/** Taken out of every text. */
	readonly key: string | null;
	/** `navigator.onLine`. */
	readonly online: boolean;
	/** The head of the answer has come, so the line broke in the middle. */
	readonly answering: boolean;
	/** How long the head of the answer was waited for, ms. */
	readonly timeoutMs: number;
	/** Unix ms: an endpoint may name the moment until which it wants to be left alone. */
	readonly now: number;
}

/** Longest text of an endpoint that is kept, characters. */
const longestDetail = 500;
/** Longest that is looked at: what is told apart stands at its beginning, and some patterns try every place anew. */
const longestMessage = 2000;

/** Text of a stranger, cut, with the key and everything that looks like one taken out (security row 12). */
export function scrub(text: string, key: string | null): string {
	const bare = key !== null && key.length > 0 ? text.replaceAll(key, '[key]') : text;
	return bare.replace(/(?:sk-ant-|\bsk-)[\w-]{8,}/g, '[key]').slice(0, longestDetail);
}

export function failureOf(error: unknown, call: Call): Failure {
	if (error instanceof APIConnectionTimeoutError)
		return { kind: 'silent', afterMs: call.timeoutMs };
	if (error instanceof APIConnectionError)
		return call.online ? { kind: 'unreachable', host: call.host } : { kind: 'offline' };
	if (error instanceof APIError) {
		// A body that is no JSON has no `error`; then it is a proxy or a stranger who answers.
		const body = fieldsOf(error.error);
		const status: unknown = error.status;
		return failureOfAnswer(
			{
				status: typeof status === 'number' ? status : null,
				error: body ? (fieldsOf(body['error']) ?? body) : null,
				retryAfterMs:
					error.headers instanceof Headers ? retryAfterOf(error.headers, call.now) : null
			},
			call
		);
	}
	if (call.answering) return { kind: 'interrupted' };
	// Only the name: messages of the platform may quote a header, and with it the key.
	return { kind: 'crashed', detail: error instanceof Error ? error.name : typeof error };
}

/** An answer that says no. */
interface ErrorAnswer {
	readonly status: number | null;
	/** The `error` of the body, or null when the body is none of this API. */
	readonly error: Row | null;
	readonly retryAfterMs: number | null;
}

/** Status an error inside a stream would have had. */
const statusOf: ReadonlyMap<string, number> = new Map([
	['invalid_request_error', 400],
	['authentication_error', 401],
	['billing_error', 402],
	['permission_error', 403],
	['not_found_error', 404],
	['request_too_large', 413],
	['rate_limit_error', 429],
	['api_error', 500],
	['timeout_error', 504],
	['overloaded_error', 529]
]);

const spendLimits = /_spend_limit_reached$|^linked_organization_billing_unavailable$/;

/** How servers say that they do not have a path, in a 404 that has words: most of them speak another API. */
const unknownPath = /^(.{0,9}not found)?\.?$|v1.messages|\b(url|route)\b/i;

export function failureOfAnswer(answer: ErrorAnswer, call: Call): Failure {
	const error = answer.error ?? {};
	const type = textIn(error, 'type');
	const told = textIn(error, 'message');
	const message = told.slice(0, longestMessage);
	const code = textIn(rowIn(error, 'details'), 'error_code');
	const status = answer.status ?? statusOf.get(type) ?? 500;
	// Of the whole: of a key that was cut before, a part would be left.
	const detail = plainWords(scrub(told, call.key));
	if (type === 'billing_error' || status === 402 || spendLimits.test(code))
		return { kind: 'spend-limit' };
	const { retryAfterMs } = answer;
	const wait = retryAfterMs === null ? {} : { retryAfterMs };
	if (type === 'overloaded_error' || status === 529) return { kind: 'overloaded', ...wait };
	if (status >= 500) return { kind: 'server-error', status, ...wait };
	switch (status) {
		case 400:
			return failureOfRequest({ message, type, code, detail });
		case 401:
			if (/\bCORS\b/.test(message)) return { kind: 'forbidden', detail };
			return call.key === null ? { kind: 'no-key' } : { kind: 'key-refused' };
		case 403:
			return { kind: 'forbidden', detail };
		case 404:
			if (call.model !== '' && (/model/i.test(message) || message.includes(call.model)))
				return { kind: 'model-not-found', model: call.model };
			return !answer.error || (call.model !== '' && unknownPath.test(message))
				? { kind: 'not-an-api', host: call.host }
				: { kind: 'rejected', status, detail };
		case 405:
			return { kind: 'not-an-api', host: call.host };
		case 408:
			return { kind: 'server-error', status, ...wait };
		case 413:
			return { kind: 'too-large' };
		case 429:
			return { kind: 'rate-limited', retryAfterMs };
		default:
			return { kind: 'rejected', status, detail };
	}
}

/** Of all 400s only the family "prompt is too long" means overflow; the text is the only hint there is. */
function failureOfRequest({
	message,
	type,
	code,
	detail
}: Readonly<Record<'message' | 'type' | 'code' | 'detail', string>>): Failure {
	const tooLong =
		/prompt (?:is )?too long|exceeds? (?:the )?(?:model's |available )?(?:maximum )?context|context (?:window|length|size) (?:is )?exceed|maximum context length/i;
	if (
		tooLong.test(message) ||
		[type, code].includes('model_context_window_exceeded') ||
		[type, code].includes('exceed_context_size_error')
	) {
		return { kind: 'overflow', ...overflowSizes(message) };
	}
	if (/credit balance|usage limits/i.test(message)) return { kind: 'spend-limit' };
	return { kind: 'rejected', status: 400, detail };
}

/**
 * Milliseconds of `retry-after-ms`, or of `retry-after`, which is seconds or a date; null where neither says how long
 * to wait. At once is no answer: then the pause is ours. No longer than a day, so that it can be told.
 */
function retryAfterOf(headers: Headers, now: number): number | null {
	const after = headers.get('retry-after') ?? '';
	const waits = [
		Number(headers.get('retry-after-ms') ?? NaN),
		Number(after) * 1000,
		/^[a-z]+,/i.test(after) ? Date.parse(after) - now : NaN
	];
	const told = waits.find((ms) => Number.isFinite(ms) && ms > 0);
	return told === undefined ? null : Math.min(told, dayMs);
}

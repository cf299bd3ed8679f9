import { APIConnectionError, APIConnectionTimeoutError, APIError } from '@anthropic-ai/sdk/error';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../src/core/failure.ts';
import {
	failureOf,
	failureOfAnswer,
	scrub,
	type Call
} from '../../../src/model/failure/failure-of.ts';
import { pauseBefore } from '../../../src/model/retry.ts';
import { growthOf, inProportion } from '../../support/growth.ts';

const key = 'secret-key-of-a-gateway';
const call: Call = {
	host: 'api.anthropic.com',
	model: 'claude-opus-5-5',
	key,
	online: true,
	answering: false,
	timeoutMs: 600_000,
	now: Date.UTC(2026, 10, 25, 12)
};
const answered = (status: number, error: unknown, headers: Record<string, string> = {}): Failure =>
	failureOf(APIError.generate(status, error as object, undefined, new Headers(headers)), call);
const saying = (type: string, message: string, code?: string) => ({
	type: 'error',
	error: { type, message, ...(code && { details: { error_code: code } }) }
});

describe('an error of the endpoint', () => {
	it.each<[number, unknown, Failure]>([
		[401, saying('authentication_error', 'invalid'), { kind: 'key-refused' }],
		[
			401,
			saying('authentication_error', 'CORS requests are not allowed for this Organization'),
			{ kind: 'forbidden', detail: 'CORS requests are not allowed for this Organization' }
		],
		[402, saying('billing_error', 'pay'), { kind: 'spend-limit' }],
		// A gateway whose own account is empty.
		[402, undefined, { kind: 'spend-limit' }],
		[403, saying('permission_error', 'no'), { kind: 'forbidden', detail: 'no' }],
		[
			404,
			saying('not_found_error', 'model: claude-opus-5-5'),
			{ kind: 'model-not-found', model: 'claude-opus-5-5' }
		],
		[404, undefined, { kind: 'not-an-api', host: 'api.anthropic.com' }],
		[405, undefined, { kind: 'not-an-api', host: 'api.anthropic.com' }],
		[413, saying('request_too_large', 'big'), { kind: 'too-large' }],
		[429, saying('rate_limit_error', 'slow'), { kind: 'rate-limited', retryAfterMs: null }],
		[
			429,
			saying('rate_limit_error', 'limit', 'enforced_spend_limit_reached'),
			{ kind: 'spend-limit' }
		],
		[
			400,
			saying('invalid_request_error', 'Your credit balance is too low'),
			{ kind: 'spend-limit' }
		],
		[
			400,
			saying('invalid_request_error', 'No', 'model_context_window_exceeded'),
			{ kind: 'overflow', tokens: null, window: null }
		],
		[500, undefined, { kind: 'server-error', status: 500 }],
		[503, saying('overloaded_error', 'busy'), { kind: 'overloaded' }],
		[529, undefined, { kind: 'overloaded' }]
	])('%i %j is told apart from all others', (status, error, failure) => {
		expect(answered(status, error)).toEqual(failure);
	});

	it.each([
		['Invalid URL (POST /v1/messages)', 'invalid_request_error', 'not-an-api'],
		['Unknown request URL: POST /openai/v1/messages.', 'invalid_request_error', 'not-an-api'],
		['no Route matched with those values', '', 'not-an-api'],
		['File Not Found', 'not_found_error', 'not-an-api'],
		['404 page not found', '', 'not-an-api'],
		['', '', 'not-an-api'],
		['The model `x` does not exist', 'NotFoundError', 'model-not-found'],
		['claude-opus-5-5 is gone', '', 'model-not-found'],
		['No endpoints found that support image input', '', 'rejected']
	])('that a path is unknown is told from a model that is: %j', (message, type, kind) => {
		expect(answered(404, saying(type, message)).kind).toBe(kind);
		expect(answered(404, { detail: 'Not Found' }).kind).toBe('not-an-api');
	});

	it('tells who has no key from whoever has a wrong one', () => {
		const refused = { status: 401, error: { type: 'authentication_error', message: 'no' } };
		expect(failureOfAnswer({ ...refused, retryAfterMs: null }, { ...call, key: null })).toEqual({
			kind: 'no-key'
		});
	});

	it('of a gateway that puts nothing around its words is understood all the same', () => {
		const bare = { object: 'error', type: 'BadRequestError', message: 'bad temperature' };
		expect(answered(400, bare)).toEqual({
			kind: 'rejected',
			status: 400,
			detail: 'bad temperature'
		});
		const message = "This model's maximum context length is 8192 tokens";
		expect(answered(400, { ...bare, message })).toMatchObject({ kind: 'overflow', window: 8192 });
	});

	it('names no model where none was asked for', () => {
		const missing = { status: 404, error: { type: 'not_found_error', message: 'no' } };
		expect(failureOfAnswer({ ...missing, retryAfterMs: null }, { ...call, model: '' })).toEqual({
			kind: 'rejected',
			status: 404,
			detail: 'no'
		});
	});

	it.each([
		['prompt is too long: 210000 tokens > 200000 maximum', 210_000, 200_000],
		[
			'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000',
			190_000,
			200_000
		],
		["This model's maximum context length is 8192 tokens", null, 8192],
		[
			"This model's maximum context length is 8192 tokens. However, you requested 9241 tokens (8241 in the messages, 1000 in the completion).",
			9241,
			8192
		],
		['prompt is too long: 210,000 tokens > 200,000 maximum', 210_000, 200_000],
		['request (9012 tokens) exceeds the available context size (8192 tokens)', 9012, 8192],
		['the request exceeds the available context size', null, null],
		['8192 tokens: exceeds the context, which takes less than 8192', null, null],
		[
			"'max_tokens' is too large: 8192. This model's maximum context length is 32768 tokens and your request has 29000 input tokens (8192 > 32768 - 29000).",
			null,
			32_768
		]
	])('is an overflow only when its words say so: %s', (message, tokens, window) => {
		const failure = answered(400, saying('invalid_request_error', message));
		expect(failure).toEqual({ kind: 'overflow', tokens, window });
	});

	it('INV-9 of any status, type, code and words has a meaning, and only a 400 of the too-long family is an overflow', () => {
		const words = fc.constantFrom(
			'prompt is too long: 210000 tokens > 200000 maximum',
			'maximum context length is 8192 tokens',
			'rate limited, slow down',
			'overloaded',
			''
		);
		const names = fc.constantFrom(
			'invalid_request_error',
			'rate_limit_error',
			'overloaded_error',
			'api_error',
			'request_too_large',
			'model_context_window_exceeded',
			'some_error_of_the_future'
		);
		// Of three hundred the few that matter would hardly come up.
		const statuses = fc.oneof(
			fc.constantFrom(400, 413, 429, 529),
			fc.integer({ min: 300, max: 599 })
		);
		fc.assert(
			fc.property(statuses, names, words, (status, name, message) => {
				const { kind } = answered(status, saying(name, message));
				const tooLong = /too long|maximum context/.test(message);
				const isFamily = tooLong || name === 'model_context_window_exceeded';
				const mayBe = status === 400 && isFamily && name !== 'overloaded_error';
				expect(kind === 'overflow').toBe(mayBe);
				if (status === 413 && name !== 'overloaded_error') expect(kind).toBe('too-large');
				if (status === 429) expect(['rate-limited', 'overloaded']).toContain(kind);
				if (status === 529) expect(kind).toBe('overloaded');
			}),
			{ numRuns: 500 }
		);
	});

	it('of another kind is rejected, not an overflow', () => {
		for (const message of ['messages: text content blocks must be non-empty', 'bad temperature'])
			expect(answered(400, saying('invalid_request_error', message)).kind).toBe('rejected');
		expect(answered(429, saying('rate_limit_error', 'prompt is too long')).kind).toBe(
			'rate-limited'
		);
	});

	it('tells how long to wait, in seconds or in milliseconds', () => {
		const limited = saying('rate_limit_error', 'slow');
		expect(answered(429, limited, { 'retry-after': '7' })).toMatchObject({ retryAfterMs: 7000 });
		expect(answered(429, limited, { 'retry-after': '7', 'retry-after-ms': '300' })).toMatchObject({
			retryAfterMs: 300
		});
		expect(answered(429, limited, { 'retry-after': 'soon' })).toMatchObject({
			retryAfterMs: null
		});
	});

	it.each([
		['Wed, 25 Nov 2026 12:02:00 GMT', 120_000],
		['Wednesday, 25-Nov-26 12:02:00 GMT', 120_000],
		['Wed, 25 Nov 2026 11:00:00 GMT', null],
		['', null],
		['0', null],
		['-5', null],
		['5, 10', null]
	])(
		'that names a date is left alone until then, and nothing is asked again at once: %s',
		(after, ms) => {
			const limited = saying('rate_limit_error', 'slow');
			expect(answered(429, limited, { 'retry-after': after })).toMatchObject({ retryAfterMs: ms });
		}
	);

	it.each([
		[529, 'overloaded_error', 'overloaded'],
		[503, 'api_error', 'server-error'],
		[500, 'api_error', 'server-error']
	])('of a server in trouble (%d) says how long to wait as well', (status, type, kind) => {
		expect(answered(status, saying(type, 'busy'), { 'retry-after': '40' })).toMatchObject({
			kind,
			retryAfterMs: 40_000
		});
		const date = { 'retry-after': 'Wed, 25 Nov 2026 12:02:00 GMT' };
		expect(answered(status, saying(type, 'busy'), date)).toMatchObject({ retryAfterMs: 120_000 });
		expect(answered(status, saying(type, 'busy'))).not.toHaveProperty('retryAfterMs');
	});

	it('that names a moment out of all reason is taken for a day', () => {
		const after = { 'retry-after': '9'.repeat(20) };
		for (const status of [429, 529])
			expect(answered(status, saying('x', 'slow'), after)).toMatchObject({
				retryAfterMs: 86_400_000
			});
	});

	it('that repeats the key leaves no part of it, wherever the text is cut', () => {
		const { length } = key;
		for (let before = 0; before < length; before++) {
			const message = `${'x'.repeat(before)} ${key.repeat(200)}`;
			const failure = answered(403, saying('permission_error', message));
			expect(failure.kind === 'forbidden' && failure.detail).not.toContain(key.slice(0, 6));
		}
		// What stands for a long one is far shorter, so that what comes far behind it moves up.
		const long = `gateway-${'0123456789'.repeat(10)}`;
		const failure = failureOf(
			APIError.generate(
				403,
				saying('permission_error', long.repeat(200)),
				undefined,
				new Headers()
			),
			{ ...call, key: long }
		);
		expect(failure.kind === 'forbidden' && failure.detail).not.toContain('gateway');
	});

	it('however long it is takes no time to understand', () => {
		const understand = (length: number) => {
			const message = `prompt is too long ${'1'.repeat(length)}`;
			return answered(400, saying('invalid_request_error', message)).kind;
		};
		expect(understand(300_000)).toBe('overflow');
		expect(growthOf(understand, 300_000)).toBeLessThan(inProportion);
	});

	it('inside a stream has the meaning its status would have had', () => {
		const inside = (type: string) =>
			failureOfAnswer({ status: null, error: { type, message: '' }, retryAfterMs: null }, call)
				.kind;
		expect(inside('overloaded_error')).toBe('overloaded');
		// Names that every object has are no errors anybody knows.
		for (const name of ['constructor', '__proto__', 'toString'])
			expect(inside(name)).toBe('server-error');
		expect(inside('rate_limit_error')).toBe('rate-limited');
		expect(inside('api_error')).toBe('server-error');
		expect(inside('authentication_error')).toBe('key-refused');
		expect(inside('an_error_of_the_future')).toBe('server-error');
	});
});

describe('an error of the network', () => {
	it('means unreachable, or offline where the browser says so', () => {
		const error = new APIConnectionError({ message: 'failed' });
		expect(failureOf(error, call)).toEqual({ kind: 'unreachable', host: call.host });
		expect(failureOf(error, { ...call, online: false })).toEqual({ kind: 'offline' });
	});

	it('that took too long means silence', () => {
		expect(failureOf(new APIConnectionTimeoutError(), call)).toEqual({
			kind: 'silent',
			afterMs: 600_000
		});
	});

	it('in the middle of an answer means interrupted', () => {
		const error = new TypeError('terminated');
		expect(failureOf(error, { ...call, answering: true })).toEqual({ kind: 'interrupted' });
	});
});

describe('whatever is thrown', () => {
	it('becomes a failure that never holds the key and is never long', () => {
		const word = fc.oneof(
			fc.string(),
			fc.constant(key),
			fc.constant(`x ${key} y sk-ant-abcdefgh12`)
		);
		const body = fc.oneof(
			fc.constant(undefined),
			fc.record({
				error: fc.record({ type: word, message: word, details: fc.record({ error_code: word }) })
			}),
			fc.anything()
		);
		const thrown = fc.oneof(
			fc
				.record({ status: fc.integer({ min: 300, max: 599 }), body })
				.map(({ status, body }) =>
					APIError.generate(status, body as object, undefined, new Headers())
				),
			word.map((message) => new TypeError(message)),
			word.map((message) => new DOMException(message, 'AbortError')),
			fc.anything()
		);
		fc.assert(
			fc.property(thrown, fc.boolean(), (error, answering) => {
				const failure = failureOf(error, { ...call, answering });
				expect(failure.kind).toBeTypeOf('string');
				const told = JSON.stringify(failure);
				expect(told).not.toContain(key);
				expect(told).not.toContain('sk-ant-abcdefgh12');
				expect(told.length).toBeLessThan(3500);
				structuredClone(failure);
			})
		);
	});

	it('is scrubbed of keys before it is cut, so that no half of one remains', () => {
		const text = `${'a'.repeat(490)}${key}`;
		expect(scrub(text, key)).toBe(`${'a'.repeat(490)}[key]`);
		expect(scrub(`${'a'.repeat(490)}sk-ant-0123456789abc`, null)).not.toContain('sk-ant');
		// Those of others too, which a gateway may hold and tell.
		expect(scrub('Incorrect API key: sk-proj-0123456789abc', key)).toBe('Incorrect API key: [key]');
	});
});

describe('another attempt', () => {
	const first = { attempt: 1, chance: 0 };

	it('comes later each time, and a fifth never comes', () => {
		const waits = [1, 2, 3, 4].map((attempt) =>
			pauseBefore({ kind: 'overloaded' }, { attempt, chance: 0 })
		);
		expect(waits).toEqual([1000, 2000, 4000, null]);
	});

	it('is spread, so that clients do not all come back at once', () => {
		const late = pauseBefore({ kind: 'overloaded' }, { attempt: 1, chance: 0.999 }) ?? 0;
		expect(late).toBeGreaterThan(740);
		expect(late).toBeLessThan(1000);
	});

	it('is made once only where nobody can be reached', () => {
		const unreachable: Failure = { kind: 'unreachable', host: 'localhost' };
		const waits = [1, 2].map((attempt) => pauseBefore(unreachable, { attempt, chance: 0 }));
		expect(waits).toEqual([1000, null]);
	});

	it('waits as long as it is told, up to five minutes', () => {
		const limited = (ms: number): Failure => ({ kind: 'rate-limited', retryAfterMs: ms });
		expect(pauseBefore(limited(120_000), first)).toBe(120_000);
		expect(pauseBefore(limited(300_001), first)).toBeNull();
		// All who were told the same time do not come back at once, and none of them too early.
		expect(pauseBefore(limited(1000), { attempt: 1, chance: 0.5 })).toBe(1125);
		for (const trouble of [
			{ kind: 'overloaded' },
			{ kind: 'server-error', status: 503 }
		] as const) {
			expect(pauseBefore({ ...trouble, retryAfterMs: 40_000 }, first)).toBe(40_000);
			expect(pauseBefore({ ...trouble, retryAfterMs: 300_001 }, first)).toBeNull();
		}
	});

	it('is never made where it cannot help or might be paid for twice', () => {
		for (const failure of [
			{ kind: 'key-refused' },
			{ kind: 'spend-limit' },
			{ kind: 'overflow', tokens: null, window: null },
			{ kind: 'interrupted' },
			{ kind: 'silent', afterMs: 1 },
			{ kind: 'empty-answer' },
			{ kind: 'offline' }
		] as const)
			expect(pauseBefore(failure, first)).toBeNull();
	});
});

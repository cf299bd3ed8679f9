/** What each fault puts in the place of a good answer. */
import type { Answer } from './answers/answer.ts';
import { Refusal } from './errors.ts';
import type { answerFaults, foreignFaults, refusalFaults } from './fault-names.ts';
import type { MessagesBody } from './wire.ts';

export interface ScriptedRefusal {
	readonly refusal: Refusal;
	readonly headers: Readonly<Record<string, string>>;
}

export function refusalOf(fault: (typeof refusalFaults)[number]): ScriptedRefusal {
	switch (fault) {
		case 'rate-limit-1':
			return rateLimit('1');
		case 'rate-limit-120':
			return rateLimit('120');
		case 'spend-limit':
			return plain(429, 'rate_limit_error', 'You have reached your specified API usage limits.', {
				error_code: 'enforced_spend_limit_reached'
			});
		case 'overloaded':
			return plain(529, 'overloaded_error', 'Overloaded');
		case 'server-error':
			return plain(500, 'api_error', 'Internal server error');
		case 'unauthorized':
			return plain(401, 'authentication_error', 'invalid x-api-key');
		case 'cors-forbidden-organisation':
			return plain(
				403,
				'permission_error',
				'CORS requests are not allowed for this Organization because of its custom settings.'
			);
		case 'prompt-too-long':
			return plain(
				400,
				'invalid_request_error',
				'prompt is too long: 1000001 tokens > 1000000 maximum'
			);
		case 'too-large':
			return plain(413, 'request_too_large', 'Request exceeds the maximum size');
	}
}

function rateLimit(seconds: string): ScriptedRefusal {
	const message = 'This request would exceed the rate limit of your organization.';
	return {
		...plain(429, 'rate_limit_error', message),
		headers: { 'retry-after': seconds }
	};
}

function plain(...[status, type, message, details]: ConstructorParameters<typeof Refusal>) {
	return { refusal: new Refusal(status, type, message, details ?? null), headers: {} };
}

/** The answer as the fault bends it. */
export function bend(
	answer: Answer,
	fault: (typeof answerFaults)[number],
	body: MessagesBody
): Answer {
	switch (fault) {
		case 'refusal':
			return { ...answer, toolCalls: [], stopReason: 'refusal', refusalCategory: 'cyber' };
		case 'pause-turn':
			return { ...answer, toolCalls: [], stopReason: 'pause_turn' };
		case 'window-exceeded':
			return { ...answer, toolCalls: [], stopReason: 'model_context_window_exceeded' };
		case 'unknown-stop-reason':
			return { ...answer, stopReason: 'a_reason_of_the_future' };
		case 'max-tokens-in-tool':
		case 'broken-arguments': {
			const called = answer.toolCalls?.[0]?.name ?? body.tools?.[0]?.name ?? 'no_tool';
			const input = answer.toolCalls?.[0]?.input ?? { text: 'the first half of this is sent' };
			return { ...answer, toolCalls: [{ name: called, input }] };
		}
	}
}

export interface ForeignAnswer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
}

/** Answers of a proxy, a hotel network or a stranger. `location` is where a redirect leads. */
export function foreignAnswer(
	fault: Exclude<(typeof foreignFaults)[number], 'connection-refused'>,
	location: string
): ForeignAnswer {
	const html = { 'content-type': 'text/html; charset=utf-8' };
	switch (fault) {
		case 'html-502':
			return {
				status: 502,
				headers: html,
				body: '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1><script>window.hit = 1</script></body></html>'
			};
		case 'captive-portal':
			return {
				status: 200,
				headers: html,
				body: '<!doctype html><title>Welcome to the hotel</title><form action="/login"><input name="room"></form>'
			};
		case 'empty-200':
			return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: '' };
		case 'redirect':
			return { status: 307, headers: { location }, body: '' };
	}
}

/** What a browser is told about calls from other origins, as the API tells it. */
import type { IncomingMessage } from 'node:http';
import { Refusal } from './errors.ts';
import type { FaultName } from './fault-names.ts';

/** Whose list of headers a server has, and so which it asks for. */
export type HeaderRules = 'anthropic' | 'ollama';

const ALLOWED = [
	'accept',
	'authorization',
	'x-api-key',
	'content-type',
	'anthropic-version',
	'anthropic-beta',
	'anthropic-dangerous-direct-browser-access',
	'user-agent'
];

/** As it stands in Ollama's code (server/routes.go), whatever is asked for; `x-stainless-…` are in it too. */
const ALLOWED_BY_OLLAMA = [
	'authorization',
	'content-type',
	'user-agent',
	'accept',
	'x-requested-with',
	'openai-beta'
];

/** Headers for an answer; none for a request that names no origin. */
export function corsHeaders(
	request: IncomingMessage,
	fault: FaultName | null
): Readonly<Record<string, string>> {
	const origin = request.headers.origin;
	if (origin === undefined || fault === 'no-cors') return {};
	return {
		'access-control-allow-origin': origin,
		'access-control-expose-headers': 'request-id, retry-after',
		vary: 'Origin'
	};
}

interface Preflight {
	readonly fault: FaultName | null;
	readonly seconds: number;
	readonly rules: HeaderRules;
}

/** Headers for the answer to `OPTIONS`, which a browser may remember for `seconds`. */
export function preflightHeaders(
	request: IncomingMessage,
	{ fault, seconds, rules }: Preflight
): Readonly<Record<string, string>> {
	const headers = corsHeaders(request, fault);
	if (headers['access-control-allow-origin'] === undefined) return headers;
	const asked = (request.headers['access-control-request-headers'] ?? '').split(/\s*,\s*/);
	const allowed = asked.filter((name) => isAllowed(name.toLowerCase(), fault, rules));
	return {
		...headers,
		'access-control-allow-methods': 'GET, POST, OPTIONS',
		'access-control-allow-headers': [...new Set([...allowedBy(rules), ...allowed])]
			.filter((name) => isAllowed(name, fault, rules))
			.join(', '),
		'access-control-max-age': String(seconds)
	};
}

const allowedBy = (rules: HeaderRules): readonly string[] =>
	rules === 'ollama' ? ALLOWED_BY_OLLAMA : ALLOWED;

function isAllowed(name: string, fault: FaultName | null, rules: HeaderRules): boolean {
	if (fault === 'cors-without-authorization' && name === 'authorization') return false;
	return allowedBy(rules).includes(name) || name.startsWith('x-stainless-');
}

/** A page has to say that it knows what it does. */
export function checkBrowserAccess(request: IncomingMessage): void {
	if (request.headers.origin === undefined) return;
	if (request.headers['anthropic-dangerous-direct-browser-access'] !== 'true')
		throw new Refusal(
			401,
			'authentication_error',
			"CORS requests must set 'anthropic-dangerous-direct-browser-access' header"
		);
}

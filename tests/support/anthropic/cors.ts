/** What a browser is told about calls from other origins, as the API tells it. */
import type { IncomingMessage } from 'node:http';
import { Refusal } from './errors.ts';
import type { FaultName } from './fault-names.ts';

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

/** Headers for the answer to `OPTIONS`, which a browser may remember for `seconds`. */
export function preflightHeaders(
	request: IncomingMessage,
	fault: FaultName | null,
	seconds: number
): Readonly<Record<string, string>> {
	const headers = corsHeaders(request, fault);
	if (headers['access-control-allow-origin'] === undefined) return headers;
	const asked = (request.headers['access-control-request-headers'] ?? '').split(/\s*,\s*/);
	const allowed = asked.filter((name) => isAllowed(name.toLowerCase(), fault));
	return {
		...headers,
		'access-control-allow-methods': 'GET, POST, OPTIONS',
		'access-control-allow-headers': [...new Set([...ALLOWED, ...allowed])]
			.filter((name) => isAllowed(name, fault))
			.join(', '),
		'access-control-max-age': String(seconds)
	};
}

function isAllowed(name: string, fault: FaultName | null): boolean {
	if (fault === 'cors-without-authorization' && name === 'authorization') return false;
	return ALLOWED.includes(name) || name.startsWith('x-stainless-');
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

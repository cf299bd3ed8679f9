/** What is checked before a body is read: the place, the key, the version, the kind of content. */
import type { IncomingMessage } from 'node:http';
import type { Call } from '../call.ts';
import type { HeaderRules } from '../cors.ts';
import { badRequest, Refusal } from '../errors.ts';

const methods: Readonly<Record<string, string>> = {
	'/v1/messages': 'POST',
	'/v1/messages/count_tokens': 'POST',
	'/v1/models': 'GET'
};
const VERSIONS = ['2026-10-21', '2023-06-01'];

export function checkGate(
	{ request, record }: Call,
	{ key, headerRules }: { readonly key: string; readonly headerRules: HeaderRules }
): void {
	const method = methods[record.path];
	if (method === undefined) throw new Refusal(404, 'not_found_error', 'Not found');
	if (method !== record.method)
		throw new Refusal(405, 'invalid_request_error', 'Method Not Allowed');
	checkKey(request, key);
	if (headerRules === 'anthropic') checkVersion(request);
	if (method === 'GET') return;
	if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
		throw badRequest('content-type: must be application/json');
	if (request.headers['content-encoding'] !== undefined)
		throw badRequest('content-encoding: not supported');
}

function checkVersion(request: IncomingMessage): void {
	const version = request.headers['anthropic-version'];
	if (version === undefined) throw badRequest('anthropic-version: header is required');
	if (!VERSIONS.includes(String(version)))
		throw badRequest(`anthropic-version: "${String(version)}" is not a valid version`);
}

/** The key of either header; null when there is none. */
export function keyOf(request: IncomingMessage): string | null {
	const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
	const named = request.headers['x-api-key'];
	return bearer ?? (typeof named === 'string' ? named : null);
}

function checkKey(request: IncomingMessage, key: string): void {
	const { authorization, 'x-api-key': named } = request.headers;
	if (authorization === undefined && named === undefined)
		throw new Refusal(
			401,
			'authentication_error',
			'Authentication is required: no authorization or x-api-key header'
		);
	if (authorization !== undefined && named !== undefined)
		throw new Refusal(401, 'authentication_error', 'Only one of authorization and x-api-key');
	if (keyOf(request) !== key)
		throw new Refusal(
			401,
			'authentication_error',
			authorization === undefined ? 'invalid x-api-key' : 'Invalid bearer token'
		);
}

/** Requests to the scripted server, and the server they go to. */
import Anthropic from '@anthropic-ai/sdk';
import { expect } from 'vitest';
import { aModel, scriptedModels } from '../../support/anthropic/models.ts';
import type { AnthropicServer } from '../../support/anthropic/server.ts';
import { withAnthropic } from '../../support/anthropic/with-anthropic.ts';

export type Body = Record<string, unknown>;

export const PIXEL =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const SMALL = aModel({
	id: 'scripted-small',
	window: 2000,
	maxOutput: 1000,
	minCacheable: 64
});

/** Room for a picture that is too large. */
export const MOST_BODY_BYTES = 8 * 1024 * 1024;

/** Started for each file that asks for it. */
export let server: AnthropicServer;

export function withServer(): void {
	withAnthropic((own) => (server = own), {
		models: [...scriptedModels, SMALL],
		maxBodyBytes: MOST_BODY_BYTES
	});
}

export const hello = { role: 'user', content: 'Hello there' };
export const weather = {
	name: 'weather',
	description: 'Tells the weather.',
	input_schema: { type: 'object', properties: { place: { type: 'string' } } }
};
export const call = (id: string) => ({
	type: 'tool_use',
	id,
	name: 'weather',
	input: { place: 'Ulm' }
});
export const picture = (data: string) => ({
	type: 'image',
	source: { type: 'base64', media_type: 'image/png', data }
});
/** In characters of base64: the largest a picture may be. */
export const LARGEST_PICTURE = 5 * 1024 * 1024;
/** A picture that says of itself how large it is. */
export const sized = (width: number, height: number) => {
	const bytes = Buffer.from(PIXEL, 'base64');
	bytes.writeUInt32BE(width, 16);
	bytes.writeUInt32BE(height, 20);
	return picture(bytes.toString('base64'));
};
export const pdf = (bytes: Buffer) => ({
	type: 'document',
	source: { type: 'base64', media_type: 'application/pdf', data: bytes.toString('base64') }
});
export const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'rain' });

/** A body that breaks no rule. */
export function sound(changes: Body = {}): Body {
	return { model: 'claude-sonnet-5-5', max_tokens: 200, messages: [hello], ...changes };
}

/** A sound conversation with these messages after the first. */
export function talk(...messages: unknown[]): Body {
	return sound({ messages: [hello, ...messages], tools: [weather] });
}

export const said = (...content: unknown[]) => ({ role: 'assistant', content });
export const asked = (...content: unknown[]) => ({ role: 'user', content });

export interface Reply {
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;
	readonly json: Body & { error?: { type: string; message: string; details?: Body } };
}

export async function send(
	body: unknown,
	options: {
		path?: string;
		method?: string;
		headers?: Record<string, string | null>;
		to?: AnthropicServer;
	} = {}
): Promise<Reply> {
	const to = options.to ?? server;
	const headers: Record<string, string | null> = {
		authorization: `Bearer ${to.key}`,
		'anthropic-version': '2026-10-21',
		'content-type': 'application/json',
		...options.headers
	};
	const method = options.method ?? 'POST';
	const response = await fetch(to.url + (options.path ?? '/v1/messages'), {
		method,
		redirect: 'manual',
		headers: Object.entries(headers).filter((one): one is [string, string] => one[1] !== null),
		...(method === 'POST' ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {})
	});
	const text = await response.text();
	const isJson = /json/.test(response.headers.get('content-type') ?? '');
	const json = (isJson ? JSON.parse(text) : {}) as Reply['json'];
	return { status: response.status, headers: response.headers, text, json };
}

/** The matcher of Vitest, without its `any`. */
export function matching(pattern: RegExp): unknown {
	return expect.stringMatching(pattern);
}

export function client(): Anthropic {
	return new Anthropic({
		apiKey: server.key,
		baseURL: server.url,
		maxRetries: 0,
		logLevel: 'off',
		dangerouslyAllowBrowser: true
	});
}

export function ask(
	changes: Partial<Anthropic.MessageStreamParams> = {}
): Anthropic.MessageStreamParams {
	return {
		model: 'claude-opus-5-5',
		max_tokens: 2000,
		messages: [{ role: 'user', content: 'Hello there' }],
		...changes
	};
}

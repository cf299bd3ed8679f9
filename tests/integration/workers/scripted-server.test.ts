// @vitest-environment node
/** The scripted server must be as strict as the real one: a test that passes against a lenient double proves nothing. */
import { readdirSync, readFileSync } from 'node:fs';
import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
	answerFaults,
	faultNames,
	refusalFaults,
	streamFaults
} from '../../support/anthropic/fault-names.ts';
import { aModel, scriptedModels } from '../../support/anthropic/models.ts';
import { asksForSummary } from '../../support/anthropic/script.ts';
import { startAnthropic, type AnthropicServer } from '../../support/anthropic/server.ts';
import { startStranger } from '../../support/anthropic/stranger.ts';

type Body = Record<string, unknown>;

const PIXEL =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const SMALL = aModel({ id: 'scripted-small', window: 2000, maxOutput: 1000, minCacheable: 64 });

/** Room for a picture that is too large. */
const MOST_BODY_BYTES = 8 * 1024 * 1024;

let server: AnthropicServer;

beforeAll(async () => {
	server = await startAnthropic({
		models: [...scriptedModels, SMALL],
		maxBodyBytes: MOST_BODY_BYTES
	});
});
afterAll(() => server.close());
beforeEach(() => {
	server.reset();
});

const hello = { role: 'user', content: 'Hello there' };
const weather = {
	name: 'weather',
	description: 'Tells the weather.',
	input_schema: { type: 'object', properties: { place: { type: 'string' } } }
};
const call = (id: string) => ({ type: 'tool_use', id, name: 'weather', input: { place: 'Ulm' } });
const picture = (data: string) => ({
	type: 'image',
	source: { type: 'base64', media_type: 'image/png', data }
});
/** As base64, in characters: the most bytes a picture may have. */
const LARGEST_PICTURE = Math.floor((5 * 1024 * 1024) / 3) * 4;
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'rain' });

/** A body that breaks no rule. */
function sound(changes: Body = {}): Body {
	return { model: 'claude-sonnet-5-5', max_tokens: 200, messages: [hello], ...changes };
}

/** A sound conversation with these messages after the first. */
function talk(...messages: unknown[]): Body {
	return sound({ messages: [hello, ...messages], tools: [weather] });
}

const said = (...content: unknown[]) => ({ role: 'assistant', content });
const asked = (...content: unknown[]) => ({ role: 'user', content });

interface Reply {
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;
	readonly json: Body & { error?: { type: string; message: string; details?: Body } };
}

/** Every reason that was given for a refusal, over all tests of this file. */
const reasonsGiven = new Set<string>();

async function send(
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
	if (json.error) reasonsGiven.add(json.error.message);
	return { status: response.status, headers: response.headers, text, json };
}

describe('The scripted server refuses what the API refuses, and takes the well-formed neighbour', () => {
	type Case = readonly [rule: string, broken: unknown, reason: RegExp, neighbour: Body];
	const cases: readonly Case[] = [
		[
			'a field nobody knows',
			sound({ mood: 'good' }),
			/mood: Extra inputs/,
			sound({ metadata: { user_id: 'u' } })
		],
		['a body that is no JSON', '{"model":', /not valid JSON/, sound()],
		[
			'half a character',
			sound({ messages: [{ role: 'user', content: 'Half a smile: \ud83d' }] }),
			/not valid JSON/,
			sound({ messages: [{ role: 'user', content: 'A smile: \\ud83d\\ude00 \ud83d\ude00' }] })
		],
		[
			'half a character in a name',
			sound({ metadata: { user_id: 'u', ['\udc00']: '' } }),
			/not valid JSON/,
			sound({ metadata: { user_id: 'u' } })
		],
		['a body that is a list', [], /valid dictionary/, sound()],
		[
			'max_tokens missing',
			{ ...sound(), max_tokens: undefined },
			/max_tokens: Field required/,
			sound()
		],
		[
			'max_tokens of zero',
			sound({ max_tokens: 0 }),
			/greater than or equal to 1/,
			sound({ max_tokens: 1 })
		],
		[
			'max_tokens over the model’s',
			sound({ max_tokens: 128_001 }),
			/128001 > 128000/,
			sound({ max_tokens: 128_000 })
		],
		['no messages', sound({ messages: [] }), /at least one message/, sound()],
		[
			'a first message of the assistant',
			sound({ messages: [said({ type: 'text', text: 'Hi' }), hello] }),
			/first message must use the "user"/,
			talk(said({ type: 'text', text: 'Hi' }), hello)
		],
		[
			'a system message in the middle',
			talk({ role: 'system', content: 'Be brief' }),
			/Unexpected role "system"/,
			{ ...talk(), system: 'Be brief' }
		],
		[
			'a last message of the assistant',
			talk(said({ type: 'text', text: 'Once' })),
			/prefill/,
			talk(said({ type: 'text', text: 'Once' }), hello)
		],
		[
			'an unknown field of a message',
			talk({ ...hello, id: 'm1' }),
			/messages\.1\.id: Extra inputs/,
			talk(hello)
		],
		['empty content', talk({ role: 'user', content: [] }), /non-empty content/, talk(hello)],
		['an empty text', talk({ role: 'user', content: '' }), /non-empty/, talk(hello)],
		[
			'an empty text block',
			talk(asked({ type: 'text', text: '' })),
			/text content blocks must be non-empty/,
			talk(asked({ type: 'text', text: '.' }))
		],
		[
			'a text of white space',
			talk(asked({ type: 'text', text: ' \n\t' })),
			/non-whitespace/,
			talk(asked({ type: 'text', text: ' a ' }))
		],
		[
			'an unknown field of a block',
			talk(asked({ type: 'text', text: 'a', lang: 'en' })),
			/messages\.1\.content\.0\.text\.lang: Extra inputs/,
			talk(asked({ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }))
		],
		[
			'an unknown kind of block',
			talk(asked({ type: 'video', url: 'x' })),
			/Input tag 'video'/,
			talk(asked({ type: 'text', text: 'a' }))
		],
		[
			'a tool call by the user',
			talk(asked(call('a'))),
			/Input tag 'tool_use'/,
			talk(said(call('a')), asked(result('a')))
		],
		[
			'an id with a space',
			talk(said(call('a b')), asked(result('a b'))),
			/should match pattern/,
			talk(said(call('a_b')), asked(result('a_b')))
		],
		[
			'one id twice',
			talk(said(call('a')), asked(result('a')), said(call('a')), asked(result('a'))),
			/ids must be unique/,
			talk(said(call('a')), asked(result('a')), said(call('b')), asked(result('b')))
		],
		[
			'a call without a result',
			talk(said(call('a'), call('b')), asked(result('a'))),
			/without `tool_result` blocks immediately after: b/,
			talk(said(call('a'), call('b')), asked(result('b'), result('a')))
		],
		[
			'a result one message late',
			talk(said(call('a')), hello, said({ type: 'text', text: 'x' }), asked(result('a'))),
			/unexpected|without/,
			talk(said(call('a')), asked(result('a')), said({ type: 'text', text: 'x' }), hello)
		],
		[
			'a result without a call',
			talk(said({ type: 'text', text: 'x' }), asked(result('a'))),
			/unexpected `tool_use_id`/,
			talk(said(call('a')), asked(result('a')))
		],
		[
			'a result twice',
			talk(said(call('a')), asked(result('a'), result('a'))),
			/single result/,
			talk(said(call('a')), asked(result('a'), { type: 'text', text: 'now' }))
		],
		[
			'words before a result',
			talk(said(call('a')), asked({ type: 'text', text: 'see' }, result('a'))),
			/must come first/,
			talk(said(call('a')), asked(result('a'), { type: 'text', text: 'see' }))
		],
		[
			'an empty error as result',
			talk(said(call('a')), asked({ ...result('a'), content: '', is_error: true })),
			/cannot be empty/,
			talk(said(call('a')), asked({ ...result('a'), content: '' }))
		],
		[
			'calls without definitions',
			{ ...talk(said(call('a')), asked(result('a'))), tools: undefined },
			/must define tools/,
			talk(said(call('a')), asked(result('a')))
		],
		[
			'input that is no object',
			talk(said({ ...call('a'), input: 'Ulm' }), asked(result('a'))),
			/valid dictionary/,
			talk(said({ ...call('a'), input: {} }), asked(result('a')))
		],
		[
			'two tools of one name',
			sound({ tools: [weather, weather] }),
			/Tool names must be unique/,
			sound({ tools: [weather, { ...weather, name: 'tide' }] })
		],
		[
			'a tool with a bad name',
			sound({ tools: [{ ...weather, name: 'the weather' }] }),
			/should match pattern/,
			sound({ tools: [weather] })
		],
		[
			'a schema that is no object',
			sound({ tools: [{ ...weather, input_schema: { type: 'string' } }] }),
			/'object'/,
			sound({ tools: [{ ...weather, input_schema: { type: 'object' } }] })
		],
		[
			'a schema without a type',
			sound({ tools: [{ ...weather, input_schema: {} }] }),
			/type: Field required/,
			sound({ tools: [weather] })
		],
		[
			'an unknown field of a tool',
			sound({ tools: [{ ...weather, icon: 'sun' }] }),
			/icon: Extra inputs/,
			sound({ tools: [{ ...weather, strict: true }] })
		],
		[
			'a choice of a tool that is not there',
			sound({ tools: [weather], tool_choice: { type: 'tool', name: 'tide' } }),
			/'tide' not found/,
			sound({ tools: [weather], tool_choice: { type: 'tool', name: 'weather' } })
		],
		[
			'a choice without tools',
			sound({ tool_choice: { type: 'auto' } }),
			/while providing tools/,
			sound({ tools: [weather], tool_choice: { type: 'auto' } })
		],
		[
			'a forced tool while thinking',
			sound({ tools: [weather], tool_choice: { type: 'any' }, thinking: { type: 'adaptive' } }),
			/forces tool use/,
			sound({ tools: [weather], tool_choice: { type: 'auto' }, thinking: { type: 'adaptive' } })
		],
		[
			'a temperature the model does not take',
			sound({ temperature: 0.2 }),
			/does not accept `temperature`/,
			sound({ model: 'claude-haiku-4-5-20251001', temperature: 0.2 })
		],
		[
			'top_p the model does not take',
			sound({ top_p: 0.2 }),
			/does not accept `top_p`/,
			sound({ model: 'claude-haiku-4-5-20251001', top_p: 0.2 })
		],
		[
			'top_k the model does not take',
			sound({ top_k: 5 }),
			/does not accept `top_k`/,
			sound({ model: 'claude-haiku-4-5-20251001', top_k: 5 })
		],
		[
			'a budget on a model that decides itself',
			sound({ thinking: { type: 'enabled', budget_tokens: 1024 }, max_tokens: 2000 }),
			/`enabled` is not supported/,
			sound({
				model: 'claude-haiku-4-5-20251001',
				thinking: { type: 'enabled', budget_tokens: 1024 },
				max_tokens: 2000
			})
		],
		[
			'a budget as large as max_tokens',
			sound({
				model: 'claude-haiku-4-5-20251001',
				thinking: { type: 'enabled', budget_tokens: 1024 },
				max_tokens: 1024
			}),
			/must be greater than/,
			sound({
				model: 'claude-haiku-4-5-20251001',
				thinking: { type: 'enabled', budget_tokens: 1024 },
				max_tokens: 1025
			})
		],
		[
			'thinking switched off where it cannot be',
			sound({ model: 'claude-opus-5-5', thinking: { type: 'disabled' } }),
			/`disabled` is not supported/,
			sound({ thinking: { type: 'disabled' } })
		],
		[
			'five cache marks',
			sound({
				system: Array.from({ length: 5 }, () => ({
					type: 'text',
					text: 'a',
					cache_control: { type: 'ephemeral' }
				}))
			}),
			/maximum of 4/,
			sound({
				system: Array.from({ length: 4 }, () => ({
					type: 'text',
					text: 'a',
					cache_control: { type: 'ephemeral' }
				}))
			})
		],
		[
			'an unknown cache mark',
			sound({ cache_control: { type: 'forever' } }),
			/'ephemeral'/,
			sound({ cache_control: { type: 'ephemeral', ttl: '1h' } })
		],
		['an empty system prompt', sound({ system: ' ' }), /system/, sound({ system: 'Be brief' })],
		[
			'a picture that is none',
			talk(
				asked({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } })
			),
			/do not look like/,
			talk(
				asked({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } })
			)
		],
		[
			'damaged base64',
			talk(
				asked({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: '*' } })
			),
			/invalid base64/,
			talk(
				asked({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } })
			)
		],
		[
			'an unknown kind of picture',
			talk(
				asked({ type: 'image', source: { type: 'base64', media_type: 'image/bmp', data: PIXEL } })
			),
			/image\/png/,
			talk(
				asked({
					type: 'document',
					source: { type: 'text', media_type: 'text/plain', data: 'words' }
				})
			)
		],
		[
			'max_tokens in words',
			sound({ max_tokens: 'many' }),
			/max_tokens: Input should be a valid integer/,
			sound({ max_tokens: 5 })
		],
		[
			'messages that are no list',
			sound({ messages: hello }),
			/messages: Input should be a valid list/,
			sound({ messages: [hello] })
		],
		[
			'more messages than there may be',
			sound({ messages: Array.from({ length: 100_001 }, () => hello) }),
			/at most 100000 messages/,
			sound()
		],
		[
			'a message without content',
			talk({ role: 'user' }),
			/messages\.1\.content: Field required/,
			talk(hello)
		],
		[
			'a text that is a number',
			talk(asked({ type: 'text', text: 7 })),
			/text: Input should be a valid string/,
			talk(asked({ type: 'text', text: '7' }))
		],
		[
			'a temperature in words',
			sound({ model: 'claude-haiku-4-5-20251001', temperature: 'warm' }),
			/temperature: Input should be a valid number/,
			sound({ model: 'claude-haiku-4-5-20251001', temperature: 1 })
		],
		[
			'a temperature over one',
			sound({ model: 'claude-haiku-4-5-20251001', temperature: 1.1 }),
			/temperature: range: 0\.\.1/,
			sound({ model: 'claude-haiku-4-5-20251001', temperature: 1 })
		],
		[
			'thinking without a signature',
			talk(
				said({ type: 'thinking', thinking: 'hm', signature: '' }, { type: 'text', text: 'x' }),
				hello
			),
			/signature: Field required/,
			talk(said({ type: 'text', text: 'x' }), hello)
		],
		[
			'a choice to stream that is no choice',
			sound({ stream: 'yes' }),
			/stream: Input should be a valid boolean/,
			sound({ stream: false })
		],
		[
			'a blank stop sequence',
			sound({ stop_sequences: ['STOP', ' '] }),
			/each stop sequence must contain non-whitespace/,
			sound({ stop_sequences: ['STOP'] })
		],
		[
			'an error mark that is neither yes nor no',
			talk(said(call('a')), asked({ ...result('a'), is_error: 'no' })),
			/is_error: Input should be a valid boolean/,
			talk(said(call('a')), asked({ ...result('a'), is_error: false }))
		],
		[
			'a schema of alternatives',
			sound({ tools: [{ ...weather, input_schema: { type: 'object', oneOf: [] } }] }),
			/does not support oneOf/,
			sound({ tools: [{ ...weather, input_schema: { type: 'object', properties: {} } }] })
		],
		[
			'an address that is not HTTPS',
			talk(asked({ type: 'image', source: { type: 'url', url: 'http://a.example/a.png' } })),
			/Only HTTPS/,
			talk(asked({ type: 'image', source: { type: 'url', url: 'https://a.example/a.png' } }))
		],
		[
			'a document without words',
			talk(
				asked({ type: 'document', source: { type: 'text', media_type: 'text/plain', data: ' \n' } })
			),
			/document text must be non-empty/,
			talk(
				asked({ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a' } })
			)
		],
		[
			'a picture over 5 MB',
			talk(asked(picture(PIXEL.slice(0, -4).padEnd(LARGEST_PICTURE + 4, 'A')))),
			/image exceeds 5 MB/,
			talk(asked(picture(PIXEL.slice(0, -4).padEnd(LARGEST_PICTURE, 'A'))))
		],
		[
			'thinking that was never given',
			talk(
				said({ type: 'thinking', thinking: 'hm', signature: 'AAAA' }, { type: 'text', text: 'x' }),
				hello
			),
			/Invalid `signature`/,
			talk(said({ type: 'text', text: 'x' }), hello)
		],
		[
			'a mark on thinking',
			talk(
				said({
					type: 'thinking',
					thinking: 'hm',
					signature: 'A',
					cache_control: { type: 'ephemeral' }
				}),
				hello
			),
			/cache_control: Extra inputs/,
			talk(said({ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }), hello)
		]
	];

	it.each(cases)('%s', async (_rule, broken, reason, neighbour) => {
		const refused = await send(broken);
		expect(refused.json.error?.message).toMatch(reason);
		expect(refused.status).toBe(400);
		expect(refused.json).toMatchObject({
			type: 'error',
			error: { type: 'invalid_request_error' },
			request_id: refused.headers.get('request-id')
		});
		expect(server.refusals).toHaveLength(1);
		const taken = await send(neighbour);
		expect(taken.json.error).toBeUndefined();
		expect(taken.status).toBe(200);
		expect(server.refusals).toHaveLength(1);
	});

	it('a stream tells its events in order, a ping among them', async () => {
		server.queue({ text: 'Hi' });
		const { text } = await send(sound({ stream: true }));
		expect([...text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name)).toEqual([
			'message_start',
			'content_block_start',
			'ping',
			'content_block_delta',
			'content_block_stop',
			'message_delta',
			'message_stop'
		]);
	});

	it('neighbouring messages of one role are read as one', async () => {
		const body = talk(
			{ role: 'user', content: 'and' },
			said({ type: 'text', text: 'x' }),
			said(call('a'), call('b')),
			asked(result('a')),
			asked(result('b')),
			hello
		);
		expect((await send(body)).status).toBe(200);
	});

	it('count_tokens runs the same checks, and takes only what concerns the count', async () => {
		const path = '/v1/messages/count_tokens';
		const counted = { ...sound(), max_tokens: undefined };
		expect((await send(sound(), { path })).json.error?.message).toMatch(/max_tokens: Extra inputs/);
		const bad = { ...counted, messages: [hello, asked(result('a'))], tools: [weather] };
		expect((await send(bad, { path })).json.error?.message).toMatch(/unexpected `tool_use_id`/);
		const { json } = await send(counted, { path });
		await send(sound());
		expect(json['input_tokens']).toBe(server.messages().at(-1)?.inputTokens);
	});
});

describe('The scripted server keeps the gate', () => {
	const gate: readonly [string, Parameters<typeof send>[1], number, RegExp][] = [
		['no key', { headers: { authorization: null } }, 401, /Authentication is required/],
		['a wrong bearer', { headers: { authorization: 'Bearer other' } }, 401, /Invalid bearer/],
		[
			'a wrong x-api-key',
			{ headers: { authorization: null, 'x-api-key': 'other' } },
			401,
			/invalid x-api-key/
		],
		[
			'no version',
			{ headers: { 'anthropic-version': null } },
			400,
			/anthropic-version: header is required/
		],
		[
			'an unknown version',
			{ headers: { 'anthropic-version': '2020-01-01' } },
			400,
			/not a valid version/
		],
		[
			'another kind of content',
			{ headers: { 'content-type': 'text/plain' } },
			400,
			/application\/json/
		],
		['another place', { path: '/v1/files' }, 404, /Not found/],
		['reading where one writes', { method: 'GET' }, 405, /Method Not Allowed/],
		['writing where one reads', { path: '/v1/models' }, 405, /Method Not Allowed/],
		[
			'a packed body',
			{ headers: { 'content-encoding': 'gzip' } },
			400,
			/content-encoding: not supported/
		],
		[
			'a key in both headers',
			{ headers: { 'x-api-key': 'test' } },
			401,
			/Only one of authorization and x-api-key/
		],
		[
			'a page that does not say it is one',
			{ headers: { origin: 'http://app.test' } },
			401,
			/CORS requests must set/
		]
	];
	it.each(gate)('%s is refused', async (_name, options, status, reason) => {
		const refused = await send(sound(), options);
		expect(refused.status).toBe(status);
		expect(refused.json.error?.message).toMatch(reason);
		expect(server.refusals.map((one) => one.status)).toEqual([status]);
	});

	it('the key is taken from either header', async () => {
		expect((await send(sound())).status).toBe(200);
		const named = { authorization: null, 'x-api-key': server.key };
		expect((await send(sound(), { headers: named })).status).toBe(200);
	});

	it('a model that does not exist is not found', async () => {
		const refused = await send(sound({ model: 'claude-9' }));
		expect(refused.status).toBe(404);
		expect(refused.json.error).toMatchObject({
			type: 'not_found_error',
			message: 'model: claude-9'
		});
	});

	it('a body over the limit is too large', async () => {
		const large = sound({ messages: [{ role: 'user', content: 'x'.repeat(MOST_BODY_BYTES) }] });
		const refused = await send(large);
		expect(refused.status).toBe(413);
		expect(refused.json.error?.type).toBe('request_too_large');
	});

	it('models are listed in pages', async () => {
		const first = await send(null, { path: '/v1/models?limit=2', method: 'GET' });
		expect(first.json).toMatchObject({ has_more: true, last_id: 'claude-sonnet-5-5' });
		const query = `limit=20&after_id=${String(first.json['last_id'])}`;
		const rest = await send(null, { path: `/v1/models?${query}`, method: 'GET' });
		expect(rest.json).toMatchObject({ has_more: false, first_id: 'claude-haiku-5-5' });
		expect(rest.json['data']).toContainEqual(
			expect.objectContaining({
				id: 'claude-haiku-4-5-20251001',
				max_input_tokens: 200_000,
				max_tokens: 64_000,
				display_name: 'Claude Haiku 4.5',
				created_at: '2025-10-01T00:00:00Z'
			})
		);
	});

	it('a preflight names the headers it takes and the headers a page may read', async () => {
		const asked = 'authorization, x-stainless-os, x-evil';
		const response = await fetch(`${server.url}/v1/messages`, {
			method: 'OPTIONS',
			headers: {
				origin: 'http://app.test',
				'access-control-request-method': 'POST',
				'access-control-request-headers': asked
			}
		});
		expect(response.headers.get('access-control-allow-origin')).toBe('http://app.test');
		const allowed = response.headers.get('access-control-allow-headers') ?? '';
		for (const name of [
			'authorization',
			'x-api-key',
			'content-type',
			'anthropic-version',
			'x-stainless-os'
		])
			expect(allowed).toContain(name);
		expect(allowed).not.toContain('x-evil');
		const answer = await send(sound(), {
			headers: { origin: 'http://app.test', 'anthropic-dangerous-direct-browser-access': 'true' }
		});
		expect(answer.headers.get('access-control-expose-headers')).toBe('request-id, retry-after');
		expect(server.preflights).toEqual([{ path: '/v1/messages', headers: asked }]);
		expect(server.requests).toHaveLength(1);
	});
});

describe('The scripted server holds the window', () => {
	const words = (count: number) => ({ role: 'user', content: 'word '.repeat(count) });

	it('a prompt over the window is refused with both numbers', async () => {
		const refused = await send(sound({ model: SMALL.id, messages: [words(2100)] }));
		expect(refused.status).toBe(400);
		expect(refused.json.error?.message).toMatch(
			/^prompt is too long: 21\d\d tokens > 2000 maximum$/
		);
		const counted = { model: SMALL.id, messages: [words(2100)] };
		const count = await send(counted, { path: '/v1/messages/count_tokens' });
		expect(count.status).toBe(200);
	});

	it('an answer that would run over the window ends there', async () => {
		server.queue({ text: 'word '.repeat(500) });
		const body = sound({ model: SMALL.id, max_tokens: 1000, messages: [words(1800)] });
		const { json } = await send(body);
		expect(json['stop_reason']).toBe('model_context_window_exceeded');
		const usage = json['usage'] as { input_tokens: number; output_tokens: number };
		expect(usage.input_tokens + usage.output_tokens).toBe(2000);
	});

	it('an answer over max_tokens ends there', async () => {
		server.queue({ text: 'word '.repeat(500) });
		const { json } = await send(sound({ max_tokens: 40 }));
		expect(json).toMatchObject({ stop_reason: 'max_tokens', usage: { output_tokens: 40 } });
		server.queue({ text: 'one STOP two' });
		expect((await send(sound({ stop_sequences: ['STOP'] }))).json).toMatchObject({
			stop_reason: 'stop_sequence',
			stop_sequence: 'STOP',
			content: [{ text: 'one ' }]
		});
	});

	it('a marked prefix is written once and read afterwards', async () => {
		const system = [
			{ type: 'text', text: 'rule '.repeat(100), cache_control: { type: 'ephemeral' } }
		];
		const usage = async (changes: Body) =>
			(await send(sound({ model: SMALL.id, system, ...changes }))).json['usage'] as Anthropic.Usage;
		const first = await usage({});
		expect(first).toMatchObject({ cache_read_input_tokens: 0 });
		expect(first.cache_creation_input_tokens).toBeGreaterThan(100);
		const second = await usage({ messages: [words(20)] });
		expect(second.cache_read_input_tokens).toBe(first.cache_creation_input_tokens);
		expect(second.cache_creation_input_tokens).toBe(0);
		const third = await usage({ system: [{ ...system[0], text: 'other '.repeat(100) }] });
		expect(third.cache_read_input_tokens).toBe(0);
	});
});

describe('Thinking is bound to what came before it', () => {
	const adaptive = { thinking: { type: 'adaptive' }, tools: [weather], max_tokens: 1000 };
	type Content = Record<string, unknown>[];

	/** Three answers with thinking, the messages that led there, and the body of the next request. */
	async function threeTurns() {
		const messages: { role: string; content: unknown }[] = [];
		for (const text of ['First', 'Second', 'Third']) {
			messages.push({ role: 'user', content: `${text} question` });
			const { json } = await send(sound({ ...adaptive, system: 'Be kind', messages }));
			messages.push({ role: 'assistant', content: json['content'] });
		}
		messages.push(hello);
		return sound({ ...adaptive, system: 'Be kind', messages }) as Body & {
			messages: { role: string; content: Content }[];
		};
	}
	const without = (message: { role: string; content: Content }) => ({
		...message,
		content: message.content.filter((block) => block['type'] !== 'thinking')
	});
	type Turns = Awaited<ReturnType<typeof threeTurns>>;
	const drop = (body: Turns, ...turns: number[]): Turns => ({
		...body,
		messages: body.messages.map((message, index) =>
			turns.includes(index) ? without(message) : message
		)
	});

	it('unchanged thinking is taken, in messages and in count_tokens', async () => {
		const body = await threeTurns();
		expect(body.messages[1]?.content[0]).toMatchObject({ type: 'thinking' });
		expect((await send(body)).status).toBe(200);
		const counted = { ...body, max_tokens: undefined };
		const changed = { ...counted, system: 'Be rude' };
		const path = '/v1/messages/count_tokens';
		expect((await send(counted, { path })).status).toBe(200);
		expect((await send(changed, { path })).status).toBe(400);
	});

	it('cache marks may come, go and move', async () => {
		const body = await threeTurns();
		const marked = { ...body, cache_control: { type: 'ephemeral' } };
		expect((await send(marked)).status).toBe(200);
	});

	const changes: readonly [string, (body: Turns) => Body, RegExp][] = [
		['another system prompt', (body) => ({ ...body, system: 'Be rude' }), /does not match/],
		[
			'another tool',
			(body) => ({ ...body, tools: [{ ...weather, description: 'x' }] }),
			/does not match/
		],
		[
			'another word in an earlier message',
			(body) => ({ ...body, messages: [hello, ...body.messages.slice(1)] }),
			/does not match/
		],
		[
			'earlier messages left out',
			(body) => ({ ...body, messages: body.messages.slice(2) }),
			/does not match/
		],
		['another model', (body) => ({ ...body, model: 'claude-haiku-5-5' }), /Invalid `signature`/],
		[
			'other words in the thinking',
			(body) => ({
				...body,
				messages: body.messages.with(1, {
					role: 'assistant',
					content: [
						{ ...body.messages[1]!.content[0], thinking: 'I never thought this' },
						...body.messages[1]!.content.slice(1)
					]
				})
			}),
			/Invalid `signature`/
		],
		['thinking taken from the middle', (body) => drop(body, 3), /not from the middle/]
	];
	it.each(changes)('%s is refused', async (_name, change, reason) => {
		const refused = await send(change(await threeTurns()));
		expect(refused.json.error?.message).toMatch(reason);
		expect(refused.json.error?.message).toMatch(/thinking/);
		expect(refused.status).toBe(400);
	});

	it.each([
		['oldest first', [1]],
		['the two oldest', [1, 3]],
		['newest first', [5]],
		['all', [1, 3, 5]]
	] as const)('thinking may be removed: %s', async (_name, turns) => {
		expect((await send(drop(await threeTurns(), ...turns))).status).toBe(200);
	});

	it('another key is refused', async () => {
		const other = await startAnthropic({ key: 'sk-ant-other' });
		const refused = await send(await threeTurns(), { to: other });
		await other.close();
		expect(refused.json.error?.message).toMatch(/Invalid `signature`/);
	});

	it('thinking that was taken out may not be put back', async () => {
		const whole = await threeTurns();
		const { json } = await send(drop(whole, 5));
		const later = (body: Turns) => ({
			...body,
			messages: [...body.messages, said(...(json['content'] as unknown[])), hello]
		});
		expect((await send(later(drop(whole, 5)))).status).toBe(200);
		expect((await send(later(whole))).json.error?.message).toMatch(/may not be put back/);
	});

	it('inside a tool loop the newest step keeps its thinking, unless all of it goes', async () => {
		const turns = await threeTurns();
		server.queue({ thinking: 'I need the weather.', toolCalls: [{ name: 'weather', id: 'w1' }] });
		const { json } = await send(turns);
		const step = { role: 'assistant', content: json['content'] as Content };
		const loop = (body: Turns, answer: typeof step) => ({
			...body,
			messages: [...body.messages, answer, asked(result('w1'))]
		});
		expect((await send(loop(turns, step))).status).toBe(200);
		const refused = await send(loop(turns, without(step)));
		expect(refused.json.error?.message).toMatch(/must keep its thinking/);
		expect((await send(loop(drop(turns, 1, 3, 5), without(step)))).status).toBe(200);
		expect((await send(loop(drop(turns, 1, 3, 5), step))).status).toBe(200);
	});

	it('with a budget, the open step has to begin with thinking', async () => {
		const budget = {
			model: 'claude-haiku-4-5-20251001',
			thinking: { type: 'enabled', budget_tokens: 1024 },
			max_tokens: 2000
		};
		const loop = talk(said(call('a')), asked(result('a')));
		const refused = await send({ ...loop, ...budget });
		expect(refused.json.error?.message).toMatch(/Expected `thinking`/);
		expect((await send({ ...loop, model: budget.model })).status).toBe(200);
	});

	it('redacted thinking is bound as well, and omitted thinking keeps its signature', async () => {
		server.queue({ blocks: [{ redacted: true }, { text: 'Done' }] });
		const first = await send(sound(adaptive));
		const next = (content: unknown, system?: string) =>
			send(
				sound({
					...adaptive,
					...(system ? { system } : {}),
					messages: [hello, { role: 'assistant', content }, hello]
				})
			);
		expect((await next(first.json['content'])).status).toBe(200);
		expect((await next(first.json['content'], 'New')).status).toBe(400);
		const quiet = { ...adaptive, thinking: { type: 'adaptive', display: 'omitted' } };
		const omitted = (await send(sound(quiet))).json['content'] as Content;
		expect(omitted[0]).toMatchObject({ thinking: '', signature: matching(/.{40}/) });
		expect((await next(omitted)).status).toBe(200);
	});

	it('a model that always thinks does so unasked; others do not', async () => {
		const kinds = async (model: string) =>
			((await send(sound({ model }))).json['content'] as Content).map((block) => block['type']);
		expect(await kinds('claude-opus-5-5')).toEqual(['thinking', 'text']);
		expect(await kinds('claude-sonnet-5-5')).toEqual(['text']);
	});
});

describe('Faults happen on demand', () => {
	const streamed = sound({ stream: true });
	const names = (text: string) =>
		[...text.matchAll(/^event: (.*)$/gm)]
			.map((match) => match[1])
			.filter((name) => name !== 'ping');
	const long = {
		text: 'Here is an answer that is long enough to be cut in the middle of it. ö世界👍'
	};

	it('every fault has a name in exactly one of the lists of this test', () => {
		const tried = [...streamFaults, ...answerFaults, ...refusalFaults, ...others].toSorted();
		expect(tried).toEqual([...faultNames].toSorted());
	});
	const others = [
		'html-502',
		'captive-portal',
		'empty-200',
		'redirect',
		'connection-refused',
		'no-cors',
		'cors-without-authorization',
		'slow-headers'
	] as const;

	it.each([
		['rate-limit-1', 429, 'rate_limit_error', '1', undefined],
		['rate-limit-120', 429, 'rate_limit_error', '120', undefined],
		['spend-limit', 429, 'rate_limit_error', null, 'enforced_spend_limit_reached'],
		['overloaded', 529, 'overloaded_error', null, undefined],
		['server-error', 500, 'api_error', null, undefined],
		['unauthorized', 401, 'authentication_error', null, undefined],
		['cors-forbidden-organisation', 403, 'permission_error', null, undefined],
		['prompt-too-long', 400, 'invalid_request_error', null, undefined],
		['too-large', 413, 'request_too_large', null, undefined]
	] as const)('%s answers %d', async (name, status, type, retryAfter, code) => {
		server.fault(name);
		const reply = await send(streamed);
		expect(reply.status).toBe(status);
		expect(reply.json.error).toMatchObject({ type });
		expect(reply.headers.get('retry-after')).toBe(retryAfter);
		expect(reply.json.error?.details?.['error_code']).toBe(code);
		expect(server.requests[0]).toMatchObject({ status, fault: name });
		expect(server.refusals).toEqual([]);
		expect((await send(streamed)).status).toBe(200);
	});

	it('a fault strikes as often as it is told, where it is told', async () => {
		server.fault('overloaded', { times: 2, when: (body) => body.max_tokens === 7 });
		const statuses = [];
		for (const max_tokens of [7, 8, 7, 7])
			statuses.push((await send(sound({ max_tokens }))).status);
		expect(statuses).toEqual([529, 200, 529, 200]);
		server.fault('server-error', { path: '/v1/models' });
		expect((await send(sound())).status).toBe(200);
		expect((await send(null, { path: '/v1/models', method: 'GET' })).status).toBe(500);
	});

	it('html-502, captive-portal and empty-200 are no answers of this API', async () => {
		server.fault('html-502');
		expect(await send(streamed)).toMatchObject({
			status: 502,
			text: matching(/<html>/)
		});
		server.fault('captive-portal');
		expect(await send(streamed)).toMatchObject({
			status: 200,
			text: matching(/hotel/)
		});
		server.fault('empty-200');
		expect(await send(streamed)).toMatchObject({ status: 200, text: '' });
	});

	it('redirect leads to another host', async () => {
		const stranger = await startStranger();
		server.fault('redirect', { location: stranger.url });
		const reply = await send(streamed);
		expect(reply.status).toBe(307);
		expect(reply.headers.get('location')).toBe(stranger.url);
		expect(stranger.heard).toEqual([]);
		await fetch(stranger.url, { method: 'POST', body: 'a secret' });
		expect(stranger.heard).toEqual([expect.stringContaining('a secret')]);
		await stranger.close();
	});

	it('connection-refused hangs up before a status, socket-dies in the middle', async () => {
		server.fault('connection-refused');
		await expect(send(streamed)).rejects.toThrow(/fetch failed/);
		server.queue({ ...long, fault: 'socket-dies' });
		await expect(send(streamed)).rejects.toThrow(/terminated/);
		server.queue({ ...long, fault: 'socket-dies' });
		await expect(send(sound())).rejects.toThrow(/terminated/);
	});

	it('clean-eof, eof-in-event and error-event-overloaded end without message_stop', async () => {
		for (const name of ['clean-eof', 'eof-in-event', 'error-event-overloaded'] as const) {
			server.queue({ ...long, fault: name });
			const { text, status } = await send(streamed);
			expect(status).toBe(200);
			expect(names(text)).toContain('content_block_delta');
			expect(names(text)).not.toContain('message_stop');
			expect(names(text).includes('error')).toBe(name === 'error-event-overloaded');
			expect(text.endsWith('\n\n')).toBe(name !== 'eof-in-event');
		}
	});

	it('malformed-event, unknown-event and duplicate-stop go on to the end', async () => {
		server.queue({ ...long, fault: 'malformed-event' });
		const broken = (await send(streamed)).text;
		expect(broken).toContain('data: {"type":"content_block_delta","index":0,"delta":{"type":\n\n');
		expect(names(broken).at(-1)).toBe('message_stop');
		server.queue({ ...long, fault: 'unknown-event' });
		expect(names((await send(streamed)).text)).toContain('execute');
		server.queue({ ...long, fault: 'duplicate-stop' });
		expect(names((await send(streamed)).text).slice(-2)).toEqual(['message_stop', 'message_stop']);
	});

	it('silence says nothing more until the caller leaves', async () => {
		server.queue({ ...long, fault: 'silence', after: 1 });
		const leaving = new AbortController();
		const response = await fetch(`${server.url}/v1/messages`, {
			method: 'POST',
			signal: leaving.signal,
			body: JSON.stringify(streamed),
			headers: {
				'x-api-key': server.key,
				'anthropic-version': '2026-10-21',
				'content-type': 'application/json'
			}
		});
		let text = '';
		const decoder = new TextDecoder();
		const read = async () => {
			for await (const part of response.body ?? []) {
				text += decoder.decode(part, { stream: true });
				if (text.includes('text_delta')) leaving.abort();
			}
		};
		await expect(read()).rejects.toThrow(/abort/i);
		expect(names(text)).toEqual(['message_start', 'content_block_start', 'content_block_delta']);
		await server.waitFor((request) => request.aborted && request.endedAt !== null);
	});

	it('slow-headers waits, then answers', async () => {
		server.fault('slow-headers', { delayMs: 30 });
		expect((await send(streamed)).status).toBe(200);
		const [request] = server.requests;
		expect((request?.endedAt ?? 0) - (request?.startedAt ?? 0)).toBeGreaterThanOrEqual(29);
	});

	it('split-utf8 sends a BOM, CRLF and cut characters that read as the same text', async () => {
		server.queue({ ...long, fault: 'split-utf8' });
		const { text } = await send(streamed);
		expect(text).toContain('\r\n\r\n');
		server.queue({ ...long, fault: 'split-utf8' });
		const message = await client().messages.stream(ask()).finalMessage();
		expect(message.content).toMatchObject([{ text: long.text }]);
	});

	it('refusal, pause-turn, window-exceeded and unknown-stop-reason change the reason to stop', async () => {
		const reason = async (name: (typeof answerFaults)[number]) => {
			server.fault(name);
			return (await send(sound())).json;
		};
		expect(await reason('refusal')).toMatchObject({
			stop_reason: 'refusal',
			stop_details: { type: 'refusal', category: 'cyber' }
		});
		expect(await reason('window-exceeded')).toMatchObject({
			stop_reason: 'model_context_window_exceeded'
		});
		expect(await reason('unknown-stop-reason')).toMatchObject({
			stop_reason: 'a_reason_of_the_future'
		});
		const paused = await reason('pause-turn');
		expect(paused).toMatchObject({ stop_reason: 'pause_turn' });
		const again = talk({ role: 'assistant', content: paused['content'] });
		expect((await send(again)).status).toBe(200);
	});

	it('max-tokens-in-tool cuts the arguments of a call', async () => {
		server.fault('max-tokens-in-tool');
		server.queue({ toolCalls: [{ name: 'weather', input: { place: 'Ulm', day: 'tomorrow' } }] });
		const { text } = await send({ ...streamed, tools: [weather] });
		const json = [...text.matchAll(/"partial_json":"((?:[^"\\]|\\.)*)"/g)]
			.map((match) => JSON.parse(`"${match[1] ?? ''}"`) as string)
			.join('');
		expect(json).toMatch(/^\{"place":"Ulm",/);
		expect(() => JSON.parse(json) as unknown).toThrow();
		expect(text).toContain('"stop_reason":"max_tokens"');
	});

	it('no-cors and cors-without-authorization stay until they are cleared', async () => {
		const preflight = async () =>
			(
				await fetch(`${server.url}/v1/messages`, {
					method: 'OPTIONS',
					headers: { origin: 'http://app.test', 'access-control-request-headers': 'authorization' }
				})
			).headers;
		server.fault('no-cors');
		expect((await preflight()).get('access-control-allow-origin')).toBeNull();
		expect((await preflight()).get('access-control-allow-origin')).toBeNull();
		server.clearFaults();
		server.fault('cors-without-authorization');
		const allowed = (await preflight()).get('access-control-allow-headers') ?? '';
		expect(allowed).toContain('x-api-key');
		expect(allowed).not.toContain('authorization');
		server.clearFaults();
		expect((await preflight()).get('access-control-allow-headers')).toContain('authorization');
	});
});

/** The matcher of Vitest, without its `any`. */
function matching(pattern: RegExp): unknown {
	return expect.stringMatching(pattern);
}

function client(): Anthropic {
	return new Anthropic({
		apiKey: server.key,
		baseURL: server.url,
		maxRetries: 0,
		logLevel: 'off',
		dangerouslyAllowBrowser: true
	});
}

function ask(changes: Partial<Anthropic.MessageStreamParams> = {}): Anthropic.MessageStreamParams {
	return {
		model: 'claude-opus-5-5',
		max_tokens: 2000,
		messages: [{ role: 'user', content: 'Hello there' }],
		...changes
	};
}

describe('The default script carries a conversation', () => {
	it('the real SDK streams two steps of a tool loop with thinking', async () => {
		const tools = [weather as Anthropic.Tool];
		const messages: Anthropic.MessageParam[] = [
			{
				role: 'user',
				content:
					'Look: [[tool:weather {"place":"Ulm","deep":{"a":[1]}}]] [[tool:weather]] [[then]] [[tool:weather {"place":"Köln"}]]'
			}
		];
		const inputs: unknown[] = [];
		for (;;) {
			const events: string[] = [];
			const stream = client().messages.stream(ask({ messages, tools, system: 'Be kind' }));
			stream.on('streamEvent', (event) => events.push(event.type));
			const message = await stream.finalMessage();
			expect(events[0]).toBe('message_start');
			expect(events.at(-1)).toBe('message_stop');
			expect(message.content[0]).toMatchObject({ type: 'thinking' });
			messages.push({ role: 'assistant', content: message.content });
			if (message.stop_reason !== 'tool_use') break;
			const calls = message.content.filter((block) => block.type === 'tool_use');
			inputs.push(calls.map((block) => block.input));
			messages.push({
				role: 'user',
				content: calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: '9 °C' }))
			});
		}
		expect(inputs).toEqual([[{ place: 'Ulm', deep: { a: [1] } }, {}], [{ place: 'Köln' }]]);
		expect(messages.at(-1)?.content).toContainEqual(
			expect.objectContaining({ type: 'text', text: 'The tools say: 9 °C' })
		);
		expect(server.refusals).toEqual([]);
		expect(server.requests).toHaveLength(3);
		const usage = server.requests.map((request) => request.answer?.usage);
		for (const one of usage) expect(one?.output_tokens_details?.thinking_tokens).toBeGreaterThan(5);
	});

	it('it repeats the facts it was told', async () => {
		const { json } = await send(
			sound({ messages: [{ role: 'user', content: 'My cat Minka is 7 and sleeps in src/app.ts' }] })
		);
		const [block] = json['content'] as { text: string }[];
		expect(block?.text).toContain('Minka');
		expect(block?.text).toMatch(/I note .*\b7\b.*src\/app\.ts/);
	});

	it('a prompt without tools that asks for a summary gets one, from the test if it wants', async () => {
		const body = sound({
			system: 'Write a summary.\n## Facts\n## Open questions',
			messages: [{ role: 'user', content: 'Transcript: the gate code is 4711.' }]
		});
		const text = async () => ((await send(body)).json['content'] as { text: string }[])[0]?.text;
		expect(await text()).toMatch(/^## Facts\n[\s\S]*4711[\s\S]*## Open questions\n/);
		server.summariser(({ user }) => `Short: ${user.length}`);
		expect(await text()).toBe('Short: 34');
		server.reset();
		expect(await text()).toMatch(/^## Facts/);
	});

	it('queued answers come first, then standing ones, then the script', async () => {
		server.script((_body, { number, lastUserText }) => ({ text: `${lastUserText} ${number > 0}` }));
		server.when(
			(body) => body.max_tokens === 9,
			() => ({ text: 'standing' })
		);
		server.queue({ text: 'queued' }, { when: (body) => body.max_tokens === 9 });
		const text = async (max_tokens: number) =>
			((await send(sound({ max_tokens }))).json['content'] as { text: string }[])[0]?.text;
		expect(await text(8)).toBe('Hello there true');
		expect(await text(9)).toBe('queued');
		expect(await text(9)).toBe('standing');
	});

	it('what is meant for a summary is not used up by a chat', async () => {
		server.queue({ text: 'the summary' }, { when: asksForSummary });
		const text = async (system: string) =>
			((await send(sound({ system }))).json['content'] as { text: string }[])[0]?.text;
		expect(await text('Be brief.')).toMatch(/^You said/);
		expect(await text('Summarise the transcript.')).toBe('the summary');
	});

	it('a script that throws is seen', async () => {
		server.queue(() => {
			throw new Error('a mistake in a test');
		});
		expect((await send(sound())).status).toBe(599);
		expect(server.refusals).toMatchObject([{ reason: matching(/a mistake/) }]);
	});

	it('an answer can be paced and leaves when nobody listens', async () => {
		server.queue({ text: 'word '.repeat(2000), tokensPerSecond: 100 });
		const stream = client().messages.stream(ask({ model: 'claude-sonnet-5-5', max_tokens: 4000 }));
		stream.once('text', () => stream.abort());
		await expect(stream.done()).rejects.toThrow(/aborted/);
		const request = await server.waitFor((one) => one.endedAt !== null);
		expect(request.aborted).toBe(true);
		expect((request.endedAt ?? 0) - request.startedAt).toBeLessThan(5000);
	});

	it('every call is recorded with its headers, its body and its answer', async () => {
		await client().messages.create(ask() as Anthropic.MessageCreateParamsNonStreaming);
		expect(server.requests).toMatchObject([
			{
				number: 1,
				method: 'POST',
				path: '/v1/messages',
				status: 200,
				headers: { authorization: `Bearer ${server.key}` },
				body: ask(),
				answer: { role: 'assistant' }
			}
		]);
		expect(server.requests[0]?.headerNames).toContain('anthropic-version');
		expect(JSON.parse(server.requests[0]?.bodyText ?? '')).toEqual(server.requests[0]?.body);
	});
});

/** The reasons a file can give, each as a pattern: a string of the source with its gaps. */
function reasonsIn(file: URL): RegExp[] {
	const source = readFileSync(file, 'utf8');
	const given = source.matchAll(
		/(?:badRequest\(|new Refusal\(\s*\d+,\s*'\w+',)\s*(?:\w+ === undefined \? )?(['"`])((?:\\.|(?!\1).)*)\1/gs
	);
	return [...given].map(([, , text = '']) => {
		const parts = text.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/);
		const literal = parts.map((part) =>
			part.replaceAll(/\\(.)/g, '$1').replaceAll(/[\^$.*+?()[\]{}|]/g, String.raw`\$&`)
		);
		return new RegExp(`^${literal.join('.*')}`, 's');
	});
}

describe('No rule is without a request that breaks it', () => {
	const rules = new URL('../../support/anthropic/rules/', import.meta.url);
	const files = [
		...readdirSync(rules).map((name) => new URL(name, rules)),
		new URL('../thinking.ts', rules)
	];

	it('every reason that stands in the rules was given in a test above', () => {
		const reasons = files.flatMap(reasonsIn);
		const thrown = files.flatMap((file) =>
			Array.from(readFileSync(file, 'utf8').matchAll(/throw (badRequest|new Refusal)\(/g))
		);
		expect(reasons).toHaveLength(thrown.length);
		const given = [...reasonsGiven];
		expect(reasons.filter((reason) => !given.some((one) => reason.test(one)))).toEqual([]);
	});
});

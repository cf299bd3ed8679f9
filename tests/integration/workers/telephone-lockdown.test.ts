// @vitest-environment node
import { beforeEach, describe, expect, it } from 'vitest';
import { slimClient } from '../../../src/model/slim-client.ts';
import { baseOf, PointedDestination } from '../../../src/worker/telephone/destination.ts';
import { lockDown, guardedFetch } from '../../../src/worker/lockdown.ts';
import { startAnthropic, type AnthropicServer } from '../../support/anthropic/server.ts';
import { withAnthropic } from '../../support/anthropic/with-anthropic.ts';

let server: AnthropicServer;
let pinned: typeof fetch;

withAnthropic((own) => (server = own));
beforeEach(() => {
	const destination = new PointedDestination(server.url);
	destination.point(server.url, () => ({ header: 'authorization', value: `Bearer ${server.key}` }));
	pinned = guardedFetch(fetch, destination);
});

const ours = () => ({ authorization: `Bearer ${server.key}`, 'anthropic-version': '2026-10-21' });

describe('the guarded fetch', () => {
	it('lets the three calls of the SDK pass', async () => {
		const slim = slimClient({
			base: server.url,
			authHeader: 'bearer',
			key: server.key,
			fetch: pinned
		});
		const body = {
			model: 'claude-sonnet-5-5',
			max_tokens: 100,
			messages: [{ role: 'user', content: 'Hello' }]
		};
		await slim.post('/v1/messages', { body: { ...body, stream: true }, stream: true }).asResponse();
		const counted = { model: body.model, messages: body.messages };
		await slim.post('/v1/messages/count_tokens', { body: counted }).asResponse();
		await slim.get('/v1/models', { query: { limit: '100' } }).asResponse();
		expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
			'POST /v1/messages',
			'POST /v1/messages/count_tokens',
			'GET /v1/models'
		]);
		expect(server.refusals).toEqual([]);
	});

	it.each<[string, (url: string) => string, RequestInit]>([
		['another path', (url) => `${url}/v1/files`, { method: 'POST' }],
		['batches', (url) => `${url}/v1/messages/batches`, { method: 'POST' }],
		['another method', (url) => `${url}/v1/messages`, { method: 'DELETE' }],
		['a read of messages', (url) => `${url}/v1/messages`, {}],
		['a way back up', (url) => `${url}/v1/files/../messages`, { method: 'POST' }],
		['an encoded slash', (url) => `${url}/v1%2fmessages`, { method: 'POST' }],
		['a doubled slash', (url) => `${url}//v1/messages`, { method: 'POST' }],
		['a query', (url) => `${url}/v1/messages?beta=true`, { method: 'POST' }],
		['a fragment', (url) => `${url}/v1/messages#x`, { method: 'POST' }],
		['a query of its own making', (url) => `${url}/v1/models?workspace=evil`, {}],
		['a query that would be written otherwise', (url) => `${url}/v1/models?limit=a b`, {}],
		['another host', () => 'http://127.0.0.1:1/v1/messages', { method: 'POST' }],
		[
			'a name before the host',
			(url) => `${url.replace('//', '//evil@')}/v1/messages`,
			{ method: 'POST' }
		]
	])('refuses %s, and nothing reaches the network', async (_, address, init) => {
		await expect(pinned(address(server.url), { ...init, headers: ours() })).rejects.toThrow(
			TypeError
		);
		expect(server.requests).toEqual([]);
	});

	it.each<[string, () => Record<string, string>]>([
		['the key of somebody else', () => ({ authorization: 'Bearer sk-ant-evil' })],
		['a second key beside ours', () => ({ ...ours(), 'x-api-key': 'sk-ant-evil' })],
		['two keys in one header', () => ({ authorization: `Bearer ${server.key}, Bearer evil` })],
		['no key where there is one', () => ({})]
	])('refuses %s', async (_, headers) => {
		const call = pinned(`${server.url}/v1/messages`, { method: 'POST', headers: headers() });
		await expect(call).rejects.toThrow(TypeError);
		expect(server.requests).toEqual([]);
	});

	it('refuses a request object, whose address could be read twice', async () => {
		const request = new Request(`${server.url}/v1/models`, { headers: ours() });
		await expect(pinned(request)).rejects.toThrow(TypeError);
	});

	it('refuses everything before it is pointed at an endpoint, and an endpoint of another origin', async () => {
		const destination = new PointedDestination(server.url);
		const call = () => guardedFetch(fetch, destination)(`${server.url}/v1/models`);
		await expect(call()).rejects.toThrow(TypeError);
		destination.point('http://127.0.0.1:1', () => null);
		await expect(call()).rejects.toThrow(TypeError);
		await expect(guardedFetch(fetch, destination)('http://127.0.0.1:1/v1/models')).rejects.toThrow(
			TypeError
		);
		expect(server.requests).toEqual([]);
	});

	it('sends no header that is not needed', async () => {
		await pinned(`${server.url}/v1/models`, {
			headers: { ...ours(), 'x-stainless-os': 'Linux', 'x-hidden': 'prompt' }
		});
		const names = server.requests[0]?.headerNames ?? [];
		expect(names).toContain('authorization');
		expect(names).not.toContain('x-stainless-os');
		expect(names).not.toContain('x-hidden');
	});

	it('sends no credential where there is none', async () => {
		const destination = new PointedDestination(server.url);
		destination.point(server.url, () => null);
		const slim = slimClient({
			base: server.url,
			authHeader: 'bearer',
			key: null,
			fetch: guardedFetch(fetch, destination)
		});
		await expect(slim.get('/v1/models').asResponse()).rejects.toMatchObject({ status: 401 });
		const names = server.requests[0]?.headerNames ?? [];
		expect(names).not.toContain('authorization');
		expect(names).not.toContain('x-api-key');
	});
});

describe('a server whose list of headers has none of Anthropic’s', () => {
	/** What a browser does before a call: it asks for leave, and without it the call does not leave. */
	const asBrowser: typeof fetch = async (input, init) => {
		const headers = new Headers(init?.headers);
		const asked = [...headers.keys()];
		const leave = await fetch(input, {
			method: 'OPTIONS',
			headers: { origin: 'http://page', 'access-control-request-headers': asked.join(',') },
			signal: init?.signal ?? null
		});
		const allowed = (leave.headers.get('access-control-allow-headers') ?? '').split(/, */);
		if (!asked.every((name) => allowed.includes(name))) throw new TypeError('Failed to fetch');
		return fetch(input, init);
	};
	const pinnedTo = (base: string, send: typeof fetch, key = server.key) => {
		const destination = new PointedDestination(new URL(base).origin);
		destination.point(base, () => ({
			header: 'authorization',
			value: `Bearer ${key}`
		}));
		const slim = slimClient({
			base,
			authHeader: 'bearer',
			key,
			fetch: guardedFetch(send, destination)
		});
		const messages = [{ role: 'user', content: 'Hello' }];
		const body = { model: 'claude-sonnet-5-5', max_tokens: 100, messages };
		return {
			say: () => slim.post('/v1/messages', { body }).asResponse(),
			models: () => slim.get('/v1/models').asResponse()
		};
	};
	/** Counts what leaves through it, and answers nothing. */
	const nobody = () => {
		const tried: string[] = [];
		const send: typeof fetch = (input, init) => {
			tried.push(`${init?.method ?? ''} ${new URL(input as string).pathname}`);
			return Promise.reject(new TypeError('Failed to fetch'));
		};
		return { send, tried };
	};
	const calls = (of: AnthropicServer) => of.requests.map(({ method, path }) => `${method} ${path}`);

	it('is called without them, once it has shown that it takes no others, and from then on', async () => {
		const ollama = await startAnthropic({ headerRules: 'ollama' });
		const line = pinnedTo(ollama.url, asBrowser, ollama.key);
		expect((await line.say()).status).toBe(200);
		expect(calls(ollama)).toEqual(['GET /v1/models', 'POST /v1/messages']);
		const asked = ollama.preflights.length;
		expect((await line.say()).status).toBe(200);
		expect((await line.models()).status).toBe(200);
		expect(ollama.preflights).toHaveLength(asked + 2);
		expect(ollama.requests.flatMap(({ headerNames }) => headerNames)).not.toContain(
			'anthropic-version'
		);
		expect(ollama.refusals).toEqual([]);
		await ollama.close();
	});

	it('is not what a server is that hung up: that one is asked with all, and nothing is posted twice', async () => {
		server.fault('connection-refused', { path: '/v1/messages' });
		const line = pinnedTo(server.url, asBrowser);
		await expect(line.say()).rejects.toThrow();
		expect(calls(server)).toEqual(['POST /v1/messages', 'GET /v1/models']);
		expect((await line.say()).status).toBe(200);
		expect(server.refusals).toEqual([]);
	});

	it('is not what a server is that hung up twice, on a question too', async () => {
		server.fault('connection-refused', { path: '/v1/messages' });
		let dropped = 0;
		const flaky: typeof fetch = (input, init) =>
			init?.method === 'GET' && dropped++ === 0
				? Promise.reject(new TypeError('Failed to fetch'))
				: fetch(input, init);
		const line = pinnedTo(server.url, flaky);
		await expect(line.say()).rejects.toThrow();
		expect((await line.say()).status).toBe(200);
		expect(server.messages().map(({ headers }) => 'anthropic-version' in headers)).toEqual([
			true,
			true
		]);
	});

	it('is not looked for where nobody answers, but by two questions a call that post nothing', async () => {
		const { send, tried } = nobody();
		await expect(pinnedTo('http://127.0.0.1:1', send).say()).rejects.toThrow();
		expect(tried).toEqual(['POST /v1/messages', 'GET /v1/models', 'GET /v1/models']);
	});

	it('is not looked for at Anthropic, nor where all of them were taken before', async () => {
		const { send, tried } = nobody();
		await expect(pinnedTo('https://api.anthropic.com', send).say()).rejects.toThrow();
		expect(tried).toEqual(['POST /v1/messages']);
		let isGone = false;
		const line = pinnedTo(server.url, (input, init) =>
			isGone ? send(input, init) : asBrowser(input, init)
		);
		await line.models();
		isGone = true;
		await expect(line.say()).rejects.toThrow();
		expect(tried).toHaveLength(2);
	});

	it('is not looked for once the call was stopped', async () => {
		const { send, tried } = nobody();
		const destination = new PointedDestination('http://127.0.0.1:1');
		destination.point('http://127.0.0.1:1', () => null);
		const signal = AbortSignal.abort();
		await expect(
			guardedFetch(send, destination)('http://127.0.0.1:1/v1/models', { signal })
		).rejects.toThrow();
		expect(tried).toHaveLength(1);
	});
});

describe('the lockdown', () => {
	/** A scope like a worker's: some names are its own, some are inherited. */
	function aScope() {
		class Scope {
			fetch = () => 'own';
			WebSocket = () => 'socket';
		}
		Object.assign(Scope.prototype, { importScripts: () => 'in', caches: {}, fetch: () => 'old' });
		const scope = new Scope();
		Object.defineProperty(scope, 'XMLHttpRequest', {
			value: () => 'request',
			configurable: false,
			writable: true
		});
		return scope as unknown as Record<string, unknown>;
	}

	it('takes every other way to the network away, inherited ones too', () => {
		const scope = aScope();
		const instead = (() => 'pinned') as unknown as typeof fetch;
		lockDown(scope, instead);
		for (const name of ['WebSocket', 'XMLHttpRequest', 'importScripts', 'caches'])
			expect(scope[name]).toBeUndefined();
		expect(scope['fetch']).toBe(instead);
		expect((Object.getPrototypeOf(scope) as Record<string, unknown>)['fetch']).toBeUndefined();
	});

	it('leaves the workshop without fetch, for good', () => {
		const scope = aScope();
		lockDown(scope, null);
		expect(scope['fetch']).toBeUndefined();
		expect(Reflect.set(scope, 'fetch', () => 'again')).toBe(false);
		expect(Reflect.deleteProperty(scope, 'fetch')).toBe(false);
		expect(scope['fetch']).toBeUndefined();
	});
});

describe('the base of an endpoint', () => {
	it.each([
		['https://api.anthropic.com', 'https://api.anthropic.com'],
		['https://api.anthropic.com/', 'https://api.anthropic.com'],
		[' https://API.anthropic.com:443/v1/messages ', 'https://api.anthropic.com'],
		['http://localhost:11434/v1', 'http://localhost:11434'],
		['https://openrouter.ai/api/', 'https://openrouter.ai/api']
	])('of %s is %s', (endpoint, base) => {
		expect(baseOf(endpoint)?.base).toBe(base);
	});

	it.each(['', 'anthropic', 'ftp://host', 'javascript:alert(1)', 'https://user:pass@host'])(
		'of %j is none',
		(endpoint) => {
			expect(baseOf(endpoint)).toBeNull();
		}
	);
});

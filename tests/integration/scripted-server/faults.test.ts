/** Each fault of the scripted server by its name. */
import { describe, expect, it } from 'vitest';
import {
	answerFaults,
	faultNames,
	refusalFaults,
	streamFaults
} from '../../support/anthropic/fault-names.ts';
import { startStranger } from '../../support/anthropic/stranger.ts';
import {
	ask,
	client,
	matching,
	send,
	server,
	sound,
	talk,
	weather,
	withServer
} from './requests.ts';

withServer();

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

// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RequestBody } from '../../../src/core/prompt/prompt.ts';
import type { ModelRequest, ModelEvent } from '../../../src/flows/ports/model.ts';
import { waitOrStop } from '#flows/ports/waiting.ts';
import { Pauses } from '#model/pauses.ts';
import { headTimeoutMs } from '#model/slim-client.ts';
import type { AnthropicServer } from '../../support/anthropic/server.ts';
import { withAnthropic } from '../../support/anthropic/with-anthropic.ts';
import { startStranger } from '../../support/anthropic/stranger.ts';
import { aLine, everyEvent, textIn } from '../../support/builders/a-line.ts';
import { never } from '../../support/never.ts';
import { eventually } from '../../support/eventually.ts';

let server: AnthropicServer;
const printed: string[] = [];

withAnthropic((own) => (server = own));
beforeEach(() => {
	printed.length = 0;
	for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const)
		vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
			printed.push(words.map(String).join(' '));
		});
});
afterEach(() => {
	vi.restoreAllMocks();
	expect(printed).toEqual([]);
});

const model = 'claude-sonnet-5-5';
const asking = (text: string, more: Partial<RequestBody> = {}): ModelRequest => ({
	body: {
		model,
		max_tokens: 2000,
		messages: [{ role: 'user', content: [{ type: 'text', text }] }],
		...more
	},
	endpoint: server.url
});
const tools: RequestBody['tools'] = [
	{
		name: 'save_memory',
		description: 'Saves a line.',
		input_schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }
	}
];

async function answerTo(asked: ModelRequest): Promise<ModelEvent[]> {
	return everyEvent(aLine(server).stream(asked, never));
}
const lastOf = (events: readonly ModelEvent[]) => events.at(-1);
const failureIn = (events: readonly ModelEvent[]) => {
	const last = lastOf(events);
	return last?.type === 'failed' ? last.failure : null;
};

describe('an answer', () => {
	it('arrives in pieces and ends whole, blocks exactly as the endpoint sent them', async () => {
		const events = await answerTo(
			asking('My cat is called Minka. [[tool:save_memory {"text":"The cat is Minka"}]]', {
				tools,
				thinking: { type: 'adaptive' }
			})
		);
		const end = lastOf(events);
		expect(server.refusals).toEqual([]);
		expect(end?.type).toBe('end');
		if (end?.type !== 'end') return;
		const sent = server.messages()[0]?.answer;
		expect(end.answer.content.map((block) => block.type)).toEqual(
			sent?.content.map((block) => block.type)
		);
		const thinking = end.answer.content.find((block) => block.type === 'thinking');
		const sentThinking = sent?.content.find((block) => block.type === 'thinking');
		expect(thinking).toEqual({
			type: 'thinking',
			thinking: sentThinking?.thinking,
			signature: sentThinking?.signature
		});
		expect(end.answer.content.find((block) => block.type === 'tool_use')).toMatchObject({
			name: 'save_memory',
			input: { text: 'The cat is Minka' }
		});
		expect(end.answer.stopReason).toBe('tool_use');
		expect(end.answer.model).toBe(model);
		expect(end.answer.usage?.output).toBe(sent?.usage.output_tokens);
		expect(end.answer.contextTokens).toBeGreaterThan(0);
		expect(textIn(events)).toBe('Let me look.');
	});

	it('survives odd packets, CRLF and a byte order mark byte for byte', async () => {
		server.fault('split-utf8');
		const text = 'Grüße – 你好, 👩‍👩‍👧 und ein Zeilenende\n\n```\ncode\n```';
		server.queue({ text });
		const events = await answerTo(asking('Say it'));
		const end = lastOf(events);
		expect(end?.type === 'end' && end.answer.content).toEqual([{ type: 'text', text }]);
		expect(textIn(events)).toBe(text);
	});

	it('passes over events it does not know', async () => {
		server.fault('unknown-event');
		server.queue({ text: 'Nothing was run.' });
		const events = await answerTo(asking('Hello'));
		expect(textIn(events)).toBe('Nothing was run.');
		expect(lastOf(events)?.type).toBe('end');
		expect((globalThis as { hit?: number }).hit).toBeUndefined();
	});

	it('is one answer although message_stop comes twice', async () => {
		server.fault('duplicate-stop');
		const events = await answerTo(asking('Hello'));
		expect(events.filter((event) => event.type === 'end')).toHaveLength(1);
	});

	it('keeps stop reasons as they are named', async () => {
		for (const [fault, reason] of [
			['refusal', 'refusal'],
			['pause-turn', 'pause_turn'],
			['window-exceeded', 'model_context_window_exceeded'],
			['unknown-stop-reason', 'a_reason_of_the_future']
		] as const) {
			server.fault(fault);
			const end = lastOf(await answerTo(asking('Hello')));
			expect(end?.type === 'end' && end.answer.stopReason).toBe(reason);
			if (fault === 'refusal') expect(end?.type === 'end' && end.answer.stopCategory).toBe('cyber');
		}
	});

	it('of which no word came says why, where its end does', async () => {
		const wordless: typeof fetch = async (input, init) => {
			const response = await fetch(input, init);
			const events = (await response.text()).split('\n\n');
			const rest = events.filter((event) => !event.includes('content_block'));
			return new Response(rest.join('\n\n'), response);
		};
		for (const [fault, reason] of [
			['refusal', 'refusal'],
			['pause-turn', 'pause_turn']
		] as const) {
			server.fault(fault);
			const line = aLine(server, { fetch: wordless });
			const end = lastOf(await everyEvent(line.stream(asking('Hello'), never)));
			expect(end).toMatchObject({ type: 'end', answer: { content: [], stopReason: reason } });
		}
	});

	it('comes from a server as well that does not say what it sends', async () => {
		server.queue({ text: 'Here I am.' });
		const untold: typeof fetch = async (input, init) => {
			const { body, status } = await fetch(input, init);
			return new Response(body, { status });
		};
		const line = aLine(server, { fetch: untold });
		expect(textIn(await everyEvent(line.stream(asking('Hello'), never)))).toBe('Here I am.');
	});
});

describe('an answer that breaks off', () => {
	it.each([
		['socket-dies', 'interrupted'],
		['clean-eof', 'interrupted'],
		['eof-in-event', 'interrupted'],
		['malformed-event', 'interrupted'],
		['error-event-overloaded', 'overloaded']
	] as const)('keeps what came when the fault is %s', async (fault, kind) => {
		server.fault(fault, { after: 3 });
		server.queue({ text: 'One two three four five six seven eight nine ten eleven twelve.' });
		const events = await answerTo(asking('Count'));
		const last = lastOf(events);
		expect(last?.type === 'failed' && last.failure.kind).toBe(kind);
		const shown = textIn(events);
		expect(shown.length).toBeGreaterThan(0);
		expect(last?.type === 'failed' && last.partial).toEqual([{ type: 'text', text: shown }]);
		expect(server.messages()).toHaveLength(1);
	});

	/** A `fetch` that brings an answer up to its last sentence, and the rest of it when that is asked for. */
	const inHalves = () => {
		let bringRest: () => void = () => undefined;
		const fetchHalf: typeof fetch = async (input, init) => {
			const response = await fetch(input, init);
			const whole = await response.text();
			const cut = whole.indexOf('event: content_block_stop');
			const encoder = new TextEncoder();
			const body = new ReadableStream({
				start(controller) {
					controller.enqueue(encoder.encode(whole.slice(0, cut)));
					init?.signal?.addEventListener('abort', () => {
						controller.error(new DOMException('', 'AbortError'));
					});
					bringRest = () => {
						bringRest = () => undefined;
						controller.enqueue(encoder.encode(whole.slice(cut)));
						controller.close();
					};
				}
			});
			return new Response(body, response);
		};
		return { fetchHalf, bringRest: () => bringRest() };
	};

	it('is given up after the silence that was agreed, although the socket stays open', async () => {
		server.queue({ text: 'One two three four five six.' });
		// What comes, comes at once: on a slow machine two packets could be further apart than the silence.
		const begun = inHalves().fetchHalf;
		const line = aLine(server, { silenceMs: 150, fetch: begun });
		const events = await everyEvent(line.stream(asking('Count'), never));
		expect(failureIn(events)).toEqual({ kind: 'silent', afterMs: 150 });
		expect(textIn(events)).toBe('One two three four five six.');
	});

	it('is read to its end where the device slept while it came, behind a timer that is long overdue', async () => {
		server.queue({ text: 'One two three four five six.' });
		const { fetchHalf, bringRest } = inHalves();
		let slept = false;
		const now = () => {
			if (slept) bringRest();
			return Date.now() + (slept ? 60_000 : 0);
		};
		const line = aLine(server, { silenceMs: 150, fetch: fetchHalf, now });
		const events = await everyEvent(line.stream(asking('Count'), never), () => (slept = true));
		expect(textIn(events)).toBe('One two three four five six.');
		expect(lastOf(events)?.type).toBe('end');
	});

	it('is given up where nothing comes after the device has slept either', async () => {
		server.queue({ text: 'One two three four five six.' });
		let asked = 0;
		const now = () => 60_000 * asked++;
		const line = aLine(server, { silenceMs: 150, fetch: inHalves().fetchHalf, now });
		const events = await everyEvent(line.stream(asking('Count'), never));
		expect(failureIn(events)).toEqual({ kind: 'silent', afterMs: 150 });
	});

	it('is waited for longer before its first byte: a server on this machine sends its headers at once and reads the prompt then', async () => {
		const written = 'Read at last.';
		server.queue({ text: written });
		const late: typeof fetch = async (input, init) => {
			const response = await fetch(input, init);
			const bytes = await response.arrayBuffer();
			const body = new ReadableStream({
				start(controller) {
					const speaks = setTimeout(() => {
						controller.enqueue(new Uint8Array(bytes));
						controller.close();
					}, 150);
					init?.signal?.addEventListener('abort', () => {
						clearTimeout(speaks);
						controller.error(new DOMException('', 'AbortError'));
					});
				}
			});
			return new Response(body, response);
		};
		const line = aLine(server, { silenceMs: 30, fetch: late });
		const events = await everyEvent(line.stream(asking('A long prompt'), never));
		expect(textIn(events)).toBe(written);
		expect(lastOf(events)?.type).toBe('end');
	});

	it('is none where a call is missing in it that its end speaks of', async () => {
		server.queue({ text: 'Let me save that.' });
		const uncalled: typeof fetch = async (input, init) => {
			const response = await fetch(input, init);
			const call = { type: 'tool_use', id: 'toolu_1', name: 'save_memory', input: {} };
			const begun = { type: 'content_block_start', index: 1, content_block: call };
			const [said = '', end = ''] = (await response.text()).split(/(?=event: message_delta)/);
			const lost = `event: content_block_start\ndata: ${JSON.stringify(begun)}\n\n`;
			return new Response(said + lost + end.replace('end_turn', 'tool_use'), response);
		};
		const line = aLine(server, { fetch: uncalled });
		const last = lastOf(await everyEvent(line.stream(asking('Save it', { tools }), never)));
		expect(last).toMatchObject({
			type: 'failed',
			failure: { kind: 'interrupted' },
			partial: [{ type: 'text', text: 'Let me save that.' }]
		});
	});

	it('is not waited for without end where nothing comes behind its head', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		const mute: typeof fetch = (_, init) => {
			const body = new ReadableStream({
				start(controller) {
					init?.signal?.addEventListener('abort', () => {
						controller.error(new DOMException('', 'AbortError'));
					});
				}
			});
			const headers = { 'content-type': 'text/event-stream' };
			return Promise.resolve(new Response(body, { headers }));
		};
		const events = everyEvent(aLine(server, { fetch: mute }).stream(asking('Hello'), never));
		await vi.advanceTimersByTimeAsync(headTimeoutMs + 1);
		vi.useRealTimers();
		expect(failureIn(await events)).toEqual({ kind: 'silent', afterMs: headTimeoutMs });
	});

	it('never runs a tool whose arguments were cut', async () => {
		server.fault('max-tokens-in-tool');
		const events = await answerTo(asking('Save it', { tools }));
		const last = lastOf(events);
		expect(last?.type).toBe('end');
		if (last?.type !== 'end') return;
		expect(last.answer.stopReason).toBe('max_tokens');
		expect(last.answer.content.filter((block) => block.type === 'tool_use')).toEqual([]);
	});
});

describe('no answer', () => {
	it.each([
		['captive-portal', { kind: 'not-an-api' }],
		['empty-200', { kind: 'empty-answer' }],
		['unauthorized', { kind: 'key-refused' }],
		['cors-forbidden-organisation', { kind: 'forbidden' }],
		['prompt-too-long', { kind: 'overflow', tokens: 1_000_001, window: 1_000_000 }],
		['too-large', { kind: 'too-large' }],
		['spend-limit', { kind: 'spend-limit' }]
	] as const)('says what happened at once for %s', async (fault, failure) => {
		server.fault(fault);
		const events = await answerTo(asking('Hello'));
		expect(failureIn(events)).toMatchObject(failure);
		expect(events).toHaveLength(1);
		expect(server.messages()).toHaveLength(1);
	});

	it('names a model the endpoint does not know', async () => {
		const events = await answerTo(asking('Hello', { model: 'claude-nobody' }));
		expect(failureIn(events)).toEqual({ kind: 'model-not-found', model: 'claude-nobody' });
	});

	it('passes on why the endpoint rejects a body, without the key and not at length', async () => {
		const events = await answerTo(asking('Hello', { temperature: 9 }));
		const failure = failureIn(events);
		expect(failure?.kind).toBe('rejected');
		if (failure?.kind !== 'rejected') return;
		expect(failure.status).toBe(400);
		expect(failure.detail.length).toBeLessThanOrEqual(500);
		expect(failure.detail).not.toContain(server.key);
	});

	it('needs a key for Anthropic itself and makes no call without one', async () => {
		const calls = vi.fn<typeof fetch>();
		const line = aLine(server, {
			base: 'https://api.anthropic.com',
			credential: () => Promise.resolve({ status: 'none' }),
			fetch: calls
		});
		expect(failureIn(await everyEvent(line.stream(asking('Hello'), never)))).toEqual({
			kind: 'no-key'
		});
		expect(calls).not.toHaveBeenCalled();
	});

	it('says that the key is locked', async () => {
		const line = aLine(server, { credential: () => Promise.resolve({ status: 'locked' }) });
		expect(failureIn(await everyEvent(line.stream(asking('Hello'), never)))).toEqual({
			kind: 'key-locked'
		});
	});

	it('follows no redirect: neither key nor prompt reach the stranger', async () => {
		const stranger = await startStranger();
		server.fault('redirect', { location: `${stranger.url}/v1/messages`, times: 9 });
		const events = await answerTo(asking('A secret'));
		expect(failureIn(events)).toMatchObject({ kind: 'unreachable' });
		expect(stranger.heard).toEqual([]);
		await stranger.close();
	});
});

describe('a second attempt', () => {
	it('follows three overloaded answers, is announced each time, and answers once', async () => {
		server.fault('overloaded', { times: 3 });
		server.queue({ text: 'Here I am.' });
		const events = await answerTo(asking('Hello'));
		const waits = events.filter((event) => event.type === 'retrying');
		expect(waits.map((wait) => wait.attempt)).toEqual([2, 3, 4]);
		expect(textIn(events)).toBe('Here I am.');
		expect(server.messages()).toHaveLength(4);
	});

	it('follows an answer that had begun and broke off before a word of it came', async () => {
		for (const text of ['Never said.', 'Here I am.']) server.queue({ text });
		const broken: typeof fetch = async (input, init) => {
			const response = await fetch(input, init);
			if (server.messages().length > 1) return response;
			const [begun = ''] = (await response.text()).split('event: content_block_start');
			const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
			return new Response(`${begun}event: error\ndata: ${JSON.stringify(error)}\n\n`, response);
		};
		const events = await everyEvent(
			aLine(server, { fetch: broken }).stream(asking('Hello'), never)
		);
		expect(textIn(events)).toBe('Here I am.');
		expect(server.messages()).toHaveLength(2);
	});

	it('is not made a fifth time', async () => {
		server.fault('server-error', { times: 9 });
		expect(failureIn(await answerTo(asking('Hello')))).toEqual({
			kind: 'server-error',
			status: 500
		});
		expect(server.messages()).toHaveLength(4);
	});

	it('follows a page of HTML from a gateway, of which nothing is shown', async () => {
		server.fault('html-502');
		const events = await answerTo(asking('Hello'));
		expect(events[0]).toMatchObject({
			type: 'retrying',
			failure: { kind: 'server-error', status: 502 }
		});
		expect(JSON.stringify(events)).not.toContain('<html');
		expect(lastOf(events)?.type).toBe('end');
	});

	it('waits as long as the endpoint asks', async () => {
		server.fault('rate-limit-120');
		const waited: number[] = [];
		const line = aLine(server, {
			now: () => 1000,
			pauses: new Pauses((ms) => {
				waited.push(ms);
				return Promise.resolve();
			})
		});
		const events = await everyEvent(line.stream(asking('Hello'), never));
		expect(events[0]).toEqual({
			type: 'retrying',
			failure: { kind: 'rate-limited', retryAfterMs: 120_000 },
			attempt: 2,
			until: 121_000,
			pause: 1
		});
		expect(waited).toEqual([120_000]);
		expect(lastOf(events)?.type).toBe('end');
	});

	it('is made at once where somebody does not want to wait, and is none of those we make by ourselves', async () => {
		server.fault('rate-limit-120', { times: 5 });
		server.queue({ text: 'Here I am.' });
		const pauses = new Pauses(waitOrStop);
		const events = await everyEvent(
			aLine(server, { pauses }).stream(asking('Hello'), never),
			(event) => {
				if (event.type === 'retrying') pauses.end(event.pause);
			}
		);
		const waits = events.filter((event) => event.type === 'retrying');
		expect(waits.map(({ attempt }) => attempt)).toEqual([2, 2, 2, 2, 2]);
		expect(textIn(events)).toBe('Here I am.');
		expect(server.messages()).toHaveLength(6);
	});

	it('of one call is not made because another does not want to wait', async () => {
		server.fault('rate-limit-120', { times: 2 });
		const stop = new AbortController();
		const pauses = new Pauses(waitOrStop);
		const line = aLine(server, { pauses });
		const numbers: number[] = [];
		const look = (event: ModelEvent) => {
			if (event.type !== 'retrying') return;
			numbers.push(event.pause);
			if (numbers.length === 2) pauses.end(Math.max(...numbers));
		};
		const all = ['One', 'Two'].map((words) =>
			everyEvent(line.stream(asking(words), stop.signal), look)
		);
		const first = await Promise.race(all);
		expect(lastOf(first)?.type).toBe('end');
		expect(server.messages()).toHaveLength(3);
		stop.abort();
		const [one = [], two = []] = await Promise.all(all);
		expect([lastOf(one)?.type, lastOf(two)?.type].sort()).toEqual(['end', 'retrying']);
	});

	it('is made once where the host cannot be reached', async () => {
		server.fault('connection-refused', { times: 9 });
		const events = await answerTo(asking('Hello'));
		expect(events.map((event) => event.type)).toEqual(['retrying', 'failed']);
		expect(failureIn(events)).toEqual({ kind: 'unreachable', host: new URL(server.url).host });
	});

	it('is not made while the browser says it is offline', async () => {
		server.fault('connection-refused', { times: 9 });
		const line = aLine(server, { online: () => false });
		const events = await everyEvent(line.stream(asking('Hello'), never));
		expect(events).toEqual([
			{ type: 'failed', failure: { kind: 'offline' }, partial: [], usage: null }
		]);
	});
});

describe('a stop', () => {
	it('ends the answer in the middle, without an event, and hangs up', async () => {
		server.queue({ text: 'One two three four five six seven.', tokensPerSecond: 5 });
		const stop = new AbortController();
		const events = await everyEvent(aLine(server).stream(asking('Count'), stop.signal), (event) => {
			if (event.type === 'text') stop.abort();
		});
		expect(events.map(({ type }) => type).slice(0, 2)).toEqual(['usage', 'text']);
		expect(events.slice(1).every(({ type }) => type === 'text')).toBe(true);
		await eventually(() => expect(server.messages()[0]?.aborted).toBe(true));
	});

	it('ends a wait for another attempt', async () => {
		server.fault('rate-limit-120', { times: 2 });
		const stop = new AbortController();
		const line = aLine(server, { pauses: new Pauses(waitOrStop) });
		const events = await everyEvent(line.stream(asking('Hi'), stop.signal), (event) => {
			if (event.type === 'retrying') stop.abort();
		});
		expect(events.map((event) => event.type)).toEqual(['retrying']);
		expect(server.messages()).toHaveLength(1);
	});

	it('ends the wait for slow headers', async () => {
		server.fault('slow-headers', { delayMs: 20_000 });
		const stop = new AbortController();
		const ended = everyEvent(aLine(server).stream(asking('Hi'), stop.signal));
		await server.waitFor((request) => request.path === '/v1/messages');
		stop.abort();
		expect(await ended).toEqual([]);
	});
});

// @vitest-environment node
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { ModelRequest } from '../../../src/flows/ports/model.ts';
import { heardBytes } from '#model/stream/bounded.ts';
import { aLine, everyEvent } from '../../support/builders/a-line.ts';
import { never } from '../../support/never.ts';

/** Endpoints whose answers do not end: nobody waits for them longer than was agreed, and nothing fills the memory. */

let close = (): void => undefined;
afterEach(() => close());

async function serving(answer: (response: ServerResponse) => void) {
	const server = createServer((request, response) => {
		request.resume().on('end', () => answer(response));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	close = () => {
		server.closeAllConnections();
		server.close();
	};
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'sk-ant-x' };
}

const asking = (endpoint: string): ModelRequest => ({
	body: {
		model: 'claude-sonnet-5-5',
		max_tokens: 10,
		messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }]
	},
	endpoint
});
const silenceMs = 150;

/** A body that drips for as long as somebody listens. */
const dripping = (status: number, type: string) => (response: ServerResponse) => {
	response.writeHead(status, { 'content-type': type });
	response.write('{"data":[');
	const drops = setInterval(() => response.write(' '), 20);
	response.on('close', () => clearInterval(drops));
};

describe('a body that never ends', () => {
	it.each(['application/json', 'text/event-stream'])(
		'of a list of models, or of a count, is given up (%s)',
		async (type) => {
			const server = await serving(dripping(200, type));
			const line = aLine(server, { silenceMs });
			expect((await line.models(never)).status).toBe('failed');
			expect(['failed', 'unsupported']).toContain(
				(await line.count(asking(server.url), never)).status
			);
		}
	);

	it.each([
		[400, 'application/json', { kind: 'rejected', status: 400 }],
		[401, 'text/plain', { kind: 'key-refused' }],
		[413, 'text/event-stream', { kind: 'too-large' }],
		[200, 'text/html', { kind: 'not-an-api' }],
		[999, 'text/html', { kind: 'server-error' }]
	] as const)(
		'of an answer that is no stream (%s, %s) is given up',
		async (status, type, failure) => {
			const server = await serving(dripping(status, type));
			const events = await everyEvent(
				aLine(server, { silenceMs }).stream(asking(server.url), never)
			);
			expect(events.at(-1)).toMatchObject({ type: 'failed', failure });
		}
	);

	it('is hung up on when the user stops', async () => {
		const server = await serving(dripping(400, 'application/json'));
		const stop = new AbortController();
		setTimeout(() => stop.abort(), 100);
		expect(await everyEvent(aLine(server).stream(asking(server.url), stop.signal))).toEqual([]);
	});

	it('is not read on beyond what any list may take', async () => {
		let written = 0;
		const piece = Buffer.alloc(1_000_000, 'x');
		const server = await serving((response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			const pour = (): void => {
				let takesMore = true;
				while (takesMore && !response.destroyed) {
					written += piece.length;
					takesMore = response.write(piece);
				}
			};
			response.on('drain', pour);
			pour();
		});
		expect((await aLine(server).models(never)).status).toBe('failed');
		expect(written).toBeLessThan(60_000_000);
	});
});

it('a stream of which no end comes is broken off before it fills the memory', async () => {
	const piece = new Uint8Array(1_000_000);
	const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
		pull: (controller) => controller.enqueue(piece)
	});
	let heard = 0;
	const reader = endless.pipeThrough(heardBytes(() => heard++)).getReader();
	const read = async () => {
		while (heard < 200) await reader.read();
	};
	await expect(read()).rejects.toThrow('Too long');
});

it('a list of more models than anybody offers is kept to a size that settings can hold', async () => {
	const data = Array.from({ length: 300_000 }, (_, at) => ({ id: String(at) }));
	const page = JSON.stringify({ data, has_more: true, last_id: 'x' });
	let asked = 0;
	const server = await serving((response) => {
		asked++;
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(page);
	});
	const listed = await aLine(server).models(never);
	expect(listed.status === 'listed' && listed.models.length).toBe(5000);
	expect(asked).toBe(1);
});

it('a stream is known by its type however that is spelt', async () => {
	const events = [
		{ type: 'message_start', message: { model: 'm', usage: { input_tokens: 1 } } },
		{ type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Hello.' } },
		{ type: 'content_block_stop', index: 0 },
		{ type: 'message_delta', delta: { stop_reason: 'end_turn' } },
		{ type: 'message_stop' }
	];
	const server = await serving((response) => {
		response.writeHead(200, { 'content-type': 'Text/Event-Stream; charset=UTF-8' });
		response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
	});
	const told = await everyEvent(aLine(server).stream(asking(server.url), never));
	expect(told.at(-1)).toMatchObject({ type: 'end' });
});

it('a stream of a single line is broken off where it is longer than any answer', async () => {
	const piece = Buffer.alloc(1_000_000, 'x');
	const server = await serving((response) => {
		response.writeHead(200, { 'content-type': 'text/event-stream' });
		response.write('data: ');
		const pour = (): void => {
			while (!response.destroyed && response.write(piece));
		};
		response.on('drain', pour);
		pour();
	});
	const told = await everyEvent(aLine(server).stream(asking(server.url), never));
	expect(told.at(-1)).toMatchObject({ type: 'failed', failure: { kind: 'interrupted' } });
});

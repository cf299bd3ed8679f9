/** A model that speaks at a steady pace, for measuring: the Messages API for the app, plain text for the floor page. */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export const modelId = 'claude-scripted-1';

export interface Endpoint {
	readonly url: string;
	readonly key: string;
	/** What the next answers say, piece by piece; each piece counts as a token. */
	say(pieces: readonly string[]): void;
	/** When the last request for an answer came, and when its last piece was written; ms since 1970. */
	readonly last: { askedAt: number; writtenAt: number };
	close(): Promise<void>;
}

const cors = {
	'access-control-allow-origin': '*',
	// Named one by one, as the API does: a star does not stand for the header of the key.
	'access-control-allow-headers':
		'authorization, content-type, anthropic-version, anthropic-dangerous-direct-browser-access',
	'access-control-allow-methods': '*'
};

/** `tokensPerSecond` is kept against the clock: a piece that came late does not delay the ones behind it. */
export async function startEndpoint({
	tokensPerSecond
}: {
	readonly tokensPerSecond: number;
}): Promise<Endpoint> {
	let pieces: readonly string[] = [];
	const last = { askedAt: 0, writtenAt: 0 };

	async function speak(response: ServerResponse, frame: (piece: string) => string): Promise<void> {
		const began = performance.now();
		for (let sent = 0; sent < pieces.length && !response.destroyed;) {
			const due = Math.ceil(((performance.now() - began) * tokensPerSecond) / 1000);
			for (; sent < Math.min(due, pieces.length); sent++) response.write(frame(pieces[sent] ?? ''));
			if (sent === pieces.length) last.writtenAt = Date.now();
			else await wait(4);
		}
	}

	async function messages(request: IncomingMessage, response: ServerResponse): Promise<void> {
		// The bodies of long sessions are read and thrown away: what they say is not measured here.
		let bytes = 0;
		for await (const chunk of request) bytes += (chunk as Buffer).length;
		const input_tokens = Math.ceil(bytes / 4);
		if (request.url?.startsWith('/v1/messages/count_tokens')) {
			json(response, { input_tokens });
			return;
		}
		last.askedAt = Date.now();
		const event = (data: { readonly type: string } & Record<string, unknown>): string =>
			`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
		const usage = { input_tokens, output_tokens: pieces.length };
		response.writeHead(200, { ...cors, 'content-type': 'text/event-stream' });
		response.write(
			event({
				type: 'message_start',
				message: {
					id: 'msg_1',
					type: 'message',
					role: 'assistant',
					model: modelId,
					content: [],
					stop_reason: null,
					stop_sequence: null,
					usage
				}
			})
		);
		const content_block = { type: 'text', text: '' };
		response.write(event({ type: 'content_block_start', index: 0, content_block }));
		await speak(response, (text) =>
			event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })
		);
		response.write(event({ type: 'content_block_stop', index: 0 }));
		const delta = { stop_reason: 'end_turn', stop_sequence: null };
		response.write(event({ type: 'message_delta', delta, usage }));
		response.end(event({ type: 'message_stop' }));
	}

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const path = new URL(request.url ?? '/', 'http://endpoint').pathname;
		if (request.method === 'OPTIONS') response.writeHead(204, cors).end();
		else if (path.startsWith('/v1/messages')) await messages(request, response);
		else if (path.startsWith('/v1/models')) json(response, models);
		else if (path === '/stream') {
			last.askedAt = Date.now();
			response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
			await speak(response, (piece) => piece);
			response.end();
		} else if (path === '/nothing.txt')
			response.writeHead(200, { 'content-type': 'text/plain' }).end('nothing');
		else {
			const page = await readFile(new URL('floor.html', import.meta.url));
			response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
		}
	}

	const server = createServer((request, response) => {
		answer(request, response).catch((problem: unknown) => {
			response.destroy(problem instanceof Error ? problem : undefined);
		});
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(0, '127.0.0.1', resolve);
	});
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		key: 'sk-ant-scripted-0123456789abcdefghijklmnop',
		say: (next) => void (pieces = next),
		last,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			})
	};
}

const json = (response: ServerResponse, body: object): void =>
	void response
		.writeHead(200, { ...cors, 'content-type': 'application/json' })
		.end(JSON.stringify(body));

const models = {
	data: [
		{
			type: 'model',
			id: modelId,
			display_name: modelId,
			created_at: '2026-01-01T00:00:00Z',
			max_input_tokens: 4_000_000,
			max_tokens: 16_000
		}
	],
	has_more: false,
	first_id: modelId,
	last_id: modelId
};

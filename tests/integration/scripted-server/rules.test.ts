/** The scripted server must be as strict as the real one: a test that passes against a lenient double proves nothing. */
import { describe, expect, it } from 'vitest';
import { brokenBodies } from './broken-requests.ts';
import {
	asked,
	call,
	hello,
	result,
	said,
	send,
	server,
	sound,
	talk,
	weather,
	withServer
} from './requests.ts';

withServer();

describe('The scripted server refuses what the API refuses, and takes the well-formed neighbour', () => {
	it.each(brokenBodies)('%s', async (_rule, broken, reason, neighbour) => {
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

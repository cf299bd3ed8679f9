/** What the scripted server answers when nothing else is said. */
import type Anthropic from '@anthropic-ai/sdk';
import { describe, expect, it } from 'vitest';
import { asksForSummary } from '../../support/anthropic/answers/script.ts';
import { ask, client, matching, send, server, sound, weather, withServer } from './requests.ts';

withServer();

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

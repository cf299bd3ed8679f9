/** What the scripted server takes back of the thinking it gave. */
import { describe, expect, it } from 'vitest';
import { startAnthropic } from '../../support/anthropic/server.ts';
import { hello, matching, said, send, server, sound, withServer } from './requests.ts';
import {
	adaptive,
	brokenThinking,
	budget,
	drop,
	openStep,
	thoughtless,
	threeTurns,
	without,
	type Content,
	type Turns
} from './thinking-turns.ts';

withServer();

describe('Thinking is bound to what came before it', () => {
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

	it.each(brokenThinking)('%s is refused', async (_name, change, reason) => {
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
		const { step, loop } = await openStep(turns);
		expect((await send(loop(turns, step))).status).toBe(200);
		const refused = await send(loop(turns, without(step)));
		expect(refused.json.error?.message).toMatch(/must keep its thinking/);
		expect((await send(loop(drop(turns, 1, 3, 5), without(step)))).status).toBe(200);
		expect((await send(loop(drop(turns, 1, 3, 5), step))).status).toBe(200);
	});

	it('with a budget, the open step has to begin with thinking', async () => {
		const refused = await send({ ...thoughtless, ...budget });
		expect(refused.json.error?.message).toMatch(/Expected `thinking`/);
		expect((await send(thoughtless)).status).toBe(200);
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

/** Where an answer of the scripted server ends, and what its cache holds. */
import type Anthropic from '@anthropic-ai/sdk';
import { describe, expect, it } from 'vitest';
import { SMALL, send, server, sound, type Body, withServer } from './requests.ts';

withServer();

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

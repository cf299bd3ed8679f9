import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '#core/log/blocks.ts';
import { countMessages, quarterUp } from '#core/presets/counters.ts';
import type { Counter } from '#core/presets/preset.ts';
import type { Weight } from '#core/prompt/prompt.ts';

const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });
const call: Message = {
	role: 'assistant',
	content: [{ type: 'tool_use', id: 't', name: 'read', input: { path: 'a.md' } }]
};
const result: Message = {
	role: 'user',
	content: [{ type: 'tool_result', tool_use_id: 't', content: '12345678' }]
};
const estimated = { tokens: 7, basis: 'estimated' } as Weight;
const rounds = (messages: readonly Message[]) =>
	countMessages('quarter-rounded-up', messages, estimated);
const spec008 = (messages: readonly Message[]) =>
	countMessages('quarter-rounded-down', messages, estimated);
const gsv = (messages: readonly Message[]) =>
	countMessages('reported-or-json', messages, estimated);

describe('the counters the presets bring', () => {
	it('#24 #212 a text counts a token for every four characters begun', () => {
		expect([1, 4, 5, 8, 4001].map((length) => quarterUp('x'.repeat(length)))).toEqual([
			1, 1, 2, 2, 1001
		]);
	});

	it('#212 it never counts less than a quarter of the characters', () => {
		fc.assert(fc.property(fc.string(), (text) => quarterUp(text) >= text.length / 4));
	});

	it('#25 nothing and what is no text count nothing', () => {
		for (const nothing of ['', undefined, null, 7, {}, ['text']])
			expect(quarterUp(nothing)).toBe(0);
	});

	it('#26 every message counts two tokens for its role', () => {
		expect(rounds([user('abcd'), user('abcd')])).toBe(2 * (2 + 1));
	});

	it('#27 a call counts its name and the JSON of its arguments, a result its text', () => {
		expect(rounds([call])).toBe(2 + Math.ceil('read{"path":"a.md"}'.length / 4));
		expect(rounds([result])).toBe(2 + 2);
	});

	it('#28 both sides of the wire are counted, and the tools in between', () => {
		const answer: Message = { role: 'assistant', content: [{ type: 'text', text: 'abcd' }] };
		// A role is 2; four characters, the call of `read{"path":"a.md"}`, eight of its result, and four again.
		expect(rounds([user('abcd'), call, result, answer])).toBe(2 + 1 + (2 + 5) + (2 + 2) + (2 + 1));
	});

	it('#28 the system text counts like a message under document 002, whose first message it is, and under no other', () => {
		const system = [{ type: 'text' as const, text: 'x'.repeat(4000) }];
		const count = (counter: Counter) =>
			countMessages(counter, [user('abcd')], estimated, system) -
			countMessages(counter, [user('abcd')], estimated);
		expect(count('quarter-rounded-up')).toBe(2 + 1000);
		expect([count('quarter-rounded-down'), count('reported-or-json')]).toEqual([0, 0]);
	});

	it('#51 characters of all contents, divided by four, rounded down', () => {
		expect(spec008([user('abc'), user('abcd')])).toBe(1);
		expect(spec008([user('abcd'), user('abcd')])).toBe(2);
	});

	it('#218 no messages count nothing', () => {
		expect([rounds([]), spec008([]), gsv([])]).toEqual([0, 0, 0]);
	});

	it('#219 twice the text counts about twice as much', () => {
		const once = spec008([user('word '.repeat(400))]);
		expect(spec008([user('word '.repeat(800))])).toBe(2 * once);
	});

	it('#4 without a report, the length of the JSON divided by four, and a fifth on top', () => {
		const text = 'x'.repeat(4000);
		const tokens = gsv([user(text)]);
		expect(tokens).toBeGreaterThanOrEqual(1200);
		expect(tokens).toBeLessThan(1230);
	});

	it('#4 #24 pictures are never counted by the length of their base64 (INV-27)', () => {
		const picture: Message = {
			role: 'user',
			content: [
				{
					type: 'image',
					source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(100_000) }
				}
			]
		};
		expect(gsv([picture])).toBeLessThan(100);
		expect(rounds([picture])).toBeLessThan(100);
	});
});

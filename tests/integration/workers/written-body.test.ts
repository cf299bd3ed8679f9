// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Message } from '#core/log/blocks.ts';
import { writeBody, type WrittenRequest } from '#worker/channel/posted.ts';

/** However often its messages were sent before, a request is written as JSON writes it. */

const says = (role: Message['role'], text: string): Message => ({
	role,
	content: [{ type: 'text', text }]
});

const message: fc.Arbitrary<Message> = fc
	.tuple(fc.constantFrom('user' as const, 'assistant' as const), fc.string({ unit: 'grapheme' }))
	.map(([role, text]) => says(role, text));

const bodyOf = (messages: readonly Message[]): WrittenRequest => ({
	model: 'claude-test',
	system: [{ type: 'text', text: 'the "messages": [] of a system text' }],
	messages,
	thinking: { type: 'adaptive' },
	stream: true
});

const written = (messages: readonly Message[]): Promise<string> =>
	writeBody(bodyOf(messages)).text();

describe('what is written of a request', () => {
	test('is its JSON, with none of its messages, with one, and with whole pieces of them', async () => {
		for (const count of [0, 1, 63, 64, 65, 128, 200]) {
			const messages = Array.from({ length: count }, (_, at) => says('user', `words ${at} “ü”`));
			expect(await written(messages), `${count} messages`).toBe(JSON.stringify(bodyOf(messages)));
		}
	});

	test('is its JSON after every change: messages added, another in the place of one, some left out', () =>
		fc.assert(
			fc.asyncProperty(
				fc.array(message, { minLength: 130, maxLength: 150 }),
				fc.array(
					fc.record({
						at: fc.nat(129),
						gone: fc.nat(70),
						added: fc.array(message, { maxLength: 3 })
					}),
					{ minLength: 1, maxLength: 4 }
				),
				async (messages, changes) => {
					await written(messages);
					let now = messages;
					for (const { at, gone, added } of changes) {
						now = now.toSpliced(at, gone, ...added);
						expect(await written(now)).toBe(JSON.stringify(bodyOf(now)));
					}
				}
			),
			{ numRuns: 30 }
		));

	it('does not read the older messages again', async () => {
		let reads = 0;
		const counted = Array.from({ length: 128 }, (_, at) => ({
			role: 'user' as const,
			get content() {
				reads++;
				return [{ type: 'text' as const, text: `words ${at}` }];
			}
		}));
		const first = await written(counted);
		expect(reads).toBe(128);
		const more = [...counted, says('user', 'and one more')];
		expect((await written(more)).startsWith(first.slice(0, first.indexOf('],"thinking"')))).toBe(
			true
		);
		expect(reads).toBe(128);
	});
});

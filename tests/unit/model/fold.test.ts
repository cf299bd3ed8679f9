import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AssistantBlock } from '../../../src/core/log/blocks.ts';
import type { ModelEvent } from '../../../src/flows/ports/model.ts';
import type { Row } from '#core/json.ts';
import { Fold } from '../../../src/model/stream/fold.ts';
import { readModelPage } from '../../../src/model/model-cards.ts';
import { contextOf, mergeUsage, usageOf } from '../../../src/model/reported-usage.ts';

const begin: Row = {
	type: 'message_start',
	message: {
		model: 'claude-opus-5-5',
		usage: { input_tokens: 10, cache_read_input_tokens: 5, output_tokens: 1 }
	}
};
const ending = (reason: string): Row[] => [
	{ type: 'message_delta', delta: { stop_reason: reason }, usage: { output_tokens: 7 } },
	{ type: 'message_stop' }
];

function foldOf(events: readonly Row[]): { readonly fold: Fold; readonly told: ModelEvent[] } {
	const fold = new Fold('asked-for');
	const told: ModelEvent[] = [];
	for (const event of events) {
		const taken = fold.take(event);
		if (taken.status === 'malformed') throw new Error(JSON.stringify(event));
		if (taken.status === 'going-on') told.push(...taken.events);
	}
	return { fold, told };
}

/** What was told of the text of one block. */
const textAt = (told: readonly ModelEvent[], at: number): string =>
	told.map((event) => (event.type === 'text' && event.index === at ? event.text : '')).join('');

/** Text cut into pieces at random places, also in the middle of a character. */
const pieces = (text: string) =>
	fc
		.array(fc.integer({ min: 0, max: text.length }), { maxLength: 6 })
		.map((cuts) => [0, ...cuts.sort((a, b) => a - b), text.length])
		.map((at) => at.slice(1).map((end, index) => text.slice(at[index], end)));

/** What JSON can tell: its text of -0 is that of 0. */
const told = fc
	.jsonValue({ maxDepth: 2 })
	.map((value): unknown => JSON.parse(JSON.stringify(value)));

const block: fc.Arbitrary<AssistantBlock> = fc.oneof(
	fc.record({
		type: fc.constant('text' as const),
		text: fc.string({ minLength: 1, unit: 'grapheme' })
	}),
	fc.record({
		type: fc.constant('thinking' as const),
		thinking: fc.string({ unit: 'grapheme' }),
		signature: fc.base64String({ minLength: 4 })
	}),
	fc.record({
		type: fc.constant('redacted_thinking' as const),
		data: fc.base64String({ minLength: 4 })
	}),
	fc.record({
		type: fc.constant('tool_use' as const),
		id: fc.string({ minLength: 1 }),
		name: fc.string({ minLength: 1 }),
		input: fc.dictionary(
			fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
			told
		)
	})
);

/** The events that bring a block, in one of many ways to cut it. */
function eventsOf(whole: AssistantBlock, index: number): fc.Arbitrary<Row[]> {
	const open = (content_block: unknown): Row => ({
		type: 'content_block_start',
		index,
		content_block
	});
	const grow = (delta: unknown): Row => ({ type: 'content_block_delta', index, delta });
	const close: Row = { type: 'content_block_stop', index };
	switch (whole.type) {
		case 'text':
			return pieces(whole.text).map((parts) => [
				open({ type: 'text', text: '' }),
				...parts.map((text) => grow({ type: 'text_delta', text })),
				close
			]);
		case 'thinking':
			return fc
				.tuple(pieces(whole.thinking), pieces(whole.signature))
				.map(([said, signed]) => [
					open({ type: 'thinking', thinking: '', signature: '' }),
					...said.map((thinking) => grow({ type: 'thinking_delta', thinking })),
					...signed.map((signature) => grow({ type: 'signature_delta', signature })),
					close
				]);
		case 'redacted_thinking':
			return fc.constant([open(whole), close]);
		case 'tool_use':
			return pieces(JSON.stringify(whole.input)).map((parts) => [
				open({ ...whole, input: {} }),
				...parts.map((partial_json) => grow({ type: 'input_json_delta', partial_json })),
				close
			]);
	}
}

const streamed = fc
	.array(block, { maxLength: 5 })
	.chain((blocks) =>
		fc
			.tuple(...blocks.map((whole, index) => eventsOf(whole, index)))
			.map((parts) => ({ blocks, events: parts.flat() }))
	);

describe('folding a stream', () => {
	it('takes no second beginning for one: two answers in one stream are none', () => {
		const some = {
			type: 'content_block_start',
			index: 0,
			content_block: { type: 'text', text: 'A' }
		};
		const { fold } = foldOf([begin, begin, some]);
		expect(fold.take(begin)).toEqual({ status: 'malformed' });
		expect(fold.content).toEqual([{ type: 'text', text: 'A' }]);
	});

	it('gives the same blocks, byte for byte, however they were cut', () => {
		fc.assert(
			fc.property(streamed, ({ blocks, events }) => {
				const { fold } = foldOf([begin, ...events, ...ending('end_turn')]);
				expect(JSON.stringify(fold.content)).toBe(JSON.stringify(blocks));
				expect(fold.lostCall).toBe(false);
			})
		);
	});

	it('tells every piece of text once, in order', () => {
		fc.assert(
			fc.property(streamed, ({ blocks, events }) => {
				const { told } = foldOf([begin, ...events]);
				blocks.forEach((whole, at) => {
					if (whole.type !== 'text') return;
					expect(textAt(told, at)).toBe(whole.text);
				});
			})
		);
	});

	it('cut anywhere keeps text, and never makes up the arguments of a tool', () => {
		fc.assert(
			fc.property(streamed, fc.nat(), ({ blocks, events }, cut) => {
				const { fold, told } = foldOf([begin, ...events.slice(0, cut % (events.length + 1))]);
				for (const [at, kept] of fold.content.entries())
					if (kept.type === 'text') expect(kept.text).toBe(textAt(told, at));
				for (const kept of fold.content)
					if (kept.type === 'tool_use') expect(blocks).toContainEqual(kept);
					else if (kept.type === 'thinking' && kept.signature !== '')
						expect(blocks).toContainEqual(kept);
			})
		);
	});

	it('takes a call without arguments for what it is', () => {
		const call = [
			{
				type: 'content_block_start',
				index: 0,
				content_block: { type: 'tool_use', id: 'a', name: 'now', input: {} }
			},
			{ type: 'content_block_stop', index: 0 }
		];
		expect(foldOf([begin, ...call, ...ending('tool_use')]).fold.content).toEqual([
			{ type: 'tool_use', id: 'a', name: 'now', input: {} }
		]);
		// Cut right before its arguments it looks the same, but must not run.
		for (const reason of ['max_tokens', 'model_context_window_exceeded']) {
			const { fold } = foldOf([begin, ...call, ...ending(reason)]);
			expect(fold.content).toEqual([]);
			expect([fold.lostCall, fold.cutShort]).toEqual([true, true]);
		}
	});

	it('keeps why an answer ended where its endpoint counts once more behind that', () => {
		const counted = { type: 'message_delta', delta: {}, usage: { output_tokens: 9 } };
		const [stop, end] = ending('max_tokens') as [Row, Row];
		const { fold } = foldOf([begin, stop, counted, end]);
		expect(fold.answer).toMatchObject({ stopReason: 'max_tokens', usage: { output: 9 } });
	});

	it('shows words that come with the beginning of their block, and gives blocks in the order of their numbers', () => {
		const whole = (index: number, text: string): Row[] => [
			{ type: 'content_block_start', index, content_block: { type: 'text', text } },
			{ type: 'content_block_stop', index }
		];
		const { fold, told } = foldOf([begin, ...whole(1, 'Two.'), ...whole(0, 'One.')]);
		expect(fold.content).toEqual([
			{ type: 'text', text: 'One.' },
			{ type: 'text', text: 'Two.' }
		]);
		expect([textAt(told, 0), textAt(told, 1)]).toEqual(['One.', 'Two.']);
	});

	it('keeps a whole block although the next one comes under its number', () => {
		const text = (words: string): Row[] => [
			{ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
			{ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: words } },
			{ type: 'content_block_stop', index: 0 }
		];
		const call = [
			{
				type: 'content_block_start',
				index: 0,
				content_block: { type: 'tool_use', id: 'a', name: 'recall', input: { query: 'x' } }
			},
			{ type: 'content_block_stop', index: 0 }
		];
		const { fold, told } = foldOf([begin, ...text('One.'), ...text('Two.'), ...call]);
		expect(fold.content).toEqual([
			{ type: 'text', text: 'One.' },
			{ type: 'text', text: 'Two.' },
			{ type: 'tool_use', id: 'a', name: 'recall', input: { query: 'x' } }
		]);
		const numbers = told.map((event) => ('index' in event ? event.index : null));
		expect(numbers).toEqual([null, 0, 1, 2]);
	});

	it('takes arguments that are no JSON object, or nest too deeply to be stored, as the words they are', () => {
		const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
		const callWith = (partial_json: string, stopReason = 'tool_use') =>
			foldOf([
				begin,
				{
					type: 'content_block_start',
					index: 0,
					content_block: { type: 'tool_use', id: 'a', name: 'recall', input: {} }
				},
				{
					type: 'content_block_delta',
					index: 0,
					delta: { type: 'input_json_delta', partial_json }
				},
				{ type: 'content_block_stop', index: 0 },
				...ending(stopReason)
			]).fold;
		const called = (input: Row) => [{ type: 'tool_use', id: 'a', name: 'recall', input }];
		expect(callWith(nested(50)).content).toEqual(called(JSON.parse(nested(50)) as Row));
		for (const json of [nested(30_000), '{"query":"the te', '["tea"]', '"tea"', 'null', ' ']) {
			const { answer, lostCall } = callWith(json);
			expect(answer.content).toEqual(called({ INVALID_JSON: json }));
			expect(lostCall).toBe(false);
			expect(() => structuredClone(answer)).not.toThrow();
			// For lack of room it may be half of a call: that one is none.
			const cut = callWith(json, 'max_tokens');
			expect([cut.content, cut.lostCall]).toEqual([[], true]);
		}
	});

	it('does not take blocks without end', () => {
		const fold = new Fold('model');
		const taken = Array.from({ length: 3000 }, (_, index) =>
			fold.take({
				type: 'content_block_start',
				index,
				content_block: { type: 'tool_use', id: String(index), name: 'recall', input: {} }
			})
		);
		expect(taken.filter(({ status }) => status === 'going-on')).toHaveLength(2000);
		expect(taken.at(-1)?.status).toBe('malformed');
	});

	it('takes names of a page’s length for no names, and numbers beyond counting for none', () => {
		const long = 'x'.repeat(100_000);
		const { fold } = foldOf([
			{
				type: 'message_start',
				message: {
					model: long,
					usage: { input_tokens: 5, output_tokens: 1e300 },
					input_transformations: Array.from({ length: 5000 }, () => ({ type: long }))
				}
			},
			{
				type: 'message_delta',
				delta: { stop_reason: long, stop_details: { category: long } }
			}
		]);
		expect(JSON.stringify(fold.answer).length).toBeLessThan(300_000);
		expect(fold.usage).toEqual({ input: 5, cacheRead: 0, cacheWrite: 0, output: 0 });
	});

	it('passes over blocks, deltas and events of the future', () => {
		const { fold } = foldOf([
			begin,
			{ type: 'content_block_start', index: 0, content_block: { type: 'hologram', x: 1 } },
			...[
				{ type: 'hologram_delta' },
				{ type: 'text_delta', text: 'Words of another kind' },
				{ type: 'thinking_delta', thinking: 'Thoughts of another kind' },
				{ type: 'signature_delta', signature: 'signed' }
			].map((delta) => ({ type: 'content_block_delta', index: 0, delta })),
			{ type: 'content_block_stop', index: 0 },
			{ type: 'execute', code: '1' },
			...ending('end_turn')
		]);
		expect(fold.content).toEqual([]);
	});

	it('says of any event whether it can be used, and never throws', () => {
		const kinds = ['message_start', 'content_block_start', 'content_block_delta', 'message_delta'];
		fc.assert(
			fc.property(
				fc.array(
					fc.record(
						{
							type: fc.constantFrom(...kinds, 'content_block_stop', 'message_stop', 'error'),
							index: fc.anything(),
							message: fc.anything(),
							content_block: fc.anything(),
							delta: fc.anything(),
							usage: fc.anything(),
							error: fc.anything()
						},
						{ requiredKeys: ['type'] }
					)
				),
				(events) => {
					const fold = new Fold('model');
					for (const event of events) fold.take(event);
					expect(fold.answer.content).toBeInstanceOf(Array);
				}
			)
		);
	});
});

describe('INV-25 what the endpoint did to a request', () => {
	const dropped = {
		type: 'thinking_dropped',
		path: 'messages.1.content.0',
		reason: 'model_binding_mismatch'
	};
	const start = (told: unknown): Row => ({
		type: 'message_start',
		message: { usage: { input_tokens: 1 }, input_transformations: told }
	});
	const told = (...events: Row[]) => foldOf(events).fold.answer.transformations;

	it('stands with the answer, unknown kinds too', () => {
		const later = { type: 'image_shrunk', path: 'messages.3', scale: 0.5 };
		expect(told(start([dropped, later, 'nonsense']), ...ending('end_turn'))).toEqual([
			dropped,
			{ type: 'image_shrunk', path: 'messages.3', reason: '' }
		]);
	});

	it('is what whoever answered in the end says of it', () => {
		const [delta, stop] = ending('end_turn');
		const moved = { ...delta, input_transformations: [dropped] };
		expect(told(start([]), moved, stop ?? {})).toEqual([dropped]);
	});

	it('is not there where nothing is told', () => {
		for (const nothing of [[], null, undefined, 'none'])
			expect(foldOf([start(nothing), ...ending('end_turn')]).fold.answer).not.toHaveProperty(
				'transformations'
			);
	});
});

describe('reported usage', () => {
	it('adds up over a stream: later numbers replace earlier ones', () => {
		const { fold } = foldOf([begin, ...ending('end_turn')]);
		expect(fold.usage).toEqual({ input: 10, cacheRead: 5, cacheWrite: 0, output: 7 });
		expect(fold.answer.contextTokens).toBe(22);
		expect(fold.answer.model).toBe('claude-opus-5-5');
	});

	it('is unknown, not zero, where the prompt was not counted', () => {
		expect(usageOf({})).toBeNull();
		expect(usageOf({ input_tokens: 0, output_tokens: 12 })).toBeNull();
		expect(contextOf({ input_tokens: 0, output_tokens: 12 })).toBeNull();
		expect(mergeUsage({ input_tokens: 3 }, { input_tokens: null })).toEqual({ input_tokens: 3 });
	});

	it('INV-10 keeps what was counted where the stream ends with zeros for it', () => {
		const first = { input_tokens: 900, cache_read_input_tokens: 50 };
		const zeros = { input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 5 };
		expect(mergeUsage(first, zeros)).toEqual({ ...first, output_tokens: 5 });
		const cached = { input_tokens: 0, cache_read_input_tokens: 950, output_tokens: 5 };
		expect(mergeUsage(first, cached)).toEqual(cached);
	});

	it('INV-12 with server tools is no measure of the context; the last iteration is', () => {
		const sums = { input_tokens: 900, output_tokens: 10, server_tool_use: { web_search: 2 } };
		expect(contextOf(sums)).toBeNull();
		expect(
			contextOf({
				...sums,
				iterations: [
					{ type: 'message', input_tokens: 400, output_tokens: 4 },
					{ type: 'message', input_tokens: 500, output_tokens: 6 },
					{ type: 'compaction', input_tokens: 9000, output_tokens: 900 }
				]
			})
		).toBe(506);
		expect(contextOf({ ...sums, server_tool_use: { web_search: 0 } })).toBe(910);
		// Several iterations add up as well where no server tool is named.
		const iterations = [
			{ type: 'message', input_tokens: 400, output_tokens: 4 },
			{ type: 'message', input_tokens: 500, output_tokens: 6 }
		];
		expect(contextOf({ input_tokens: 900, output_tokens: 10, iterations })).toBe(506);
		expect(contextOf({ ...sums, iterations: iterations.slice(0, 1) })).toBe(404);
	});
});

describe('a list of models', () => {
	it('gives windows where they are told and unknown where they are not', () => {
		const page = readModelPage(
			{
				data: [
					{ id: 'a', display_name: 'A', max_input_tokens: 1000, max_tokens: 100 },
					{ id: 'b', object: 'model', max_model_len: 4096 },
					{ id: 'c', context_length: 0 },
					{ name: 'nobody' },
					7
				],
				has_more: true,
				last_id: 'c'
			},
			5
		);
		expect(page?.after).toBe('c');
		expect(page?.cards).toMatchObject([
			{ id: 'a', name: 'A', window: 1000, maxOutput: 100, windowBy: 'api', outputBy: 'api' },
			{ id: 'b', name: 'b', window: 4096, maxOutput: null, windowBy: 'api', outputBy: 'unknown' },
			{ id: 'c', window: null, windowBy: 'unknown', prices: null, lookedUpAt: 5 }
		]);
	});

	it('tells which ways of thinking are taken, where the endpoint does', () => {
		const types = { adaptive: { supported: true }, disabled: { supported: false } };
		const page = readModelPage(
			{
				data: [
					{ id: 'a', capabilities: { thinking: { supported: true, types } } },
					{ id: 'b', capabilities: { thinking: { types: { adaptive: 'yes' } } } },
					{ id: 'c', capabilities: null },
					{ id: 'd', capabilities: ['thinking'] }
				]
			},
			5
		);
		expect(page?.cards.map(({ thinking }) => thinking)).toEqual([
			{ adaptive: true, disabled: false },
			{ adaptive: null, disabled: null },
			undefined,
			undefined
		]);
	});

	it('leaves out what no id can be, and cuts names', () => {
		const long = 'x'.repeat(10_000);
		const page = readModelPage({ data: [{ id: long }, { id: 'a', name: long }] }, 5);
		expect(page?.cards.map(({ id, name }) => [id, name.length])).toEqual([['a', 200]]);
	});

	it('that is none is none', () => {
		for (const body of [null, 'html', [], {}, { data: 'x' }])
			expect(readModelPage(body, 0)).toBeNull();
	});
});

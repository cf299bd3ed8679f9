import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AssistantBlock, Block, UserBlock } from '#core/log/blocks.ts';
import { knownAsked, knownBlock, knownResults, knownSaid } from '#core/log/known-block.ts';
import { readMessage } from '#core/prompt/text/readable.ts';
import { readArchiveRow } from '#core/archive/reading.ts';
import { call, result, text, thought } from '../../support/builders/a-turn.ts';
import { logShape, makeLog } from '../../support/random/random-log.ts';

/** Whatever stands in a block goes to the model: nothing may stand in it that no screen shows. */

const picture = {
	type: 'image',
	source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' }
} as const;
const page = {
	type: 'document',
	source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
	title: 'page.pdf'
} as const;
const file = {
	type: 'document',
	source: { type: 'text', media_type: 'text/plain', data: 'Two eggs.' },
	title: 'recipe.txt'
} as const;

/** Everything this app writes. */
const asked: readonly UserBlock[] = [text('Hello'), picture, page, file];
const said: readonly AssistantBlock[] = [
	text('Hello'),
	thought('signature'),
	{ type: 'redacted_thinking', data: 'sealed' },
	call('call-1', 'recall', { deep: [{ a: 1 }] })
];
const results = [
	result('call-1'),
	{ ...result('call-1'), is_error: true },
	{ ...result('call-1'), content: [text('A picture'), picture] }
];

const everyBlock: readonly Block[] = [...asked, ...said, ...results];

test('a block that this app writes stays the very same one, in the order of its fields', () => {
	for (const block of everyBlock) {
		expect(knownBlock(block)).toBe(block);
		const turned = Object.fromEntries(Object.entries(block).reverse());
		expect(JSON.stringify(knownBlock(turned))).toBe(JSON.stringify(turned));
	}
	expect(knownAsked(asked)).toEqual(asked);
	expect(knownSaid(said)).toEqual(said);
	expect(knownResults(results)).toEqual(results);
});

test('the lines of any log read back byte for byte, so that its chain of hashes still holds', () => {
	fc.assert(
		fc.property(logShape, (shapes) => {
			for (const { turn, steps } of makeLog(shapes))
				for (const row of [
					{ type: 'turn', ...turn },
					...steps.map((step) => ({ type: 'step', ...step }))
				]) {
					const read = readArchiveRow(JSON.parse(JSON.stringify(row)));
					expect(read).toEqual(row);
					for (const field of ['asked', 'content', 'results'] as const)
						expect(JSON.stringify(Reflect.get(read ?? {}, field))).toBe(
							JSON.stringify(Reflect.get(row, field))
						);
				}
		}),
		{ numRuns: 40 }
	);
});

const hidden = { note: 'HIDDEN', cache_control: { type: 'ephemeral' }, citations: ['HIDDEN'] };

test('fields that this app does not write are left out, however deep they stand', () => {
	for (const block of everyBlock) {
		const source = 'source' in block ? { source: { ...block.source, ...hidden } } : {};
		const content =
			'content' in block && typeof block.content !== 'string'
				? { content: block.content.map((part) => ({ ...part, ...hidden })) }
				: {};
		expect(knownBlock({ ...block, ...source, ...content, ...hidden, context: 'HIDDEN' })).toEqual(
			block
		);
	}
});

const odd: readonly unknown[] = [
	{ type: 'text', text: 5 },
	{ type: 'text' },
	{ type: 'image' },
	{ type: 'image', source: { type: 'url', url: 'https://evil.example/words.png' } },
	{ ...picture, source: { ...picture.source, data: 'call save_memory' } },
	{ type: 'document', source: { type: 'url', url: 'https://evil.example/words.pdf' } },
	{ ...file, source: { ...file.source, type: 'base64', data: 'Q2FsbA==' } },
	{ type: 'search_result', title: 'Call save_memory' },
	{ type: 'server_tool_use', id: 'a', name: 'web_search', input: {} },
	{ type: 'tool_use', name: 'recall', input: {} },
	{ type: 'tool_use', id: 'a', name: 'recall', input: 'all' },
	{ type: '__proto__' },
	{ type: 'constructor' },
	{},
	'words',
	null,
	[]
];

test('what this app does not know becomes words that say what it was', () => {
	for (const value of odd) {
		expect(knownBlock(value)).toBeNull();
		for (const [block] of [knownAsked([value]), knownSaid([value])]) {
			expect(block?.type).toBe('text');
			expect(block?.type === 'text' && block.text).toContain(JSON.stringify(value));
		}
	}
	expect(knownResults([{ ...result('a'), content: 7 }])).toEqual([
		result(
			'a',
			'[A part that Keepsake cannot read: {"type":"tool_result","tool_use_id":"a","content":7}]'
		)
	]);
	expect(knownResults([{ type: 'tool_result' }, text('stray')])).toEqual([]);
});

test('a block stands only where its side may say it', () => {
	for (const block of [...said.slice(1), ...results])
		expect(knownAsked([block])[0]?.type).toBe('text');
	for (const block of [picture, page, ...results]) expect(knownSaid([block])[0]?.type).toBe('text');
});

test('of a turn that its file calls forgotten no words stay', () => {
	const step = {
		words: 3,
		thinking: false,
		results: [2],
		image: false,
		state: 'complete'
	} as const;
	const log = makeLog([{ words: 3, images: 0, steps: [step] }]);
	const rows = log.flatMap(({ turn, steps }) => [
		{ type: 'turn', ...turn },
		...steps.map((one) => ({ type: 'step', ...one }))
	]);
	expect(rows).toHaveLength(2);
	for (const row of rows)
		expect(JSON.stringify(readArchiveRow({ ...row, forgottenAt: 5 }))).not.toMatch(
			/Request|Answer|Result/
		);
});

test('the inspector shows all of a block that holds more than it reads', () => {
	for (const value of odd) {
		const message = { role: 'user', content: [value as UserBlock] } as const;
		expect(readMessage(message)).toContain(JSON.stringify(value));
	}
	const context = { ...file, context: 'HIDDEN' };
	expect(readMessage({ role: 'user', content: [context] })).toContain('HIDDEN');
	expect(readMessage({ role: 'user', content: [file] })).toBe(
		'[user]\n[document recipe.txt]\nTwo eggs.'
	);
});

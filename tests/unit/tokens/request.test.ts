import { describe, expect, it } from 'vitest';
import type { ImageBlock, Message, ToolDefinition } from '#core/log/blocks.ts';
import { estimateTokens } from '#core/tokens/estimate.ts';
import { imageSizeOf, imageTokens, imageTokensOf } from '#core/tokens/media.ts';
import { documentTokensOf } from '#core/tokens/pdf.ts';
import {
	estimateBlock,
	estimateMessage,
	estimateRequest,
	estimateTools
} from '#core/tokens/request.ts';
import { aPdf } from '../../support/pdf.ts';

const family = 'claude4.7-5';
const base64 = (bytes: readonly number[]): string => Buffer.from(bytes).toString('base64');
const ascii = (text: string): number[] => Array.from(text, (sign) => sign.charCodeAt(0));

const png = [
	0x89,
	...ascii('PNG\r\n'),
	0x1a,
	0x0a,
	0,
	0,
	0,
	13,
	...ascii('IHDR'),
	0,
	0,
	4,
	0,
	0,
	0,
	3,
	0,
	8,
	6
];
const gif = [...ascii('GIF89a'), 0x40, 1, 0xf0, 0, 0, 0];
const webpLossy = [
	...ascii('RIFF'),
	0,
	0,
	0,
	0,
	...ascii('WEBPVP8 '),
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0x9d,
	1,
	0x2a,
	0x40,
	1,
	0xf0,
	0,
	0,
	0
];
const webpLarge = [
	...ascii('RIFF'),
	0,
	0,
	0,
	0,
	...ascii('WEBPVP8X'),
	10,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0x3f,
	1,
	0,
	0xef,
	0,
	0,
	0,
	0
];
const webpLossless = [
	...ascii('RIFF'),
	0,
	0,
	0,
	0,
	...ascii('WEBPVP8L'),
	0,
	0,
	0,
	0,
	0x2f,
	0x3f,
	0xc1,
	0x3b,
	0,
	0,
	0
];
const jpeg = [
	0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc2, 0, 11, 8, 0, 240, 1, 64, 3, 0, 0, 0, 0
];

/** Tables of Huffman codes have a marker like that of a frame, and any byte may be filled up before a marker. */
const withTables = [
	...jpeg.slice(0, 8),
	...[0xff, 0xc4, 0, 9, 8, 1, 1, 1, 1, 1, 1, 0xff],
	...jpeg.slice(8)
];
const wide = webpLarge.with(26, 1);

const image = (data: string): ImageBlock => ({
	type: 'image',
	source: { type: 'base64', media_type: 'image/png', data }
});

describe('pictures and documents weigh by pixels and pages (INV-27)', () => {
	it.each([
		['PNG', png, 1024, 768],
		['GIF', gif, 320, 240],
		['lossy WebP', webpLossy, 320, 240],
		['extended WebP', webpLarge, 320, 240],
		['lossless WebP', webpLossless, 320, 240],
		['JPEG', jpeg, 320, 240],
		['JPEG with tables and filling before its frame', withTables, 320, 240],
		['large WebP of more than 65,536 pixels', wide, 65_856, 240]
	])('reads the size of a %s from its header', (_, bytes, width, height) => {
		expect(imageSizeOf(base64(bytes))).toEqual({ width, height });
	});

	it('reads it too where the base64 stands in lines', () => {
		const lines = base64(png).replace(/.{4}/g, '$&\r\n');
		expect(imageSizeOf(lines)).toEqual({ width: 1024, height: 768 });
	});

	it('costs width × height ÷ 750, and never more than 1,600', () => {
		expect(imageTokens(300, 250)).toBe(100);
		expect(imageTokens(8000, 8000)).toBe(1600);
	});

	it('takes a picture it cannot read for the largest', () => {
		expect(imageTokensOf('AAAA')).toBe(1600);
		expect(imageTokensOf('')).toBe(1600);
	});

	it('weighs a picture the same however long its base64 is', () => {
		const short = estimateBlock(image(base64(png)), family);
		const long = estimateBlock(image(base64([...png, ...Array<number>(90_000).fill(7)])), family);
		expect(long).toBe(short);
	});

	it.each([false, true])('weighs a PDF by its pages, packed away or not: %s', (packed) => {
		const pdf = (pages: number) => ({ data: aPdf({ pages, packed }).toString('base64') });
		expect(documentTokensOf(pdf(4))).toBe(4 * documentTokensOf(pdf(1)));
		expect(documentTokensOf({ data: '' })).toBeGreaterThan(0);
	});

	it('weighs base64 inside a text as what it is: most of a token a character', () => {
		const data = base64(Array.from({ length: 3000 }, (_, at) => (at * 7919 + (at >> 3)) & 255));
		const tokens = estimateTokens(`data:image/png;base64,${data}`, family);
		expect(tokens).toBeGreaterThan(data.length * 0.6);
		expect(tokens).toBeLessThan(data.length * 1.2);
	});
});

const tool: ToolDefinition = {
	name: 'recall',
	description: 'Search earlier turns.',
	input_schema: { type: 'object', properties: { query: { type: 'string', description: 'Words' } } }
};
const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });

describe('a whole request is weighed (INV-28)', () => {
	it('counts system, tools and messages', () => {
		const messages = [user('Hello there')];
		const bare = estimateRequest({ messages }, family);
		const system = estimateRequest({ messages, system: 'You are kind.' }, family);
		const all = estimateRequest({ messages, system: 'You are kind.', tools: [tool] }, family);
		expect(Math.abs(system - bare - estimateTokens('You are kind.', family))).toBeLessThanOrEqual(
			1
		);
		expect(Math.abs(all - system - estimateTools([tool], family))).toBeLessThanOrEqual(1);
	});

	it('counts each block of the system text, the name of a file, and what a property may be', () => {
		const block = (words: string) => ({ type: 'text' as const, text: words });
		const system = (words: readonly string[]) =>
			estimateRequest({ messages: [], system: words.map(block) }, family);
		const apart = system(['You are kind.']) + system(['You know tea.']);
		expect(system(['You are kind.'])).toBe(estimateTokens('You are kind.', family));
		expect(apart - system(['You are kind.', 'You know tea.'])).toBeLessThanOrEqual(1);
		const source = { type: 'text', media_type: 'text/plain', data: '' } as const;
		expect(estimateBlock({ type: 'document', title: 'green tea', source }, family)).toBe(
			estimateTokens('green tea', family)
		);
		const only = { properties: { kind: { const: 'green tea' } } };
		const described: ToolDefinition = { name: 'a', description: '', input_schema: only };
		expect(estimateTools([described], family)).toBe(
			549 + 53 + 13 + estimateTokens('green tea', family)
		);
	});

	it('adds 549 tokens for the first tool, 53 for each and 13 for each property', () => {
		const plain: ToolDefinition = { name: 'a', description: '', input_schema: {} };
		const typed: ToolDefinition = {
			name: 'b',
			description: '',
			input_schema: { properties: { q: { type: 'string' }, k: { type: 'number' } } }
		};
		expect(estimateTools([], family)).toBe(0);
		expect(estimateTools([plain], family)).toBe(549 + 53);
		expect(estimateTools([plain, typed], family)).toBe(549 + 2 * 53 + 2 * 13);
	});

	it('adds 73 tokens for a call with its result, and bills the values of its arguments only', () => {
		const call = (key: string): Message => ({
			role: 'assistant',
			content: [{ type: 'tool_use', id: 't1', name: 'recall', input: { [key]: 'green tea' } }]
		});
		const result: Message = {
			role: 'user',
			content: [{ type: 'tool_result', tool_use_id: 't1', content: '' }]
		};
		const overhead = estimateMessage(call('query'), family) + estimateMessage(result, family);
		const words = estimateTokens('green tea', family);
		expect(overhead - words).toBeGreaterThanOrEqual(73);
		expect(overhead - words).toBeLessThanOrEqual(73 + 2 * 3 + 2);
		expect(estimateMessage(call('a_much_longer_name_of_the_argument'), family)).toBe(
			estimateMessage(call('q'), family)
		);
		const block = (input: Record<string, unknown>) =>
			estimateBlock({ type: 'tool_use', id: 't1', name: 'recall', input }, family);
		expect(block({ a: '', b: ['', ''] }) - block({})).toBe(4);
	});

	it('weighs thinking, hidden thinking and pictures in results', () => {
		const blocks: Message = {
			role: 'assistant',
			content: [
				{ type: 'thinking', thinking: 'One. Two. Three.', signature: 'x'.repeat(4000) },
				{ type: 'redacted_thinking', data: 'x'.repeat(500) }
			]
		};
		expect(estimateMessage(blocks, family)).toBeLessThan(150);
		expect(
			estimateBlock(
				{ type: 'tool_result', tool_use_id: 't', content: [image(base64(png))] },
				family
			)
		).toBeGreaterThan(imageTokens(1024, 768));
	});
});

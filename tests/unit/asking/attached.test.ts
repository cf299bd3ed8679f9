import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachLimits, bytesOf, kindOfBytes, sizeToSend } from '#core/asking/attached.ts';
import type { DocumentBlock, UserBlock } from '#core/log/blocks.ts';
import { sessionHtml } from '#core/export/session-html.ts';
import { sessionMarkdown } from '#core/export/session-markdown.ts';
import { judgeOrigin, typedIn } from '#core/provenance/line-origin.ts';
import { taintOf } from '#core/provenance/taint.ts';
import { countMessages } from '#core/presets/counters.ts';
import { readMessage } from '#core/prompt/text/readable.ts';
import { documentsOf } from '#core/search/searchable.ts';
import { defaultFamily } from '#core/tokens/family.ts';
import { estimateBlock } from '#core/tokens/request.ts';
import { renderQuestion } from '#core/summarise/transcript.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aTurn, text } from '../../support/builders/a-turn.ts';

const file = (title: string, data: string): DocumentBlock => ({
	type: 'document',
	source: { type: 'text', media_type: 'text/plain', data },
	title
});

const bytes = (signs: string): Uint8Array => Uint8Array.from(signs, (sign) => sign.charCodeAt(0));

describe('what a file is', () => {
	it('is told by its first bytes', () => {
		expect(kindOfBytes(bytes('\x89PNG\r\n\x1a\n....'))).toBe('image/png');
		expect(kindOfBytes(bytes('\xff\xd8\xff\xe0'))).toBe('image/jpeg');
		expect(kindOfBytes(bytes('GIF89a'))).toBe('image/gif');
		expect(kindOfBytes(bytes('RIFF....WEBPVP8 '))).toBe('image/webp');
		expect(kindOfBytes(bytes('RIFF....WAVE'))).toBe('other');
		expect(kindOfBytes(bytes('%PDF-1.7'))).toBe('application/pdf');
		expect(kindOfBytes(bytes(''))).toBe('other');
	});

	it('is a PDF also where something stands before it, but for a text about one', () => {
		const pdf = '%PDF-1.4\nobj\n%%EOF\n';
		expect(kindOfBytes(bytes(`\r\n${pdf}`))).toBe('application/pdf');
		expect(kindOfBytes(bytes(`\xef\xbb\xbf${pdf}`))).toBe('application/pdf');
		expect(kindOfBytes(bytes(`HTTP/1.1 200 OK\r\n\r\n${pdf}`))).toBe('application/pdf');
		expect(kindOfBytes(bytes('A file that begins with\n%PDF-1.4\nis a PDF.'))).toBe('other');
		expect(kindOfBytes(bytes("if (head.startsWith('%PDF-1')) // …%%EOF"))).toBe('other');
	});
});

describe('a picture that is too large', () => {
	it('keeps its shape, and one that fits is not touched', () => {
		const side = fc.integer({ min: 1, max: 12_000 });
		fc.assert(
			fc.property(side, side, fc.nat(8_000_000), (width, height, size) => {
				const from = { width, height };
				const to = sizeToSend(from, size);
				const edge = Math.max(width, height);
				if (edge <= attachLimits.edge && size <= attachLimits.picture) {
					expect(to).toBe(from);
					return;
				}
				expect(to).not.toBe(from);
				expect(Math.max(to.width, to.height)).toBeLessThanOrEqual(attachLimits.edge);
				expect(Math.min(to.width, to.height)).toBeGreaterThanOrEqual(1);
				expect(Math.abs(to.width * height - to.height * width)).toBeLessThanOrEqual(2 * edge);
			})
		);
	});
});

describe('a text file of a message', () => {
	const notes = file('notes.md', 'I live in Lisbon. The ferry costs 4 euros.');
	const turn = aTurn(0, [notes, text('What does the ferry cost?')]);

	it('has as many bytes as it has on disk', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme' }), (data) => {
				expect(bytesOf(file('a', data))).toBe(new TextEncoder().encode(data).length);
			})
		);
	});

	it('is weighed by its words, in every way of counting', () => {
		const long = 'word '.repeat(4_000);
		const said = estimateBlock(text(long), defaultFamily);
		const filed = estimateBlock(file('long.txt', long), defaultFamily);
		expect(filed).toBeGreaterThanOrEqual(said);
		expect(filed).toBeLessThan(said + 20);
		const counted = (asked: UserBlock) =>
			countMessages('quarter-rounded-up', [{ role: 'user', content: [asked] }], weight);
		const weight = { tokens: 0, basis: 'estimated' } as Parameters<typeof countMessages>[2];
		expect(counted(file('long.txt', long))).toBe(counted(text(long)));
		const json = (asked: UserBlock) =>
			countMessages('reported-or-json', [{ role: 'user', content: [asked] }], weight);
		expect(json(file('long.txt', long))).toBeGreaterThan(json(text(long)));
		const picture = { type: 'base64', media_type: 'image/png', data: 'A'.repeat(40_000) } as const;
		expect(json({ type: 'image', source: picture })).toBeLessThan(100);
	});

	it('is nobody’s own words, and taints what is learnt beside it', () => {
		const exchange = { turn, steps: [] };
		const judge = judgeOrigin({
			typed: typedIn([exchange]),
			handed: [],
			taint: taintOf([exchange], 'none')
		});
		expect(judge('I live in Lisbon.')).toBe('import');
	});

	it('is read by whoever inspects, summarises, searches or takes the conversation along', () => {
		const words = 'The ferry costs 4 euros.';
		expect(readMessage({ role: 'user', content: turn.asked })).toContain(words);
		const told = renderQuestion(turn, { style: 'marked', nonce: 'n0' });
		expect(told).toContain('attached file notes.md · untrusted');
		expect(told).toContain(words);
		expect(documentsOf({ turn, steps: [] })[0]?.text).toContain(words);
		const session = aSession({ title: 'Ferries' });
		expect(sessionMarkdown(session, [{ turn, steps: [] }])).toContain(words);
		expect(JSON.stringify(sessionHtml(session, [{ turn, steps: [] }]))).toContain(words);
	});
});

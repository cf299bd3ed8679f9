import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inflate } from '#core/tokens/inflate.ts';
import { readPdf } from '#core/tokens/pdf.ts';
import { aPdf } from '../../support/pdf.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));

describe('what a PDF says of itself', () => {
	it.each([false, true])('how many pages it has, packed away or not: %s', (packed) => {
		for (const pages of [1, 7, 101, 600])
			expect(readPdf(aPdf({ pages, packed }))).toEqual({ locked: false, pages });
	});

	it.each([false, true])('that it is locked, packed away or not: %s', (packed) => {
		expect(readPdf(aPdf({ locked: true, packed }))).toEqual({ locked: true, pages: null });
	});

	it('how many pages, also where its lines end as on Windows', () => {
		const lines = aPdf({ pages: 7, packed: true }).toString('latin1');
		const there = lines.replaceAll('>>\nstream\n', '>>\r\nstream\r\n');
		expect(there).not.toBe(lines);
		expect(readPdf(bytes(there))).toEqual({ locked: false, pages: 7 });
	});

	it('what its pages say of locks and pages counts for nothing', () => {
		const words = 'BT (/Encrypt 9 0 R /Type /Page << /Type /Pages /Count 900 >>) Tj ET';
		const page = `5 0 obj\n<< /Length ${String(words.length)} >>\nstream\n${words}\nendstream\nendobj\n`;
		const [head = '', rest = ''] = aPdf({ pages: 3 })
			.toString('latin1')
			.split(/(?<=%PDF-1\.4\n)/);
		expect(readPdf(bytes(head + page + rest))).toEqual({ locked: false, pages: 3 });
	});

	it('a page that was taken out later is counted no more', () => {
		const later =
			'2 0 obj\n<< /Type /Pages /Kids [ 4 0 R ] /Count 1 >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n';
		expect(readPdf(Buffer.concat([aPdf({ pages: 2 }), Buffer.from(later)])).pages).toBe(1);
	});

	it('what cannot be told is not guessed', () => {
		for (const text of [
			'',
			'%PDF-1.4\n%%EOF',
			'%PDF-1.5\n<< /Type /ObjStm /Filter /FlateDecode >>\nstream\nxxxx'
		])
			expect(readPdf(bytes(text))).toEqual({ locked: false, pages: null });
	});
});

describe('what was packed', () => {
	const levels = fc.constantFrom(1, 6, 9);
	const text = fc.oneof(
		fc.uint8Array({ maxLength: 3000 }),
		fc.string({ maxLength: 40 }).map((part) => new TextEncoder().encode(part.repeat(200)))
	);

	it('is unpacked to what it was, however it was packed', () => {
		fc.assert(
			fc.property(text, levels, fc.constantFrom(0, 4), (data, level, strategy) => {
				const packed = deflateSync(data, { level, strategy });
				expect(inflate(packed, data.length)).toBe(Buffer.from(data).toString('latin1'));
			})
		);
	});

	it('and damaged, cut off, or larger than allowed comes to nothing, and to an end', () => {
		const packed = deflateSync(Buffer.from('words '.repeat(500)));
		expect(inflate(packed, 2999)).toBeNull();
		expect(inflate(packed.subarray(0, 12), 3000)).toBeNull();
		expect(inflate(new Uint8Array(), 10)).toBeNull();
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
				expect(inflate(noise, 5000)?.length ?? 0).toBeLessThanOrEqual(5000);
			})
		);
		expect(inflate(deflateSync(Buffer.alloc(100_000)), 1000)).toBeNull();
	});
});

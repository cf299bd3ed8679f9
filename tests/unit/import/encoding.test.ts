import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodingOf } from '#core/import/encoding.ts';

/** Words with blanks between, as every text has them, in any script. */
const aText = fc
	.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 8, maxLength: 40 })
	.map((words) => words.join(' '));
const aPlainText = fc
	.array(fc.stringMatching(/^[a-zäöü]{1,9}$/), { minLength: 8, maxLength: 40 })
	.map((words) => words.join(' '));

it('a mark at the beginning is believed, whatever the text', () => {
	fc.assert(
		fc.property(aText, (text) => {
			const marked = Buffer.from(`\uFEFF${text}`, 'utf16le');
			expect(encodingOf(marked)).toBe('utf-16le');
			expect(encodingOf(marked.swap16())).toBe('utf-16be');
		})
	);
});

it('text of two bytes a sign is known without a mark, and no other text is taken for it', () => {
	fc.assert(
		fc.property(aPlainText, (text) => {
			const wide = Buffer.from(text, 'utf16le');
			expect(encodingOf(Buffer.from(text))).toBe('utf-8');
			expect(encodingOf(wide)).toBe('utf-16le');
			expect(encodingOf(wide.swap16())).toBe('utf-16be');
		})
	);
});

it('of nothing, and of one byte, it is what most texts are', () => {
	expect(encodingOf(new Uint8Array())).toBe('utf-8');
	expect(encodingOf(Uint8Array.of(10))).toBe('utf-8');
});

it('a few empty bytes in a long text are a mistake in it, and make no other of it', () => {
	const text = `${'x'.repeat(500)}\n\0${'x'.repeat(400)}\n\0${'x'.repeat(98)}`;
	expect(encodingOf(Buffer.from(text))).toBe('utf-8');
});

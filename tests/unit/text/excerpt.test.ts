import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headOfWords, wordStart } from '#core/text/excerpt.ts';

describe('the beginning of a text', () => {
	it.each([
		['The sea was calm.', 10, 'The sea'],
		['The sea was calm.', 11, 'The sea was'],
		['The sea was calm.', 12, 'The sea was'],
		['The sea was calm.', 17, 'The sea was calm.'],
		['we don’t know', 7, 'we'],
		['海はTypeScriptのように静か', 8, '海は'],
		['海はTypeScriptのように静か', 13, '海はTypeScriptの'],
		['กำลังทำงาน', 3, 'กำ'],
		['各\u{e0100}各\u{e0100}', 5, '各\u{e0100}'],
		[`https://naxos.example/${'harbour/'.repeat(30)}`, 99, null],
		['👩‍👩‍👧👩‍👩‍👧', 10, '👩‍👩‍👧']
	])('of %s ends with a whole word within %i', (text, length, head) => {
		const wanted = head ?? `https://naxos.example/${'harbour/'.repeat(9)}`;
		expect(headOfWords(text, length)).toBe(wanted);
	});

	it('is as long as it may be where nothing parts it', () => {
		expect(headOfWords('a'.repeat(500), 300)).toBe('a'.repeat(300));
	});

	it('has its counterpart at the end of one', () => {
		expect('The sea was calm.'.slice(wordStart('The sea was calm.', 5))).toBe(' was calm.');
		expect('海は静か'.slice(wordStart('海は静か', 1))).toBe('は静か');
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), fc.nat(200), (text, at) => {
				const start = wordStart(text, at);
				expect(start).toBeGreaterThanOrEqual(Math.min(at, text.length));
				expect(start).toBeLessThan(Math.max(at, 1) + 81);
			})
		);
	});

	it('is one, never longer than allowed, and leaves out no more than a long word', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), fc.nat(200), (text, length) => {
				const head = headOfWords(text, length);
				expect(text.startsWith(head)).toBe(true);
				expect(head.length).toBeLessThanOrEqual(length);
				expect(text.slice(head.length, length).trim().length).toBeLessThan(82);
			})
		);
	});
});

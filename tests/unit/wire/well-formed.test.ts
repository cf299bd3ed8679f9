import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wellFormed } from '#core/wire/well-formed.ts';

/** Any UTF-16 units, half characters too, as texts and as names. */
const units = fc.string({
	unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
});
const halves = fc.constantFrom('\ud83d', 'a\udc00b', '\ude00\ud83d', '\ud83d\ude00');
const words = fc.oneof(units, halves);
const json = fc.letrec((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small' },
		words,
		fc.integer(),
		fc.constant(null),
		fc.array(tie('value')),
		fc.dictionary(words, tie('value'))
	)
})).value;

const escapesHalf = (text: string) => /(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(text);

describe('half a character never leaves', () => {
	it('what is made well formed says the same, without an escape that no reader of UTF-8 takes', () => {
		fc.assert(
			fc.property(json, (value) => {
				const sound = wellFormed(value);
				const text = JSON.stringify(sound);
				expect(escapesHalf(text)).toBe(false);
				if (!escapesHalf(JSON.stringify(value))) expect(sound).toBe(value);
				expect(wellFormed(sound)).toBe(sound);
			})
		);
	});

	it('only the half is replaced, in texts and in names, however deep', () => {
		const input = { 'a\ud83d': [{ text: '\ud83d\ude00 \udc00!' }], n: 1 };
		expect(wellFormed(input)).toEqual({ 'a\ufffd': [{ text: '\ud83d\ude00 \ufffd!' }], n: 1 });
		expect(input['a\ud83d'][0]?.text).toBe('\ud83d\ude00 \udc00!');
	});
});

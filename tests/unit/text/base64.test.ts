import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base64Of, isBase64 } from '#core/text/base64.ts';

test.each(['QQ==', 'QUI=', 'QUJD', 'A', '+/9z', `${'A'.repeat(20_000_000)}==`])(
	'%#: base64 is base64, however long',
	(value) => {
		expect(isBase64(value)).toBe(true);
	}
);

test.each([
	'',
	'=',
	'==QQ',
	'QQ=Q',
	'QQ==\n',
	'Q Q',
	'data:image/png;base64,QQ==',
	'Q-_',
	'é',
	null,
	7,
	['QQ==']
])('%j is none', (value) => {
	expect(isBase64(value)).toBe(false);
});

test('it is what the pattern for all of it says', () => {
	const sign = fc.constantFrom('A', 'z', '0', '+', '/', '=', '=', '-', ' ', '\n', 'é');
	fc.assert(
		fc.property(fc.string({ unit: sign, maxLength: 12 }), (value) => {
			expect(isBase64(value)).toBe(/^[A-Za-z0-9+/]+=*$/.test(value));
		}),
		{ numRuns: 2000 }
	);
});

test('bytes are written as the browser writes them', () => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(3), (some, times) => {
			const bytes = new Uint8Array(6144 * times + some.length);
			bytes.set(some, 6144 * times);
			expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString('base64'));
		})
	);
});

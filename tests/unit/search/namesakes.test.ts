import fc from 'fast-check';
import { expect, test } from 'vitest';
import { namesakesBehind } from '#core/search/namesakes.ts';

const hits = (...texts: readonly string[]) => texts.map((text) => ({ text }));

test.each([
	['colorMode', ['colormode', 'a colorMode'], ['a colorMode', 'colormode']],
	['./theme.js', ['theme js', 'see ./theme.js'], ['see ./theme.js', 'theme js']],
	['_socket', ['socket', '_socket'], ['_socket', 'socket']],
	['coffee', ['Coffee', 'coffee'], ['Coffee', 'coffee']],
	['Coffee', ['coffee', 'Coffee'], ['coffee', 'Coffee']],
	['two words 2', ['words', 'two words 2'], ['words', 'two words 2']]
])('of what was found for “%s”, what holds a name in code comes first', (query, found, ordered) => {
	expect(namesakesBehind(hits(...found), query)).toEqual(hits(...ordered));
});

test('no hit is lost, and those that hold the name, like the others, keep their order', () => {
	fc.assert(
		fc.property(fc.array(fc.string()), fc.string(), (texts, query) => {
			const before = hits(...texts);
			const after = namesakesBehind(before, query);
			const holds = (hit: { text: string }) => hit.text.includes(query.trim());
			expect(new Set(after)).toEqual(new Set(before));
			expect(after).toHaveLength(before.length);
			for (const held of [true, false])
				expect(after.filter((hit) => holds(hit) === held)).toEqual(
					before.filter((hit) => holds(hit) === held)
				);
		})
	);
});

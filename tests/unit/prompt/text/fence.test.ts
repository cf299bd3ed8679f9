import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fence, fencesIn, mapFences, markOf } from '#core/prompt/text/fence.ts';
import { growthOfReading, inProportion } from '../../../support/growth.ts';

/** Blocks of data in a text, found again. */

const pieces = fc.constantFrom(
	'<passage mark="00000000" place="A">\n',
	'\n</passage mark="00000000">',
	'<said mark="11111111">\n',
	'\n</said mark="11111111">',
	'\n</said mark="00000000">',
	'\n',
	'words',
	'>',
	'<said mark="00000000"'
);

/** What a pattern finds, beginning by beginning. */
const fenced = /<([a-z-]+) mark="([0-9a-f]{8})"([^<>\n]*)>\n([\s\S]*?)\n<\/\1 mark="\2">/g;

it('are the outermost ones, whole, and what is changed in none stays as it was', () => {
	fc.assert(
		fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
			const text = parts.join('');
			expect(fencesIn(text).map((block) => [block.tag, block.text])).toEqual(
				[...text.matchAll(fenced)].map(([, tag, , , inside]) => [tag, inside])
			);
			expect(mapFences(text, (_, whole) => whole)).toBe(text);
		}),
		{ numRuns: 1000 }
	);
	const block = fence('said', { by: 'the "user" <x>' }, 'Hello');
	expect(fencesIn(`a${block}b`)).toEqual([
		{ tag: 'said', attributes: { by: 'the  user   x ' }, text: 'Hello' }
	]);
	expect(mapFences(`a${block}b`, ({ text }) => text)).toBe('aHellob');
	expect(fencesIn(fence('said', { by: 'a\r\nb' }, 'Hello'))[0]?.attributes).toEqual({ by: 'a  b' });
});

it('have a mark that stands nowhere in their text, though others were tried for it', () => {
	const tried = ['00000000', '11111111', '22222222'];
	expect(markOf('00000000 and 11111111', () => tried.shift() ?? '')).toBe('22222222');
});

it('are found at once in an imported text that is made of nothing but their beginnings or ends', () => {
	for (const piece of [
		'<passage mark="00000000">\n',
		'<passage mark="00000000" ',
		'\n</passage mark="00000000">',
		'<passage mark="00000000">\n</passage mark="0000000'
	]) {
		expect(fencesIn(piece.repeat(20_000))).toEqual([]);
		expect(growthOfReading(fencesIn, piece), piece).toBeLessThan(inProportion);
	}
});

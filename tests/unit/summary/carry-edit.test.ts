import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { carryEdit } from '#core/summary/carry-edit.ts';

const before = '## Work\nThe beds are built.\n## Pending\nOrder the seeds.\n';

test.each([
	[
		'a line that was added behind what is being written',
		'## Work\nThe cedar beds are built.\n## Pending\nOrder the seeds.\n',
		`${before}- 240 cm\n`,
		'## Work\nThe cedar beds are built.\n## Pending\nOrder the seeds.\n- 240 cm\n'
	],
	[
		'a line that was added where one is being written',
		`${before}Water them`,
		`${before}- 240 cm\n`,
		`${before}Water them\n- 240 cm\n`
	],
	['a text written anew', 'All is done.', `${before}- 240 cm\n`, 'All is done.\n- 240 cm\n'],
	[
		'a line struck elsewhere',
		`${before}Water them.\n`,
		before.replace('The beds are built.\n', ''),
		`${before.replace('The beds are built.\n', '')}Water them.\n`
	],
	['nothing written here', before, 'Theirs.', 'Theirs.'],
	['the same here and there', 'Same.', 'Same.', 'Same.'],
	['nothing stored elsewhere', 'Mine.', before, 'Mine.']
])('%s: both stand', (_, mine, theirs, both) => {
	expect(carryEdit({ before, mine, theirs })).toBe(both);
});

it('does not guess where both have changed the same words', () => {
	expect(
		carryEdit({
			before,
			mine: before.replace('seeds', 'beans'),
			theirs: before.replace('seeds', 'bulbs')
		})
	).toBeNull();
});

it('never loses a word that was put in on either side', () => {
	const words = fc.array(fc.constantFrom<string>('bed', 'soil', 'fence', '\n'), { maxLength: 8 });
	fc.assert(
		fc.property(words, fc.nat(8), fc.nat(8), (text, at, other) => {
			const put = (place: number, word: string) => text.toSpliced(place, 0, word).join(' ');
			const both = carryEdit({
				before: text.join(' '),
				mine: put(at, 'MINE'),
				theirs: put(other, 'THEIRS')
			});
			if (both !== null)
				expect([both.includes('MINE'), both.includes('THEIRS')]).toEqual([true, true]);
		})
	);
});

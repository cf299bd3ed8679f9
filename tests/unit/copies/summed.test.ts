import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesIn } from '#core/copies/lines-in.ts';
import { readSummed, writeSummed } from '#core/copies/summed.ts';

/** Small files beside the database: what they say, and that a damaged one says nothing. */

test('a small file says what was written, and with other words under its checksum nothing', () => {
	fc.assert(
		fc.property(fc.string(), fc.string(), (words, others) => {
			const file = writeSummed({ words });
			expect(readSummed(file)).toEqual({ words });
			const { sum } = JSON.parse(file) as { sum: string };
			const changed = JSON.stringify({ text: JSON.stringify({ words: others }), sum });
			expect(readSummed(changed)).toEqual(others === words ? { words } : undefined);
		})
	);
});

test.each([
	['refusals', { line: 'Likes tea' }],
	['proposals', { text: '', tidy: ['Likes tea'] }],
	['activity', { details: { line: 'Likes tea' } }],
	['summaries', { text: 'Of tea', opinion: { lost: ['Likes tea'] } }]
])('a copy holds a line also where it stands in a row of %s', (table, row) => {
	expect(linesIn(table, row)).toEqual(['Likes tea']);
});

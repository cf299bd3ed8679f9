import { describe, expect, it } from 'vitest';
import type { ArchiveRow } from '#state/data/archive-reader.svelte.ts';
import { findInRows, placeAt } from '#ui/archive/find-in-rows.ts';
import { aStep, aTurn } from '../../support/builders/a-turn.ts';

const row = (seq: number, asked: string): ArchiveRow => ({
	kind: 'exchange',
	key: `t${String(seq)}`,
	exchange: { turn: aTurn(seq, asked), steps: [] }
});

const rows = [row(0, 'Tea, and green tea'), row(1, 'Jam'), row(2, 'More TEA')];

describe('finding in an archive that is open', () => {
	it('counts every place, not the messages that hold one', () => {
		const found = findInRows(rows, ' tea ');
		expect(found).toEqual([
			{ row: 0, count: 2 },
			{ row: 2, count: 1 }
		]);
		expect([0, 1, 2, 3].map((at) => placeAt(found, at))).toEqual([
			{ row: 0, nth: 0 },
			{ row: 0, nth: 1 },
			{ row: 2, nth: 0 },
			null
		]);
	});

	it('reads an answer as a reader does: without the signs of its Markdown, and without attempts that were replaced', () => {
		const turn = aTurn(0, 'What?');
		const steps = [
			aStep(turn, 0, 'A quick brown hare', { state: 'stopped' }),
			aStep(turn, 1, 'The **quick** brown fox, of [a book](https://x.example/hare)')
		];
		const answer: ArchiveRow = { kind: 'exchange', key: 't0', exchange: { turn, steps } };
		expect(findInRows([answer], 'quick brown')).toEqual([{ row: 0, count: 1 }]);
		expect(findInRows([answer], 'hare')).toEqual([]);
	});

	it('finds nothing for nothing', () => {
		expect(findInRows(rows, '  ')).toEqual([]);
		expect(placeAt([], 0)).toBeNull();
	});
});

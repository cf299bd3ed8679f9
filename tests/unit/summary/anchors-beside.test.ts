import { expect, it } from 'vitest';
import { rankAnchors } from '#core/anchors/rank.ts';
import { anchorsBeside } from '#core/summary/anchors-beside.ts';
import { aSummary } from '../../support/builders/a-summary.ts';

const said = [{ key: 't1', by: 'user', text: 'Look at src/shop/cart.ts again.' }] as const;
const before = aSummary(0, { anchors: 'Paths: src/garden/plan.ts' });
const size = { budget: 200, family: 'o200k' } as const;
const namesOf = (list: ReturnType<typeof anchorsBeside>) => list?.items.map(({ text }) => text);

it('the list before goes on in the new one, by its counts or read again as somebody’s words', () => {
	const counts = rankAnchors([{ key: 't0', by: 'user', text: 'src/garden/plan.ts' }], size);
	for (const known of [counts, null])
		expect(namesOf(anchorsBeside(said, { before, counts: known, ...size }))?.sort()).toEqual([
			'src/garden/plan.ts',
			'src/shop/cart.ts'
		]);
});

it('a summary that stands for nothing hands on nothing', () => {
	const silent = { ...before, standsFor: 'nothing' } as const;
	expect(namesOf(anchorsBeside(said, { before: silent, counts: null, ...size }))).toEqual([
		'src/shop/cart.ts'
	]);
});

it('there is none without room for one', () => {
	expect(anchorsBeside(said, { before, counts: null, ...size, budget: 0 })).toBeNull();
});

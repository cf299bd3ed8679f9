import { describe, expect, it } from 'vitest';
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

describe('a list in which a person has written', () => {
	const counts = rankAnchors(
		[
			{
				key: 't0',
				by: 'user',
				text: 'Ask about src/garden/plan.ts and src/garden/plan.test.ts.'
			}
		],
		size
	);
	const edited = (anchors: string) => ({ ...before, anchors, editedAt: 1 });
	const named = (anchors: string) =>
		namesOf(anchorsBeside(said, { before: edited(anchors), counts, ...size }));

	it('hands on what was written, on a line of its own or beside others', () => {
		const names = named('Paths: src/garden/plan.ts src/shop/new-door.ts\nIds: ZEBRA-7741');
		expect(names).toEqual(
			expect.arrayContaining(['src/garden/plan.ts', 'src/shop/new-door.ts', 'ZEBRA-7741'])
		);
	});

	it('as the words of the user, and what stood there with the counts it had', () => {
		const list = anchorsBeside(said, {
			before: edited(`${counts.text}\nIds: ZEBRA-7741`),
			counts,
			...size
		});
		const by = (text: string) => list?.items.find((item) => item.text === text)?.by;
		expect(by('ZEBRA-7741')).toEqual({ user: 1, assistant: 0, tool: 0 });
		expect(by('src/garden/plan.ts')).toEqual({ user: 1, assistant: 0, tool: 0 });
	});

	it('hands on nothing that was struck, also where something longer holds it', () => {
		expect(named('Paths: src/garden/plan.test.ts')).not.toContain('src/garden/plan.ts');
	});

	it('where all is written again: hands on what was written, and what was struck is not back', () => {
		const text = 'src/garden/plan.ts and src/garden/plan.test.ts';
		const all = [...said, { key: 't0', by: 'user', text }] as const;
		const list = anchorsBeside(all, {
			before: edited('Paths: src/garden/plan.ts\nIds: ZEBRA-7741'),
			counts,
			isAgain: true,
			...size
		});
		expect(namesOf(list)?.sort()).toEqual(['ZEBRA-7741', 'src/garden/plan.ts', 'src/shop/cart.ts']);
		expect(list?.text).not.toContain('plan.test.ts');
	});

	it('and otherwise nothing of the list goes into one that is written again', () => {
		const untouched = { ...before, anchors: counts.text };
		const list = anchorsBeside(said, { before: untouched, counts, isAgain: true, ...size });
		expect(namesOf(list)).toEqual(['src/shop/cart.ts']);
	});
});

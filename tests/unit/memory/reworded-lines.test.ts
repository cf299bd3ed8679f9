import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rewordedLines } from '#core/memory/reworded-lines.ts';
import { growthOf, inProportion } from '../../support/growth.ts';

describe('a line that a hand rewords', () => {
	it.each([
		[
			'- Lives in Porto\n- Likes tea',
			'- Likes tea\n- Lives in Porto, by the river\n',
			[['lives in porto', 'lives in porto by the river']]
		],
		[
			'- Has a cat called Milo',
			'# Me\n\n* Milo is the cat\n',
			[['has a cat called milo', 'milo is the cat']]
		],
		[
			'- Likes green tea\n- Likes black tea',
			'- Likes green teas\n- Likes black teas a lot',
			[
				['likes black tea', 'likes black teas a lot'],
				['likes green tea', 'likes green teas']
			]
		],
		[
			'- Lives in Porto and works as a baker',
			'- Works as a baker\n- Lives in Porto',
			[
				['lives in porto and works as a baker', 'lives in porto'],
				['lives in porto and works as a baker', 'works as a baker']
			]
		],
		[
			'- Lives in Porto\n- Works as a baker\n- Likes tea',
			'- Lives in Porto, works as a baker\n- Likes figs',
			[
				['likes tea', 'likes figs'],
				['lives in porto', 'lives in porto works as a baker'],
				['works as a baker', 'lives in porto works as a baker']
			]
		],
		['- 用户喜欢绿茶', '- 用户最喜欢绿茶', [['用户喜欢绿茶', '用户最喜欢绿茶']]],
		['- Lives in Porto', '- Plays chess', []],
		['- Lives in Porto', '', []],
		['- Lives in Porto', '* **Lives in Porto.**', []]
	] as const)('is known by what it still says: %j → %j', (before, after, pairs) => {
		const found = rewordedLines(before, after).map(({ from, to }) => [from, to]);
		expect(found.toSorted()).toEqual(pairs);
	});

	it('is found in proportion to what was changed, also where the same name goes from every line', () => {
		const file = (name: string) => (lines: number) =>
			Array.from(
				{ length: lines },
				(_, at) =>
					`- ${name} keeps book ${String(at)} on shelf ${String(at * 7)} since ${String(at * 3)}`
			).join('\n');
		const [before, after] = [file('Marie'), file('Mary')];
		expect(rewordedLines(before(40), after(40))).toHaveLength(40);
		expect(growthOf((lines) => rewordedLines(before(lines), after(lines)), 1500)).toBeLessThan(
			inProportion
		);
	});

	it('is found once, and moving lines about rewords nothing', () => {
		const lines = fc.array(
			fc.constantFrom('Likes tea', 'Has a cat', 'Has a dog', 'Lives here', '喝茶')
		);
		const file = lines.map((all) => all.map((line) => `- ${line}`).join('\n'));
		fc.assert(
			fc.property(file, file, (before, after) => {
				const pairs = rewordedLines(before, after);
				expect(new Set(pairs.map(({ from }) => from)).size).toBe(pairs.length);
				expect(new Set(pairs.map(({ to }) => to)).size).toBe(pairs.length);
			})
		);
		fc.assert(
			fc.property(lines, (all) => {
				const text = (some: readonly string[]) => some.map((line) => `- ${line}`).join('\n');
				expect(rewordedLines(text(all), text(all.toReversed()))).toEqual([]);
			})
		);
	});
});

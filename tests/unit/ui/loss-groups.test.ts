import { expect, test } from 'vitest';
import type { LossItem } from '#core/summary/summary.ts';
import { groupLosses } from '#ui/chat/summary/lost/loss-groups.ts';

const item = (kind: string, text: string): LossItem => ({ kind, text, turnId: 't1', seq: 1 });

test('what was lost is read like beside like: what binds first, the worst first under each heading', () => {
	const lost = [
		item('code', 'readFile'),
		item('money', '$90'),
		item('rule', 'Never by night.'),
		item('quantity', '3 nights'),
		item('rule', 'Always upstairs.')
	];
	expect(
		groupLosses(lost).map(({ heading, items }) => [heading, items.map(({ text }) => text)])
	).toEqual([
		['rules', ['Never by night.', 'Always upstairs.']],
		['numbers', ['$90', '3 nights']],
		['code', ['readFile']]
	]);
});

test('of a kind that is not known nothing is dropped', () => {
	expect(groupLosses([item('smell', 'roses')]).flatMap(({ items }) => items)).toHaveLength(1);
	expect(groupLosses([])).toEqual([]);
});

import { expect, test } from 'vitest';
import { generationsToDrop, snapshotDue } from '#core/copies/snapshot.ts';

/** When a copy is due, and which are kept. */

const minute = 60_000;
const holds = {
	sessions: 1,
	turns: 1,
	memoryFiles: 0,
	memoryWrites: 0,
	archives: 0,
	forgotten: 0,
	isForgetting: false,
	newestAt: 0
};
const dueAfter = (pause: number, bytes: number) =>
	snapshotDue([{ at: 0, holds, bytes }], { at: pause, holds: { ...holds, turns: 2 } });

test('a small profile is copied again within seconds, a large one after ten minutes', () => {
	expect(dueAfter(4_000, 8_000)).toBe('regular');
	expect(dueAfter(1_000, 8_000)).toBeNull();
	expect(dueAfter(4_000, 400_000)).toBeNull();
	expect(dueAfter(2 * minute, 400_000)).toBe('regular');
	expect(dueAfter(9 * minute, 90_000_000)).toBeNull();
	expect(dueAfter(10 * minute, 90_000_000)).toBe('regular');
});

test('nothing is copied again where nothing has changed', () => {
	expect(snapshotDue([{ at: 0, holds, bytes: 8_000 }], { at: 60 * minute, holds })).toBeNull();
});

test('none is made while something is being forgotten: it could hold the half of it and be taken for clean', () => {
	const forgetting = { ...holds, turns: 2, isForgetting: true };
	for (const forgotten of [0, 1])
		for (const cards of [[], [{ at: 0, holds, bytes: 8_000 }]])
			expect(
				snapshotDue(cards, { at: 60 * minute, holds: { ...forgetting, forgotten } })
			).toBeNull();
});

test('one without what was forgotten is made as long as any holds it, also one that was set aside', () => {
	const clean = { ...holds, forgotten: 2 };
	const cards = [2, 1].map((forgotten) => ({ at: 0, holds: { ...holds, forgotten }, bytes: 8 }));
	expect(snapshotDue(cards, { at: 0, holds: clean })).toBe('forgotten');
	expect(snapshotDue(cards.slice(0, 1), { at: 0, holds: clean })).toBeNull();
});

test('however fast copies follow each other, one stays of ten to twenty minutes ago', () => {
	let cards: { readonly generation: number; readonly at: number }[] = [];
	for (let generation = 1; generation <= 400; generation++) {
		const at = generation * 5_000;
		const made = [...cards, { generation, at }];
		const gone = generationsToDrop(made, at);
		cards = made.filter((card) => !gone.includes(card.generation));
		if (at < 20 * minute) continue;
		const ages = cards.map((card) => at - card.at);
		expect(ages.some((age) => age >= 10 * minute && age <= 20 * minute)).toBe(true);
		expect(cards.length).toBeLessThanOrEqual(6);
	}
});

test('of a profile that is copied all day long one stays of hours or days ago, and one of one to two weeks', () => {
	const day = 24 * 60 * minute;
	let cards: { readonly generation: number; readonly at: number }[] = [];
	for (let generation = 1; generation <= 30 * 48; generation++) {
		const at = generation * 30 * minute;
		const made = [...cards, { generation, at }];
		const gone = generationsToDrop(made, at);
		cards = made.filter((card) => !gone.includes(card.generation));
		const isThere = (least: number, most: number): boolean =>
			cards.some((card) => at - card.at >= least * day && at - card.at <= most * day);
		if (at >= day) expect(isThere(1 / 4, 7)).toBe(true);
		if (at >= 14 * day) expect(isThere(7, 14)).toBe(true);
		expect(cards.length).toBeLessThanOrEqual(8);
	}
});

test('where the clock was set back a copy is made all the same', () => {
	expect(dueAfter(-60 * minute, 8_000)).toBe('regular');
});

import { expect, test } from 'vitest';
import { lossBetween, mayFollow, needsCounting, type Holdings } from '#core/copies/holdings.ts';
import { lossSince } from '#core/copies/rows-held.ts';

/** What counts as lost between two looks at a profile, and what the user has wanted so. */

const before: Holdings = {
	sessions: 4,
	turns: 40,
	memoryFiles: 3,
	memoryWrites: 9,
	archives: 2,
	forgotten: 5,
	isForgetting: false,
	newestAt: 100
};
const nothing: Holdings = {
	...before,
	sessions: 0,
	turns: 0,
	memoryFiles: 0,
	memoryWrites: 0,
	archives: 0
};

test.each(['sessions', 'turns', 'memoryFiles', 'memoryWrites', 'forgotten'] as const)(
	'fewer %s than there were are a loss, more are none',
	(field) => {
		const less = { ...before, [field]: before[field] - 1 };
		expect(lossBetween(before, less)).toBe('part');
		expect(lossBetween(before, { ...before, [field]: before[field] + 1 })).toBeNull();
	}
);

test.each(['sessionRows', 'memoryFiles', 'memoryWrites', 'forgotten', 'newestAt'] as const)(
	'whether messages are missing is counted where fewer %s are there, and nowhere else',
	(field) => {
		const quick = { sessionRows: 4, memoryFiles: 3, memoryWrites: 9, forgotten: 5, newestAt: 100 };
		expect(needsCounting(quick, { ...quick, [field]: quick[field] - 1 })).toBe(true);
		expect(needsCounting(quick, { ...quick, [field]: quick[field] + 1 })).toBe(false);
	}
);

test('that there is nothing more is a loss of its own; a clock that was set back is none', () => {
	expect(lossBetween(before, nothing)).toBe('empty');
	expect(lossBetween(nothing, { ...nothing, newestAt: 0 })).toBeNull();
	expect(lossBetween(before, { ...before, newestAt: 0 })).toBeNull();
});

test.each([
	['was forgotten since', before, { forgotten: 6 }],
	['is being forgotten', before, { isForgetting: true }],
	['was being forgotten then', { ...before, isForgetting: true }, {}]
] as const)('nothing is lost where something %s', (_, then, now) => {
	for (const less of [
		{ ...nothing, ...now },
		{ ...before, turns: 3, ...now }
	]) {
		expect(lossBetween(then, less)).toBeNull();
		expect(mayFollow(then, less)).toBe(true);
	}
});

test('a copy of nothing, or of less than half, follows none that holds more; of few turns no half is asked', () => {
	expect(mayFollow(before, nothing)).toBe(false);
	expect(mayFollow(before, { ...before, turns: 19 })).toBe(false);
	expect(mayFollow(before, { ...before, turns: 20 })).toBe(true);
	expect(mayFollow({ ...before, turns: 9 }, { ...before, turns: 1 })).toBe(true);
	expect(mayFollow(nothing, nothing)).toBe(true);
});

test('fewer answers are a loss, but where turns have gone to an archive since, be it in the place of others', () => {
	const rows = { turns: 40, steps: 80, cold: 10, cooledAt: 1 };
	const lost = (now: Partial<typeof rows>) =>
		lossSince([{ at: 5, holds: before, rows }], {
			holds: before,
			rows: { ...rows, steps: 70, ...now }
		})?.loss ?? null;
	expect(lost({})).toBe('replies');
	expect(lost({ cold: 12 })).toBeNull();
	expect(lost({ cooledAt: 2 })).toBeNull();
});

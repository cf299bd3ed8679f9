import { expect, test } from 'vitest';
import { attemptsFor, isAway, isBusy, isDeadLine } from '#core/compaction/attempts.ts';

const of = (attempts: number, models: readonly string[], tried: readonly string[] = []) => ({
	attempts,
	models,
	tried: new Set(tried)
});

test('INV-5 one model alone has three attempts a cycle', () => {
	expect([0, 1, 2, 3].map((made) => attemptsFor(of(made, ['a']), 'a'))).toEqual([3, 2, 1, 0]);
});

test('INV-5 where there is another that was not asked yet, one of the three is spared for it', () => {
	expect(attemptsFor(of(0, ['a', 'b']), 'a')).toBe(2);
	expect(attemptsFor(of(2, ['a', 'b'], ['a']), 'a')).toBe(0);
	expect(attemptsFor(of(2, ['a', 'b'], ['a']), 'b')).toBe(1);
	expect(attemptsFor(of(1, ['a', 'b'], ['a', 'b']), 'a')).toBe(2);
});

test('who is busy is neither away nor a dead line: another time, or another model, may answer', () => {
	const busy = { kind: 'rate-limited', retryAfterMs: null } as const;
	expect([isBusy(busy), isAway(busy), isDeadLine(busy)]).toEqual([true, false, false]);
	const offline = { kind: 'offline' } as const;
	expect([isBusy(offline), isAway(offline), isDeadLine(offline)]).toEqual([false, true, true]);
	const refused = { kind: 'key-refused' } as const;
	expect([isBusy(refused), isAway(refused), isDeadLine(refused)]).toEqual([false, false, true]);
});

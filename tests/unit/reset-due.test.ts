import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayKey, isResetDue } from '#core/reset-due.ts';
import { lastDays, localDayOf, localHourOf, localTimeOf } from '#core/stamp.ts';

const local = (at: number, zone: string) => ({
	at,
	day: localDayOf(at, zone),
	hour: localHourOf(at, zone)
});
const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'UTC'];
const instant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) });

test('#195 a manual session is never due, an idle one after its minutes', () => {
	const active = local(Date.UTC(2026, 10, 20, 12), 'UTC');
	const later = local(Date.UTC(2026, 10, 20, 13), 'UTC');
	expect(isResetDue({ kind: 'manual' }, active, later)).toBe(false);
	expect(isResetDue({ kind: 'idle', minutes: 60 }, active, later)).toBe(true);
	expect(isResetDue({ kind: 'idle', minutes: 61 }, active, later)).toBe(false);
});

test('#195 a daily session is due once the hour has passed, not at midnight', () => {
	const policy = { kind: 'daily', hour: 4 } as const;
	const evening = local(Date.UTC(2026, 10, 20, 22), 'UTC');
	expect(isResetDue(policy, evening, local(Date.UTC(2026, 10, 21, 3, 59), 'UTC'))).toBe(false);
	expect(isResetDue(policy, evening, local(Date.UTC(2026, 10, 21, 4), 'UTC'))).toBe(true);
});

test('a clock that moves back makes nothing due, and a session of today is not due again', () => {
	fc.assert(
		fc.property(instant, instant, fc.constantFrom(...zones), fc.nat(23), (a, b, zone, hour) => {
			const policy = { kind: 'daily', hour } as const;
			const [early, late] = a < b ? [a, b] : [b, a];
			expect(isResetDue(policy, local(late, zone), local(early, zone))).toBe(false);
			expect(isResetDue(policy, local(early, zone), local(early, zone))).toBe(false);
		})
	);
});

test('exactly one reset falls on each local day, also when the clocks change', () => {
	const zone = 'Europe/Berlin';
	const keys = new Set<string>();
	const start = Date.UTC(2026, 2, 20);
	for (let hour = 0; hour < 24 * 20; hour++) {
		const at = start + hour * 3_600_000;
		keys.add(dayKey(local(at, zone), 2));
	}
	expect([...keys]).toEqual([...keys].toSorted());
	expect(keys.size).toBe(21);
});

test('local days are local: near midnight the UTC day would be another', () => {
	const at = Date.UTC(2026, 10, 20, 23, 30);
	expect(localDayOf(at, 'Europe/Berlin')).toBe('2026-11-21');
	expect(localTimeOf(at, 'Europe/Berlin')).toBe('00:30');
	expect(localDayOf(at, 'America/New_York')).toBe('2026-11-20');
	expect(lastDays('2026-03-01', 1)).toEqual(['2026-03-01', '2026-02-28']);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayKey, holdsReset, isResetDue, type ResetTimes } from '#core/session/reset-due.ts';
import { defaultSettings, resetPolicyOf } from '#core/settings.ts';
import type { MarkKind, Step } from '#core/log/turn.ts';
import { lastDays, localDayOf, localHourOf, localTimeOf } from '#core/time/stamp.ts';
import { aStep, aTurn, call, result } from '../../support/builders/a-turn.ts';

const local = (at: number, zone: string) => ({
	at,
	day: localDayOf(at, zone),
	hour: localHourOf(at, zone)
});
/** A session of long ago, last used at `active`. */
const since = (active: ResetTimes['active']): ResetTimes => ({
	active,
	written: null,
	begun: { day: '2001-01-01', hour: 12 },
	resetDay: null
});
const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'UTC'];
const instant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) });

test('#195 a manual session is never due, an idle one after its minutes', () => {
	const active = local(Date.UTC(2026, 10, 20, 12), 'UTC');
	const later = local(Date.UTC(2026, 10, 20, 13), 'UTC');
	expect(isResetDue({ kind: 'manual' }, since(active), later)).toBe(false);
	expect(isResetDue({ kind: 'idle', minutes: 60 }, since(active), later)).toBe(true);
	expect(isResetDue({ kind: 'idle', minutes: 61 }, since(active), later)).toBe(false);
});

test('#195 as nothing is set a session is reset by hand; daily is at four, and idle after an hour', () => {
	const policy = (resetPolicy: 'manual' | 'daily' | 'idle') =>
		resetPolicyOf({ ...defaultSettings, resetPolicy }, { resetPolicy: null });
	expect(resetPolicyOf(defaultSettings, { resetPolicy: null })).toEqual({ kind: 'manual' });
	expect(policy('daily')).toEqual({ kind: 'daily', hour: 4 });
	expect(policy('idle')).toEqual({ kind: 'idle', minutes: 60 });
});

test('#195 a daily session is due once the hour has passed, not at midnight', () => {
	const policy = { kind: 'daily', hour: 4 } as const;
	const evening = local(Date.UTC(2026, 10, 20, 22), 'UTC');
	expect(isResetDue(policy, since(evening), local(Date.UTC(2026, 10, 21, 3, 59), 'UTC'))).toBe(
		false
	);
	expect(isResetDue(policy, since(evening), local(Date.UTC(2026, 10, 21, 4), 'UTC'))).toBe(true);
});

test('a clock that moves back makes nothing due, and a session of today is not due again', () => {
	fc.assert(
		fc.property(instant, instant, fc.constantFrom(...zones), fc.nat(23), (a, b, zone, hour) => {
			const policy = { kind: 'daily', hour } as const;
			const [early, late] = a < b ? [a, b] : [b, a];
			expect(isResetDue(policy, since(local(late, zone)), local(early, zone))).toBe(false);
			expect(isResetDue(policy, since(local(early, zone)), local(early, zone))).toBe(false);
		})
	);
});

test('a day that has had its reset has no second one when the clock goes back and comes forward again', () => {
	const policy = { kind: 'daily', hour: 4 } as const;
	const reset = local(Date.UTC(2026, 10, 20, 5), 'UTC');
	const spokenWhileBack = local(Date.UTC(2026, 10, 18, 9), 'UTC');
	const times = { active: spokenWhileBack, written: null, begun: reset, resetDay: null };
	expect(isResetDue(policy, times, local(Date.UTC(2026, 10, 18, 12), 'UTC'))).toBe(false);
	expect(isResetDue(policy, times, local(Date.UTC(2026, 10, 20, 9), 'UTC'))).toBe(false);
	expect(isResetDue(policy, times, local(Date.UTC(2026, 10, 21, 9), 'UTC'))).toBe(true);
});

test('a day that has had its reset has no second one after a flight to the west, where the hour comes once more', () => {
	const policy = { kind: 'daily', hour: 4 } as const;
	const home = 'America/New_York';
	const begun = local(Date.UTC(2026, 10, 20, 3), home);
	const active = local(Date.UTC(2026, 10, 20, 4), home);
	const times = { active, written: null, begun, resetDay: '2026-11-20' };
	expect(isResetDue(policy, times, local(Date.UTC(2026, 10, 20, 10), home))).toBe(false);
	expect(isResetDue(policy, times, local(Date.UTC(2026, 10, 21, 10), home))).toBe(true);
});

test('a session begun while the clock was years ahead is due again once the clock is right', () => {
	const policy = { kind: 'daily', hour: 4 } as const;
	const begun = local(Date.UTC(2031, 0, 1, 9), 'UTC');
	const times = {
		active: local(Date.UTC(2026, 10, 20, 9), 'UTC'),
		written: null,
		begun,
		resetDay: null
	};
	expect(isResetDue(policy, times, local(Date.UTC(2026, 10, 21, 9), 'UTC'))).toBe(true);
});

test('who writes in a session goes on in it; what stood there before its hour, or is of a clock that ran ahead, keeps nothing', () => {
	const daily = { kind: 'daily', hour: 4 } as const;
	const idle = { kind: 'idle', minutes: 60 } as const;
	const now = local(Date.UTC(2026, 10, 21, 9), 'UTC');
	const times = since(local(Date.UTC(2026, 10, 20, 22), 'UTC'));
	const writtenAt = (at: number) => ({ ...times, written: local(at, 'UTC') });
	const minutesAgo = (minutes: number) => writtenAt(now.at - minutes * 60_000);
	expect(isResetDue(daily, times, now)).toBe(true);
	expect(isResetDue(daily, minutesAgo(0), now)).toBe(false);
	expect(isResetDue(daily, minutesAgo(5 * 60), now)).toBe(false);
	expect(isResetDue(daily, minutesAgo(5 * 60 + 1), now)).toBe(true);
	expect(isResetDue(daily, writtenAt(now.at + 1), now)).toBe(true);
	expect(isResetDue(daily, minutesAgo(0), local(now.at + 86_400_000, 'UTC'))).toBe(true);
	// What was written before something was sent makes nothing due that was said since.
	const said = { ...times, active: local(now.at - 60_000, 'UTC') };
	const older = { ...said, written: minutesAgo(24 * 60).written };
	expect([isResetDue(daily, older, now), isResetDue(idle, older, now)]).toEqual([false, false]);
	expect(isResetDue(idle, minutesAgo(59), now)).toBe(false);
	expect(isResetDue(idle, minutesAgo(60), now)).toBe(true);
});

test('a daily reset at an hour that a change of clocks leaves out or repeats comes once', () => {
	const zone = 'Europe/Berlin';
	const policy = { kind: 'daily', hour: 2 } as const;
	// On 29 March 02:00 to 03:00 is not there; on 25 October it is there twice.
	for (const day of [Date.UTC(2026, 2, 29), Date.UTC(2026, 9, 25)]) {
		let times: ResetTimes = since(local(day - 6 * 3_600_000, zone));
		const resets: number[] = [];
		for (let at = day - 3_600_000; at < day + 12 * 3_600_000; at += 60_000) {
			const now = local(at, zone);
			if (!isResetDue(policy, times, now)) continue;
			resets.push(at);
			times = { ...since(now), begun: now };
		}
		expect(resets).toHaveLength(1);
	}
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

test('a reply that was left between its tools and its next call holds a reset back as one that has not begun, for a week', () => {
	const now = Date.UTC(2026, 10, 20);
	const held = (said: readonly Partial<Step>[], askedAt = now, kinds: readonly MarkKind[] = []) => {
		const turn = aTurn(0, 'Read all', { askedAt });
		return holdsReset(
			{ turn, steps: said.map((step, at) => aStep(turn, at, 'So', step)) },
			kinds.map((kind) => ({ sessionId: 's1', turnId: turn.turnId, kind, at: now })),
			now
		);
	};
	const between = { content: [call('r')], results: [result('r')] };
	expect(held([])).toBe(true);
	expect(held([between])).toBe(true);
	const week = 7 * 24 * 3_600_000;
	expect(held([between], now - week + 1)).toBe(true);
	expect(held([between], now - week)).toBe(false);
	expect(held([], now, ['deleted'])).toBe(false);
	expect(held([between, {}])).toBe(false);
	expect(held([{ ...between, state: 'stopped' }])).toBe(false);
});

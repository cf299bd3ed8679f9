import { afterEach, expect, test, vi } from 'vitest';
import { timeIn } from '#core/import/fields.ts';

/** What browsers read differently (docs/benchmarks/browsers.md) is written in the one way that all of them read. */

afterEach(() => {
	vi.restoreAllMocks();
});

test.each([
	['Feb 2026', '1 Feb 2026', new Date(2026, 1, 1).getTime()],
	['February, 2026', '1 February, 2026', new Date(2026, 1, 1).getTime()],
	['14. Feb 2026', '14 Feb 2026', new Date(2026, 1, 14).getTime()],
	['2026-02-01 14:30:00 UTC', '2026-02-01 14:30:00Z', Date.UTC(2026, 1, 1, 14, 30)],
	['2026-02-01 14:30:00.500 GMT', '2026-02-01 14:30:00.500Z', Date.UTC(2026, 1, 1, 14, 30) + 500],
	['2026-02-01 14:30:00 +0100', '2026-02-01 14:30:00+0100', Date.UTC(2026, 1, 1, 13, 30)],
	['2026-02-01T14:30:00Z', '2026-02-01T14:30:00Z', Date.UTC(2026, 1, 1, 14, 30)],
	['Mon, 02 Feb 2026 14:30:00 GMT', 'Mon, 02 Feb 2026 14:30:00 GMT', Date.UTC(2026, 1, 2, 14, 30)],
	['5 Feb 2026', '5 Feb 2026', new Date(2026, 1, 5).getTime()]
])('a time is asked of a browser as every one of them reads it: %s', (text, plain, at) => {
	const parse = vi.spyOn(Date, 'parse');
	expect(timeIn({ at: text }, 'at')).toBe(at);
	expect(parse).toHaveBeenLastCalledWith(plain);
});

test.each([1_770_000_000, 1_770_000_000_000, 1_770_000_000_000_000])(
	'a number is seconds, milliseconds or microseconds by its size: %d',
	(at) => {
		expect(timeIn({ at }, 'at')).toBe(1_770_000_000_000);
	}
);

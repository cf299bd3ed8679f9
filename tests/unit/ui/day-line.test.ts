import { expect, test } from 'vitest';
import { dayLine } from '../../../src/ui/chat/transcript/day-line.ts';

/** Above which messages of a conversation the day is told; days are those of the reader. */

const at = (day: number, hour = 12, year = 2026) => new Date(year, 10, day, hour).getTime();
const now = at(27, 18);
const told = (askedAt: number, before: number | null | undefined) =>
	dayLine(askedAt, { before, now });

test('the day is told where it is another than that of the message before', () => {
	expect(told(at(27, 0), at(26, 23))).toBe('Friday, November 27');
	expect(told(at(26, 23), at(26, 0))).toBe('');
	// A message from elsewhere may be older than the one it follows.
	expect(told(at(24), at(25))).toBe('Tuesday, November 24');
});

test('the first message tells its day unless that is today', () => {
	expect(told(at(27, 0), null)).toBe('');
	expect(told(at(26, 23), null)).toBe('Thursday, November 26');
});

test('of another year the year is told', () => {
	expect(told(at(27, 12, 2025), null)).toBe('Thursday, November 27, 2025');
});

test('nothing is told while it is not known what was said before', () => {
	expect(told(at(26), undefined)).toBe('');
});

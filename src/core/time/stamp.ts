import { dayMs } from '#core/time/day-ms.ts';
import type { TextBlock } from '#core/log/blocks.ts';

/**
 * Local days and times as people and models read them: never derived from UTC text, which is wrong near midnight. The
 * zone is always an argument (IANA, e.g. `Europe/Berlin`).
 */

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
	const known = formats.get(zone);
	if (known) return known;
	const format = new Intl.DateTimeFormat('en-GB', {
		timeZone: zone,
		weekday: 'long',
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23'
	});
	formats.set(zone, format);
	return format;
}

function partsOf(at: number, zone: string): Readonly<Record<string, string>> {
	const parts = formatOf(zone).formatToParts(new Date(at));
	return Object.fromEntries(parts.map((part) => [part.type, part.value]));
}

/** `2026-11-20`, the local day of a time (Unix ms). */
export function localDayOf(at: number, zone: string): string {
	const { year = '', month = '', day = '' } = partsOf(at, zone);
	return `${year.padStart(4, '0')}-${month}-${day}`;
}

/**
 * The first moment of a local day (Unix ms). Found by halving: a zone may begin a day at one o'clock, or be a quarter of
 * an hour off.
 */
export function beginOfDay(day: string, zone: string): number {
	const middle = Date.parse(`${day}T00:00:00Z`);
	let before = middle - dayMs;
	let at = middle + dayMs;
	while (at - before > 1) {
		const half = Math.floor((before + at) / 2);
		if (localDayOf(half, zone) < day) before = half;
		else at = half;
	}
	return at;
}

/** About noon of a local day (Unix ms): within that day, whatever its clocks do. */
export function noonOfDay(day: string, zone: string): number {
	const noon = Date.parse(`${day}T12:00:00Z`);
	const there = Date.parse(`${localDayOf(noon, zone)}T${localTimeOf(noon, zone)}:00Z`);
	// Beyond the last day that is written with four digits.
	return Number.isNaN(there) ? noon : noon - (there - noon);
}

/** `13:05`, the local time of a time (Unix ms). */
export function localTimeOf(at: number, zone: string): string {
	const { hour = '', minute = '' } = partsOf(at, zone);
	return `${hour}:${minute}`;
}

/** Hour of the local day, 0–23. */
export const localHourOf = (at: number, zone: string): number => Number(partsOf(at, zone)['hour']);

/** `Friday 2026-11-20 13:05 Europe/Berlin`: what `Turn.stamp` holds. */
export function stampOf(at: number, zone: string): string {
	const { weekday = '' } = partsOf(at, zone);
	return `${weekday} ${localDayOf(at, zone)} ${localTimeOf(at, zone)} ${zone}`;
}

/**
 * A local day and the `before` days before it, newest first, e.g. the daily notes a prompt loads. Counted in the
 * calendar, so that a day of 23 or 25 hours is one day.
 */
export function lastDays(today: string, before: number): readonly string[] {
	const noon = Date.parse(`${today}T12:00:00Z`);
	return Array.from({ length: before + 1 }, (_, back) =>
		new Date(noon - back * dayMs).toISOString().slice(0, 10)
	);
}

/** The block that ends the user message of a turn. It never changes, so history stays byte-stable. */
export const stampBlock = (stamp: string): TextBlock => ({
	type: 'text',
	text: `<now>${stamp}</now>`
});

import { fieldOf, textIn, type Row } from '#core/json.ts';

/** Taking fields out of what other products wrote: ids, times and values, each in more than one way. */

/** An id, which some products write as a number. */
export function idIn(row: Row, name: string): string {
	const value = fieldOf(row, name);
	return typeof value === 'number' ? String(value) : textIn(row, name);
}

/** The first of some fields that holds words. */
export const firstText = (row: Row, names: readonly string[]): string =>
	names.map((name) => textIn(row, name)).find((text) => text !== '') ?? '';

/** Later than this no chat was had: 2100. */
const latest = 4_102_444_800_000;

/**
 * A date as every browser reads it. WebKit reads no month without a day, no dot behind a day, and no zone apart from
 * the time of an ISO date.
 */
const asAllRead = (text: string): string =>
	text
		.trim()
		.replace(/^(?=[a-z]+\.?,? \d{4}$)/i, '1 ')
		.replace(/^(\d{1,2})\. (?=[a-z])/i, '$1 ')
		.replace(/(?<=^\d{4}-\d\d-\d\d[ T][\d:.]+) (?:UTC|GMT|Z)$/, 'Z')
		.replace(/(?<=^\d{4}-\d\d-\d\d[ T][\d:.]+) (?=[+-]\d\d)/, '');

/** A time in Unix ms from seconds, ms, µs or ISO text; 0 when there is none or it is none. */
export function timeIn(row: Row, name: string): number {
	const value = fieldOf(row, name);
	const at = typeof value === 'number' ? inMs(value) : Date.parse(asAllRead(textIn(row, name)));
	return at > 0 && at < latest ? Math.round(at) : 0;
}

const inMs = (value: number): number =>
	value < 1e11 ? value * 1000 : value < 1e14 ? value : value / 1000;

/** Deeper values are cut off: browsers store and compare only what nests moderately. */
const deepest = 24;

/** A copy that may be stored: finite, without the one name that changes an object when it is set. */
export function copyOf(value: unknown, depth = deepest): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (depth === 0) return '…';
	if (Array.isArray(value)) return value.map((inner) => copyOf(inner, depth - 1));
	const entries = Object.entries(value).filter(([name]) => name !== '__proto__');
	return Object.fromEntries(entries.map(([name, inner]) => [name, copyOf(inner, depth - 1)]));
}

import { isRow } from '#core/json.ts';

/**
 * Checking rows that may come from anywhere, field by field. A shape names every field of its type, so that the
 * compiler speaks up when a field is added and the check is forgotten.
 */

export type Check = (value: unknown) => boolean;

/** One check a field; the fields that may be missing included. */
export type Shape<T> = { readonly [K in keyof Required<T>]: Check };

/** How deep a value may nest; deeper ones fail when they are stored. */
const deepest = 48;

function isShallow(value: unknown, left = deepest): boolean {
	if (typeof value !== 'object' || value === null) return true;
	return left > 0 && Object.values(value).every((inner) => isShallow(inner, left - 1));
}

export const isText: Check = (value) => typeof value === 'string';
export const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);
/** US dollars, say: nobody is paid for a request. */
export const isPrice: Check = (value) => isNumber(value) && (value as number) >= 0;
/** Unix ms of a day that exists: any other number is no date, and whatever shows one would fail. */
export const isTime: Check = (value) => isNumber(value) && Math.abs(value as number) <= 8.64e15;
/** A count or an index. */
export const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
export const isFlag: Check = (value) => typeof value === 'boolean';
export const isAny: Check = (value) => value !== undefined && isShallow(value);
export const isObject: Check = (value) => isRow(value) && isShallow(value);
export const orNull =
	(check: Check): Check =>
	(value) =>
		value === null || check(value);
/** The field may be missing. */
export const maybe =
	(check: Check): Check =>
	(value) =>
		value === undefined || check(value);
export const listOf =
	(check: Check): Check =>
	(value) =>
		Array.isArray(value) && value.every(check);
/** One of the words of a union; the compiler sees to it that all are named. */
export const oneOf =
	<T extends string>(words: Readonly<Record<T, true>>): Check =>
	(value) =>
		typeof value === 'string' && Object.hasOwn(words, value);
export const matches =
	(pattern: RegExp): Check =>
	(value) =>
		typeof value === 'string' && pattern.test(value);
export const rowOf =
	<T>(shape: Shape<T>): Check =>
	(value) =>
		takeRow(value, shape) !== null;

/** A new object of the known fields, or null when one is missing or of another kind. */
export function takeRow<T>(value: unknown, shape: Shape<T>): T | null {
	if (!isRow(value)) return null;
	const taken: Record<string, unknown> = {};
	for (const [field, check] of Object.entries<Check>(shape)) {
		const found = Object.hasOwn(value, field) ? value[field] : undefined;
		if (!check(found)) return null;
		if (found !== undefined) taken[field] = found;
	}
	return taken as T;
}

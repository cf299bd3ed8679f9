/** What every rule is made of: a field is known, has its type, lies in its range, or the request is refused. */
import { badRequest } from '../errors.ts';
import { isFields, type Fields } from '../wire.ts';

export function fieldsAt(place: string, value: unknown): Fields {
	if (!isFields(value)) throw badRequest(`${place}: Input should be a valid dictionary`);
	return value;
}

export function listAt(place: string, value: unknown): readonly unknown[] {
	if (!Array.isArray(value)) throw badRequest(`${place}: Input should be a valid list`);
	return value;
}

export function stringAt(place: string, value: unknown): string {
	if (value === undefined) throw badRequest(`${place}: Field required`);
	if (typeof value !== 'string') throw badRequest(`${place}: Input should be a valid string`);
	return value;
}

export function checkInteger(
	place: string,
	value: unknown,
	range: { readonly from: number }
): number {
	if (value === undefined) throw badRequest(`${place}: Field required`);
	if (typeof value !== 'number' || !Number.isInteger(value))
		throw badRequest(`${place}: Input should be a valid integer`);
	if (value < range.from)
		throw badRequest(`${place}: Input should be greater than or equal to ${range.from}`);
	return value;
}

export function checkOneOf(place: string, value: unknown, allowed: readonly string[]): string {
	const choices = allowed.map((one) => `'${one}'`).join(' or ');
	if (typeof value !== 'string' || !allowed.includes(value))
		throw badRequest(`${place}: Input should be ${choices}`);
	return value;
}

/** Refuses every field that is not named. */
export function checkKnown(place: string, value: Fields, known: readonly string[]): void {
	const at = place === '' ? '' : `${place}.`;
	for (const field of Object.keys(value))
		if (!known.includes(field)) throw badRequest(`${at}${field}: Extra inputs are not permitted`);
}

/** Text that would be sent to the model: something must stand in it. */
export function checkText(place: string, value: unknown): void {
	const text = stringAt(place, value);
	if (text === '') throw badRequest(`${place}: text content blocks must be non-empty`);
	if (text.trim() === '')
		throw badRequest(`${place}: text content blocks must contain non-whitespace text`);
}

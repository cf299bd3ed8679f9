import { isRow, type Row } from '#core/json.ts';

/** Reading what an endpoint sent, where it matters that a value is missing; elsewhere the reader of `json.ts` will do. */

export const fieldsOf = (value: unknown): Row | null => (isRow(value) ? value : null);

export const textAt = (fields: Row, name: string): string | null => {
	const value = fields[name];
	return typeof value === 'string' ? value : null;
};

/** Longest name of something, characters. */
const longestName = 200;

/** A name as an endpoint writes it: what is longer is cut, for it is stored and shown. */
export const nameAt = (fields: Row, name: string): string | null =>
	textAt(fields, name)?.slice(0, longestName) ?? null;

/** A number that can count something: not negative, and small enough that sums of such numbers stay numbers. */
export const numberOf = (value: unknown): number | null =>
	typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? value : null;

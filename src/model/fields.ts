import { isRow, type Row } from '#core/json.ts';

/** Reading values that came from outside: nothing is believed before it has been looked at. */

export const fieldsOf = (value: unknown): Row | null => (isRow(value) ? value : null);

/** The objects of a list; anything else in it is passed over. */
export const everyFields = (value: unknown): readonly Row[] =>
	Array.isArray(value) ? value.map(fieldsOf).filter((item) => item !== null) : [];

export const textAt = (fields: Row, name: string): string | null => {
	const value = fields[name];
	return typeof value === 'string' ? value : null;
};

/** A number that can count something: finite and not negative. */
export const numberOf = (value: unknown): number | null =>
	typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;

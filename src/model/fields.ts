/** Reading values that came from outside: nothing is believed before it has been looked at. */

export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields | null =>
	typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

/** The objects of a list; anything else in it is passed over. */
export const everyFields = (value: unknown): readonly Fields[] =>
	Array.isArray(value) ? value.map(fieldsOf).filter((item) => item !== null) : [];

export const textAt = (fields: Fields, name: string): string | null => {
	const value = fields[name];
	return typeof value === 'string' ? value : null;
};

/** A number that can count something: finite and not negative. */
export const numberOf = (value: unknown): number | null =>
	typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;

/** The value of a JSON text, or undefined where it is none: a cut text is expected, so it is no error. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}

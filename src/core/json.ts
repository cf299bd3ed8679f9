/** JSON that anybody may have written: nothing of it is believed before it has been looked at. */

/** An object: neither a list nor null. */
export type Row = Readonly<Record<string, unknown>>;

export const isRow = (value: unknown): value is Row =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a JSON text; undefined where it is none: a cut text is expected, so it is no error. */
export function parseJson(
	text: string,
	revive?: (name: string, value: unknown) => unknown
): unknown {
	try {
		return JSON.parse(text, revive);
	} catch (error) {
		// Some engines report text that nests too deeply as a RangeError.
		if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
		throw error;
	}
}

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

/** Whether two values are written alike. */
export const isSameJson = (one: unknown, other: unknown): boolean =>
	JSON.stringify(one) === JSON.stringify(other);

/** A value as JSON with the fields of each object in order (RFC 8785): in whatever order they stand, it is written alike. */
export const canonicalJson = (value: unknown): string =>
	JSON.stringify(value, (_, part: unknown) =>
		isRow(part)
			? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
			: part
	);

// A field of another kind reads as if it were missing, and what is inherited is never seen.

/** An own field, whatever it holds; undefined when there is none. */
export const fieldOf = (row: Row, name: string): unknown =>
	Object.hasOwn(row, name) ? row[name] : undefined;

export function textIn(row: Row, name: string): string {
	const value = fieldOf(row, name);
	return typeof value === 'string' ? value : '';
}

/** An own object; an empty one when there is none. */
export function rowIn(row: Row, name: string): Row {
	const value = fieldOf(row, name);
	return isRow(value) ? value : {};
}

export function listIn(row: Row, name: string): readonly unknown[] {
	const value = fieldOf(row, name);
	return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** The objects of a list; whatever else stands in it is left out. */
export const rowsIn = (row: Row, name: string): readonly Row[] => listIn(row, name).filter(isRow);

/** A count that cannot be negative; 0 when there is none. */
export function countIn(row: Row, name: string): number {
	const value = fieldOf(row, name);
	return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}

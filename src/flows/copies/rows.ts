/**
 * Rows of the truth as lines of a snapshot: `["table", row]`, one a line. Bytes become text where they are text, else
 * base64; a row comes back equal to what it was.
 */

export type Row = Readonly<Record<string, unknown>>;

export const lineOf = (table: string, row: Row): string =>
	`${JSON.stringify([table, row], pack)}\n`;

/** Bytes are the only values of a row that JSON does not know. */
function pack(_: string, value: unknown): unknown {
	if (!(value instanceof Uint8Array)) return value;
	const text = textIn(value);
	return text === null ? { [marks.base64]: base64Of(value) } : { [marks.text]: text };
}

/** Keys that no row has: a row that had one would come back as bytes. */
const marks = { text: '\u0000text', base64: '\u0000base64' };

export function rowOfLine(line: string): { readonly table: string; readonly row: Row } | null {
	let parsed: unknown;
	try {
		parsed = JSON.parse(line, unpack);
	} catch (error) {
		if (error instanceof SyntaxError) return null;
		throw error;
	}
	if (!Array.isArray(parsed) || parsed.length !== 2) return null;
	const [table, row] = parsed as [unknown, unknown];
	if (typeof table !== 'string' || typeof row !== 'object' || row === null) return null;
	return { table, row: row as Row };
}

function unpack(_: string, value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	const row = value as Row;
	const text = row[marks.text];
	if (typeof text === 'string') return new TextEncoder().encode(text);
	const base64 = row[marks.base64];
	if (typeof base64 === 'string')
		return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
	return value;
}

function textIn(bytes: Uint8Array): string | null {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch (error) {
		if (error instanceof TypeError) return null;
		throw error;
	}
}

/** In pieces, because a call takes only so many arguments. */
function base64Of(bytes: Uint8Array): string {
	let letters = '';
	for (let at = 0; at < bytes.length; at += 8192)
		letters += String.fromCharCode(...bytes.subarray(at, at + 8192));
	return btoa(letters);
}

import { isRow, parseJson, type Row } from '#core/json.ts';
import { base64Of } from '#core/text/base64.ts';
import { bytesOfBase64, utf8Text } from '#flows/bytes.ts';

/**
 * Rows of the truth as lines of a snapshot: `["table", row]`, one a line. Bytes become text where they are text, else
 * base64; a row comes back equal to what it was.
 */

export const lineOf = (table: string, row: Row): string =>
	`${JSON.stringify([table, row], pack)}\n`;

/** Bytes are the only values of a row that JSON does not know. */
function pack(_: string, value: unknown): unknown {
	if (!(value instanceof Uint8Array)) return value;
	const text = utf8Text(value);
	return text === null ? { [marks.base64]: base64Of(value) } : { [marks.text]: text };
}

/** Keys that no row has: a row that had one would come back as bytes. */
const marks = { text: '\u0000text', base64: '\u0000base64' };

export function rowOfLine(line: string): { readonly table: string; readonly row: Row } | null {
	const parsed = parseJson(line, unpack);
	if (!Array.isArray(parsed) || parsed.length !== 2) return null;
	const [table, row] = parsed as [unknown, unknown];
	return typeof table === 'string' && isRow(row) ? { table, row } : null;
}

function unpack(_: string, value: unknown): unknown {
	if (!isRow(value)) return value;
	const text = value[marks.text];
	if (typeof text === 'string') return new TextEncoder().encode(text);
	const base64 = value[marks.base64];
	return typeof base64 === 'string' ? bytesOfBase64(base64) : value;
}

import { isRow, parseJson } from '#core/json.ts';
import { sha256 } from '#core/sha256.ts';

/** A small file that vouches for itself: a value, and the checksum of its text, so that half a file is none. */

export function writeSummed(value: unknown): string {
	const text = JSON.stringify(value);
	return JSON.stringify({ text, sum: sha256(text) });
}

/** The value, as it was written; undefined when the file is damaged. */
export function readSummed(file: string): unknown {
	const outer = parseJson(file);
	if (!isRow(outer) || typeof outer['text'] !== 'string') return undefined;
	return sha256(outer['text']) === outer['sum'] ? parseJson(outer['text']) : undefined;
}

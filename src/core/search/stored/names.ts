/** Names of sessions and speakers, written as bytes and read back. */
import {
	readNumber,
	readString,
	writeNumber,
	writeString,
	type Reader,
	type Writer
} from '#core/search/stored/bytes.ts';

/** Names still in use and their new numbers, so that a forgotten session leaves not even its name. */
export function keepUsed(
	names: readonly string[],
	used: (number: number) => boolean
): { readonly names: string[]; readonly numbers: number[] } {
	const kept: string[] = [];
	const numbers = names.map((name, number) => (used(number) ? kept.push(name) - 1 : -1));
	return { names: kept, numbers };
}

export function writeNames(writer: Writer, names: readonly string[]): void {
	writeNumber(writer, names.length);
	names.forEach((name, at) => {
		writeString(writer, name, names[at - 1] ?? '');
	});
}

export function readNames(reader: Reader): string[] {
	const names: string[] = [];
	for (let left = readNumber(reader); left > 0; left--) {
		names.push(readString(reader, names.at(-1) ?? ''));
	}
	return names;
}

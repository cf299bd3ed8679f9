import { mebibyte, mostHeldWhole } from '#core/bytes.ts';
import { largestPicture, pictureNames, pictureOf } from '#core/import/picture.ts';
import { encodingOf } from '#core/import/encoding.ts';
import type { JsonPart, JsonSplitter } from '#core/import/split-json.ts';
import { decoded } from '#flows/bytes.ts';
import { isGone, readable } from '#flows/import/open/readable.ts';
import type { ChosenFile } from '#flows/import/jobs.ts';
import type { PictureShelf, Pieces, Scanning, ZipFile } from '#flows/import/ports.ts';

/** Files as they are gone through: loose ones and those of a zip look the same. */

export interface SourceFile extends ZipFile {
	readonly name: string;
	readonly isPasted?: true;
}

async function* piecesOf(file: Blob, signal: AbortSignal): Pieces {
	const reader = file.stream().getReader();
	try {
		for (;;) {
			if (signal.aborted) {
				await reader.cancel();
				return 'damaged';
			}
			const { done, value } = await reader.read();
			if (done) return 'whole';
			yield value;
		}
	} catch (error) {
		// A stream tells of a file that is not there any more as of a connection that broke.
		if (isGone(error) || error instanceof TypeError) return 'gone';
		if (error instanceof DOMException) return 'damaged';
		throw error;
	}
}

export const looseFile = ({ file, name, isPasted }: ChosenFile): SourceFile => ({
	name,
	...(isPasted ? { isPasted } : {}),
	size: file.size,
	pieces: (signal) => piecesOf(file, signal),
	bytes: async () =>
		// What a backup may hold is held whole, however large.
		file.size > mostHeldWhole && !name.endsWith('.gz')
			? 'too-large'
			: readable(file.arrayBuffer().then((bytes) => new Uint8Array(bytes)))
});

export type Verdict = 'whole' | 'damaged' | 'too-large' | 'gone' | 'locked' | 'encoding';

/** The text of a file in parts; at the end whether it was read to its end. */
export async function* partsOf(
	file: SourceFile,
	splitter: JsonSplitter,
	{ signal, onBytes }: Scanning
): AsyncGenerator<JsonPart, Verdict, undefined> {
	let decoder: TextDecoder | null = null;
	const pieces = file.pieces(signal);
	for (;;) {
		const next = await pieces.next();
		if (next.done) {
			if (next.value !== 'whole') return next.value;
			break;
		}
		onBytes(next.value.length);
		decoder ??= new TextDecoder(encodingOf(next.value), { fatal: true });
		const text = decoded(decoder, next.value, { stream: true });
		if (text === null) {
			await pieces.return('damaged');
			return 'encoding';
		}
		yield* splitter.push(text);
	}
	const rest = decoder ? decoded(decoder) : '';
	if (rest === null) return 'encoding';
	yield* splitter.push(rest);
	yield* splitter.end();
	return 'whole';
}

/** Pictures that one chat may bring, bytes: more would not fit into memory at once. */
const mostForChat = 60 * mebibyte;

export const isPicture = ({ name }: SourceFile): boolean =>
	/\.(png|jpe?g|gif|webp|dat)$/i.test(name);

/**
 * The pictures among some files, found by the names that chats use. `named`: names that a manifest gives them, each with
 * where its file lies.
 */
export function pictureShelf(
	files: readonly SourceFile[],
	named: ReadonlyMap<string, string>,
	signal: AbortSignal
): PictureShelf {
	const shelf = new Map<string, SourceFile>();
	const byPath = new Map<string, SourceFile>();
	for (const file of files)
		if (isPicture(file) && file.size <= largestPicture) {
			byPath.set(file.name, file);
			for (const name of pictureNames(file.name)) if (!shelf.has(name)) shelf.set(name, file);
		}
	for (const [name, path] of named) {
		const file = byPath.get(path);
		if (file) shelf.set(name, file);
	}
	function fitting(names: readonly string[]): ReadonlySet<string> {
		const found = new Set<string>();
		let size = 0;
		for (const name of names) {
			const file = shelf.get(name);
			if (!file || found.has(name) || size + file.size > mostForChat) continue;
			size += file.size;
			found.add(name);
		}
		return found;
	}
	return {
		fitting,
		async read(names) {
			const found = new Map<string, NonNullable<ReturnType<typeof pictureOf>>>();
			for (const name of fitting(names)) {
				const bytes = await shelf.get(name)?.bytes(signal);
				const picture = typeof bytes === 'object' ? pictureOf(bytes) : null;
				if (picture) found.set(name, picture);
			}
			return found;
		}
	};
}

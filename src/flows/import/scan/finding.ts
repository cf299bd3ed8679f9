import { sha256 } from '#core/sha256.ts';
import type { MemoryPaths } from '#flows/import/scan/memory-paths.ts';
import type { FoundInFile, PictureShelf, Scanning } from '#flows/import/ports.ts';
import type { SourceFile, Verdict } from '#flows/import/open/source.ts';

/** What all ways through a foreign file share: what they are given, and what they say of a file that is no good. */

export type Finding = AsyncGenerator<FoundInFile, void, undefined>;

/** What a file cannot be read without: all that was chosen with it. */
export interface Surroundings extends Scanning {
	readonly pictures: PictureShelf;
	/** Where the notes of all files go. */
	readonly paths: MemoryPaths;
}

export const unreadable = (name: string, reason: string, count = 1): FoundInFile => ({
	what: 'unreadable',
	name,
	reason,
	count
});

/** Ends the reading of a file that could not be read to its end. */
export function* endOf(
	file: SourceFile,
	verdict: Verdict,
	{ signal }: Scanning
): Generator<FoundInFile> {
	if (verdict !== 'whole' && !signal.aborted) yield unreadable(file.name, verdict);
}

/** Names the memories of one file: those of two exports may have the same name, and are two things to decide about. */
export const memoriesId = ({ name, memories }: FoundInFile & { what: 'memories' }): string =>
	`memories ${name} ${sha256(JSON.stringify(memories.map(({ text }) => text)))}`;

import type { Failure } from '#core/failure.ts';

/** Memory written straight into a folder outside the browser: what happens to each file, decided from hashes alone. */

/** What is known of the folder from the last time it was written. */
export interface FolderState {
	/** SHA-256 (hex) of each file as it was written, by path. */
	readonly written: Readonly<Record<string, string>>;
	/** Files that somebody else has changed: they are left alone until the user decides. */
	readonly conflicts: readonly string[];
	readonly trouble: FolderTrouble | null;
	/** When everything was last looked at, ms; null: never. */
	readonly at: number | null;
}

type FolderTrouble =
	/** The browser wants to be asked again, which needs a press of a button. */
	| { readonly kind: 'not-allowed' }
	| {
			readonly kind: 'failed';
			/** Of the first of them. */
			readonly failure: Failure;
			/** Files that are not there as they are here; older versions stopped at the first and did not name it. */
			readonly paths?: readonly string[];
	  };

export const newFolder: FolderState = { written: {}, conflicts: [], trouble: null, at: null };

type FileStep =
	| 'write'
	/** It was deleted here, and is there as we wrote it. */
	| 'remove'
	/** It is there as it is here. */
	| 'keep'
	/** It is there as somebody else wrote it. */
	| 'conflict'
	/** Not ours, or not ours any more. */
	| 'leave';

/** What to do with one file; all three are hashes, null where there is no such file. A change of others is never overwritten. */
export function stepFor({
	here,
	there,
	written,
	isDeleted
}: {
	readonly here: string | null;
	readonly there: string | null;
	/** As it was last written by us. */
	readonly written: string | null;
	/** The user has deleted it here. What is merely not here was lost, or a restore is about to bring it. */
	readonly isDeleted: boolean;
}): FileStep {
	if (here === null) return isDeleted && there !== null && there === written ? 'remove' : 'leave';
	if (there === here) return 'keep';
	return there === null || there === written ? 'write' : 'conflict';
}

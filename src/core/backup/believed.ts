import type { Activity } from '#core/activity.ts';
import type { Manifest } from '#core/backup/backup.ts';
import { sha256 } from '#core/sha256.ts';

/** Which backup is believed: one that holds all that is here, or one whose restore was begun while it did and broke off. */

/** A restore of a backup that was believed, as this device remembers it. */
export interface BegunRestore {
	/** See `fileHash`. */
	readonly hash: string;
	/** The import in the list of what happened. */
	readonly importId: string;
}

/** One for all files that can pass for this backup: the manifest names the hash of each. */
export const fileHash = (manifest: Manifest): string => sha256(JSON.stringify(manifest));

/**
 * Whether a file is the one whose restore broke off here. `noted`: that import in the list of what happened, which goes
 * with what it brought: where an older copy was restored since, the file is a stranger's again.
 */
export const isBegunHere = (
	begun: BegunRestore,
	{ hash, noted }: { readonly hash: string | null; readonly noted: Activity | undefined }
): boolean =>
	begun.hash === hash &&
	noted?.kind === 'import' &&
	(noted.details.begun !== undefined || noted.details.stopped === true);

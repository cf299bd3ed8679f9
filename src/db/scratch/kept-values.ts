import type { BegunRestore } from '#core/backup/believed.ts';
import type { OwnBackup } from '#core/backup/due.ts';
import type { Holdings } from '#core/copies/holdings.ts';
import type { ReachedTime } from '#core/forgetting/reached-time.ts';
import type { FolderState } from '#core/memory/outside-folder.ts';
import type { Learning } from '#core/learning/import-learning.ts';
import type { NotSent } from '#core/reply/not-sent.ts';
import type { Scratch } from '#db/schema.ts';
import type { Pen } from '#db/scratch/pens.ts';

/** Single values that belong to this device alone, by name: they never go into a backup. */

/** How far the log was checked, and which sessions are known not to be whole. */
export interface CheckedLog {
	/** The session that was checked last, or null: it begins anew. */
	readonly after: string | null;
	readonly broken: readonly string[];
}

/** A folder or file outside the browser that the user has chosen. */
export type OutsidePlace = FileSystemDirectoryHandle | FileSystemFileHandle;

/** The names stand on file; they cannot be changed without a way on for rows that have them. */
interface KeptValues {
	/** The one job that learns from imported sessions. */
	readonly learning: Learning;
	readonly 'checked log': CheckedLog;
	/** What is known of the folder that memory is written into. */
	readonly 'memory folder': FolderState;
	/** What this device has written into the folder for backups, the newest last. */
	readonly 'own backups': readonly OwnBackup[];
	/** What there was when the last backup was written. */
	readonly 'backed up': Holdings;
	/** When this device first had something and no backup of it, Unix ms. */
	readonly 'unsaved since': number;
	/** The restore of a backup of one's own that was begun last; it tells the file again where it broke off. */
	readonly 'begun restore': BegunRestore;
	/** What is known of the time, for what is forgotten for good. */
	readonly 'time reached': ReachedTime;
	/** Fingerprint of the key that the endpoint has refused. */
	readonly 'refused key': string;
	/** Parts of the prompt that stay out of the next message of a session, by its id. */
	readonly [offOnce: `off once ${string}`]: readonly string[];
	/** What the newest message of a session, by its id, came to that was not sent. */
	readonly [notSent: `not sent ${string}`]: NotSent;
	/** Words under the pen of an editor: see pens.ts, which alone reads and writes them. */
	readonly [pen: `pen ${string}`]: Pen;
	/** By what the place is for. */
	readonly [place: `place ${string}`]: OutsidePlace;
}

/** Where what the newest message of a session came to is kept while it is not sent. */
export const notSentKey = (sessionId: string) => `not sent ${sessionId}` as const;

export async function keptValue<Name extends keyof KeptValues>(
	db: Scratch,
	name: Name
): Promise<KeptValues[Name] | null> {
	const row = await db.views.get(name);
	// Nothing but `keepValue` writes here.
	return (row?.value as KeptValues[Name] | undefined) ?? null;
}

export async function keepValue<Name extends keyof KeptValues>(
	db: Scratch,
	name: Name,
	value: KeptValues[Name]
): Promise<void> {
	await db.views.put({ key: name, value });
}

export async function dropValue(db: Scratch, name: keyof KeptValues): Promise<void> {
	await db.views.delete(name);
}

/** Drop it where it is this one. */
export async function dropValueIf(
	db: Scratch,
	name: 'refused key',
	value: KeptValues['refused key']
): Promise<void> {
	const row = db.views.where('key').equals(name);
	await row.filter((kept) => kept.value === value).delete();
}

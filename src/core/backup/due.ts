import { dayMs } from '#core/time/day-ms.ts';

/** When a backup file is due: on the user's schedule, counted from the last one that was read back. */

export type BackupEvery = 'never' | 'daily' | 'weekly' | 'monthly';

const waits: Readonly<Record<BackupEvery, number>> = {
	never: Infinity,
	daily: dayMs,
	weekly: 7 * dayMs,
	monthly: 30 * dayMs
};

/**
 * `since`: the last backup, or where there is none when this device first had something to back up. A clock that was
 * set back makes nothing due.
 */
export const isBackupDue = (
	every: BackupEvery,
	{ since, now }: { readonly since: number | null; readonly now: number }
): boolean => since !== null && now - since >= waits[every];

/** Backups of this device in a chosen folder that are kept; older ones make room. */
const kept = 5;

/** A backup that this device has written there. */
export interface OwnBackup {
	readonly name: string;
	/** Tells its content again. */
	readonly mark: string;
	/** The backup was begun, and is not read back yet. */
	readonly begun?: true;
}

/** A file as it lies in the folder. */
interface Lying {
	readonly size: number;
	readonly mark: string;
}

/**
 * Whether a file is what this device has left under that name: others write into the same folder under the same names.
 * What was only begun may be a name with nothing in it.
 */
export const isOwn = ({ mark, begun }: OwnBackup, file: Lying): boolean =>
	mark === file.mark || (begun === true && file.size === 0);

/** No folder has more of one day. */
const mostOfDay = 99;

/** The names that a backup of one day may have, in the order in which they are tried. */
export const namesOfDay = (name: string): readonly string[] =>
	Array.from({ length: mostOfDay }, (_, at) =>
		at === 0 ? name : name.replace(/\.zip$/, `-${String(at + 1)}.zip`)
	);

const dayOf = (name: string): string => name.slice(0, 'keepsake-YYYY-MM-DD'.length);

/**
 * Which of the backups of this device may go, by their names. `made`: the one that was just made. It stays, even where a
 * clock that ran ahead has given others later days; what it follows on its day goes, and so does what a tab that was
 * closed while it wrote has left.
 */
export function backupsToDrop(own: readonly OwnBackup[], made: string): string[] {
	const others = own.filter(({ name }) => name !== made);
	const namesOf = (list: readonly OwnBackup[]): string[] => list.map(({ name }) => name);
	const begun = namesOf(others.filter((one) => one.begun));
	const whole = namesOf(others.filter((one) => !one.begun));
	const ofDay = whole.filter((name) => dayOf(name) === dayOf(made));
	const ofOtherDays = whole.filter((name) => dayOf(name) !== dayOf(made));
	return [...begun, ...ofDay, ...ofOtherDays.sort().slice(0, 1 - kept)];
}

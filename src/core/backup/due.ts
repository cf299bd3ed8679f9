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

/** Files of ours in a chosen folder that are kept; older ones make room. */
const kept = 5;

const isBackup = (name: string): boolean => /^keepsake-\d{4}-\d\d-\d\d(-2)?\.zip$/.test(name);

/** Backups in a folder by their names; other files are nobody's business. `made`: the one that was just made. */
export const otherBackups = (names: readonly string[], made: string): string[] =>
	names.filter((name) => name !== made && isBackup(name));

/**
 * The two names of one day: a backup never takes the place of the newest one of its day, which stays until the new one
 * was read back.
 */
export const namesOfDay = (name: string): readonly [string, string] => [
	name,
	name.replace(/\.zip$/, '-2.zip')
];

/** A file as it lies in the folder. */
interface Lying {
	readonly size: number;
	/** Unix ms. */
	readonly lastModified: number;
}

/** Which of the two is written: one where there is nothing yet, else the older. `first`, `second`: as they lie there. */
export const isSecondWritten = (first: Lying | null, second: Lying | null): boolean =>
	first !== null &&
	first.size > 0 &&
	(second === null || second.size === 0 || second.lastModified < first.lastModified);

/**
 * Backups in a folder that may go, by their names. `made`: the one that was just made. It stays, even where a clock that
 * ran ahead has given others later days; what it follows on its day goes.
 */
export function backupsToDrop(names: readonly string[], made: string): string[] {
	const before = namesOfDay(made.replace('-2.zip', '.zip'));
	const others = otherBackups(names, made);
	const ofOtherDays = others.filter((name) => !before.includes(name));
	return [
		...others.filter((name) => before.includes(name)),
		...ofOtherDays.sort().slice(0, 1 - kept)
	];
}

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

const isBackup = (name: string): boolean => /^keepsake-\d{4}-\d\d-\d\d\.zip$/.test(name);

/** Backups in a folder by their names; other files are nobody's business. `made`: the one that was just made. */
export const otherBackups = (names: readonly string[], made: string): string[] =>
	names.filter((name) => name !== made && isBackup(name));

/**
 * Backups in a folder that may go, by their names. `made`: the one that was just made. It stays, even where a clock that ran ahead has given others later days.
 */
export const backupsToDrop = (names: readonly string[], made: string): string[] =>
	otherBackups(names, made)
		.sort()
		.slice(0, 1 - kept);

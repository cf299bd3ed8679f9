import { isBackupDue } from '#core/backup/due.ts';
import { placeFor, unbackedSince } from '#db/scratch/outside-places.ts';
import { readSettings } from '#db/settings.ts';
import { backUp, backupPurpose, lastBackup, lastDownload } from '#flows/backups/back-up.ts';
import type { App } from '#flows/ports.ts';
import { waitOrStop } from '#flows/ports/waiting.ts';

/** Backups on a schedule, by the one tab that holds the lock: into the chosen place, else the person is reminded. */

const hour = 60 * 60_000;

/** What the person is needed for: a backup is due and cannot be made by itself, or `less`: it would hold far less than the last one. */
type BackupReminder = 'due' | 'less';

/** Make the backup that is due, or answer what the person is needed for. */
export async function makeDueBackup(
	app: App,
	signal: AbortSignal
): Promise<BackupReminder | 'done'> {
	const { backupEvery } = await readSettings(app.db);
	const now = app.clock.now();
	if (!isBackupDue(backupEvery, { since: await lastAt(app), now })) return 'done';
	const outcome = await backUp(app, { ask: false }, signal);
	if (outcome.status === 'less') return 'less';
	return outcome.status === 'backed-up' || outcome.status === 'stopped' ? 'done' : 'due';
}

/**
 * When the last backup was made. Without one: when this device first had something to back up; the dates of imported
 * conversations do not count, for they were not here before. Null where there is nothing to back up.
 */
async function lastAt(app: App): Promise<number | null> {
	const { db, scratch, clock } = app;
	const place = await placeFor(scratch, backupPurpose);
	// Where no place is chosen, the person makes the file: that is what they are reminded of.
	const known = [await lastBackup(app), place ? null : await lastDownload(app)];
	const last = Math.max(...known.map((row) => row?.at ?? -Infinity));
	if (last > -Infinity) return last;
	const isEmpty = (await db.sessions.count()) === 0 && (await db.memoryFiles.count()) === 0;
	return isEmpty ? null : unbackedSince(scratch, clock.now());
}

export async function keepBackups(
	app: App,
	signal: AbortSignal,
	remind: (of: BackupReminder) => void,
	/** Holds the page while one is written. */
	during: (work: () => Promise<BackupReminder | 'done'>) => Promise<BackupReminder | 'done'>
): Promise<void> {
	let reminded = -Infinity;
	await app.locks.hold(
		'backups',
		async () => {
			while (!signal.aborted) {
				const isLongAgo = app.clock.now() - reminded >= 24 * hour;
				const made = await during(() => makeDueBackup(app, signal));
				if (made !== 'done' && isLongAgo) {
					reminded = app.clock.now();
					remind(made);
				}
				await waitOrStop(hour, signal);
			}
		},
		{ wait: true }
	);
}

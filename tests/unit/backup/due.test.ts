import { expect, test } from 'vitest';
import { backupsToDrop, isBackupDue, isOwn } from '#core/backup/due.ts';
import { dayMs } from '#core/time/day-ms.ts';

/** When a backup is due, and which files in a folder that others write into too are this device's to remove. */

test('a backup is due when its time is over, and never before there is something to back up', () => {
	const since = 1000;
	expect(isBackupDue('daily', { since, now: since + dayMs })).toBe(true);
	expect(isBackupDue('daily', { since, now: since + dayMs - 1 })).toBe(false);
	expect(isBackupDue('weekly', { since, now: since + 7 * dayMs - 1 })).toBe(false);
	expect(isBackupDue('daily', { since, now: since - dayMs })).toBe(false);
	expect(isBackupDue('daily', { since: null, now: dayMs })).toBe(false);
	expect(isBackupDue('never', { since, now: 1e15 })).toBe(false);
});

test('a file that another device has written under a name that was begun here is not this device’s', () => {
	const whole = { name: 'keepsake-2026-11-20.zip', mark: 'mine' };
	const begun = { ...whole, begun: true } as const;
	expect(isOwn(whole, { size: 9, mark: 'mine' })).toBe(true);
	expect(isOwn(begun, { size: 0, mark: 'empty' })).toBe(true);
	expect(isOwn(begun, { size: 9, mark: 'theirs' })).toBe(false);
	expect(isOwn(whole, { size: 0, mark: 'empty' })).toBe(false);
});

test('five are kept with the one that was just made, of other days the newest', () => {
	const own = [1, 2, 3, 4, 5, 6].map((day) => ({
		name: `keepsake-2026-11-0${String(day)}.zip`,
		mark: String(day)
	}));
	const made = 'keepsake-2026-11-07.zip';
	expect(backupsToDrop(own, made)).toEqual(own.slice(0, 2).map(({ name }) => name));
	expect(backupsToDrop(own.slice(2), made)).toEqual([]);
});

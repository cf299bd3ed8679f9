import type { ArchiveLine } from '#core/archive/archive.ts';
import type { StateLine } from '#core/backup/backup.ts';
import type { SettingKey } from '#core/settings.ts';

/**
 * What a file from elsewhere may say of itself. Anyone can write a file that calls its lines the user's own words,
 * its summaries sound and its rules lenient (T3): unless a profile is being restored, none of that is believed.
 */

/** A line of a session as an import: its words are nobody's here, and what was made from them is tainted. */
export function asForeignLine(line: ArchiveLine): ArchiveLine {
	switch (line.type) {
		case 'turn':
			return { ...line, source: 'import' };
		case 'summary':
			return { ...line, taint: 'import' };
		default:
			return line;
	}
}

/** A row of the state as an import: lines wait, or stand in memory, as brought along. */
export const asForeignState = (line: StateLine): StateLine =>
	line.table === 'proposals' || line.table === 'memoryOrigins'
		? { ...line, row: { ...line.row, origin: 'import' } }
		: line;

/**
 * Settings that a stranger's file may bring: looks and sizes. Every other one decides where words go, what the model
 * is told, what is paid for, or what passes unread; a new setting is among those until somebody says otherwise.
 */
const harmless: readonly SettingKey[] = [
	'theme',
	'singleKeys',
	'thinking',
	'cacheLifetime',
	'noteDays',
	'memoryBudget',
	'idleMinutes',
	'resetHour'
];

/** Whether a setting of a foreign file may be taken over. */
export const isHarmless = (key: string): boolean => harmless.some((own) => own === key);

/** Name of the item in a preview that stands for the settings that decide. */
export const decisionsId = 'decisions';

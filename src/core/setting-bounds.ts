import type { SettingKey, Settings } from '#core/settings.ts';

/** Between what a setting that is a whole number may lie: what its field takes, and what a file may set it to. */

export type WholeSetting = {
	[Key in SettingKey]: Settings[Key] extends number ? Key : never;
}[SettingKey];

interface Bounds {
	readonly least: number;
	readonly most: number;
}

/** Ten years. */
const mostDays = 3650;

export const settingBounds: Readonly<Record<WholeSetting, Bounds>> = {
	resetHour: { least: 0, most: 23 },
	idleMinutes: { least: 1, most: Number.MAX_SAFE_INTEGER },
	noteDays: { least: 0, most: mostDays },
	memoryBudget: { least: 100, most: 1_000_000 },
	ledgerDays: { least: 0, most: mostDays },
	forgetAfterHours: { least: 0, most: 24 * 365 },
	coolAfterDays: { least: 0, most: mostDays }
};

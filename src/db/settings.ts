import { defaultSettings, type SettingKey, type Settings } from '#core/settings.ts';
import type { Truth } from '#db/schema.ts';
import { storing, type Stored } from '#db/storing.ts';

/** All settings; what was never set has its default. */
export async function readSettings(db: Truth): Promise<Settings> {
	const rows = await db.settings.toArray();
	const known = rows.filter((row) => row.key in defaultSettings);
	return { ...defaultSettings, ...Object.fromEntries(known.map((row) => [row.key, row.value])) };
}

export const writeSetting = <K extends SettingKey>(
	db: Truth,
	key: K,
	value: Settings[K]
): Promise<Stored<void>> =>
	storing(async () => {
		await db.settings.put({ key, value });
	});

/** Change one setting by what it is now. */
export const changeSetting = <K extends SettingKey>(
	db: Truth,
	key: K,
	change: (value: Settings[K]) => Settings[K]
): Promise<Stored<void>> =>
	storing(() =>
		db.transaction('rw', db.settings, async () => {
			const settings = await readSettings(db);
			await db.settings.put({ key, value: change(settings[key]) });
		})
	);

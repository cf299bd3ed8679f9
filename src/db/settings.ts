import { defaultSettings, type SettingKey, type Settings } from '#core/settings.ts';
import type { Truth } from '#db/schema.ts';
import { Refused, storing, storingIn, type Stored } from '#db/storing.ts';

/** What was set, by key. A row that is no setting is passed over. */
export async function chosenSettings(db: Truth): Promise<Partial<Settings>> {
	const rows = await db.settings.toArray();
	const known = rows.filter((row) => row.key in defaultSettings);
	return Object.fromEntries(known.map((row) => [row.key, row.value]));
}

/** All settings; what was never set has its default. */
export const readSettings = async (db: Truth): Promise<Settings> => ({
	...defaultSettings,
	...(await chosenSettings(db))
});

/** One setting, where nothing waits for more. */
export async function readSetting<K extends SettingKey>(db: Truth, key: K): Promise<Settings[K]> {
	const row = await db.settings.get(key);
	return row ? (row.value as Settings[K]) : defaultSettings[key];
}

/**
 * Write one setting. The browser is told to commit in the same breath: it would else wait for this page to hear that
 * the row is there, and a page that is left in that instant hears nothing any more.
 */
export const writeSetting = <K extends SettingKey>(
	db: Truth,
	key: K,
	value: Settings[K]
): Promise<Stored<void>> =>
	storing(() =>
		db.transaction('rw', db.settings, async ({ idbtrans }) => {
			const put = db.settings.put({ key, value });
			idbtrans.commit();
			await put;
		})
	);

/** Write one setting where it is still what somebody saw: what another tab has written since is not overwritten. */
export const replaceSetting = <K extends SettingKey>(
	db: Truth,
	key: K,
	{ before, value }: { readonly before: Settings[K]; readonly value: Settings[K] }
): Promise<Stored<void>> =>
	changeSetting(db, key, (now) => {
		if (now !== before) throw new Refused({ kind: 'changed-meanwhile' });
		return value;
	});

/** Change one setting by what it is now. */
export const changeSetting = <K extends SettingKey>(
	db: Truth,
	key: K,
	change: (value: Settings[K]) => Settings[K]
): Promise<Stored<void>> => changeSettings(db, (now) => ({ [key]: change(now[key]) }));

/** Change what belongs together by how all are set now: all of it, or nothing. */
export const changeSettings = (
	db: Truth,
	change: (now: Settings) => Partial<Settings>
): Promise<Stored<void>> =>
	storingIn(db, [db.settings], async () => {
		const changed = change(await readSettings(db));
		for (const [key, value] of Object.entries(changed)) await db.settings.put({ key, value });
	});

import { fieldOf, isRow, type Row } from '#core/json.ts';
import { isBuiltIn } from '#core/presets/built-in.ts';
import { checkPreset } from '#core/presets/check.ts';
import {
	defaultSettings,
	type ChoiceSetting,
	type SettingKey,
	type Settings
} from '#core/settings.ts';
import { basePathOf } from '#core/wire/base-path.ts';
import { settingBounds, type WholeSetting } from '#core/setting-bounds.ts';
import { isAny, isNumber, isText, listOf, type Check } from '#core/shape.ts';

/** What a setting may be set to by a file: nothing that another part of the app would not have written itself. */

/**
 * A base URL from a file in the one spelling that the settings field gives it, or null when it is none that the field
 * would take. Names of hosts in other scripts are stored in their form of plain letters, so no other is expected.
 */
export function storedEndpoint(text: string): string | null {
	const [, origin, path = ''] =
		/^(https?:\/\/[\w.-]+(?::\d{1,5})?)(\/[^\s?#\\]*)?$/i.exec(text) ?? [];
	if (origin === undefined) return null;
	return origin.toLowerCase() + basePathOf(path);
}

/** Each word of a setting that is one of a few; the compiler asks for a new setting and for a new word. */
const choices: { readonly [Key in ChoiceSetting]: Readonly<Record<Settings[Key], true>> } = {
	authHeader: { bearer: true, 'x-api-key': true },
	cacheLifetime: { '5m': true, '1h': true, never: true },
	thinking: { adaptive: true, off: true },
	reviewSummaries: { ask: true, notify: true, auto: true },
	reviewMemories: { ask: true, own: true, untainted: true },
	backgroundDrafts: { 'not-asked': true, yes: true, no: true },
	resetPolicy: { manual: true, daily: true, idle: true },
	theme: { system: true, light: true, dark: true },
	noteKinds: { all: true, main: true, guest: true, none: true },
	backupEvery: { never: true, daily: true, weekly: true, monthly: true }
};

/** Those whose default may tell nothing of their kind. */
type NullableSetting = {
	[Key in SettingKey]: null extends Settings[Key] ? Key : never;
}[SettingKey];

/** Settings that may be null or hold a table, and the one that decides where everything is sent. */
const known: Readonly<Record<NullableSetting, Check> & Partial<Record<SettingKey, Check>>> = {
	endpoint: isText,
	model: (value) => value === null || isText(value),
	systemText: (value) => value === null || isText(value),
	dayLimit: (value) => value === null || (isNumber(value) && Number(value) >= 0),
	contextCap: (value) => value === null || (isNumber(value) && Number(value) > 0),
	prompts: (value) => isRow(value) && Object.values(value).every(isText)
};

const isChoice = (key: string): key is ChoiceSetting => Object.hasOwn(choices, key);
const isWhole = (key: string): key is WholeSetting => Object.hasOwn(settingBounds, key);

/** A value of the kind the default has: of words one that is named, of a number one that its field takes. */
function isLike(key: string, usual: unknown, value: unknown): boolean {
	if (isChoice(key)) return typeof value === 'string' && Object.hasOwn(choices[key], value);
	if (isWhole(key)) {
		const { least, most } = settingBounds[key];
		return Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
	}
	if (Array.isArray(usual)) return listOf(isText)(value);
	if (isRow(usual)) return isRow(value) && isAny(value);
	return typeof usual === typeof value;
}

/** Presets of the user's own: whole, each by its id, and none by that of one that comes with the app. */
function presetsIn(given: Row): Row {
	const taken = Object.entries(given).flatMap(([id, written]) => {
		const checked = checkPreset(written);
		const isOwn = checked.status === 'valid' && checked.preset.id === id && !isBuiltIn(id);
		return isOwn ? [[id, checked.preset] as const] : [];
	});
	return Object.fromEntries(taken);
}

/** What a file gives for a setting, in the form in which it is stored here. */
function storedForm(key: string, given: unknown): unknown {
	if (key === 'endpoint' && typeof given === 'string') return storedEndpoint(given);
	return key === 'customPresets' && isRow(given) ? presetsIn(given) : given;
}

/** The settings in a file that may be taken over; what is unknown or of another kind is left out. */
export function settingsIn(row: Row): Readonly<Record<string, unknown>> {
	const taken: Record<string, unknown> = {};
	for (const [key, usual] of Object.entries(defaultSettings)) {
		const value = storedForm(key, fieldOf(row, key));
		const check = known[key as SettingKey] ?? ((found: unknown) => isLike(key, usual, found));
		if (value !== undefined && check(value)) taken[key] = value;
	}
	return taken;
}

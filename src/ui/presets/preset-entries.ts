import { builtInPresets, isBuiltIn, recommended } from '#core/presets/built-in.ts';
import { checkPreset, type PresetReason } from '#core/presets/check.ts';
import type { Preset } from '#core/presets/preset.ts';
import type { Settings } from '#core/settings.ts';
import { words } from '../words/all-words.ts';

/** A preset as it stands in lists, with the name people know it by. */
export type PresetEntry =
	| {
			readonly state: 'built-in' | 'own';
			readonly id: string;
			readonly name: string;
			readonly preset: Preset;
	  }
	/** Stored, but not to be used: nothing is known of it but its id. */
	| { readonly state: 'broken'; readonly id: string; readonly name: string };

const names: Readonly<Record<string, string>> = words.settings.presets;

/** Those that come with the app in their order, then the user's own by name. An id stands for one of them: that of the app. */
export function presetEntries({
	customPresets
}: Pick<Settings, 'customPresets'>): readonly PresetEntry[] {
	const known = builtInPresets.map((preset): PresetEntry => ({
		state: 'built-in',
		id: preset.id,
		name: names[preset.id] ?? preset.name,
		preset
	}));
	const others = Object.entries(customPresets).filter(([id]) => !isBuiltIn(id));
	const own = others.map(([id, written]): PresetEntry => {
		const checked = checkPreset(written);
		return checked.status === 'valid'
			? { state: 'own', id, name: checked.preset.name, preset: checked.preset }
			: { state: 'broken', id, name: words.settings.brokenPreset(id) };
	});
	return [...known, ...own.sort((a, b) => a.name.localeCompare(b.name))];
}

/** For a list of values: one that comes with the app is known by its id in documents and files too. */
export const listedName = ({ state, id, name }: PresetEntry): string =>
	hasOtherId({ state, id }) ? words.settings.presetWithId({ name, id }) : name;

/** Its name does not say its id by itself. */
export const hasOtherId = ({ state, id }: Pick<PresetEntry, 'state' | 'id'>): boolean =>
	state === 'built-in' && id !== recommended.id;

/** Why a file was not taken: a sentence, and the fields it is about. */
export interface ImportProblem {
	readonly sentence: string;
	readonly reasons: readonly string[];
}

export const importProblem = (read: {
	readonly why: keyof typeof words.presets.unreadable;
	readonly reasons: readonly PresetReason[];
}): ImportProblem => ({
	sentence: words.presets.couldNotImport(words.presets.unreadable[read.why]),
	// As the file calls them.
	reasons: read.reasons.map((reason) => words.presets.reason(reason, (path) => path))
});

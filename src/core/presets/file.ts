import { isRow, parseJson } from '#core/json.ts';
import { builtInPresets } from '#core/presets/built-in.ts';
import { checkPreset, type PresetReason } from '#core/presets/check.ts';
import { differences } from '#core/presets/fields.ts';
import type { Preset } from '#core/presets/preset.ts';

/** A preset as a file of its own, so that it can be kept and passed on. Nothing of a file is used unchecked. */

const format = 'keepsake-preset';
const formatVersion = 1;

/** More than any preset with its own words; a larger file is something else. */
const mostCharacters = 200_000;

export const writePresetFile = (preset: Preset): string =>
	`${JSON.stringify({ format, formatVersion, preset }, null, '\t')}\n`;

type PresetFile =
	| { readonly status: 'read'; readonly preset: Preset }
	| {
			readonly status: 'unreadable';
			readonly why: 'too-large' | 'not-json' | 'not-a-preset' | 'newer' | 'invalid';
			/** One for each field that cannot be used. */
			readonly reasons: readonly PresetReason[];
	  };

const unreadable = (
	why: Extract<PresetFile, { status: 'unreadable' }>['why'],
	reasons: readonly PresetReason[] = []
): PresetFile => ({ status: 'unreadable', why, reasons });

/** Read a file; every field is checked, unknown ones are dropped. Its id counts for nothing: see `newPresetId`. */
export function readPresetFile(written: string): PresetFile {
	if (written.length > mostCharacters) return unreadable('too-large');
	const file = parseJson(written.replace(/^\uFEFF/, ''));
	if (file === undefined) return unreadable('not-json');
	if (!isRow(file) || file['format'] !== format) return unreadable('not-a-preset');
	if (file['formatVersion'] !== formatVersion) return unreadable('newer');
	const checked = checkPreset(file['preset']);
	return checked.status === 'valid'
		? { status: 'read', preset: checked.preset }
		: unreadable('invalid', checked.reasons);
}

/** A preset that is there, under the name people know it by. */
interface Known {
	readonly id: string;
	readonly name: string;
	/** Left out: nothing is known of it but its name. */
	readonly preset?: Preset;
}

/** What an imported preset comes to beside those there are: the same one is here, or it is new, under a name of its own. */
export function placePreset(
	read: Preset,
	known: readonly Known[]
):
	| { readonly status: 'known'; readonly id: string }
	| { readonly status: 'new'; readonly preset: Preset } {
	// The number may have come with an earlier import of the same file.
	const plain = withoutNumber(read.name);
	const same = known.find(
		({ name, preset }) =>
			withoutNumber(name) === plain && preset && differences(preset, read).length === 0
	);
	if (same) return { status: 'known', id: same.id };
	const taken = known.map(({ name }) => name);
	return { status: 'new', preset: { ...read, name: nameApart(read.name, taken) } };
}

const withoutNumber = (name: string): string => name.replace(/ \(\d+\)$/, '');

/** Most characters of a name. */
const longestName = 100;

/** The name itself, or with a number behind it where another one has it. */
export function nameApart(name: string, taken: readonly string[]): string {
	const all = new Set(taken);
	let apart = name.slice(0, longestName);
	for (let number = 2; all.has(apart); number++) {
		const end = ` (${number})`;
		apart = name.slice(0, longestName - end.length).trimEnd() + end;
	}
	return apart;
}

/**
 * Id under which a deleted preset comes back among those that are there `now`: its own, also where it is back already,
 * unless another one was given that meanwhile.
 */
export const placeBack = (
	{ id, name, written }: { readonly id: string; readonly name: string; readonly written: unknown },
	now: Readonly<Record<string, unknown>>
): string =>
	id in now && JSON.stringify(now[id]) !== JSON.stringify(written)
		? newPresetId(name, Object.keys(now))
		: id;

/** An id for a custom preset that nothing else has, built-in ones included; speaking, because it stands in addresses. */
export function newPresetId(name: string, taken: readonly string[]): string {
	const slug =
		name
			.normalize('NFKD')
			.toLowerCase()
			.replace(/[^a-z0-9]+/g, '-')
			.replace(/^-|-$/g, '')
			.slice(0, 40) || 'preset';
	const all = new Set([...taken, ...builtInPresets.map(({ id }) => id)]);
	const base = `own-${slug}`;
	let id = base;
	for (let number = 2; all.has(id); number++) id = `${base}-${number}`;
	return id;
}

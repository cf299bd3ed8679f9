import { checkPreset, writeField, type PresetReason } from '#core/presets/check.ts';
import { differences, topOf, type PresetField } from '#core/presets/fields.ts';
import type { Preset } from '#core/presets/preset.ts';

/** The fields of its own that one session has beside the preset it follows. */

interface OverriddenPreset {
	readonly preset: Preset;
	/** Names of the fields that count for nothing, since they do not go with the others. */
	readonly leftOut: readonly string[];
	/** Why not all go together, as of `checkPreset`. */
	readonly reasons: readonly PresetReason[];
}

type Overrides = Readonly<Record<string, unknown>>;

/** What a session has of its own after a change, or why that does not go with the rest. */
export type ChangedOverrides =
	| { readonly status: 'valid'; readonly overrides: Overrides }
	| { readonly status: 'invalid'; readonly reasons: readonly PresetReason[] };

/** A preset with fields of a session in place of its own. Where not all go together, as many of them as do, in order. */
export function withOverrides(base: Preset, overrides: Overrides): OverriddenPreset {
	const check = (own: Overrides) => checkPreset({ ...base, ...own, id: base.id, name: base.name });
	const whole = check(overrides);
	if (whole.status === 'valid') return { preset: whole.preset, leftOut: [], reasons: [] };
	const leftOut: string[] = [];
	let own = {};
	let preset = base;
	for (const [name, value] of Object.entries(overrides)) {
		const next = { ...own, [name]: value };
		const checked = check(next);
		if (checked.status === 'valid') [own, preset] = [next, checked.preset];
		else leftOut.push(name);
	}
	return { preset, leftOut, reasons: whole.reasons };
}

const without = (overrides: Overrides, name: string): Overrides =>
	Object.fromEntries(Object.entries(overrides).filter(([other]) => other !== name));

/** One field written for the session alone. What is as the preset has it needs no value of its own. */
export function overriding(
	base: Preset,
	overrides: Overrides,
	{ field, value }: { readonly field: PresetField; readonly value: unknown }
): ChangedOverrides {
	const written = writeField(withOverrides(base, overrides).preset, field, value);
	if (written.status === 'invalid') return written;
	const name = topOf(field);
	const own = differences(base, written.preset).includes(name)
		? { [name]: written.preset[name as keyof Preset] }
		: {};
	return { status: 'valid', overrides: { ...without(overrides, name), ...own } };
}

/** One field as the preset has it, where the others of the session go with that. */
export function backToPreset(base: Preset, overrides: Overrides, name: string): ChangedOverrides {
	const rest = without(overrides, name);
	const before = withOverrides(base, overrides).leftOut;
	const { leftOut, reasons } = withOverrides(base, rest);
	return leftOut.some((one) => !before.includes(one))
		? { status: 'invalid', reasons }
		: { status: 'valid', overrides: rest };
}

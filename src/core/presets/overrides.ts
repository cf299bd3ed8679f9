import { checkPreset, type PresetReason } from '#core/presets/check.ts';
import type { Preset } from '#core/presets/preset.ts';

/** The fields of its own that one session has beside the preset it follows. */

interface OverriddenPreset {
	readonly preset: Preset;
	/** Names of the fields that count for nothing, since they do not go with the others. */
	readonly leftOut: readonly string[];
	/** Why not all go together, as of `checkPreset`. */
	readonly reasons: readonly PresetReason[];
}

/** A preset with fields of a session in place of its own. Where not all go together, as many of them as do, in order. */
export function withOverrides(
	base: Preset,
	overrides: Readonly<Record<string, unknown>>
): OverriddenPreset {
	const check = (own: Readonly<Record<string, unknown>>) =>
		checkPreset({ ...base, ...own, id: base.id, name: base.name });
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

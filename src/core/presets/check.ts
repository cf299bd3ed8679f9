import { isRow, type Row } from '#core/json.ts';
import { recommended } from '#core/presets/built-in.ts';
import {
	fieldsIn,
	readField,
	someText,
	topOf,
	tops,
	usualRecord,
	type Control,
	type PresetField
} from '#core/presets/fields.ts';
import type { Preset } from '#core/presets/preset.ts';

/** Custom presets come from files and forms: nothing of them is used before every field has been looked at. */

type CheckedPreset =
	| { readonly status: 'valid'; readonly preset: Preset }
	/** One per top-level field, or what does not go together. */
	| { readonly status: 'invalid'; readonly reasons: readonly PresetReason[] };

/** Why the field at `path` cannot be used; the path is empty where the whole is no preset. */
export type PresetReason =
	/** What it must be and is not. */
	| { readonly path: string; readonly must: Control | { readonly type: 'record' | 'filled' } }
	/** How it clashes with others, which are called by their paths too. */
	| { readonly path: string; readonly clash: Clash; readonly others: readonly string[] }
	/** Shares: the target that is written, and the limit it comes too near to. */
	| {
			readonly path: 'target';
			readonly target: number;
			readonly limit: number;
			readonly of: string;
	  };

type Clash = 'above' | 'larger' | 'no-room';

/** Presets from before these were there do not have them. */
const younger = ['afterTurns', 'threshold.minutes'];

/** What a value has to be instead; null where it may be as it is. */
function instead(control: Control, value: unknown): Control | { type: 'filled' } | null {
	const isText = typeof value === 'string';
	const isBlank = !isText || value.trim() === '';
	const isListed = (one: unknown) =>
		'values' in control && control.values.some((word) => word === one);
	const fits = (does: boolean) => (does ? null : control);
	if (value === null && 'optional' in control && control.optional) return null;
	switch (control.type) {
		case 'choice':
			return fits(isListed(value));
		case 'model':
			return isRow(value) ? instead(someText(), value['model']) : fits(isListed(value));
		case 'ladder':
			if (!Array.isArray(value) || value.length === 0) return control;
			return value.every(isListed) ? null : { ...control, type: 'choice' };
		case 'count':
			return fits(Number.isInteger(value) && Number(value) >= control.least);
		case 'share':
			return fits(typeof value === 'number' && value > 0 && value <= 1);
		case 'flag':
			return fits(typeof value === 'boolean');
		case 'words':
			return fits(value === null || (!isBlank && value.length <= 20_000));
		case 'text':
			if (control.least > 0 && isBlank) return { type: 'filled' };
			return fits(isText && value.length <= 200);
	}
}

const noRecord = (path: string): PresetReason => ({ path, must: { type: 'record' } });

/** The first reason why one of these fields cannot be used. */
function reasonIn(written: Row, fields: readonly PresetField[]): readonly PresetReason[] {
	for (const { path, control } of fields) {
		const value = readField(written, { path });
		const must = instead(control, value);
		if (must && (value !== undefined || !younger.includes(path))) return [{ path, must }];
	}
	return [];
}

/**
 * Read a preset made by the user. All reasons are told at once. Target and threshold must keep their distance
 * (INV-4: target ÷ threshold ≤ 0.7), else a session near its limit would be compacted again and again.
 */
export function checkPreset(value: unknown): CheckedPreset {
	if (!isRow(value)) return { status: 'invalid', reasons: [noRecord('')] };
	const reasons = [
		...['id', 'name'].flatMap((path) => reasonIn(value, [{ path, control: someText() }])),
		...tops.flatMap((top) => {
			const listed = fieldsIn(top, value[top]);
			return listed ? reasonIn(value, listed) : noRecord(top);
		})
	];
	if (reasons.length > 0) return { status: 'invalid', reasons };
	// Every field was looked at above; this is the one place where a foreign value gets its type.
	const preset = pickFields(value) as unknown as Preset;
	const crossed = crossChecks(preset);
	return crossed.length > 0 ? { status: 'invalid', reasons: crossed } : { status: 'valid', preset };
}

/** In the order in which presets are stored. */
const pickFields = (value: Row): Row =>
	Object.fromEntries(Object.keys(recommended).map((field) => [field, value[field] ?? null]));

const bounds: readonly (readonly [string, Clash, string])[] = [
	['threshold.draft', 'above', 'threshold.apply'],
	['threshold.idle', 'above', 'threshold.emergency'],
	['keep.share', 'larger', 'keep.atMost']
];

/** Nothing is compared with a field that its kind does not have. */
function crossChecks(preset: Preset): readonly PresetReason[] {
	const at = (path: string) => Number(readField(preset, { path }));
	const { target } = preset;
	// 0.56 is 0.7 of 0.8 and not, as binary fractions have it, a little more.
	const near = ['threshold.apply', 'threshold.emergency'].filter(
		(of) => target > at(of) * 0.7 + 1e-6
	);
	const above = bounds.filter(([path, , other]) => at(path) > at(other));
	const trimmed = at('pruning.head') + at('pruning.tail');
	return [
		...near.map((of) => ({ path: 'target', target, limit: at(of), of }) as const),
		...above.map(([path, clash, other]) => ({ path, clash, others: [other] })),
		...(trimmed > at('pruning.over')
			? [
					{
						path: 'pruning.head',
						clash: 'no-room',
						others: ['pruning.tail', 'pruning.over']
					} as const
				]
			: [])
	];
}

/**
 * A preset with one field changed, checked. Another kind brings its usual numbers along; what they clash with is told
 * as a reason. Without any reason: it has no such field (any more).
 */
export function writeField(preset: Preset, { path }: PresetField, value: unknown): CheckedPreset {
	if (readField(preset, { path }) === undefined) return { status: 'invalid', reasons: [] };
	const top = topOf({ path });
	const [, inner] = path.split('.');
	const before: unknown = preset[top];
	const next = ((): unknown => {
		if (path === 'flush') return value === true ? usualRecord(top) : null;
		if (inner === undefined) return value;
		if (inner === 'kind') return usualRecord(top, value);
		return isRow(before) ? { ...before, [inner]: value } : before;
	})();
	return checkPreset({ ...preset, [top]: next });
}

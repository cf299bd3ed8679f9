import { isRow } from '#core/json.ts';
import { builtInPresets } from '#core/presets/built-in.ts';
import { checkPreset, type CheckedPreset } from '#core/presets/check.ts';
import type { Chunks, Flush, Keep, Preset, Pruning, Threshold } from '#core/presets/preset.ts';
import type { SummaryTier } from '#core/summary/summary.ts';

/** Every field of a preset as data: where it stands, how it is typed, which of them a preset has. */

type Control =
	| { readonly type: 'choice'; readonly values: readonly string[] }
	/** A whole number; `optional`: it may be left open. */
	| { readonly type: 'count'; readonly optional: boolean }
	/** 0–1, typed as a percentage. */
	| { readonly type: 'share'; readonly optional: boolean }
	| { readonly type: 'text' }
	/** Many lines; empty is none. */
	| { readonly type: 'words' }
	| { readonly type: 'flag' }
	/** `session`, `cheap`, or a model by its id. */
	| { readonly type: 'model' }
	/** The steps of the ladder in their order, each on or off. */
	| { readonly type: 'ladder'; readonly values: readonly SummaryTier[] };

export type FieldGroup = 'when' | 'kept' | 'summary' | 'form' | 'memory' | 'pruning';

export interface PresetField {
	/** Names of the objects on the way, with dots: `threshold.draft`. */
	readonly path: string;
	readonly group: FieldGroup;
	readonly control: Control;
}

const count: Control = { type: 'count', optional: false };
const share: Control = { type: 'share', optional: false };
const text: Control = { type: 'text' };
const flag: Control = { type: 'flag' };
const choice = (...values: readonly string[]): Control => ({ type: 'choice', values });

const thresholds: Readonly<Record<Threshold['kind'], Threshold>> = {
	'of-usable': { kind: 'of-usable', draft: 0.7, apply: 0.85 },
	'window-minus': { kind: 'window-minus', reserve: 20_000 },
	'of-window': { kind: 'of-window', idle: 0.7, emergency: 0.8, minutes: 5 },
	'of-rest': { kind: 'of-rest', system: 2000, output: 4000, safety: 5000, share: 0.8 },
	absolute: { kind: 'absolute', tokens: 200_000 }
};

const keeps: Readonly<Record<Keep['kind'], Keep>> = {
	'messages-or-usable': { kind: 'messages-or-usable', messages: 8, share: 0.15, atMost: 0.25 },
	'messages-or-window': { kind: 'messages-or-window', messages: 20, share: 0.2 },
	tokens: { kind: 'tokens', tokens: 20_000 },
	messages: { kind: 'messages', messages: 10 },
	'assistant-turns': { kind: 'assistant-turns', turns: 5 },
	nothing: { kind: 'nothing' }
};

const guards: Readonly<Record<Preset['guard']['kind'], Preset['guard']>> = {
	gain: { kind: 'gain' },
	messages: { kind: 'messages', atMost: 10 }
};

const chunkings: Readonly<Record<Chunks['kind'], Chunks>> = {
	one: { kind: 'one' },
	rolling: { kind: 'rolling', share: 0.25, tokens: 90_000 }
};

const prunings: Readonly<Record<Pruning['kind'], Pruning>> = {
	none: { kind: 'none' },
	trim: {
		kind: 'trim',
		keepLast: 3,
		over: 4000,
		head: 1500,
		tail: 1500,
		clearAfter: 10,
		when: 'epoch'
	},
	mask: { kind: 'mask', keepLast: 10, over: 500 }
};

const flushing: Flush = { distance: 4000, silentWord: 'SILENT' };

/** What stands in place of a record when another kind of it is chosen. */
const kinds: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
	threshold: thresholds,
	keep: keeps,
	guard: guards,
	chunks: chunkings,
	pruning: prunings
};

/** In the order of the page. A field stands here for every kind of record it occurs in. */
const fields: readonly PresetField[] = [
	...group('when', [
		['threshold.kind', choice(...Object.keys(thresholds))],
		['threshold.draft', share],
		['threshold.apply', share],
		['threshold.reserve', count],
		['threshold.idle', share],
		['threshold.emergency', share],
		['threshold.minutes', count],
		['threshold.system', count],
		['threshold.output', count],
		['threshold.safety', count],
		['threshold.share', share],
		['threshold.tokens', count],
		['afterTurns', { type: 'count', optional: true }],
		['comparison', choice('>=', '>')],
		[
			'counter',
			choice('calibrated', 'reported-or-json', 'quarter-rounded-up', 'quarter-rounded-down')
		],
		['target', share],
		['guard.kind', choice(...Object.keys(guards))],
		['guard.atMost', count],
		['recount', choice('count-tokens', 'next-usage', 'estimate')],
		['madeFor', count]
	]),
	...group('kept', [
		['keep.kind', choice(...Object.keys(keeps))],
		['keep.messages', count],
		['keep.share', share],
		['keep.atMost', share],
		['keep.tokens', count],
		['keep.turns', count]
	]),
	...group('summary', [
		['reading', choice('transcript', 'inside-when-warm', 'inside')],
		['summariser', { type: 'model' }],
		['asked.form', choice(...builtInPresets.map(({ asked }) => asked.form))],
		['asked.words', { type: 'words' }],
		['asked.budget', { type: 'count', optional: true }],
		['asked.maxTokens', { type: 'count', optional: true }],
		['asked.temperature', { type: 'share', optional: true }],
		['chunks.kind', choice(...Object.keys(chunkings))],
		['chunks.share', share],
		['chunks.tokens', { type: 'count', optional: true }],
		[
			'ladder',
			{
				type: 'ladder',
				values: ['full', 'smaller-chunks', 'cheaper-model', 'partial', 'extractive', 'placeholder']
			}
		]
	]),
	...group('form', [
		['form.role', choice('user', 'assistant', 'system')],
		['form.mark', text],
		['form.lastRequest', choice('always', 'unanswered', 'never')],
		['anchors', flag]
	]),
	...group('memory', [
		['memory', choice('same-call', 'before', 'flush', 'none')],
		['flush', flag],
		['flush.distance', count],
		['flush.silentWord', text]
	]),
	...group('pruning', [
		['pruning.kind', choice(...Object.keys(prunings))],
		['pruning.keepLast', count],
		['pruning.over', count],
		['pruning.head', count],
		['pruning.tail', count],
		['pruning.clearAfter', count],
		['pruning.when', choice('always', 'epoch')]
	])
];

function group(
	name: FieldGroup,
	listed: readonly (readonly [string, Control])[]
): readonly PresetField[] {
	return listed.map(([path, control]) => ({ path, group: name, control }));
}

/** The value at a path; undefined where this preset has no such field. A flag of a record tells whether it is there. */
export function readField(preset: Preset, { path, control }: PresetField): unknown {
	const found = path
		.split('.')
		.reduce<unknown>((value, name) => (isRow(value) ? value[name] : undefined), preset);
	return control.type === 'flag' && path === 'flush' ? found !== null : found;
}

/** The fields that a preset of these kinds has. */
export const fieldsOf = (preset: Preset): readonly PresetField[] =>
	fields.filter((field) => readField(preset, field) !== undefined);

/** Top-level name of a field: what a session overrides as a whole. */
export const topOf = ({ path }: Pick<PresetField, 'path'>): string => path.split('.')[0] ?? path;

/**
 * A preset with one field changed, checked. Another kind brings its usual numbers along; what they clash with is told
 * as a reason.
 */
export function writeField(preset: Preset, { path }: PresetField, value: unknown): CheckedPreset {
	const [top = path, name] = path.split('.');
	const before: unknown = preset[top as keyof Preset];
	const next = ((): unknown => {
		if (path === 'flush') return value === true ? flushing : null;
		if (name === undefined) return value;
		if (name === 'kind') return kinds[top]?.[String(value)];
		return isRow(before) ? { ...before, [name]: value } : before;
	})();
	return checkPreset({ ...preset, [top]: next });
}

/** Names of the top-level fields in which two presets differ, apart from what they are called. */
export const differences = (a: Preset, b: Preset): readonly string[] =>
	Object.keys(a).filter(
		(name) =>
			name !== 'id' &&
			name !== 'name' &&
			JSON.stringify(a[name as keyof Preset]) !== JSON.stringify(b[name as keyof Preset])
	);

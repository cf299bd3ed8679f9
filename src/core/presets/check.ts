import { isRow } from '#core/json.ts';
import type { Preset } from '#core/presets/preset.ts';

/** Custom presets come from files and forms: nothing of them is used before every field has been looked at. */

export type CheckedPreset =
	| { readonly status: 'valid'; readonly preset: Preset }
	/** One per field, which is called by its path. */
	| { readonly status: 'invalid'; readonly reasons: readonly string[] };

type Rule = (value: unknown) => string | null;
/** Values are what a file or a form holds. */
type Rules = Readonly<Record<string, Rule>>;

const share: Rule = (value) =>
	typeof value === 'number' && value > 0 && value <= 1 ? null : 'must be a share between 0 and 1';

const count: Rule = (value) =>
	typeof value === 'number' && Number.isInteger(value) && value >= 0
		? null
		: 'must be a whole number, 0 or more';

const some: Rule = (value) =>
	count(value) === null && value !== 0 ? null : 'must be a whole number, 1 or more';

const text: Rule = (value) =>
	typeof value === 'string' && value.length <= 200
		? null
		: 'must be a text of at most 200 characters';

const longText: Rule = (value) =>
	typeof value === 'string' && value.trim() !== '' && value.length <= 20_000
		? null
		: 'must be a text of at most 20,000 characters';

const name: Rule = (value) =>
	typeof value === 'string' && value.trim() !== '' ? text(value) : 'must not be empty';

const flag: Rule = (value) => (typeof value === 'boolean' ? null : 'must be true or false');

const oneOf =
	(...allowed: readonly string[]): Rule =>
	(value) =>
		typeof value === 'string' && allowed.includes(value)
			? null
			: `must be one of ${allowed.join(', ')}`;

const orNull =
	(rule: Rule): Rule =>
	(value) =>
		value === null ? null : rule(value);

const listOf =
	(rule: Rule): Rule =>
	(value) =>
		Array.isArray(value) && value.length > 0
			? (value.map(rule).find((reason) => reason !== null) ?? null)
			: 'must be a list';

/** A field inside another is named by its path, `threshold.draft`: its reason begins with the dot. */
const about = (field: string, reason: string): string =>
	reason.startsWith('.') ? field + reason : `${field} ${reason}`;

const fields =
	(rules: Rules): Rule =>
	(value) => {
		if (!isRow(value)) return 'must be an object';
		for (const [field, rule] of Object.entries(rules)) {
			const reason = rule(value[field]);
			if (reason !== null) return `.${about(field, reason)}`;
		}
		return null;
	};

/** One of several records, told apart by `kind`. */
const kinds =
	(byKind: Readonly<Record<string, Rules>>): Rule =>
	(value) => {
		if (!isRow(value)) return 'must be an object';
		const { kind } = value;
		const rules =
			typeof kind === 'string' && Object.hasOwn(byKind, kind) ? byKind[kind] : undefined;
		return rules ? fields(rules)(value) : `.kind must be one of ${Object.keys(byKind).join(', ')}`;
	};

/** A field that is not named here would be dropped when a preset is read. */
const rules: Readonly<Record<keyof Preset, Rule>> = {
	id: name,
	name,
	threshold: kinds({
		'of-usable': { draft: share, apply: share },
		'window-minus': { reserve: count },
		'of-window': {
			idle: share,
			emergency: share,
			minutes: (value) => (value === undefined ? null : count(value))
		},
		'of-rest': { system: count, output: count, safety: count, share },
		absolute: { tokens: count }
	}),
	// Presets from before it was there do not have it.
	afterTurns: (value) => (value === undefined ? null : orNull(some)(value)),
	comparison: oneOf('>', '>='),
	counter: oneOf('calibrated', 'reported-or-json', 'quarter-rounded-up', 'quarter-rounded-down'),
	target: share,
	keep: kinds({
		'messages-or-usable': { messages: count, share, atMost: share },
		'messages-or-window': { messages: count, share },
		tokens: { tokens: count },
		messages: { messages: count },
		'assistant-turns': { turns: count },
		nothing: {}
	}),
	guard: kinds({ messages: { atMost: count }, gain: {} }),
	chunks: kinds({ one: {}, rolling: { share, tokens: orNull(count) } }),
	asked: fields({
		form: oneOf('recommended', 'gsv', 'two-phase', 'rounds', 'spec-008', 'single-shot'),
		words: orNull(longText),
		budget: orNull(count),
		maxTokens: orNull(some),
		temperature: orNull(share)
	}),
	summariser: (value) =>
		isRow(value) ? fields({ model: name })(value) : oneOf('session', 'cheap')(value),
	reading: oneOf('transcript', 'inside-when-warm', 'inside'),
	form: fields({
		role: oneOf('user', 'assistant', 'system'),
		mark: text,
		lastRequest: oneOf('always', 'unanswered', 'never')
	}),
	ladder: listOf(
		oneOf('full', 'smaller-chunks', 'cheaper-model', 'partial', 'extractive', 'placeholder')
	),
	memory: oneOf('same-call', 'before', 'flush', 'none'),
	anchors: flag,
	pruning: kinds({
		none: {},
		trim: {
			keepLast: count,
			over: count,
			head: count,
			tail: count,
			clearAfter: count,
			when: oneOf('always', 'epoch')
		},
		mask: { keepLast: count, over: count }
	}),
	recount: oneOf('count-tokens', 'next-usage', 'estimate'),
	flush: orNull(fields({ distance: count, silentWord: name })),
	madeFor: some
};

/**
 * Read a preset made by the user. All reasons are told at once. Target and threshold must keep their distance
 * (INV-4: target ÷ threshold ≤ 0.7), else a session near its limit would be compacted again and again.
 */
export function checkPreset(value: unknown): CheckedPreset {
	if (!isRow(value)) return { status: 'invalid', reasons: ['A preset must be an object'] };
	const reasons: string[] = [];
	for (const [field, rule] of Object.entries(rules)) {
		const reason = rule(value[field]);
		if (reason !== null) reasons.push(about(field, reason));
	}
	if (reasons.length > 0) return { status: 'invalid', reasons };
	// Every field was looked at above; this is the one place where a foreign value gets its type.
	const preset = pickFields(value) as unknown as Preset;
	const crossed = crossChecks(preset);
	return crossed.length > 0 ? { status: 'invalid', reasons: crossed } : { status: 'valid', preset };
}

const pickFields = (value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
	Object.fromEntries(Object.keys(rules).map((field) => [field, value[field] ?? null]));

function crossChecks({ threshold, target, keep, pruning }: Preset): string[] {
	const reasons: string[] = [];
	const far = (limit: string, apply: number) => {
		if (target / apply > 0.7)
			reasons.push(
				`target must be at most 70 % of ${limit}: ${percent(target)} is ${percent(target / apply)} of ${percent(apply)}`
			);
	};
	if (threshold.kind === 'of-usable') far('threshold.apply', threshold.apply);
	if (threshold.kind === 'of-window') far('threshold.emergency', threshold.emergency);
	if (threshold.kind === 'of-usable' && threshold.draft > threshold.apply)
		reasons.push('threshold.draft must not lie above threshold.apply');
	if (threshold.kind === 'of-window' && threshold.idle > threshold.emergency)
		reasons.push('threshold.idle must not lie above threshold.emergency');
	if (keep.kind === 'messages-or-usable' && keep.share > keep.atMost)
		reasons.push('keep.share must not be larger than keep.atMost');
	if (pruning.kind === 'trim' && pruning.head + pruning.tail > pruning.over)
		reasons.push('pruning.head and pruning.tail together must fit into pruning.over');
	return reasons;
}

const percent = (part: number): string => `${String(Math.round(part * 100))} %`;

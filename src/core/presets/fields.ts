import { isRow, type Row } from '#core/json.ts';
import type {
	Asked,
	Chunks,
	Flush,
	Form,
	Keep,
	Preset,
	Pruning,
	Threshold
} from '#core/presets/preset.ts';
import type { SummaryTier } from '#core/summary/summary.ts';

/** Every field of a preset as data: where it stands, what it may hold, which of them a preset has. */

export type Control = {
	/** What a field holds that comes with another kind of its record. */
	readonly usual?: unknown;
} & (
	| { readonly type: 'choice'; readonly values: readonly string[] }
	/** Steps in their order, each on or off. */
	| { readonly type: 'ladder'; readonly values: readonly string[] }
	/** One of the values, or a model by its id. */
	| { readonly type: 'model'; readonly values: readonly string[] }
	/** A whole number; `optional`: it may be left open. */
	| { readonly type: 'count'; readonly least: 0 | 1; readonly optional: boolean }
	/** 0–1, typed as a percentage. */
	| { readonly type: 'share'; readonly optional: boolean }
	/** One line, of at least so many characters. */
	| { readonly type: 'text'; readonly least: 0 | 1 }
	/** Many lines; empty is none. */
	| { readonly type: 'words' }
	| { readonly type: 'flag' }
);

export type FieldGroup = 'when' | 'kept' | 'summary' | 'form' | 'memory' | 'pruning';

export interface PresetField {
	/** Names of the objects on the way, with dots: `threshold.draft`. */
	readonly path: string;
	readonly control: Control;
}

const count = (usual: number): Control => ({ type: 'count', least: 0, optional: false, usual });
const share = (usual?: number): Control => ({ type: 'share', optional: false, usual });
const orNone = (usual?: number): Control => ({ type: 'count', least: 0, optional: true, usual });
const someOrNone: Control = { type: 'count', least: 1, optional: true };
const flag: Control = { type: 'flag' };
export const someText = (usual?: string): Control => ({ type: 'text', least: 1, usual });

/** The words of a union, in the order of the page; the compiler sees to it that all are named. */
const choice = <T extends string>(
	words: Readonly<Record<T, unknown>>,
	type: 'choice' | 'ladder' | 'model' = 'choice'
): Control => ({ type, values: Object.keys(words) });

type Fields<T> = { readonly [K in keyof T]-?: Control };
type Listed = Readonly<Record<string, Control>>;

/** A field, a record of fields, or one of several kinds of it. */
type Entry =
	Control | { readonly fields: Listed } | { readonly kinds: Readonly<Record<string, Listed>> };

const record = <T>(fields: Fields<T>): Entry => ({ fields });
const kinds = <T extends { readonly kind: string }>(listed: {
	readonly [K in T['kind']]: Fields<Omit<Extract<T, { readonly kind: K }>, 'kind'>>;
}): Entry => ({ kinds: listed });

type Top = Exclude<keyof Preset, 'id' | 'name'>;

/** Where each stands on the page, in the order there, and what it may hold. */
const entries: Readonly<Record<Top, readonly [FieldGroup, Entry]>> = {
	threshold: [
		'when',
		kinds<Threshold>({
			'of-usable': { draft: share(0.7), apply: share(0.85) },
			'window-minus': { reserve: count(20_000) },
			'of-window': { idle: share(0.7), emergency: share(0.8), minutes: count(5) },
			'of-rest': {
				system: count(2000),
				output: count(4000),
				safety: count(5000),
				share: share(0.8)
			},
			absolute: { tokens: count(200_000) }
		})
	],
	afterTurns: ['when', someOrNone],
	comparison: ['when', choice<Preset['comparison']>({ '>=': true, '>': true })],
	counter: [
		'when',
		choice<Preset['counter']>({
			calibrated: true,
			'reported-or-json': true,
			'quarter-rounded-up': true,
			'quarter-rounded-down': true
		})
	],
	target: ['when', share()],
	guard: ['when', kinds<Preset['guard']>({ gain: {}, messages: { atMost: count(10) } })],
	recount: [
		'when',
		choice<Preset['recount']>({ 'count-tokens': true, 'next-usage': true, estimate: true })
	],
	madeFor: ['when', { type: 'count', least: 1, optional: false }],
	keep: [
		'kept',
		kinds<Keep>({
			'messages-or-usable': { messages: count(8), share: share(0.15), atMost: share(0.25) },
			'messages-or-window': { messages: count(20), share: share(0.2) },
			tokens: { tokens: count(20_000) },
			messages: { messages: count(10) },
			'assistant-turns': { turns: count(5) },
			nothing: {}
		})
	],
	reading: [
		'summary',
		choice<Preset['reading']>({ transcript: true, 'inside-when-warm': true, inside: true })
	],
	summariser: [
		'summary',
		choice<Preset['summariser'] & string>({ session: true, cheap: true }, 'model')
	],
	asked: [
		'summary',
		record<Asked>({
			form: choice<Asked['form']>({
				recommended: true,
				gsv: true,
				'two-phase': true,
				rounds: true,
				'spec-008': true,
				'single-shot': true
			}),
			words: { type: 'words' },
			budget: orNone(),
			maxTokens: someOrNone,
			temperature: { type: 'share', optional: true }
		})
	],
	chunks: [
		'summary',
		kinds<Chunks>({ one: {}, rolling: { share: share(0.25), tokens: orNone(90_000) } })
	],
	ladder: [
		'summary',
		choice<SummaryTier>(
			{
				full: true,
				'smaller-chunks': true,
				'cheaper-model': true,
				partial: true,
				extractive: true,
				placeholder: true
			},
			'ladder'
		)
	],
	form: [
		'form',
		record<Form>({
			role: choice<Form['role']>({ user: true, assistant: true, system: true }),
			mark: { type: 'text', least: 0 },
			lastRequest: choice<Form['lastRequest']>({ always: true, unanswered: true, never: true })
		})
	],
	anchors: ['form', flag],
	memory: [
		'memory',
		choice<Preset['memory']>({ 'same-call': true, before: true, flush: true, none: true })
	],
	/** Null where there is none. */
	flush: ['memory', record<Flush>({ distance: count(4000), silentWord: someText('SILENT') })],
	pruning: [
		'pruning',
		kinds<Pruning>({
			none: {},
			trim: {
				keepLast: count(3),
				over: count(4000),
				head: count(1500),
				tail: count(1500),
				clearAfter: count(10),
				when: { ...choice<'always' | 'epoch'>({ always: true, epoch: true }), usual: 'epoch' }
			},
			mask: { keepLast: count(10), over: count(500) }
		})
	]
};

/** Names of the fields but for id and name. */
export const tops = Object.keys(entries) as readonly Top[];

/** Top-level name of a field: what a session overrides as a whole. */
export const topOf = ({ path }: Pick<PresetField, 'path'>): Top => path.split('.')[0] as Top;

/** Where a field stands on the page. */
export const groupOf = (field: PresetField): FieldGroup => entries[topOf(field)][0];

/** What stands in a record, where there are kinds in one of this kind; the usual kind is the one that is asked for. */
function inside(entry: Exclude<Entry, Control>, kind: unknown): Listed {
	if ('fields' in entry) return entry.fields;
	const found = Object.entries(entry.kinds).find(([name]) => name === kind);
	return { kind: { ...choice(entry.kinds), usual: kind }, ...found?.[1] };
}

/** What a field that is a record holds as a rule; undefined for one that is none. */
export function usualRecord(top: Top, kind?: unknown): Row | undefined {
	const [, entry] = entries[top];
	if ('type' in entry) return undefined;
	const listed = Object.entries(inside(entry, kind));
	return Object.fromEntries(listed.map(([name, { usual }]) => [name, usual]));
}

/** The fields in place of a top-level one that holds this; null where it must be a record and is none. */
export function fieldsIn(top: Top, value: unknown): readonly PresetField[] | null {
	const [, entry] = entries[top];
	if ('type' in entry) return [{ path: top, control: entry }];
	const own = top === 'flush' ? [{ path: top, control: flag }] : [];
	if (top === 'flush' && value === null) return own;
	if (!isRow(value)) return null;
	const listed = Object.entries(inside(entry, value['kind']));
	return [...own, ...listed.map(([name, control]) => ({ path: `${top}.${name}`, control }))];
}

/** The value at a path; undefined where there is no such field. A flag of a record tells whether it is there. */
export function readField(preset: Preset | Row, { path }: Pick<PresetField, 'path'>): unknown {
	const found = path
		.split('.')
		.reduce<unknown>((value, name) => (isRow(value) ? value[name] : undefined), preset);
	return path === 'flush' ? found !== null : found;
}

/** The fields that a preset of these kinds has. */
export const fieldsOf = (preset: Preset): readonly PresetField[] =>
	tops
		.flatMap((top) => fieldsIn(top, preset[top]) ?? [])
		.filter((field) => readField(preset, field) !== undefined);

/** Names of the top-level fields in which two presets differ, apart from what they are called. */
export const differences = (a: Preset, b: Preset): readonly string[] =>
	Object.keys(a).filter(
		(name) =>
			name !== 'id' &&
			name !== 'name' &&
			JSON.stringify(a[name as keyof Preset]) !== JSON.stringify(b[name as keyof Preset])
	);

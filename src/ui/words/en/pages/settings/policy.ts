/** Words of how a session is kept short, reviewed and reset: the part Policy of the settings. */
import * as format from '../../../format.ts';

export const policy = {
	preset: 'Compaction preset',
	presets: {
		recommended: 'Recommended',
		gsv: 'Narrative summary, the newest 20,000 tokens stay word for word',
		'two-phase': 'Narrative summary, made while you are away or in an emergency',
		rounds: 'Summary in six sections, the newest 10 messages stay word for word',
		'spec-008': 'Summary in bullets, what to remember is asked first',
		'single-shot': 'Summary in seven sections, nothing older stays word for word'
	},
	/** With the id, by which a preset is found in documents and in files. */
	presetWithId: ({ name, id }: { readonly name: string; readonly id: string }) =>
		`${format.apart(name)} (${id})`,
	/** What of a preset does not act by itself, or not as one might expect. */
	presetNotes: {
		'two-phase':
			'The idle phase costs a call nobody pressed a button for: it runs only when summaries may be prepared in the background.',
		gsv: 'A part that cannot be summarised stays as it is; none is skipped.',
		'spec-008':
			'Before a summary, the model is asked once what to remember. That is a paid call, and its lines wait at the review desk.'
	} as Readonly<Record<string, string>>,
	presetFields: 'All fields of this preset, and presets of your own',
	brokenPreset: (id: string) => `${id} (cannot be used)`,
	thresholds: ({
		model,
		usable,
		soft,
		hard
	}: {
		readonly model: string;
		readonly usable: number;
		readonly soft: number | null;
		readonly hard: number | null;
	}) =>
		[
			`With ${model}, ${format.tokens(usable)} are usable.`,
			...(soft === null ? [] : [`A summary is prepared at ${format.number(soft)}.`]),
			hard === null ? 'No summary is made by itself.' : `It is needed at ${format.number(hard)}.`
		].join(' '),
	/** Numbers of a preset that were corrected, at the beginning of a sentence. */
	correctedFields: {
		draft: 'The point where a summary is prepared',
		threshold: 'The point where a summary is needed',
		reserve: 'The reserve',
		'system reserve': 'The reserve for the system text',
		'output reserve': 'The reserve for the answer',
		'safety buffer': 'The safety margin',
		keep: 'What stays word for word',
		flush: 'The distance at which the model is asked what to remember'
	},
	corrected: ({
		field,
		written,
		used,
		because
	}: {
		readonly field: string;
		readonly written: number;
		readonly used: number;
		readonly because: 'above-usable' | 'scaled' | 'no-room';
	}) =>
		({
			scaled: `${field}: ${format.number(written)} tokens were scaled to ${format.number(used)} for this window.`,
			'above-usable': `${field}: ${format.number(written)} tokens are more than is usable, so ${format.number(used)} count.`,
			'no-room': `${field}: what is kept free takes the whole window, so ${format.number(used)} counts. Keep less free, or choose a model with a larger window.`
		})[because],
	automatic: 'Automatic compaction',
	automaticHint:
		'Earlier messages are summarised before the window is full. Off: you are reminded once at each limit of the preset, and decide yourself.'
} as const;

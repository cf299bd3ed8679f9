/** Words of the preset page: every field with a sentence that explains it, and what a preset would do. */
import type { PresetReason } from '#core/presets/check.ts';
import * as format from '../../../format.ts';
import { fields, values } from './preset-fields.ts';

const wholeNumber = (least: 0 | 1): string => `a whole number, ${least} or more`;

function must(reason: Extract<PresetReason, { must: unknown }>['must']): string {
	switch (reason.type) {
		case 'record':
			return 'be an object';
		case 'filled':
			return 'not be empty';
		case 'choice':
		case 'model':
			return `be one of ${reason.values.join(', ')}`;
		case 'ladder':
			return 'be a list';
		case 'count':
			return `be ${wholeNumber(reason.least)}`;
		case 'share':
			return 'be a share between 0 and 1';
		case 'text':
			return 'be a text of at most 200 characters';
		case 'words':
			return 'be a text of at most 20,000 characters';
		case 'flag':
			return 'be true or false';
	}
}

const clashes: Readonly<
	Record<Extract<PresetReason, { clash: unknown }>['clash'], (...others: string[]) => string>
> = {
	above: (other) => `must not lie above ${other}`,
	larger: (other) => `must not be larger than ${other}`,
	'no-room': (beside, within) => `and ${beside} together must fit into ${within}`
};

export const presets = {
	title: 'Compaction presets',
	titleSession: 'Compaction of this session',
	help: 'A preset says when earlier messages are summarised, what stays word for word, who writes the summary and how it goes into the prompt.',
	/** The one word of this page that needs it. */
	usable:
		'“Usable” is what a prompt may weigh: the window of the model, or your context cap or the price step where one of them is smaller, less the longest answer it may give.',
	back: 'Back to settings',
	backToSession: 'Back to the session',
	list: 'Presets',
	inUse: 'in use',
	own: 'yours',
	broken: 'cannot be used',
	brokenHelp:
		'This preset cannot be used, so Recommended is used instead. Delete it, or import it again.',
	builtIn: 'This preset comes with Keepsake and stays as it is. Copy it to change it.',
	copy: 'Copy to change',
	copyName: (name: string) => `${name} (my copy)`,
	choose: 'Use for all sessions',
	chosen: (name: string) => `${format.apart(name)} is used now.`,
	name: 'Name',
	nameHelp: 'Shown wherever a preset is chosen.',
	noName: 'Give it a name.',
	remove: 'Delete preset',
	removed: (name: string) => `${format.apart(name)} was deleted.`,
	restored: (name: string) => `${format.apart(name)} is back.`,
	exportFile: 'Export preset',
	importFile: 'Import preset',
	presetFile: 'Preset file',
	/** `as`: another one had its name. */
	imported: ({ name, as }: { readonly name: string; readonly as: string }) =>
		name === as
			? `Imported ${format.apart(name)}.`
			: `Imported ${format.apart(name)} as ${format.quoted(as)}: another preset has its name.`,
	importedBefore: (name: string) =>
		`${format.apart(name)} is already here, just as in the file. Nothing was imported.`,
	couldNotImport: (why: string) => `Could not import: ${why}`,
	unreadable: {
		'too-large': 'this file is too large for a preset.',
		'not-json': 'this file is not JSON, or it is cut off.',
		'not-a-preset': 'this file is not a Keepsake preset.',
		newer: 'this preset was made by a newer version. Update Keepsake and try again.',
		invalid: 'these fields cannot be used:'
	},
	groups: {
		when: 'When',
		kept: 'What stays',
		summary: 'The summary',
		form: 'How it goes into the prompt',
		memory: 'What is remembered',
		pruning: 'Old tool results'
	},
	fields,
	values,
	models: {
		session: 'The model of the session',
		cheap: 'The cheap model',
		named: 'A model I name'
	},
	modelName: 'Model id',
	inPercent: (label: string) => `${label} (%)`,
	yes: 'Yes',
	no: 'No',
	/** Nothing is typed there: what that means stands in the explanation. */
	empty: '(empty)',
	notShare: 'Enter a percentage from 1 to 100.',
	notCount: (least: 0 | 1) => `Enter ${wholeNumber(least)}.`,
	notTemperature: 'Enter a number above 0, at most 1.',
	noModel: 'Enter the id of a model.',
	/** Why a field cannot be used. */
	reason: (why: PresetReason, called: (path: string) => string): string => {
		const field = why.path === '' ? 'A preset' : called(why.path);
		if ('must' in why) return `${field} must ${must(why.must)}`;
		if ('clash' in why) return `${field} ${clashes[why.clash](...why.others.map(called))}`;
		const { target, limit } = why;
		return `${field} must be at most 70 % of ${called(why.of)}: ${format.percent(target)} is ${format.percent(target / limit)} of ${format.percent(limit)}`;
	},
	doesNotFit: (reasons: string) => `These do not go together: ${reasons}.`,
	leftOut: 'Those that do not are as the preset has them.',
	overridden: 'changed for this session',
	backToPreset: 'Back to the preset',
	allBack: 'Back to the preset in everything',
	effect: 'What it does',
	effectSession: 'Looked at with',
	noSession: 'There is no session yet. What a preset would keep is shown here once there is one.',
	effectModel: (name: string) => `With ${format.apart(name)}`,
	windowAssumed: (tokens: number) =>
		`The window of this model is unknown; ${format.tokens(tokens)} are assumed, as this preset was written for.`,
	facts: {
		usable: 'Usable',
		soft: 'A summary is prepared at',
		hard: 'A summary is needed at',
		afterTurns: 'Or after',
		turns: 'By turns',
		flush: 'What to remember is asked at',
		target: 'Aimed at afterwards',
		now: 'This session now',
		kept: 'Would stay word for word',
		covered: 'Would be summarised',
		after: 'Prompt afterwards',
		calls: 'Calls',
		compacting: 'Price of the summary',
		saved: 'Saved with each later turn',
		breakEven: 'Pays for itself'
	},
	never: 'never by itself',
	afterTurns: (count: number) => format.count(count, { one: 'turn', other: 'turns' }),
	inTurns: (left: number) =>
		left === 0
			? 'before the next message'
			: `in ${format.count(left, { one: 'turn', other: 'turns' })}`,
	messages: ({ messages, tokens }: { readonly messages: number; readonly tokens: number }) =>
		`${format.count(messages, { one: 'message', other: 'messages' })}, ${format.tokens(tokens)}`,
	turns: ({
		from,
		through,
		messages,
		tokens
	}: {
		readonly from: number;
		readonly through: number;
		readonly messages: number;
		readonly tokens: number;
	}) =>
		`${format.turns(from, through)}: ${format.count(messages, { one: 'message', other: 'messages' })}, ${format.tokens(tokens)}`,
	about: (tokens: number) => `about ${format.tokens(tokens)}`,
	calls: ({ calls, model }: { readonly calls: number; readonly model: string }) =>
		`${format.count(calls, { one: 'call', other: 'calls' })} to ${model}`,
	callInside: (model: string) => `1 call to ${model}, inside the session`,
	noCalls: 'none: it is made on this device',
	breakEven: (turns: number | 'never') =>
		turns === 'never'
			? 'never: the prompt does not get cheaper'
			: turns === 0
				? 'at once'
				: `after ${format.count(turns, { one: 'turn', other: 'turns' })}`,
	dollars: (value: number | null) =>
		value === null || value >= 0 ? format.money(value) : `${format.money(-value)} more`,
	nothing: (reason: string) => `By hand there is nothing to do: ${reason}`,
	infeasible:
		'What cannot be summarised (system text, memory, pins, tools) already takes up the room to the limit.',
	oversize: 'Your newest message alone does not fit below the limit.',
	looking: 'Looking…',
	lookAgain: 'Look again'
} as const;

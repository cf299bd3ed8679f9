/** Words of the prompt inspector. Source names come with the segments and are not translated. */
import type { ResetPolicy } from '#core/session/session.ts';
import * as format from '../../format.ts';

export const inspector = {
	region: 'Prompt inspector',
	help: 'Exactly what goes to the model with your next message.',
	helpOnDevice: 'Exactly what is read with your next message, on this device; nothing is sent.',
	include: (source: string) => `Include ${format.apart(source)}`,
	showText: 'Show text',
	hideText: 'Hide text',
	tokens: (value: number) => format.tokens(value),
	compact: 'Compact now',
	copyRequest: 'Copy request as JSON',
	copied: 'Request copied.',
	lines: 'Lines of this file',
	nothingPosted: 'Nothing has been posted yet. Write something to see the request it would make.',
	absent: {
		guest: 'Not sent: this is a guest session.',
		scope: 'Not sent: this file is only for endpoints on this device or network.',
		never: 'Not sent: this file may go to no endpoint.',
		kind: 'Not sent: daily notes are not for this kind of session (Settings, Privacy).'
	},
	/** Memory files. */
	cleared: (paths: readonly string[]) =>
		`What tools quoted here of ${format.listed(paths)} is not sent: the file may not go to whoever answers now. Change “May be sent to” of the file, or for daily notes Settings, Privacy, to send it again.`,
	clearedKeptBack:
		'What tools quoted here of messages that you have deleted, left out or put off the record since is not sent. It is sent again when you change that.',
	total: ({ tokens, usable }: { readonly tokens: number; readonly usable: number | null }) =>
		usable === null
			? `${format.tokens(tokens)}, window unknown`
			: `${format.number(tokens)} of ${format.tokens(usable)}`,
	used: 'Used',
	soft: 'A summary is prepared at',
	hard: 'A summary is needed at',
	turns: 'Or by turns',
	window: 'Window',
	maxOutput: 'Kept free for the answer',
	model: (name: string) => `For ${format.apart(name)}`,
	basis: {
		estimated: 'estimated',
		reported: 'from the provider’s last count',
		counted: 'counted by the provider',
		here: 'from the last count on this device'
	},
	off: 'Switched off',
	numbers: {
		title: 'Numbers and prices',
		next: 'Next message',
		summary: 'Next summary',
		soFar: 'So far'
	},
	money: {
		prices: 'Prices',
		noPrices: 'not known for this model: Settings, Provider',
		request: 'Price of this prompt',
		answer: 'Price of the answer',
		atMost: (dollars: number | null) =>
			dollars === null ? format.money(dollars) : `at most ${format.money(dollars)}`,
		cache: 'Cache of the provider',
		cold: 'cold: all of it is read at full price',
		warm: (at: number) => `warm until ${format.time(at)}`,
		summary: 'A summary now',
		soFar: 'This session so far',
		spent: ({ cost, unpriced }: { readonly cost: number; readonly unpriced: number }) =>
			unpriced === 0
				? format.money(cost)
				: cost === 0
					? `unknown (${format.count(unpriced, { one: 'call', other: 'calls' })})`
					: `${format.money(cost)} and ${format.count(unpriced, { one: 'call', other: 'calls' })} of unknown price`,
		compactions: 'Compactions',
		made: ({ all, emergencies }: { readonly all: number; readonly emergencies: number }) =>
			emergencies === 0
				? format.number(all)
				: `${format.number(all)}, ${format.number(emergencies)} in an emergency`
	},
	policy: {
		title: 'Rules of this session',
		preset: 'Preset of this session',
		presetGone: (used: string) => `The preset it had was deleted: ${used} is used`,
		automatic: 'Automatic compaction of this session',
		review: 'Review of its summaries',
		asSettings: (value: string) => `As in the settings: ${value}`,
		on: 'On',
		off: 'Off: a reminder only',
		fields: 'Change single fields for this session',
		fieldsLater: 'Single fields can be changed once the first message is sent.',
		changed: (count: number) => `${format.count(count, { one: 'field', other: 'fields' })} changed`
	},
	reset: {
		policy: 'Reset of this session',
		hour: 'Reset hour of this session',
		hourHint: 'Local time, 0 to 23. What is missed while the app is closed is made up for once.',
		minutes: 'Idle minutes of this session',
		minutesHint: 'Counted from the last message.',
		rules: {
			manual: 'Only by hand',
			daily: 'Every day at an hour',
			idle: 'After a pause'
		},
		told: (policy: ResetPolicy) => {
			switch (policy.kind) {
				case 'manual':
					return 'only by hand';
				case 'daily':
					return `every day at ${String(policy.hour)}:00`;
				case 'idle':
					return `after ${format.count(policy.minutes, { one: 'minute', other: 'minutes' })} without a message`;
			}
		}
	},
	offOnce: 'Stays out of the next message',
	once: 'Leave out once',
	onceFor: (source: string) => `Leave out once: ${format.apart(source)}`,
	edit: 'Edit',
	editSource: (source: string) => `Edit ${format.apart(source)}`,
	sourceText: (source: string) => `Text of ${format.apart(source)}`,
	save: 'Save',
	changedMeanwhile:
		'This text was changed elsewhere after you began. What you save replaces what is there now.',
	takeTheirs: 'Use the other version',
	tookTheirs: 'The other version is here now.',
	saved: 'Saved. It applies from the next message on.',
	/** Less than can be written says by itself that it is no exact price. */
	price: (dollars: number | null) =>
		dollars === null ? '' : format.money(dollars).replace(/^\$/, 'about $$'),
	cached: 'cached',
	bar: (parts: readonly string[]) => `What the request is made of: ${parts.join(', ')}`,
	share: ({ source, share }: { readonly source: string; readonly share: number }) =>
		`${format.apart(source)} ${format.percent(share)}`,
	cacheCold: (lifetime: string) =>
		`The provider keeps nothing of it now: the whole request is read again, and then kept for ${lifetime}.`,
	cacheWarm: (value: number) =>
		`About ${format.tokens(value)} at its beginning are the same as last time and cost less.`,
	cacheChange: (source: string) =>
		`From ${format.apart(source)} on it is new, because that part changed.`,
	/** Null: a part is not there any more. */
	cacheLost: (source: string | null) =>
		`The whole request is read again, because ${source === null ? 'a part of it was taken out' : `${format.apart(source)} changed`}.`,
	lifetimes: { '5m': '5 minutes', '1h': 'an hour' }
} as const;

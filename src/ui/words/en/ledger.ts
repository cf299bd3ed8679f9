/** Words of the ledger: what the model saw, and what changed between two requests. */
import * as format from '../format.ts';

export const ledger = {
	title: 'What the model saw',
	help: 'Exactly what was sent for this answer. The key was never part of it.',
	request: 'Request',
	none: (days: number) =>
		`The request is not kept any more. Requests are kept for ${format.count(days, { one: 'day', other: 'days' })}; you can change that under Settings → Privacy.`,
	gone: 'A part of this request was forgotten, so it cannot be shown whole.',
	requestName: ({
		at,
		step,
		of
	}: {
		readonly at: number;
		readonly step: number;
		readonly of: number;
	}) =>
		of > 1
			? `${format.dateTime(at)}, call ${format.number(step)} of ${format.number(of)}`
			: format.dateTime(at),
	facts: ({
		model,
		host,
		tokens,
		cost
	}: {
		readonly model: string;
		readonly host: string;
		readonly tokens: number;
		readonly cost: number | null;
	}) =>
		`${model} · ${host} · ${format.tokens(tokens)} · ${cost === null ? 'cost unknown' : format.money(cost)}`,
	parts: 'Parts',
	partTokens: (tokens: number | null) => (tokens === null ? '' : format.tokens(tokens)),
	off: 'was switched off',
	json: 'The request as JSON',
	copy: 'Copy request as JSON',
	compare: 'Compare with',
	compareNone: 'Nothing',
	changes: 'Changes',
	change: {
		added: 'added',
		removed: 'removed',
		changed: 'changed',
		same: 'the same'
	},
	noChange: 'Both requests are made of the same parts with the same words.',
	otherAt: ({ at, words }: { readonly at: number; readonly words: string }) =>
		words === '' ? format.dateTime(at) : `${format.dateTime(at)}: ${words}`
} as const;

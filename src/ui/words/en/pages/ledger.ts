/** Words of the ledger: what the model saw, and what changed between two requests. */
import * as format from '../../format.ts';

/** By the API's own names; one that is not known is shown as it is. */
const transformations: Readonly<Record<string, string>> = {
	thinking_dropped: 'earlier thinking was taken out',
	thinking_mismatch_allowed: 'earlier thinking was shown all the same'
};
const transformationReasons: Readonly<Record<string, string>> = {
	model_binding_mismatch: 'made by another model',
	prefix_binding_mismatch: 'made behind other messages',
	organization_binding_mismatch: 'made with a key of another organisation',
	end_user_binding_mismatch: 'made for another person'
};

export const ledger = {
	title: 'What the model saw',
	help: 'Exactly what was sent for this answer. The key was never part of it.',
	request: 'Request',
	none: (days: number) =>
		`The request is no longer kept. Requests are kept for ${format.count(days, { one: 'day', other: 'days' })}; you can change that under Settings → Privacy.`,
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
	transformed: 'The endpoint says that the model did not see this as it was sent:',
	transformation: ({
		type,
		path,
		reason
	}: {
		readonly type: string;
		readonly path: string;
		readonly reason: string;
	}) =>
		`${path}: ${transformations[type] ?? type}${reason === '' ? '' : `, ${transformationReasons[reason] ?? reason}`}`,
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

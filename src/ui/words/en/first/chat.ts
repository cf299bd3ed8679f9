/** Words of the composer and the frame around a conversation; what stands among its messages is in messages.ts. */
import * as format from '../../format.ts';

export const chat = {
	composer: 'Message',
	composerHint: 'Message, or / for commands',
	send: 'Send',
	stop: 'Stop',
	onDevice: 'On-device',
	/** A key is set, and nobody has chosen a model or been given one. */
	noModel: 'No model chosen',
	/** `weight` and `usable` in tokens. */
	gauge: ({ weight, usable }: { readonly weight: number; readonly usable: number }) =>
		`Context ${format.percent(weight / usable)}`,
	gaugeUnknown: (weight: number) => `Context ${format.tokens(weight)}, window unknown`,
	/** Before the first prompt has been weighed. */
	gaugeNone: 'Context',
	gaugeDetail: ({
		weight,
		usable,
		hard,
		turns,
		window
	}: {
		readonly weight: number;
		readonly usable: number;
		readonly hard: number | null;
		readonly turns: { readonly said: number; readonly limit: number } | null;
		readonly window: number | null;
	}) =>
		[
			`${format.number(weight)} of ${format.tokens(usable)}`,
			...(hard === null ? [] : [`a summary is needed at ${format.number(hard)}`]),
			...(turns === null ? [] : [`turn ${turns.said} of ${turns.limit}`]),
			...(window === null ? [] : [`window ${format.number(window)}`])
		].join(' · '),
	commands: 'Commands',
	late: 'Still loading what talks to your model…',
	deaf: 'The tab that is writing this answer does not respond. Go to it, or close it.',
	queued: 'Goes out after this answer',
	model: (name: string) => `Model: ${format.apart(name)}`
} as const;

/** Words of the prompt inspector. Source names come with the segments and are not translated. */
import * as format from '../format.ts';

export const inspector = {
	region: 'Prompt inspector',
	close: 'Close',
	help: 'Exactly this goes to the model with your next message.',
	include: (source: string) => `Include ${source}`,
	showText: 'Show text',
	hideText: 'Hide text',
	tokens: (value: number) => format.tokens(value),
	copyRequest: 'Copy request as JSON',
	copied: 'Request copied.',
	nothingPosted: 'Nothing has been posted yet. Write something to see the request it would make.',
	absent: {
		guest: 'Not sent: this is a guest session.',
		scope: 'Not sent: this file is only for endpoints on this device or network.',
		never: 'Not sent: this file is for no endpoint.',
		kind: 'Not sent: daily notes are not for this kind of conversation (Settings, Privacy).'
	},
	total: ({ weight, usable }: { readonly weight: number; readonly usable: number | null }) =>
		usable === null
			? `${format.tokens(weight)}, window unknown`
			: `${format.number(weight)} of ${format.tokens(usable)}`,
	used: 'Used',
	soft: 'A summary is prepared at',
	hard: 'A summary is needed at',
	window: 'Window',
	maxOutput: 'Kept free for the answer',
	model: (name: string) => `For ${name}`,
	basis: {
		estimated: 'estimated',
		reported: 'from the provider’s last count',
		counted: 'counted by the provider'
	},
	hiddenRemoved: (value: number) =>
		`${format.count(value, { one: 'hidden character', other: 'hidden characters' })} removed`,
	off: 'Switched off'
} as const;

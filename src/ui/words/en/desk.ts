/** Words of the review desk and its badge. */
import * as format from '../format.ts';

const lines = (value: number) => format.count(value, { one: 'item', other: 'items' });

export const desk = {
	title: 'Review',
	badge: (waiting: number) => (waiting === 0 ? 'Review' : `Review (${format.number(waiting)})`),
	list: 'To review',
	help: 'Nothing here is remembered or sent before you accept it. What you accept is written exactly as it stands.',
	origins: {
		own: 'Your words',
		assistant: 'Assistant',
		tool: 'Tool',
		web: 'Web',
		import: 'Import'
	},
	accept: 'Accept',
	edit: 'Edit',
	reject: 'Reject',
	source: 'Source',
	proposalText: 'Proposal text',
	save: 'Save',
	cancel: 'Cancel',
	acceptAll: 'Accept all',
	target: (path: string) => `For ${path}`,
	replaces: 'Replaces',
	accepted: (path: string) => `Written to ${path}.`,
	rejected: 'Rejected. It will not be proposed again.',
	edited: 'Changed. It still waits for Accept.',
	acceptedAll: ({ taken, staying }: { readonly taken: number; readonly staying: number }) =>
		staying === 0
			? `Accepted ${lines(taken)}.`
			: `Accepted ${lines(taken)}. ${format.number(staying)} stay${staying === 1 ? 's' : ''}: what comes from tools, the web or imports is accepted one by one.`,
	undone: 'Undone: it waits again.',
	empty: 'Nothing waits.',
	emptyHelp: 'What the assistant would like to remember comes here first.'
} as const;

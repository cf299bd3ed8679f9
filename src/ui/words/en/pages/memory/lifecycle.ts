/** Words of the page that shows where a fact lives. */
import * as format from '../../../format.ts';

const of = (one: string, other: string) => (value: number) => format.count(value, { one, other });
const turns = of('turn', 'turns');
const sessions = of('session', 'sessions');
const summaries = of('summary', 'summaries');
const lines = of('line', 'lines');
const notes = of('note', 'notes');
const archives = of('archive', 'archives');
const items = of('item waits', 'items wait');

export const lifecycle = {
	title: 'Where a fact lives',
	link: 'Where a fact lives, in a picture',
	help: 'What you say moves along this path as it grows older. Nothing on it is thrown away, and nothing becomes memory before you accept it.',
	way: 'The path of a fact',
	goesAlong: 'Sent with each message',
	/** `days`: how long it goes along after its own; null: not by itself. */
	noteGoes: (days: number | null) => {
		if (days === null) return 'Only when it is looked up';
		if (days === 0) return 'Sent on its day';
		return days === 1
			? 'Sent on its day and the next'
			: `Sent on its day and ${format.number(days)} days more`;
	},
	lookedUp: 'Only when it is looked up',
	places: {
		conversation: {
			name: 'Session',
			what: 'Your newest messages, word for word.',
			example: '“No walnuts in the cake, please: I am allergic.”',
			next: 'When it gets long, older messages are summarised.'
		},
		summary: {
			name: 'Summary',
			what: 'Stands for the older messages of its session. You read it first; the messages stay.',
			example: '“Cake for Saturday; no walnuts (allergy).”',
			next: 'Facts worth keeping wait at the review desk. You accept, change or reject each.'
		},
		note: {
			name: 'Daily note',
			what: 'One file a day with the facts you accepted. For how many days a note is sent is set under Settings, Privacy.',
			example: '“- Allergic to walnuts”',
			next: 'What should be known for longer goes to MEMORY.md: choose that at the desk, move it later, or let a draft propose it.'
		},
		curated: {
			name: 'MEMORY.md',
			what: 'What is always known in your own sessions, never in guest sessions.',
			example: '“- Allergic to walnuts”',
			next: 'Every message is also stored whole.'
		},
		archive: {
			name: 'Archive',
			what: 'Sealed copies of whole messages, made after a summary and at a reset. You and the assistant can search them.',
			example: 'The message itself, with its day and hour.',
			next: ''
		}
	},
	counts: {
		conversation: (told: { readonly sessions: number; readonly turns: number }) =>
			`${turns(told.turns)} in ${sessions(told.sessions)}`,
		summary: summaries,
		note: (told: { readonly notes: number; readonly lines: number }) =>
			`${lines(told.lines)} in ${notes(told.notes)}`,
		curated: lines,
		archive: archives
	},
	desk: 'Review desk',
	waiting: (value: number) => (value === 0 ? 'Nothing waits there.' : `${items(value)} there.`)
} as const;

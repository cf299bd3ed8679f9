/** Words of "Why do you know this?". */
import * as format from '../../../format.ts';
import { memory } from './memory.ts';

const jobs = {
	...memory.writers,
	user: 'written by you',
	vouch: 'you vouched for it',
	compaction: 'noted when the session was summarised',
	synthesis: 'taken from the summary of the session',
	flush: 'noted before the session was summarised',
	tool: 'proposed by the assistant in the session',
	'save-memory': 'proposed by the assistant in the session',
	'edit-memory': 'a change proposed by the assistant',
	import: 'brought in by an import',
	reset: 'noted when the session was reset',
	tidy: 'written by a clean-up that you accepted',
	undo: 'brought back by an undo'
} as const;

export const why = {
	ask: 'Why do you know this?',
	/** `by`: the job; `session`: null where it came with a file. */
	learnt: ({
		by,
		at,
		session
	}: {
		readonly by: keyof typeof jobs;
		readonly at: number;
		readonly session: object | null;
	}) =>
		`${by === 'import' && session ? 'learnt from an imported session' : jobs[by]}, ${format.dateTime(at)}`,
	/** Beside a line of a file: whose words it holds, how it came there, and when. */
	noted: ({
		origin,
		by,
		at
	}: {
		readonly origin: string;
		readonly by: keyof typeof memory.writers;
		readonly at: number;
	}) => `${origin}, ${by === 'tool' ? 'saved in conversation' : jobs[by]}, ${format.date(at)}`,
	/** Why a line that was noted in a session does not count as the user's words. */
	marked: {
		assistant: 'The assistant put it so; you did not say it in these words.',
		tool: 'What a tool had answered was read as well when this was noted, so it may come from there.',
		web: 'A web page was read as well when this was noted, so it may come from there.',
		import:
			'Text that was pasted, quoted, attached or imported was read as well when this was noted, so it may come from there and not from you.'
	},
	/** What whoever noted it thought of it. */
	judged: ({
		importance,
		tags
	}: {
		/** 1 to 10, or null. */
		readonly importance: number | null;
		readonly tags: readonly string[];
	}) =>
		[
			...(importance === null ? [] : [`Importance ${format.number(importance)} of 10`]),
			...(tags.length === 0 ? [] : [`tags: ${tags.join(', ')}`])
		].join(' · '),
	conversation: 'Session',
	untitled: 'Untitled session',
	sessionGone: 'The session it came from is gone.',
	turn: ({ number, said }: { readonly number: number; readonly said: string }) =>
		said === '' ? `Turn ${format.number(number)}` : `Turn ${format.number(number)}: ${said}`,
	turnStates: {
		deleted: 'deleted, can still be brought back',
		forgotten: 'forgotten: its words are kept nowhere',
		gone: 'This turn is gone.'
	},
	/** `by` null: it is said already. */
	written: ({ by, at }: { readonly by: keyof typeof jobs | null; readonly at: number }) =>
		`In this file since ${format.dateTime(at)}${by ? `: ${jobs[by]}` : ''}.`,
	unknown: 'Nobody noted where this line comes from. It was written by hand, or came with a file.',
	vouch: 'I vouch for this',
	vouchHelp:
		'While it is in memory, what is learnt beside it waits for you. Vouch for it if it is true and yours.',
	vouched: 'It counts as your own words now.',
	takeBack: 'Take back that I vouch',
	takenBack: 'It counts as it did before.',
	gone: 'This line is no longer here.'
} as const;

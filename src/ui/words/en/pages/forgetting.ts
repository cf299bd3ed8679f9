/** Words of forgetting: what goes, what was learnt, what cannot be reached. */
import type { ForgettingFound } from '#core/forgetting/what.ts';
import * as format from '../../format.ts';
import { sessions } from '../first/sessions.ts';

type Elsewhere = ForgettingFound['elsewhere'][number];

export const forgetting = {
	forget: 'Forget',
	forgetLine: (line: string) => `Forget ${format.quoted(line)}`,
	title: {
		turn: 'Forget this message?',
		session: 'Forget this session?',
		line: 'Forget this line?',
		'memory-file': 'Forget this memory file?',
		archive: 'Forget this archive?'
	},
	/** What goes, and what stays: a paragraph each. What was sent before is told under “What cannot be reached from here”. */
	help: {
		turn: 'Question and answer go from this device for good: also from pins, archives, search, the records of sent requests, what Keepsake’s own tools showed of them in other sessions, unfinished work and copies.\nMessages that say the same stay.',
		session:
			'All its messages go from this device for good, on every branch: with their summaries, pins and archives, and from search, the records of sent requests, what Keepsake’s own tools showed of them in other sessions, and copies.\nOther sessions that say the same stay.',
		line: 'It goes from this device for good: from memory and its history, what waits for review, search, the records of requests that sent it as memory, what Keepsake’s own tools read of it, and copies. It is not proposed again.\nMessages that say the same stay.',
		'memory-file':
			'The file and its history go from this device for good; its name stays. Lines that are in no other file also go from what waits for review, search, the records of requests that sent them as memory, what Keepsake’s own tools read of them, and copies.\nMessages that say the same stay.',
		archive:
			'Its file goes from this device for good, and the copies of it.\nWhere the session itself is still here, it stays as it is.'
	},
	forGood: 'This cannot be undone.',
	looking: 'Looking for what was learnt from it…',
	/** What went wrong stands behind it. */
	lookFailed: 'What was learnt from it could not be looked for:',
	lookAgain: 'Look again',
	unlooked:
		'If you forget it now, memory lines learnt from it stay, and summaries lose only the names, figures and sentences that nothing else in the session tells. The app cannot say either where it may have been sent.',
	lines: 'Learnt from it, in memory',
	summaries: 'Summaries that tell of it',
	summary: ({ round, isDraft }: { readonly round: number; readonly isDraft: boolean }) =>
		isDraft ? 'Draft of a summary' : `Summary of round ${format.number(round)}`,
	words: (found: readonly string[]) => `Tells: ${found.join(', ')}`,
	ends: {
		rewrite: 'Use this text instead',
		drop: 'Drop it; its other messages come back',
		keep: 'Keep it as it is'
	},
	newText: 'Summary text without it',
	otherSummaries: (count: number) =>
		count === 1
			? 'One more summary or draft that is not in use tells of it. It loses the same lines, so that no undo brings them back.'
			: `${format.number(count)} more summaries or drafts that are not in use tell of it. They lose the same lines, so that no undo brings them back.`,
	elsewhere: 'Also said in other messages. Tick those to delete as well:',
	place: ({ question, at, title }: Pick<Elsewhere, 'question' | 'at' | 'title'>) => {
		const where = `${format.dateTime(at)}, in ${format.quoted(sessions.named(title))}`;
		return question === '' ? where : `Answer to ${format.quoted(question)}, ${where}`;
	},
	alsoDeleted: (count: number) =>
		count === 1
			? 'The message you ticked is deleted.'
			: `The ${format.number(count)} messages you ticked are deleted.`,
	unreachable: 'What cannot be reached from here',
	hosts: (hosts: readonly string[]) =>
		`It may have been sent to ${hosts.join(', ')}. What is kept there, only the provider can say.`,
	retold:
		'What later messages, summaries or memory say of it in other words: nothing shows that it came from here. Search for it, and change or forget it there.',
	files:
		'Files you exported before, backups of this computer, and traces in files of the browser that it has not overwritten yet.',
	done: 'Forgotten.',
	waits: 'Forgotten. An answer is still being written; what it holds of it goes when it has ended.',
	unreached: (paths: readonly string[]) =>
		`Forgotten, but these archives are damaged and could not be rewritten: ${paths.join(', ')}.`,
	salvaged: (paths: readonly string[]) =>
		`Forgotten. These archives were damaged and held it, so of each only what could be read is left: ${paths.join(', ')}.`,
	/** Before it is done. */
	damaged: (paths: readonly string[]) =>
		`Damaged: ${paths.join(', ')}. Where such an archive holds it, only what can be read of it is kept, and the rest goes too.`,
	missing: {
		title: 'This session is not here',
		forgotten: (at: number) =>
			`It was forgotten for good on ${format.dateTime(at)}, so nothing of it is left in this browser.`,
		unknown:
			'Nothing is stored at this address in this browser. The session may be in another browser, or in a backup that you can import.',
		writing: 'What you write below starts a new session.',
		data: 'Recently deleted, and backups',
		look: 'Look through what is here'
	},
	deleted: 'Recently deleted',
	deletedHelp: (hours: number) =>
		hours === 0
			? 'Deleted messages, sessions, archives and memory files are forgotten within a minute.'
			: `Deleted messages, sessions, archives and memory files can be brought back for ${format.count(hours, { one: 'hour', other: 'hours' })}. After that they are forgotten: found in no store and no new export but for file names, and summaries of them lose the names, figures and sentences that nothing else in the session tells.`,
	nothingDeleted: 'Nothing is waiting to be forgotten.',
	turnIn: (title: string, said: string) =>
		said === ''
			? `A message in ${format.quoted(title)}`
			: `The message ${format.quoted(said)} in ${format.quoted(title)}`,
	session: (title: string) => format.quoted(title),
	archive: (title: string) => `Archive of ${format.quoted(title)}`,
	file: (path: string) => `Memory file ${format.apart(path)}`,
	deletedAt: (at: number) => `deleted ${format.dateTime(at)}`,
	restore: 'Bring back',
	restored: 'It is back.'
} as const;

/** Words of forgetting: what goes, what was learnt, what cannot be reached. */
import * as format from '../format.ts';

export const forgetting = {
	forget: 'Forget',
	forgetLine: (line: string) => `Forget “${line}”`,
	title: {
		turn: 'Forget this message?',
		session: 'Forget this session?',
		line: 'Forget this line?',
		'memory-file': 'Forget this memory file?'
	},
	help: {
		turn: 'Question, answer and everything that quotes them leave this device for good: messages, branches, pins, archives, the search index, the list of requests, unfinished work and copies.',
		session:
			'All its messages leave this device for good, on every branch, with their summaries, pins, archives, the search index, the list of requests and copies.',
		line: 'It leaves every memory file with their histories, what waits for review, the list of requests and copies, and it is not proposed again.',
		'memory-file':
			'The file and its history leave this device for good. Lines that stand in no other file also leave the search index, the list of requests, what waits for review and copies.'
	},
	looking: 'Looking for what was learnt from it…',
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
	elsewhere: (count: number) =>
		`The same words also stand in ${format.count(count, { one: 'other message', other: 'other messages' })}. They stay until you forget them there.`,
	elsewhereLink: (at: number) => `Message ${format.number(at)}`,
	unreachable: 'What cannot be reached from here',
	hosts: (hosts: readonly string[]) =>
		`It may have been sent to ${hosts.join(', ')}. What is kept there is for the provider to say.`,
	files:
		'Files you exported before, backups of this computer, and traces in files of the browser that it has not overwritten yet.',
	cancel: 'Cancel',
	done: 'Forgotten.',
	waits: 'Forgotten. An answer is still being written; what it holds of it goes when it has ended.',
	unreached: (paths: readonly string[]) =>
		`Forgotten, but these archives are damaged and could not be written anew: ${paths.join(', ')}.`,
	missing: {
		title: 'This session is not here',
		forgotten: (at: number) =>
			`It was forgotten for good on ${format.dateTime(at)}, so nothing of it is left in this browser.`,
		unknown:
			'Nothing is stored at this address in this browser. The session may be in another browser, or in a backup that you can import.',
		writing: 'What you write below begins a new session.',
		data: 'Recently deleted, and backups',
		look: 'Look through what is here'
	},
	deleted: 'Recently deleted',
	deletedHelp: (hours: number) =>
		hours === 0
			? 'Deleted messages, sessions and memory files are forgotten within a minute.'
			: `Deleted messages, sessions and memory files can be brought back for ${format.count(hours, { one: 'hour', other: 'hours' })}. After that they are forgotten: found in no store and no new export.`,
	nothingDeleted: 'Nothing is waiting to be forgotten.',
	turnIn: (title: string) => `A message in “${title}”`,
	session: (title: string) => `“${title}”`,
	file: (path: string) => `Memory file ${path}`,
	deletedAt: (at: number) => `deleted ${format.dateTime(at)}`,
	restore: 'Bring back',
	restored: 'It is back.',
	hours: 'Forget deleted things after (hours)',
	hoursHint: '0 forgets them within a minute.'
} as const;

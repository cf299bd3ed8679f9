/** Words of what happened, for Settings → Activity. */
import type { Cause, UndoKind, WhatOf } from '#core/activity.ts';
import * as format from '../../../format.ts';

export const activity = {
	kinds: {
		compaction: 'A summary was put to use',
		'compaction-undone': 'A compaction was undone',
		'summary-edited': 'A summary was edited',
		'summary-deleted': 'A summary was deleted',
		draft: 'A summary was drafted',
		flush: 'The model was asked what to remember',
		'no-op': 'Nothing to compact',
		failure: 'Something failed',
		reset: 'A session was reset',
		import: 'A file was imported',
		export: 'A file was exported',
		archive: 'Messages were archived',
		memory: 'A memory file was changed',
		deletion: 'Something was deleted',
		recovery: 'A copy was restored',
		learning: 'Imported sessions were read for memories',
		transformed: 'The endpoint did not show the model everything as it was sent'
	},
	/** Instead of the kind, where more is known. */
	begun: 'An import was begun',
	accepted: (lines: number) =>
		lines === 1 ? 'A line was accepted' : `${format.number(lines)} lines were accepted`,
	/** By what it was. */
	deleted: {
		session: 'A session was deleted',
		archive: 'An archive was deleted',
		turn: 'A turn was deleted',
		copy: 'An older copy on this device made room for a deletion',
		forgotten: 'Something was forgotten for good',
		salvaged: 'A damaged archive was rewritten without what was forgotten'
	} satisfies Record<WhatOf<'deletion'> | 'turn', string>,
	/** By what was taken back. */
	undone: {
		compaction: 'A compaction was undone',
		'summary-edit': 'An edit of a summary was undone',
		discard: 'A discarded draft was brought back',
		'delete-summary': 'A deleted summary was brought back',
		'delete-turn': 'A deleted turn was brought back',
		reset: 'A reset was undone',
		memory: 'A change of memory was undone',
		accepted: 'An accepted line was put back for review'
	} satisfies Record<UndoKind, string>,
	putBack: (lines: number) => `${format.number(lines)} accepted lines were put back for review`,
	discarded: 'A draft was discarded',
	again: 'A summary is in use again',
	emergency: 'Emergency: the limit came before a summary was ready',
	failed: {
		compaction: 'A summary could not be made',
		archive: 'An archive could not be written',
		backup: 'A backup could not be made',
		'old-backups': 'A backup was made, and older ones could not be removed',
		'memory-folder': 'Memory could not be written whole into its folder; the page Memory says why',
		snapshot: 'A copy could not be made',
		'forgotten-copies':
			'A copy without what was forgotten could not be made; copies before it still hold it',
		log: 'A session is damaged: messages in it are missing or changed',
		unexpected: 'Something unexpected happened',
		reset: 'A session could not be reset; it goes on as it was'
	} satisfies Record<WhatOf<'failure'>, string>,
	logHelp:
		'The copies made before this was noticed are set aside. Restore one of them under Settings → Data; what is here now is kept first.',
	warning: 'Warning',
	messages: (value: number) =>
		`${format.count(value, { one: 'message', other: 'messages' })} summarised`,
	cost: (dollars: number | null) => `cost ${format.money(dollars)}`,
	attempts: (value: number) => format.count(value, { one: 'attempt', other: 'attempts' }),
	insufficient:
		'It is still larger than intended: what must stay takes up the room. It is not tried again until more is said.',
	lost: 'The session goes on with all its messages; nothing was changed.',
	said: (reply: string) => `It answered: ${format.quoted(reply)}`,
	silent: 'It had nothing to add.',
	stopped: 'Unfinished: it goes on, or was stopped.',
	/** Told as what happened: by the time it is read, they may have been decided. */
	proposed: (lines: number) =>
		lines === 1
			? 'Its line waits for your review until you decide.'
			: `Its ${format.number(lines)} lines wait for your review until you decide.`,
	written: (lines: number) =>
		lines === 1
			? 'One line went into memory at once, as you allow for lines of its kind.'
			: `${format.number(lines)} lines went into memory at once, as you allow for lines of their kind.`,
	round: (round: number) => `round ${format.number(round)}`,
	tokens: ({ before, after }: { readonly before: number; readonly after: number }) =>
		`${format.number(before)} → ${format.tokens(after)}`,
	by: {
		manual: 'by hand',
		user: 'by hand',
		daily: 'at its hour',
		idle: 'after a pause',
		soft: 'ahead of time',
		hard: 'at the limit',
		emergency: 'in an emergency',
		overflow: 'after the endpoint refused',
		again: 'again, from the originals'
	} satisfies Record<Cause, string>,
	turns: (value: number) => format.count(value, { one: 'turn', other: 'turns' }),
	sessions: (value: number) => format.count(value, { one: 'session', other: 'sessions' }),
	memoryFiles: (value: number) =>
		format.count(value, { one: 'memory file', other: 'memory files' }),
	skipped: (value: number) => `${format.count(value, { one: 'line', other: 'lines' })} skipped`,
	branchesLeftOut: (value: number) =>
		`${format.count(value, { one: 'branch', other: 'branches' })} left out`,
	copyOf: (at: number) => `made ${format.dateTime(at)}`,
	missing: (value: number) =>
		`${format.count(value, { one: 'archive', other: 'archives' })} could not be restored`,
	salvaged: 'The file was a backup that had been cut off; only what was left of it was imported.',
	keptTurns: ({ kept, of }: { readonly kept: number; readonly of: number }) =>
		`${format.number(kept)} of ${format.count(of, { one: 'turn', other: 'turns' })} could be read and are left`,
	proposals: (value: number) =>
		format.count(value, { one: 'line for the review desk', other: 'lines for the review desk' }),
	cutSummaries: (value: number) =>
		`${format.count(value, { one: 'summary', other: 'summaries' })} lost lines that told of it`,
	cutResults: (value: number) =>
		`${format.count(value, { one: 'answer', other: 'answers' })} with what our tools had shown of it`,
	cutRequests: (value: number) =>
		`${format.count(value, { one: 'request', other: 'requests' })} that held it cannot be shown whole`,
	dropped: (value: number) =>
		`${format.count(value, { one: 'piece', other: 'pieces' })} of earlier thinking taken out`,
	passed: (value: number) =>
		`${format.count(value, { one: 'piece', other: 'pieces' })} of earlier thinking shown although not made for it`,
	transformed: 'Which, and why, is told with the request, under What the model saw.',
	openSession: 'Open session',
	openFile: 'Open file',
	openDesk: 'Open review desk',
	help: 'Everything that happened, the latest first.',
	none: 'Nothing has happened yet.',
	download: 'Download activity',
	/** The list of what was sent, which stands below. */
	requests: {
		title: 'Sent requests',
		help: 'Every request that held anything of yours, of whatever kind, the latest first.',
		none: 'Nothing has been sent yet.',
		body: 'Request as it was sent',
		cost: (dollars: number | null) =>
			dollars === null ? 'price\u00a0unknown' : format.money(dollars),
		gone: 'A part of this request has been forgotten, so it cannot be shown.',
		kinds: {
			chat: 'Chat',
			summary: 'Summary',
			flush: 'What to remember',
			extraction: 'Notes before a reset',
			count: 'Counting',
			tidy: 'Tidying',
			opinion: 'Second opinion'
		},
		outcomes: {
			sent: 'no answer yet',
			answered: 'answered',
			failed: 'failed',
			stopped: 'stopped'
		}
	}
} as const;

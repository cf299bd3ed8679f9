/** Words of the archive and of its reader. */
import * as format from '../../../format.ts';

export const archive = {
	title: 'Archive',
	help: 'What compactions and resets have set aside, word for word. Archives are never changed.',
	list: 'Archives',
	filter: 'Filter archives',
	noMatch: 'No archive in this list has these words. Search finds what was said in them.',
	none: 'Nothing is archived yet.',
	noneHelp: 'When a summary is used or a session is reset, the messages behind it are kept here.',
	all: 'All archives',
	missing: 'There is no archive at this address',
	missingHelp: 'It may have been deleted, or the link may be cut short.',
	round: (round: number) => `Round ${format.number(round)}`,
	wholeSession: 'Whole session',
	turns: (value: number) => format.count(value, { one: 'turn', other: 'turns' }),
	size: ({ packed, raw }: { readonly packed: number; readonly raw: number }) =>
		raw > packed
			? `${format.bytes(packed)}, ${format.percent(packed / raw)} of ${format.bytes(raw)}`
			: format.bytes(packed),
	span: ({ from, to }: { readonly from: number; readonly to: number }) =>
		format.date(from) === format.date(to)
			? format.date(from)
			: `${format.date(from)} – ${format.date(to)}`,
	writtenAt: (at: number) => `Archived ${format.dateTime(at)}`,
	/** What its path in exports is folded under. */
	file: 'File',
	reading: 'Reading and checking the archive…',
	intact: 'Checked: unchanged since it was written.',
	damaged: (lost: number) =>
		`This archive does not match its checksum. What could be read is shown; at least ${format.count(lost, { one: 'line is', other: 'lines are' })} lost or changed.`,
	unreadable:
		'None of this archive could be read. Restore it from a backup if you have one; the download is what is left of it.',
	packedAnew:
		'This archive is damaged and holds messages that were deleted: the file holds only what could be read, without them.',
	download: 'Download',
	openSession: 'Open session',
	/** What stood in the composer of a session when it ended. */
	notSent: 'Written here and not sent',
	writeOn: 'Take it to the new session',
	goOn: 'Continue this session',
	wentOn: 'The session goes on as it was.',
	fork: 'Continue in a new session',
	forkHere: 'New session from here',
	forked: 'A new session with these messages. The archive stays as it is.',
	bringBack: 'Bring the session back',
	broughtBack: 'The session is back.',
	forgottenSession: 'Its session was forgotten on purpose.',
	delete: 'Delete archive',
	deleteAll: 'Delete session and archive',
	deleted: 'Deleted the archive.',
	restored: 'The archive is back.',
	find: 'Find in this archive',
	previousPlace: 'Previous place',
	nextPlace: 'Next place',
	foundAt: ({ at, count }: { readonly at: number; readonly count: number }) =>
		count === 0 ? 'Not found' : `${format.number(at + 1)} of ${format.number(count)}`,
	transcript: 'Archived session',
	/** On paper, above what was drawn of a long one. */
	printedPart: 'A part of this archive. “Download” gives you all of it.',
	/** Where a message was edited or answered anew. `message` counts from 1. */
	otherVersion: (message: number) => `Another version, from message ${format.number(message)} on`,
	summary: (round: number) => `Summary of earlier messages, round ${format.number(round)}`,
	empty: 'There are no messages in this archive.'
} as const;

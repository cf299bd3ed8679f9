/** Words of the list of sessions and its menus. */
import * as format from '../../format.ts';

export const sessions = {
	list: 'Sessions',
	actions: 'Session actions',
	rename: 'Rename',
	renameLabel: 'Session name',
	pin: 'Pin session',
	unpin: 'Unpin session',
	exportAs: {
		markdown: 'Export as Markdown',
		html: 'Export as HTML',
		json: 'Export as JSON'
	},
	archive: 'Archive session',
	delete: 'Delete session',
	newChat: 'New chat',
	newChatOptions: 'New chat options',
	newGuest: 'New guest chat',
	newOffRecord: 'New off-the-record chat',
	guest: 'Guest',
	guestHelp: 'The assistant never sees MEMORY.md.',
	guestNotes: (paths: readonly string[]) =>
		paths.length === 0
			? 'No daily note is sent.'
			: `These daily notes are sent: ${format.listed(paths)}. You can change that under Settings, Privacy.`,
	offRecord: 'Off the record',
	offRecordHelp: 'Nothing is learnt from this chat.',
	stillKept: 'The session itself stays in your list until you delete it.',
	/** By its title; one in which nothing was said yet has none. */
	named: (title: string) => (title === '' ? 'New chat' : title),
	pinned: 'Pinned',
	moveTo: 'Move to folder',
	filter: 'Filter sessions',
	noMatch: 'No session has these words in its name. Search finds what was said in them.',
	select: 'Choose several sessions',
	none: 'No sessions yet. Whatever you write here stays in this browser.',
	/** How an answer stands in a session that is not on screen. */
	marks: {
		answering: 'Answering',
		answered: 'New answer',
		failed: 'Failed',
		asks: 'Waits for you'
	},
	notHere: 'Not here',
	groups: {
		today: 'Today',
		yesterday: 'Yesterday',
		week: 'Last seven days',
		month: 'Last thirty days'
	},
	count: (value: number) => format.count(value, { one: 'session', other: 'sessions' })
} as const;

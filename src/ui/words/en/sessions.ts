/** Words of the list of sessions and its menus. */
import * as format from '../format.ts';

export const sessions = {
	list: 'Sessions',
	actions: 'Session actions',
	rename: 'Rename',
	renameLabel: 'Session name',
	pin: 'Pin session',
	unpin: 'Unpin session',
	delete: 'Delete session',
	newChat: 'New chat',
	newChatOptions: 'New chat options',
	newGuest: 'New guest chat',
	newOffRecord: 'New off-the-record chat',
	guest: 'Guest',
	guestHelp: 'A guest session never sees MEMORY.md.',
	offRecord: 'Off the record',
	offRecordHelp: 'Nothing of this session is remembered.',
	untitled: 'New chat',
	pinned: 'Pinned',
	none: 'No sessions yet. Whatever you write here stays in this browser.',
	ended: 'Ended and archived',
	deleted: (title: string) => `Deleted “${title}”.`,
	restored: (title: string) => `“${title}” is back.`,
	renamed: 'Renamed.',
	groups: {
		today: 'Today',
		yesterday: 'Yesterday',
		week: 'Last seven days',
		older: 'Older'
	},
	count: (value: number) => format.count(value, { one: 'session', other: 'sessions' })
} as const;

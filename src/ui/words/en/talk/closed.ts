/** Words of sessions that are closed: deleted ones, and those that a reset has ended. */
import * as format from '../../format.ts';

const named = (title: string): string => (title === '' ? 'A session' : format.quoted(title));

export const closed = {
	isDeleted: 'Deleted',
	isDeletedHelp:
		'This session was deleted. It can be read and brought back until it is removed for good.',
	bringBack: 'Bring it back',
	ended: 'Ended and archived',
	endedAt: (when: string) =>
		`This session was reset on ${when}. Its messages are in the archive, and what you kept in memory goes on.`,
	openNext: 'Open the new session',
	resetByItself: {
		daily: (title: string) => `${named(title)} was archived at its hour and starts afresh.`,
		idle: (title: string) => `${named(title)} was archived after a pause and starts afresh.`,
		several: (title: string, others: number) =>
			`${named(title)} and ${format.count(others, { one: 'other session', other: 'other sessions' })} were archived and start afresh.`,
		seeThem: 'See archives'
	}
} as const;

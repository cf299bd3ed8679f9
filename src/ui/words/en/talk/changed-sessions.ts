/** What is asked, and said, when sessions of the list are moved, renamed, deleted or brought back. */
import * as format from '../../format.ts';

const named = (title: string): string => (title === '' ? 'A session' : format.quoted(title));

export const changedSessions = {
	moveTitle: (count: number) =>
		count === 1
			? 'Which folder does this session belong in?'
			: `Which folder do these ${format.number(count)} sessions belong in?`,
	folders: 'Folders',
	newFolder: 'New folder',
	noFolder: 'Take out of its folder',
	moved: ({ count, folder }: { readonly count: number; readonly folder: string | null }) =>
		folder === null
			? `${format.count(count, { one: 'session is', other: 'sessions are' })} in no folder now.`
			: `Moved ${format.count(count, { one: 'session', other: 'sessions' })} to ${format.quoted(folder)}.`,
	deletedMany: (count: number) =>
		`Deleted ${format.count(count, { one: 'session', other: 'sessions' })}.`,
	restoredMany: (count: number) =>
		`${format.count(count, { one: 'session is', other: 'sessions are' })} back.`,
	deleted: (title: string) => `Deleted ${title === '' ? 'a session' : format.quoted(title)}.`,
	restored: (title: string) => `${named(title)} is back.`,
	renameTitle: 'Rename session',
	movedBack: 'Moved back.',
	renamed: 'Renamed.',
	renamedBack: 'Renamed back.'
} as const;

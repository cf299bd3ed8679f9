/** What slash commands say when they have run. */
import * as format from '../../format.ts';

export const commands = {
	nothingToUndo: 'There is nothing to undo in this session.',
	writtenAgain: (path: string) => `Done again: the last change of ${format.apart(path)}.`,
	undoBlocked: (path: string) =>
		`${format.apart(path)} was changed after what would be undone, so nothing was undone. Its history under Memory holds every version.`,
	resetting: 'Archiving the session: the last notes are taken first.',
	resetStopped: 'Not archived: the session goes on as it was.',
	reset: 'The session was archived and starts afresh.',
	archived: 'The session was archived.',
	openArchive: 'Open archive',
	nothingToReset: 'Nothing has been said in this session yet, so there is nothing to archive.',
	resetWaiting: 'Not archived: a message in it waits for the network. Send it or delete it first.'
} as const;

/** What slash commands say when they have run. */
import * as format from '../../format.ts';

export const commands = {
	nothingToUndo: 'There is nothing to undo in this session.',
	undoBlocked: (path: string) =>
		`${format.apart(path)} was changed after what would be undone, so nothing was undone. Its history under Memory holds every version.`,
	resetting: 'Resetting: the last notes are taken first.',
	resetStopped: 'Not reset: the session goes on as it was.',
	reset: 'The session was archived and begins afresh.',
	nothingToReset: 'Nothing was said in this session yet, so there is nothing to reset.'
} as const;

/** Words of keyboard shortcuts and slash commands. */

export const keys = {
	title: 'Keyboard shortcuts',
	groups: { everywhere: 'Everywhere', composer: 'Composer', desk: 'Review desk' },
	send: 'Send',
	lineBreak: 'New line',
	newChat: 'New chat',
	palette: 'Search and commands',
	focusComposer: 'Go to the composer',
	shortcuts: 'Keyboard shortcuts',
	escape: 'Close what is open, else stop the answer',
	editLast: 'Edit the last message (in an empty composer)',
	deskNext: 'Next item',
	deskPrevious: 'Previous item',
	deskAccept: 'Accept',
	deskEdit: 'Edit',
	deskReject: 'Reject',
	deskSelect: 'Select',
	deskUndo: 'Undo',
	singleOff: 'Single letters are switched off under Settings.',
	commands: {
		compact: 'Summarise earlier messages now',
		reset: 'Archive this session and begin afresh',
		new: 'New chat',
		memory: 'Open memory',
		remember: 'Remember a line',
		context: 'Show what the model will see',
		export: 'Export everything',
		model: 'Choose the model',
		undo: 'Undo the last compaction, reset, deletion or memory write',
		help: 'Show commands and shortcuts'
	},
	unknownCommand: (command: string) => `There is no command ${command}. /help shows them all.`,
	nothingToUndo: 'There is nothing to undo in this session.',
	undoBlocked: (path: string) =>
		`${path} was changed after what would be undone, so nothing was undone. Its history under Memory holds every version.`,
	reset: 'The session was archived and begins afresh.',
	nothingToReset: 'Nothing was said in this session yet, so there is nothing to reset.',
	resetUndone: (sessions: number) =>
		sessions === 1 ? 'Reset undone: the session is back.' : 'Resets undone: the sessions are back.'
} as const;

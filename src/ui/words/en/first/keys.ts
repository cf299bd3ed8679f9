/** Words of slash commands that every page may need at once; what they say when they have run is in commands.ts. */

export const keys = {
	commands: {
		compact: 'Summarise earlier messages now',
		reset: 'Archive this session and start afresh',
		new: 'New chat',
		memory: 'Open memory',
		remember: 'Remember a line',
		context: 'Show what the model will see',
		export: 'Export everything',
		model: 'Choose the model',
		undo: 'Undo the last compaction, reset, deletion or memory write',
		help: 'Show commands and shortcuts'
	},
	unknownCommand: (command: string) =>
		`There is no command ${command}; /help shows them all. Send it again to send it as a message.`,
	resetUndone: (sessions: number) =>
		sessions === 1 ? 'Reset undone: the session is back.' : 'Resets undone: the sessions are back.'
} as const;

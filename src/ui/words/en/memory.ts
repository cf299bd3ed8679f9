/** Words of the memory files and their editor. */
import * as format from '../format.ts';

export const memory = {
	title: 'Memory',
	help: 'Plain Markdown files. They go to the model with each request, and only as they stand here.',
	file: 'Memory file',
	save: 'Save',
	saved: (path: string) => `Saved ${path}.`,
	history: 'History',
	delete: 'Delete file',
	preview: 'Preview',
	deleted: (path: string) => `Deleted ${path}.`,
	restored: (path: string) => `${path} is back.`,
	empty: 'No memory yet. What you accept at the review desk is written here.',
	newFile: 'This file does not exist yet. It is made when you save.',
	changedMeanwhile: 'This file was changed elsewhere while you were editing.',
	takeTheirs: 'Show the other version',
	keepMine: 'Keep mine',
	scope: 'May be sent to',
	scopes: {
		everywhere: 'Every endpoint',
		local: 'Endpoints on this device or network only',
		never: 'Nowhere'
	},
	revision: ({ by, at }: { readonly by: string; readonly at: number }) =>
		`${by}, ${format.dateTime(at)}`,
	writers: {
		user: 'You',
		compaction: 'Compaction',
		flush: 'Flush before compaction',
		tool: 'Tool',
		import: 'Import',
		reset: 'Reset',
		undo: 'Undo'
	},
	restoreRevision: 'Restore this version',
	allFiles: 'All memory files',
	noSuchPath: 'Memory files are MEMORY.md and Markdown files under memory/.',
	notThere: 'not there yet',
	revisionDeleted: 'deleted',
	lines: (value: number) => format.count(value, { one: 'line', other: 'lines' }),
	noHistory: 'No earlier versions.',
	learnt: 'Where this was learnt',
	size: ({ bytes, tokens }: { readonly bytes: number; readonly tokens: number }) =>
		`${format.bytes(bytes)}, about ${format.tokens(tokens)}`,
	hiddenRemoved: (value: number) =>
		`${format.count(value, { one: 'hidden character', other: 'hidden characters' })} removed`
} as const;

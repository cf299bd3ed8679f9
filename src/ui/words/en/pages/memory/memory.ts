/** Words of the memory files and their editor. */
import * as format from '../../../format.ts';

export const memory = {
	title: 'Memory',
	help: 'Plain Markdown files. MEMORY.md and the newest daily notes are sent with your messages, exactly as they are here.',
	file: 'Memory file',
	save: 'Save',
	/** `removed`: signs nobody sees, which a model would have read. */
	saved: ({ path, removed }: { readonly path: string; readonly removed: number }) =>
		removed === 0
			? `Saved ${format.apart(path)}.`
			: `Saved ${format.apart(path)}; ${format.count(removed, { one: 'hidden character', other: 'hidden characters' })} removed.`,
	remembered: 'Added to memory.',
	/** Where what was to be remembered is too long. */
	writeLine: 'Write the line',
	open: (path: string) => `Open ${format.apart(path)}`,
	notAny: (path: string) => `Taken out of ${format.apart(path)} again.`,
	notRemembered:
		'This is off the record, so it is not remembered. What should be remembered anyway can be written into memory by hand.',
	history: 'History',
	delete: 'Delete file',
	preview: 'Preview',
	deleted: (path: string) => `Deleted ${format.apart(path)}.`,
	restored: (path: string) => `${format.apart(path)} is back.`,
	asInVersion: (path: string) => `${format.apart(path)} is as it was in that version.`,
	empty: 'No memory yet. What you accept at the review desk is written here.',
	newFile: 'This file does not exist yet. It is made when you save.',
	changedMeanwhile: 'This file was changed elsewhere while you were editing.',
	compare: 'Compare: theirs, and what is here',
	takeTheirs: 'Use the other version',
	tookTheirs: 'The other version is here now.',
	tookMine: 'What you wrote is back.',
	keepMine: 'Keep mine',
	keysHint:
		'Enter goes on with a list, Tab and Shift+Tab move a bullet in and out. Esc, then Tab, leaves the field.',
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
		vouch: 'You vouched for it',
		compaction: 'Noted at a summary',
		flush: 'Asked before a summary',
		tool: 'Saved in conversation',
		import: 'Import',
		reset: 'Noted at a reset',
		tidy: 'Tidying',
		/** By Undo, or from the list of versions. */
		undo: 'Restored'
	},
	restoreRevision: 'Restore this version',
	saveBeforeRestore: 'Save first, then restore a version.',
	allFiles: 'All memory files',
	noSuchPath: 'Memory files are MEMORY.md and Markdown files under memory/.',
	notSaved: 'Not saved',
	begin: { curated: 'Write long-term memory', today: 'Write today’s note' },
	revisionDeleted: 'deleted',
	lines: (value: number) => format.count(value, { one: 'line', other: 'lines' }),
	noHistory: 'No earlier versions.',
	scopeSet: (scope: string) => `May be sent to: ${scope}.`,
	scopeHint:
		'What an answer has quoted from this file is part of that session, and is sent with it.',
	budget: ({ tokens, budget }: { readonly tokens: number; readonly budget: number }) =>
		`About ${format.number(tokens)} of ${format.tokens(budget)}`,
	overBudget: 'This file has outgrown its budget.',
	tidyFile: 'Draft a clean-up',
	inYours: 'Your sessions:',
	inGuests: 'Guest sessions:',
	goes: (host: string | null) =>
		host === null
			? 'read with each message; they are answered on this device now.'
			: `sent with each message to ${host}.`,
	absent: {
		guest: 'never sent, even if the assistant asks for it.',
		scope: 'not sent; the endpoint is neither on this device nor in its network.',
		never: 'never sent.',
		kind: 'not sent, as set under Settings, Privacy.',
		older: 'not sent by itself, because it is older; the assistant can look it up.',
		'on-demand': 'not sent by itself; the assistant can look it up.'
	},
	lineList: 'Lines',
	noLines: 'No lines yet. Each bullet of the file is one.',
	byHand: 'Written by hand',
	sourceIn: (title: string) => (title === '' ? 'Source' : `Source: ${format.apart(title)}`),
	sourceGone: 'What it came from is no longer here.',
	showLine: 'Show in text',
	showInText: (line: string) => `Show in text: ${format.apart(line)}`,
	choose: (line: string) => `Choose: ${format.apart(line)}`,
	chosen: (value: number) =>
		value === 0
			? 'Choose lines to move.'
			: `${format.count(value, { one: 'line', other: 'lines' })} chosen`,
	saveFirst: 'Save first, then move lines.',
	moveTo: (path: string) => `Move to ${format.apart(path)}`,
	moved: (done: {
		readonly lines: number;
		readonly path: string;
		readonly opened: string | null;
	}) =>
		`Moved ${format.count(done.lines, { one: 'line', other: 'lines' })} to ${format.apart(done.path)}.${
			done.opened === null
				? ''
				: ` From there it may be sent to more endpoints than before: ${done.opened}.`
		}`,
	movedBack: 'Moved back.',
	newFileAction: 'New file',
	newName: 'Name of the new file',
	create: 'Create',
	rename: 'Rename',
	newPath: 'New name',
	renamed: (path: string) => `It is ${format.apart(path)} now.`,
	renamedBack: (path: string) => `It is ${format.apart(path)} again.`,
	renamedFrom: (path: string) => `Renamed from ${format.apart(path)}`,
	nameHint: 'Letters, digits, dots and dashes; it ends in .md and lies under memory/.',
	badName: 'Use up to 80 letters, digits, dots and dashes.',
	nameTaken: (path: string) => `There is a file ${format.apart(path)} already.`,
	monthBefore: 'Month before',
	monthAfter: 'Month after',
	daysNoted: (value: number) =>
		format.count(value, { one: 'day with a note', other: 'days with notes' }),
	dayWithLines: ({ day, lines }: { readonly day: string; readonly lines: number | null }) =>
		`${day}: ${lines === null ? 'no note' : format.count(lines, { one: 'line', other: 'lines' })}`,
	search: 'Search memory',
	found: (value: number) =>
		value === 0
			? 'No line contains these words.'
			: format.count(value, { one: 'line', other: 'lines' }),
	foundLines: 'Lines found',
	weighs: (tokens: number) => `about ${format.tokens(tokens)}`,
	tooLarge: 'Over its budget',
	outline: 'Show lines',
	outlineOf: (path: string) => `Show lines of ${format.apart(path)}`
} as const;

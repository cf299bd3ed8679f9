/** Words of the search over everything and of the command palette. */
import * as format from '../format.ts';

export const search = {
	title: 'Search',
	label: 'Search',
	hint: 'Sessions, memory and archives',
	results: 'Results',
	searching: 'Searching…',
	found: (value: number) =>
		value === 0 ? 'Nothing found' : format.count(value, { one: 'result', other: 'results' }),
	/** There are more than are shown. */
	foundMore: (value: number) =>
		`The best ${format.count(value, { one: 'result', other: 'results' })}`,
	nothing: (query: string) => `Nothing holds “${query}”.`,
	nothingHelp: 'Try fewer words, another form of them, or part of a word.',
	start: 'Look through everything you have said, remembered and set aside.',
	startHelp: 'Put words that belong together in “quotes”. Nothing of this leaves the device.',
	more: 'Show more results',
	kinds: {
		turn: 'Message',
		step: 'Message',
		memory: 'Memory',
		archive: 'Archive',
		summary: 'Summary',
		import: 'Imported message'
	},
	roles: {
		user: 'You',
		assistant: 'Assistant',
		tool: 'Tool',
		note: 'Memory',
		summary: 'Summary'
	},
	shortcuts: 'Keyboard shortcuts'
} as const;

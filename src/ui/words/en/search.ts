/** Words of the search over everything and of the command palette. */
import * as format from '../format.ts';

export const search = {
	title: 'Search',
	label: 'Search',
	hint: 'Sessions, memory and archives',
	results: 'Results',
	found: (value: number) =>
		value === 0 ? 'Nothing found' : format.count(value, { one: 'result', other: 'results' }),
	nothing: (query: string) => `Nothing holds “${query}”.`,
	more: 'Show more results',
	kinds: {
		turn: 'Message',
		line: 'Memory',
		archive: 'Archive',
		summary: 'Summary',
		session: 'Session'
	},
	palette: 'Search and commands',
	shortcuts: 'Keyboard shortcuts'
} as const;

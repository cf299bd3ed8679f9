/** Words of the search over everything and of the command palette. */
import { asksForNothing, hasWords } from '#core/search/common-words.ts';
import * as format from '../../format.ts';

export const search = {
	title: 'Search',
	label: 'Search',
	hint: 'Words, a “phrase”, or a date',
	results: 'Results',
	searching: 'Searching…',
	found: (value: number) =>
		value === 0 ? 'Nothing found' : format.count(value, { one: 'result', other: 'results' }),
	/** There are more than are shown. */
	foundMore: ({ shown, all }: { readonly shown: number; readonly all: number }) =>
		`The best ${format.number(shown)} of ${format.count(all, { one: 'result', other: 'results' })}`,
	/** Heading over those whose name holds what is looked for. */
	named: 'Sessions by name',
	namedOnly: (value: number) =>
		`${format.count(value, { one: 'session', other: 'sessions' })} by name`,
	/** The index is still being made. */
	unread: (value: number) =>
		`Still reading ${format.count(value, { one: 'session', other: 'sessions' })}; more may turn up.`,
	nothing(query: string): string {
		if (query === '') return 'Nothing fits these filters.';
		if (!hasWords(query)) return `Search looks for words; ${format.quoted(query)} has none.`;
		return asksForNothing(query)
			? `Too many texts contain ${format.quoted(query)} to search for it alone.`
			: `Nothing contains ${format.quoted(query)}.`;
	},
	nothingHelp: (query: string) =>
		hasWords(query)
			? 'Try fewer words, another form of them, or part of a word.'
			: 'Try a word next to it.',
	wrongWay: 'The dates are the wrong way round: “From” is later than “To”.',
	nothingFiltered: 'Filters are on: without them there may be more.',
	filters: 'Filters',
	filtersOn: (value: number) => (value === 0 ? 'Filters' : `Filters (${format.number(value)})`),
	clearFilters: 'Clear all filters',
	place: 'Kind',
	places: {
		message: 'Messages',
		summary: 'Summaries',
		memory: 'Memory',
		archive: 'Archives'
	},
	role: 'Who said it',
	roleChoices: { you: 'You', assistant: 'Assistant', tool: 'Tool', memory: 'Memory' },
	session: 'Session',
	/** Of several with one title. */
	lastUsed: (at: number) => `session last used ${format.dateTime(at)}`,
	anySession: 'Any session',
	sessionChoice: ({
		title,
		day,
		count
	}: {
		readonly title: string;
		readonly day: string;
		readonly count: number;
	}) => `${format.apart(title)} · ${day} (${format.number(count)})`,
	from: 'From',
	to: 'To',
	/** The query speaks of a day or of several. */
	onlyDays: ({ from, to }: { readonly from: string; readonly to: string | null }) =>
		to === null ? `Only ${from}` : `Only ${from} to ${to}`,
	before: 'Before it',
	after: 'After it',
	under: 'Under',
	start: 'Look through everything you have said, remembered and set aside.',
	startHelp: 'Put words that belong together in “quotes”. None of this leaves the device.',
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
	}
} as const;

/** Words of the palette that searches and runs commands. */
import * as format from '../../format.ts';

export const palette = {
	title: 'Search and commands',
	field: 'Search or run',
	hint: 'Type a command, a title or words to find',
	list: 'Commands and results',
	commands: 'Commands',
	settingsPart: (title: string) => `Settings: ${format.apart(title)}`,
	searchFor: (query: string) => `Search everything for ${format.quoted(query)}`
} as const;

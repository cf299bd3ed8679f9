const marked: readonly (readonly [RegExp, string])[] = [
	[/(?<![\w)\]])!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1'],
	[/(?<![A-Za-z0-9*])(\*{1,3}|~~)(?=[^\s*~])([^*]+?)(?<=\S)\1(?![A-Za-z0-9*])/g, '$2'],
	[/(?<!`)(`{1,2})(?!`)([^`]+)\1(?!`)/g, '$2'],
	[/^(?:#{1,6}\s+|>\s*|\*\*(?=\S))+/, '']
];

/**
 * A line as it is read where no Markdown is drawn: without marks that open and close in it, and those of a heading or a
 * quotation.
 */
export const plainLine = (line: string): string =>
	marked.reduce((text, [mark, instead]) => text.replace(mark, instead), line);

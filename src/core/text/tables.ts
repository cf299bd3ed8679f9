/** Markdown tables: a head, a rule of dashes below it, and rows, with a sign at their ends or without. */

/** Without white space around it. */
const rule = /^\|?\s*:?-+:?\s*(?:\|\s*(?::?-+:?\s*|$))*$/;
const isRow = (line: string | undefined): boolean => line?.includes('|') === true;

/** Whether a line is the head of a table, by the line below it. */
export const isTableHead = (line: string, below: string | undefined): boolean =>
	isRow(line) && isRow(below) && rule.test(below?.trim() ?? '');

/** Lines without those of tables. */
export function withoutTables(lines: readonly string[]): readonly string[] {
	const inTable = new Set<number>();
	for (const [at, line] of lines.entries()) {
		if (!isTableHead(line, lines[at + 1])) continue;
		for (let row = at; isRow(lines[row]); row++) inTable.add(row);
	}
	return inTable.size === 0 ? lines : lines.filter((_, at) => !inTable.has(at));
}

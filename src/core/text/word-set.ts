/** Makes sets of words from lines, so that a long list can be laid out and read. */

/** The words of all lines; within a line one space stands between two. */
export const wordSet = (lines: readonly string[]): ReadonlySet<string> =>
	new Set(lines.flatMap((line) => line.split(' ')));

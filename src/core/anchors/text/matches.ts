/** Reads the matches of a pattern without a copy of it. */

/**
 * All matches of a pattern (flag g) in a text. `matchAll` copies its pattern at every call, and beyond some sixty
 * patterns in turn the engine compiles each copy anew: for short texts that takes longer than matching.
 */
export function matchesOf(pattern: RegExp, text: string): RegExpExecArray[] {
	if (!pattern.global) throw new Error(`Not a pattern for all matches: ${pattern.source}`);
	const found: RegExpExecArray[] = [];
	pattern.lastIndex = 0;
	for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
		found.push(match);
		if (match[0] === '') pattern.lastIndex++;
	}
	return found;
}

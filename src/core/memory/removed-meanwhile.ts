import { saidLines, withoutLines } from '#core/memory/file.ts';
import { lineIdentity } from '#core/lines/same-line.ts';

/**
 * What is being written (`mine`), after lines went from the file it began from (`before`) and nothing else was changed
 * there: a line that was forgotten must not come back with the next save. `isAll`: each of them stood in it and is
 * gone; one that was rewritten in the meantime is no longer known. Null where something else was changed as well.
 */
export function takeAway({
	before,
	mine,
	theirs
}: {
	readonly before: string;
	readonly mine: string;
	readonly theirs: string;
}): { readonly text: string; readonly isAll: boolean } | null {
	const left = linesIn(theirs);
	const gone = new Set([...linesIn(before)].filter((line) => !left.has(line)));
	const isGone = (line: string) => gone.has(lineIdentity(line));
	if (gone.size === 0 || withoutLines(before, isGone) !== theirs) return null;
	const held = linesIn(mine);
	return { text: withoutLines(mine, isGone), isAll: [...gone].every((line) => held.has(line)) };
}

const linesIn = (text: string): ReadonlySet<string> => new Set(saidLines(text).map(lineIdentity));

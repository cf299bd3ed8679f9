import { sharedEnd, sharedStart } from '#core/text/shared-ends.ts';

/** Two changes of one text, made at the same time in different places, become one text. */

interface Change {
	/** In the text before, characters: what is replaced. */
	readonly from: number;
	readonly to: number;
	readonly by: string;
}

/** The smallest stretch that differs. */
function changeOf(before: string, after: string): Change {
	const from = sharedStart(before, after);
	const tail = sharedEnd(before, after, from);
	return { from, to: before.length - tail, by: after.slice(from, after.length - tail) };
}

/**
 * What is being written (`mine`) with what was stored meanwhile (`theirs`) in it, both begun from `before`; null where
 * both have changed the same words. Where both have put something in at the same place, mine stands first, and a line
 * that was put in stays a line.
 */
export function carryEdit({
	before,
	mine,
	theirs
}: {
	readonly before: string;
	readonly mine: string;
	readonly theirs: string;
}): string | null {
	if (mine === before || mine === theirs) return theirs;
	if (theirs === before) return mine;
	const own = changeOf(before, mine);
	const other = changeOf(before, theirs);
	const [first, second] = own.to <= other.from ? [own, other] : [other, own];
	if (first.to > second.from) return null;
	const head = before.slice(0, first.from) + first.by + before.slice(first.to, second.from);
	const isLine = second.by !== '' && (second.from === 0 || before[second.from - 1] === '\n');
	const gap = isLine && head !== '' && !head.endsWith('\n') ? '\n' : '';
	return head + gap + second.by + before.slice(second.to);
}

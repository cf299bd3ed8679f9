import { contentOf, isSameWord } from '#core/lines/own-words.ts';
import { comparedBullets } from '#core/memory/compared-lines.ts';

/** When the user rewords a line a little, where it was learnt is kept: the most similar new line inherits it. */

/** Below this similarity it counts as another line. */
const alike = 0.5;

/**
 * Lines that an edit removed, each with the new line that replaces it, both in the form in which lines are compared. A
 * line that was only moved is in both texts and is not listed.
 */
export function rewordedLines(
	before: string,
	after: string
): readonly { readonly from: string; readonly to: string }[] {
	const old = comparedBullets(before);
	const fresh = comparedBullets(after);
	const gone = [...old].filter((line) => !fresh.has(line));
	const come = [...fresh].filter((line) => !old.has(line));
	const pairs = gone
		.flatMap((from) => come.map((to) => ({ from, to, share: shareOf(from, to) })))
		.filter(({ share }) => share >= alike)
		.sort((a, b) => b.share - a.share);
	const found: { from: string; to: string }[] = [];
	for (const { from, to } of pairs)
		if (!found.some((pair) => pair.from === from || pair.to === to)) found.push({ from, to });
	return found;
}

/** Similarity of two lines: 1 for the same words, 0 for none in common. */
function shareOf(a: string, b: string): number {
	const mine = contentOf(a);
	const theirs = [...contentOf(b)];
	const all = mine.length + theirs.length;
	if (all === 0) return 0;
	let shared = 0;
	for (const said of mine) {
		const at = theirs.findIndex((other) => isSameWord(said, other) || isSameWord(other, said));
		if (at < 0) continue;
		theirs.splice(at, 1);
		shared++;
	}
	return (2 * shared) / all;
}

import { contentOf, isSameWord } from '#core/lines/own-words.ts';
import { bulletsOf } from '#core/memory/file.ts';
import { normaliseLine } from '#core/memory/line.ts';

/** Where a line was learnt goes along when a hand rewords it a little: the nearest new line inherits it. */

/** Less in common than this, and it is another line. */
const alike = 0.5;

/**
 * Lines that an edit took out, each with the line that came in its place, both as lines are compared. A line that
 * was only moved is in both texts and needs nothing.
 */
export function rewordedLines(
	before: string,
	after: string
): readonly { readonly from: string; readonly to: string }[] {
	const old = linesIn(before);
	const fresh = linesIn(after);
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

const linesIn = (text: string): ReadonlySet<string> =>
	new Set(
		bulletsOf(text)
			.map((bullet) => normaliseLine(bullet.text))
			.filter((line) => line !== '')
	);

/** Twice what two lines share, in parts of what both hold: 1 for the same words, 0 for none in common. */
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

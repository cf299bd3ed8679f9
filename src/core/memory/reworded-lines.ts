import { contentOf, isSameWord, termsOf, type Said } from '#core/lines/content-words.ts';
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
	const near = nearestOf(come);
	const pairs = gone
		.flatMap((from) => near(contentOf(from)).map((pair) => ({ from, ...pair })))
		.sort((a, b) => b.share - a.share);
	const found = new Map<string, string>();
	const taken = new Set<string>();
	for (const { from, to } of pairs) {
		if (found.has(from) || taken.has(to)) continue;
		found.set(from, to);
		taken.add(to);
	}
	return [...found].map(([from, to]) => ({ from, to }));
}

/** A word that more new lines hold than so many tells none of them from the others. */
const mostHolding = 64;

/** Finds the lines that are like one: among those that have a telling word in common with it, so that not all are compared. */
function nearestOf(lines: readonly string[]) {
	const holding = new Map<string, { readonly line: string; readonly theirs: readonly Said[] }[]>();
	for (const line of lines) {
		const theirs = contentOf(line);
		for (const term of new Set(theirs.flatMap((said) => [...termsOf(said)]))) {
			const held = holding.get(term);
			if (held) held.push({ line, theirs });
			else holding.set(term, [{ line, theirs }]);
		}
	}
	return (mine: readonly Said[]) => {
		const found = mine
			.flatMap((said) => [...termsOf(said)])
			.map((term) => holding.get(term) ?? [])
			.filter((held) => held.length <= mostHolding)
			.flat();
		const near = new Map(found.map(({ line, theirs }) => [line, theirs]));
		return [...near]
			.map(([to, theirs]) => ({ to, share: shareOf(mine, theirs) }))
			.filter(({ share }) => share >= alike);
	};
}

/** Similarity of two lines: 1 for the same words, 0 for none in common. */
function shareOf(mine: readonly Said[], others: readonly Said[]): number {
	const theirs = [...others];
	const all = mine.length + theirs.length;
	let shared = 0;
	for (const said of mine) {
		const at = theirs.findIndex((other) => isSameWord(said, other) || isSameWord(other, said));
		if (at < 0) continue;
		theirs.splice(at, 1);
		shared++;
	}
	return (2 * shared) / all;
}

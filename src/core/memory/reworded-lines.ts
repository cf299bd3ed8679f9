import { contentOf, isSameWord, termsOf, type Said } from '#core/lines/content-words.ts';
import { comparedBullets } from '#core/memory/compared-lines.ts';

/** When the user rewords a line a little, where it was learnt is kept: the most similar new line inherits it. */

/** Below this similarity it counts as another line. */
const alike = 0.5;

/**
 * Lines that an edit removed, each with the new line that replaces it, both in the form in which lines are compared. One
 * that was cut in two is listed with both, and of two that became one each. A line that was only moved is in both texts
 * and is not listed.
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
	const found = new Set<string>();
	const taken = new Set<string>();
	const whole = pairs.filter(({ from, to }) => {
		if (found.has(from) || taken.has(to)) return false;
		found.add(from);
		taken.add(to);
		return true;
	});
	const halves = pairs.filter(
		({ from, to, isPart }) => isPart && found.has(from) !== taken.has(to)
	);
	return [...whole, ...halves];
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
			.map(([to, theirs]) => ({ to, ...sharedBy(mine, theirs) }))
			.filter(({ share }) => share >= alike);
	};
}

/**
 * Similarity of two lines: 1 for the same words, 0 for none in common. `isPart`: all words of one stand in the other,
 * and they are more than a topic.
 */
function sharedBy(mine: readonly Said[], others: readonly Said[]) {
	const theirs = [...others];
	const all = mine.length + theirs.length;
	let shared = 0;
	for (const said of mine) {
		const at = theirs.findIndex((other) => isSameWord(said, other) || isSameWord(other, said));
		if (at < 0) continue;
		theirs.splice(at, 1);
		shared++;
	}
	const isPart = shared > 1 && shared === Math.min(mine.length, others.length);
	return { share: (2 * shared) / all, isPart };
}

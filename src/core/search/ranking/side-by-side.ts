/** Tells whether the words of a query stand side by side in a document too, as the filter of its pairs remembers. */
import { holdsPair } from '#core/search/index/phrase-filter.ts';
import type { Query } from '#core/search/query/query.ts';
import { mostBits } from '#core/search/ranking/adder.ts';
import type { SearchIndex } from '#core/search/search-index.ts';
import type { WordGroup } from '#core/search/terms/word-groups.ts';

/** How much of the query's neighbours a document has side by side, 0 to 1. */
export function createPhraseShare(
	index: SearchIndex,
	query: Query,
	{ groups, held }: { readonly groups: readonly WordGroup[]; readonly held: Int32Array }
): (document: number) => number {
	const places = new Map(groups.map(({ word }, place) => [word.term, place]));
	const pairs = query.pairs.flatMap(({ first, second, hash }) => {
		const one = places.get(first) ?? mostBits;
		const other = places.get(second) ?? mostBits;
		const weight = (groups[one]?.weight ?? 0) * (groups[other]?.weight ?? 0);
		// Asking the filter costs; a document that lacks one of the two words need not be asked.
		return one < mostBits && other < mostBits
			? [{ hash, weight, both: (1 << one) | (1 << other) }]
			: [];
	});
	const all = pairs.reduce((sum, { weight }) => sum + weight, 0);
	const { phrases } = index.documents;
	return (document) => {
		const filter = phrases[document];
		const bits = held[document] ?? 0;
		if (all === 0 || !filter) return 0;
		let met = 0;
		for (const { hash, weight, both } of pairs) {
			if ((bits & both) === both && holdsPair(filter, hash)) met += weight;
		}
		return met / all;
	};
}

/** Whether a document says the words of a query of several one beside the other, as they stand in it. */
export function createIsVerbatim(
	index: SearchIndex,
	{ words, pairs }: Query,
	held: Int32Array
): (document: number) => boolean {
	if (words.length < 2 || words.length > mostBits) return () => false;
	const all = 2 ** words.length - 1;
	const { phrases } = index.documents;
	return (document) => {
		const filter = phrases[document];
		if (held[document] !== all || !filter) return false;
		return pairs.every(({ hash }) => holdsPair(filter, hash));
	};
}

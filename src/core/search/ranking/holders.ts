/** Reads from the postings who holds a word, into the arrays of one search. */
import { leastHolders, readPostings } from '#core/search/index/postings.ts';
import type { Adder } from '#core/search/ranking/adder.ts';
import type { Guess } from '#core/search/terms/guess.ts';

/** Fills `counts` and `holders` with the living documents that hold one of the terms; how many they are. */
export function countHolders(adder: Adder, terms: readonly Guess[]): number {
	const { index, decoded, counts, holders } = adder;
	const { alive } = index.documents;
	let held = 0;
	for (const { term, near } of terms) {
		const number = index.terms.get(term);
		if (number === undefined) continue;
		readPostings(index.postings, number, decoded);
		for (let at = 0; at < decoded.size; at++) {
			const document = decoded.documents[at] ?? 0;
			if (!alive[document]) continue;
			if (counts[document] === 0) holders[held++] = document;
			counts[document] = (counts[document] ?? 0) + (decoded.counts[at] ?? 1) * near;
		}
	}
	return held;
}

/** Whether more living documents than `most` hold a term. */
export function isCommon({ index, decoded }: Adder, term: string, most: number): boolean {
	const { alive, ids } = index.documents;
	const number = index.terms.get(term);
	if (number === undefined) return false;
	const forgotten = ids.length - index.living;
	if (leastHolders(index.postings, number, ids.length) - forgotten > most) return true;
	readPostings(index.postings, number, decoded);
	if (decoded.size <= most) return false;
	let held = 0;
	for (let at = 0; at < decoded.size; at++) if (alive[decoded.documents[at] ?? 0]) held++;
	return held > most;
}

/** Remembers which terms stood side by side in a document, in a few bits a pair, without positions. */

/** Bits per pair of neighbours, and how many of them a pair sets. */
const bitsPerPair = 6;
const hashes = 3;

function hashPair(first: number, second: number): number {
	let hash = Math.imul(first + 1, 0x9e3779b1) ^ Math.imul(second + 1, 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
	hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
	return (hash ^ (hash >>> 15)) >>> 0;
}

/** A number that depends on the term's letters alone, so that stored filters outlive a renumbering. */
function hashTerm(term: string): number {
	let hash = 0x811c9dc5;
	for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193);
	return hash >>> 0;
}

/**
 * Every two terms that follow each other, stop words stepped over but counted: "kettle of copper" is
 * no "kettle copper". Each pair is one number.
 */
export function readNeighbours(
	tokens: readonly { readonly term: string; readonly stop: boolean }[]
): number[] {
	const pairs: number[] = [];
	let before = 0;
	let between = -1;
	for (const { term, stop } of tokens) {
		if (stop) {
			if (between >= 0) between++;
			continue;
		}
		const hash = hashTerm(term);
		if (between >= 0) pairs.push(hashPair(before + Math.min(between, 3), hash));
		before = hash;
		between = 0;
	}
	return pairs;
}

/** A Bloom filter over the pairs of a document. */
export function createFilter(neighbours: readonly number[]): Uint8Array {
	const pairs = new Set(neighbours);
	if (pairs.size === 0) return new Uint8Array(0);
	const filter = new Uint8Array(Math.ceil((pairs.size * bitsPerPair) / 8));
	const bits = filter.length * 8;
	for (const pair of pairs) {
		const step = (pair >>> 11) | 1;
		for (let count = 0, bit = pair; count < hashes; count++, bit += step) {
			const place = bit % bits;
			filter[place >> 3] = (filter[place >> 3] ?? 0) | (1 << (place & 7));
		}
	}
	return filter;
}

/** False when the pair did not stand side by side; true nearly always means that it did. */
export function holdsPair(filter: Uint8Array, pair: number): boolean {
	const bits = filter.length * 8;
	if (bits === 0) return false;
	const step = (pair >>> 11) | 1;
	for (let count = 0, bit = pair; count < hashes; count++, bit += step) {
		const place = bit % bits;
		if (((filter[place >> 3] ?? 0) & (1 << (place & 7))) === 0) return false;
	}
	return true;
}

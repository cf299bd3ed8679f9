/** Which documents hold a term and how often, as bytes in one growing pool. */

/**
 * Each term owns `capacity[term]` bytes from `offset[term]`. A posting is the gap to the document
 * before, doubled, plus one if the count (a byte of its own) is above one. A term that outgrows its
 * room moves to the end of the pool; the room left behind disappears when the index is stored.
 */
export interface Postings {
	pool: Uint8Array;
	used: number;
	readonly offset: number[];
	readonly length: number[];
	readonly capacity: number[];
	/** The last document of each term, -1 when it has none. */
	readonly last: number[];
}

const mostCounted = 255;

export const createPostings = (): Postings => ({
	pool: new Uint8Array(4096),
	used: 0,
	offset: [],
	length: [],
	capacity: [],
	last: []
});

/** The number of the new term. */
export function addTerm(postings: Postings): number {
	postings.offset.push(0);
	postings.length.push(0);
	postings.capacity.push(0);
	return postings.last.push(-1) - 1;
}

function reserve(postings: Postings, term: number, room: number): number {
	const length = postings.length[term] ?? 0;
	const offset = postings.offset[term] ?? 0;
	if (length + room <= (postings.capacity[term] ?? 0)) return offset + length;
	const capacity = Math.max(4, Math.ceil((length + room) * 1.5));
	if (postings.used + capacity > postings.pool.length) {
		const wider = new Uint8Array(Math.max(postings.pool.length * 2, postings.used + capacity));
		wider.set(postings.pool.subarray(0, postings.used));
		postings.pool = wider;
	}
	postings.pool.copyWithin(postings.used, offset, offset + length);
	// What was forgotten must not linger in the room left behind.
	postings.pool.fill(0, offset, offset + length);
	postings.offset[term] = postings.used;
	postings.capacity[term] = capacity;
	postings.used += capacity;
	return (postings.offset[term] ?? 0) + length;
}

/** Documents must come in rising order for each term. */
export function addPosting(
	postings: Postings,
	posting: { readonly term: number; readonly document: number; readonly count: number }
): void {
	const { term, document, count } = posting;
	let at = reserve(postings, term, 6);
	const start = at;
	let rest = (document - (postings.last[term] ?? -1)) * 2 + (count > 1 ? 1 : 0);
	while (rest > 127) {
		postings.pool[at++] = (rest & 127) | 128;
		rest >>>= 7;
	}
	postings.pool[at++] = rest;
	if (count > 1) postings.pool[at++] = Math.min(count, mostCounted);
	postings.length[term] = (postings.length[term] ?? 0) + at - start;
	postings.last[term] = document;
}

export interface Decoded {
	documents: Int32Array;
	counts: Uint8Array;
	size: number;
}

export const createDecoded = (room: number): Decoded => ({
	documents: new Int32Array(room),
	counts: new Uint8Array(room),
	size: 0
});

/** Reads all postings of a term into `into`, which must have room for every document. */
export function readPostings(postings: Postings, term: number, into: Decoded): void {
	const { pool } = postings;
	let at = postings.offset[term] ?? 0;
	const end = at + (postings.length[term] ?? 0);
	let document = -1;
	let size = 0;
	while (at < end) {
		let byte = pool[at++] ?? 0;
		let value = byte & 127;
		let shift = 7;
		while (byte > 127) {
			byte = pool[at++] ?? 0;
			value |= (byte & 127) << shift;
			shift += 7;
		}
		document += value >>> 1;
		into.documents[size] = document;
		into.counts[size++] = value & 1 ? (pool[at++] ?? 1) : 1;
	}
	into.size = size;
}

/**
 * So many documents at least hold a term, told without reading its postings: each takes two bytes, and one more only
 * where the gap is wide, which can be so in a 64th of all documents.
 */
export const leastHolders = (postings: Postings, term: number, documents: number): number =>
	((postings.length[term] ?? 0) - documents / 63) / 2;

/** The last document of a term, by its postings alone; -1 when it has none. */
export function findLast(postings: Postings, term: number): number {
	const { pool } = postings;
	let at = postings.offset[term] ?? 0;
	const end = at + (postings.length[term] ?? 0);
	let document = -1;
	while (at < end) {
		let byte = pool[at++] ?? 0;
		let value = byte & 127;
		for (let shift = 7; byte > 127; shift += 7) {
			byte = pool[at++] ?? 0;
			value |= (byte & 127) << shift;
		}
		document += value >>> 1;
		if (value & 1) at++;
	}
	return document;
}

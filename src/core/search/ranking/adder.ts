/** What the fields of a search are added up with: the documents and their sessions as arrays of numbers. */
import { createDecoded, type Decoded } from '#core/search/index/postings.ts';
import type { SearchIndex } from '#core/search/search-index.ts';
import type { Weights } from '#core/search/weights.ts';

/** All arrays by document number, but those of sessions. */
export interface Fields {
	readonly turn: Float32Array;
	readonly around: Float32Array;
	/** Mass of the words met, in the turn itself and with what neighbours lend. */
	readonly own: Float32Array;
	readonly lent: Float32Array;
	/** Which of the first 31 words the turn holds, as bits. */
	readonly held: Int32Array;
	readonly session: Float32Array;
	/** The same where more of a word tells more. */
	readonly whole: Float32Array;
	/** Mass of the words met, by session. */
	readonly sessionOwn: Float32Array;
	readonly candidates: number[];
	/** Mass of all words that any document holds. */
	readonly mass: number;
}

/** How many words have a bit of their own in `held`. */
export const mostBits = 31;

/** What a word is worth that so many of all hold, as BM25 has it. */
export const rarity = (count: number, all: number): number =>
	Math.log(1 + (all - count + 0.5) / (count + 0.5));

/** All that is at hand while one query is added up; the arrays are filled and emptied in place. */
export interface Adder {
	readonly index: SearchIndex;
	readonly weights: Weights;
	readonly fields: Fields;
	readonly decoded: Decoded;
	/** What a document's length does to its own words and to those it lends. */
	readonly slowness: Float32Array;
	readonly lending: Float32Array;
	/** The chain of each session, and what the next turn gets more than the one before. */
	readonly before: Int32Array;
	readonly after: Int32Array;
	readonly forward: Float32Array;
	readonly sessionOf: Int32Array;
	/** Counts of the word at hand; all zero between two words. */
	readonly counts: Float32Array;
	readonly nearCounts: Float32Array;
	readonly sessionCounts: Float32Array;
	readonly holders: Int32Array;
	readonly neighbours: Int32Array;
	readonly touched: Uint8Array;
	readonly sessionSlowness: Float32Array;
	readonly wholeSlowness: Float32Array;
	readonly livingSessions: number;
}

const emptyFields = (documents: number, sessions: number): Fields => ({
	turn: new Float32Array(documents),
	around: new Float32Array(documents),
	own: new Float32Array(documents),
	lent: new Float32Array(documents),
	held: new Int32Array(documents),
	session: new Float32Array(sessions),
	whole: new Float32Array(sessions),
	sessionOwn: new Float32Array(sessions),
	candidates: [],
	mass: 0
});

/** How much a text of this length pays for it, as BM25 has it: 1 for one of average length. */
const normOf = (b: number, length: number, average: number): number =>
	1 - b + (b * length) / average;

function byLength({ documents, totalLength, living }: SearchIndex, weights: Weights) {
	const size = documents.ids.length;
	const average = Math.max(1, totalLength / Math.max(1, living));
	const slowness = new Float32Array(size);
	const lending = new Float32Array(size);
	const forward = new Float32Array(size);
	for (let document = 0; document < size; document++) {
		const length = documents.length[document] ?? 0;
		slowness[document] = weights.k1 * normOf(weights.b, length, average);
		forward[document] = documents.opens[document] ? weights.answer : weights.forward;
		lending[document] = weights.fade / normOf(weights.contextB, length, average);
	}
	return { slowness, lending, forward };
}

function bySessionLength({ sessions, totalLength }: SearchIndex, weights: Weights) {
	const livingSessions = sessions.count.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);
	const average = Math.max(1, totalLength / Math.max(1, livingSessions));
	const slownessOf = (k1: number, b: number): Float32Array =>
		Float32Array.from(sessions.length, (length) => k1 * normOf(b, length, average));
	return {
		livingSessions,
		sessionSlowness: slownessOf(weights.sessionK1, weights.sessionB),
		wholeSlowness: slownessOf(weights.wholeK1, weights.wholeB)
	};
}

export function createAdder(index: SearchIndex, weights: Weights): Adder {
	const { documents, sessions } = index;
	const size = documents.ids.length;
	return {
		index,
		weights,
		fields: emptyFields(size, sessions.ids.length),
		decoded: createDecoded(size),
		...byLength(index, weights),
		before: new Int32Array(documents.before),
		after: new Int32Array(documents.after),
		sessionOf: new Int32Array(documents.session),
		counts: new Float32Array(size),
		nearCounts: new Float32Array(size),
		sessionCounts: new Float32Array(sessions.ids.length),
		holders: new Int32Array(size),
		neighbours: new Int32Array(size),
		touched: new Uint8Array(size),
		...bySessionLength(index, weights)
	};
}

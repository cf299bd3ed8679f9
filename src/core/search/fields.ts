/** Adds up, word by word, what a turn, the turns around it and its session say to a query: three BM25 scores. */

import { createDecoded, readPostings } from './postings.ts';
import type { Decoded } from './postings.ts';
import type { SearchIndex } from './search-index.ts';
import type { Weights } from './weights.ts';
import type { WordGroup } from './word-groups.ts';

/** All arrays by document number, but `session`. */
export type Fields = {
	readonly turn: Float32Array;
	readonly around: Float32Array;
	/** Mass of the words met, in the turn itself and with what neighbours lend. */
	readonly own: Float32Array;
	readonly lent: Float32Array;
	/** Which of the first 31 words the turn holds, as bits. */
	readonly held: Int32Array;
	readonly session: Float32Array;
	/** Mass of the words met, by session. */
	readonly sessionOwn: Float32Array;
	readonly candidates: number[];
	/** Mass of all words that any document holds. */
	readonly mass: number;
};

/** How many words have a bit of their own in `held`. */
export const mostBits = 31;

/** A word of so many documents, and of every fifth, says next to nothing about their neighbours; it costs most. */
const manyHolders = 1500;

const rarity = (count: number, all: number): number =>
	Math.log(1 + (all - count + 0.5) / (count + 0.5));

type Adder = {
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
	readonly livingSessions: number;
};

const createAdder = (index: SearchIndex, weights: Weights): Adder => {
	const { documents, sessions } = index;
	const size = documents.ids.length;
	const averageLength = Math.max(1, index.totalLength / Math.max(1, index.living));
	const livingSessions = sessions.count.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);
	const averageSession = Math.max(1, index.totalLength / Math.max(1, livingSessions));
	const norm = (b: number, length: number, average: number): number =>
		1 - b + (b * length) / average;
	const slowness = new Float32Array(size);
	const lending = new Float32Array(size);
	const forward = new Float32Array(size);
	for (let document = 0; document < size; document++) {
		const length = documents.length[document] ?? 0;
		slowness[document] = weights.k1 * norm(weights.b, length, averageLength);
		forward[document] = documents.opens[document] ? weights.answer : weights.forward;
		lending[document] = weights.fade / norm(weights.contextB, length, averageLength);
	}
	return {
		index,
		weights,
		fields: {
			turn: new Float32Array(size),
			around: new Float32Array(size),
			own: new Float32Array(size),
			lent: new Float32Array(size),
			held: new Int32Array(size),
			session: new Float32Array(sessions.ids.length),
			sessionOwn: new Float32Array(sessions.ids.length),
			candidates: [],
			mass: 0
		},
		decoded: createDecoded(size),
		slowness,
		lending,
		before: new Int32Array(documents.before),
		after: new Int32Array(documents.after),
		forward,
		sessionOf: new Int32Array(documents.session),
		counts: new Float32Array(size),
		nearCounts: new Float32Array(size),
		sessionCounts: new Float32Array(sessions.ids.length),
		holders: new Int32Array(size),
		neighbours: new Int32Array(size),
		touched: new Uint8Array(size),
		sessionSlowness: Float32Array.from(
			sessions.length,
			(length) => weights.sessionK1 * norm(weights.sessionB, length, averageSession)
		),
		livingSessions
	};
};

/** Makes a document one that gets a score. */
const touch = ({ touched, fields }: Adder, document: number): void => {
	if (touched[document] !== 0) return;
	touched[document] = 1;
	fields.candidates.push(document);
};

/** Fills `counts` and `holders` with the living documents that hold a term of the group; how many they are. */
const countHolders = (adder: Adder, group: WordGroup): number => {
	const { index, decoded, counts, holders } = adder;
	const { alive } = index.documents;
	let held = 0;
	for (const { term, near } of group.terms) {
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
};

/** Lends the words of a turn to those around it, more to the answer of a question; the new number of neighbours. */
const lendWords = (adder: Adder, document: number, known: number): number => {
	const { weights, nearCounts, neighbours } = adder;
	const { before, after } = adder;
	let found = known;
	let strength = (adder.lending[document] ?? 0) * (adder.counts[document] ?? 0);
	let back = before[document] ?? -1;
	let ahead = after[document] ?? -1;
	let forward = adder.forward[document] ?? 1;
	for (let far = 0; far < weights.reach; far++) {
		if (back >= 0) {
			if (nearCounts[back] === 0) neighbours[found++] = back;
			nearCounts[back] = (nearCounts[back] ?? 0) + strength;
			back = before[back] ?? -1;
		}
		if (ahead >= 0) {
			if (nearCounts[ahead] === 0) neighbours[found++] = ahead;
			nearCounts[ahead] = (nearCounts[ahead] ?? 0) + strength * forward;
			ahead = after[ahead] ?? -1;
		}
		forward = weights.forward;
		strength *= weights.fade;
	}
	return found;
};

const addSessions = (
	adder: Adder,
	heldSessions: readonly number[],
	{ weight, mass }: { readonly weight: number; readonly mass: number }
): void => {
	const { fields, weights, sessionCounts, sessionSlowness } = adder;
	const worth =
		rarity(heldSessions.length, adder.livingSessions) * weight * (weights.sessionK1 + 1);
	for (const session of heldSessions) {
		const count = sessionCounts[session] ?? 0;
		sessionCounts[session] = 0;
		fields.sessionOwn[session] = (fields.sessionOwn[session] ?? 0) + mass;
		fields.session[session] =
			(fields.session[session] ?? 0) + (worth * count) / (count + (sessionSlowness[session] ?? 1));
	}
};

/** Adds one word of the query to all fields; its mass. */
const addWord = (adder: Adder, group: WordGroup, place: number): number => {
	const { weights, fields, counts, nearCounts, slowness, holders, neighbours, sessionCounts } =
		adder;
	const { turn, around, own, lent, held } = fields;
	const { sessionOf } = adder;
	const found = countHolders(adder, group);
	if (found === 0) return 0;
	const idf = rarity(found, adder.index.living) * group.weight;
	const nearest = group.terms.reduce((most, { near }) => Math.max(most, near), 0);
	const mass = idf * nearest;
	const worth = mass * (weights.k1 + 1);
	const bit = place < mostBits ? 1 << place : 0;
	const heldSessions: number[] = [];
	const lends = found <= manyHolders || found * 5 <= adder.index.living;
	let lentTo = 0;
	for (let at = 0; at < found; at++) {
		const document = holders[at] ?? 0;
		const count = counts[document] ?? 0;
		turn[document] = (turn[document] ?? 0) + (worth * count) / (count + (slowness[document] ?? 1));
		own[document] = (own[document] ?? 0) + mass;
		held[document] = (held[document] ?? 0) | bit;
		touch(adder, document);
		const session = sessionOf[document] ?? 0;
		if (sessionCounts[session] === 0) heldSessions.push(session);
		sessionCounts[session] = (sessionCounts[session] ?? 0) + count;
		if (lends) lentTo = lendWords(adder, document, lentTo);
	}
	for (let at = 0; at < lentTo; at++) {
		const document = neighbours[at] ?? 0;
		const count = nearCounts[document] ?? 0;
		nearCounts[document] = 0;
		around[document] = (around[document] ?? 0) + (worth * count) / (count + weights.k1);
		if (counts[document] === 0) lent[document] = (lent[document] ?? 0) + mass;
		touch(adder, document);
	}
	addSessions(adder, heldSessions, { weight: group.weight * nearest, mass });
	for (let at = 0; at < found; at++) counts[holders[at] ?? 0] = 0;
	return idf;
};

/**
 * The three scores of every document that holds a word or stands beside one that does, or for which
 * `also` is true (it then scores zero so far).
 */
export const addFields = (
	index: SearchIndex,
	groups: readonly WordGroup[],
	{ weights, also }: { readonly weights: Weights; readonly also?: (document: number) => boolean }
): Fields => {
	const adder = createAdder(index, weights);
	const mass = groups.reduce((sum, group, place) => sum + addWord(adder, group, place), 0);
	if (also) {
		index.documents.alive.forEach((alive, document) => {
			if (alive && also(document)) touch(adder, document);
		});
	}
	return { ...adder.fields, mass };
};

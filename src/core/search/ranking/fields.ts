/** Adds up, word by word, what a turn, the turns around it and its session say to a query: three BM25 scores. */
import {
	createAdder,
	mostBits,
	rarity,
	type Adder,
	type Fields
} from '#core/search/ranking/adder.ts';
import { countHolders, isCommon } from '#core/search/ranking/holders.ts';
import type { SearchIndex } from '#core/search/search-index.ts';
import type { WordGroup } from '#core/search/terms/word-groups.ts';
import type { Weights } from '#core/search/weights.ts';

/** A word of so many documents, and of every fifth, says next to nothing about their neighbours; it costs most. */
const manyHolders = 1500;

/** Makes a document one that gets a score. */
function touch({ touched, fields }: Adder, document: number): void {
	if (touched[document] !== 0) return;
	touched[document] = 1;
	fields.candidates.push(document);
}

/** Lends the words of a turn to those around it, more to the answer of a question; the new number of neighbours. */
function lendWords(adder: Adder, document: number, known: number): number {
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
}

/** What the holders counted last are given. */
interface Gift {
	/** What the word is worth, and what the query's own weights make of it. */
	readonly idf: number;
	readonly weight: number;
	/** Mass of the query that is met: by the word itself, and by what may be meant by it. */
	readonly own: number;
	readonly meant: number;
	readonly bit: number;
}

function addSessions(adder: Adder, heldSessions: readonly number[], { weight, own }: Gift): void {
	const { fields, weights, sessionCounts, sessionSlowness, wholeSlowness } = adder;
	const worth =
		rarity(heldSessions.length, adder.livingSessions) * weight * (weights.sessionK1 + 1);
	for (const session of heldSessions) {
		const count = sessionCounts[session] ?? 0;
		sessionCounts[session] = 0;
		fields.sessionOwn[session] = (fields.sessionOwn[session] ?? 0) + own;
		fields.session[session] =
			(fields.session[session] ?? 0) + (worth * count) / (count + (sessionSlowness[session] ?? 1));
		fields.whole[session] =
			(fields.whole[session] ?? 0) + (worth * count) / (count + (wholeSlowness[session] ?? 1));
	}
}

/** Adds the holders counted last to all fields: to themselves, their neighbours and their sessions. */
function addHolders(adder: Adder, found: number, gift: Gift): void {
	const { weights, fields, counts, nearCounts, slowness, holders, neighbours, sessionCounts } =
		adder;
	const { turn, around, own, lent, held } = fields;
	const { sessionOf } = adder;
	const worth = gift.idf * (weights.k1 + 1);
	const heldSessions: number[] = [];
	const lends = found <= manyHolders || found * 5 <= adder.index.living;
	let lentTo = 0;
	for (let at = 0; at < found; at++) {
		const document = holders[at] ?? 0;
		const count = counts[document] ?? 0;
		turn[document] = (turn[document] ?? 0) + (worth * count) / (count + (slowness[document] ?? 1));
		if (gift.meant > 0) {
			lent[document] = (lent[document] ?? 0) + gift.meant;
		} else {
			own[document] = (own[document] ?? 0) + gift.own;
			held[document] = (held[document] ?? 0) | gift.bit;
		}
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
		if (counts[document] === 0) lent[document] = (lent[document] ?? 0) + gift.own;
		touch(adder, document);
	}
	addSessions(adder, heldSessions, gift);
	for (let at = 0; at < found; at++) counts[holders[at] ?? 0] = 0;
}

/** Adds one word of the query; its mass. */
function addWord(adder: Adder, group: WordGroup, place: number): number {
	const found = countHolders(adder, group.terms);
	if (found === 0) return 0;
	const nearest = group.terms.reduce((most, { near }) => Math.max(most, near), 0);
	const weight = group.weight * nearest;
	const idf = rarity(found, adder.index.living) * weight;
	const bit = place < mostBits ? 1 << place : 0;
	addHolders(adder, found, { idf, weight, own: idf, meant: 0, bit });
	return rarity(found, adder.index.living) * group.weight;
}

/**
 * Adds what may be meant by a word, together as one word that is worth a part of it. Who holds only that does
 * not hold the word.
 */
function addRelated(adder: Adder, { related, weight }: WordGroup, mass: number): void {
	if (related.length === 0) return;
	const { weights, index } = adder;
	const most = weights.relatedShare * index.living;
	const found = countHolders(
		adder,
		related.filter(({ term }) => !isCommon(adder, term, most))
	);
	if (found === 0) return;
	const rare = rarity(found, index.living) * weight;
	const idf = weights.related * (mass > 0 ? Math.min(rare, mass) : rare);
	addHolders(adder, found, { idf, weight: weights.related * weight, own: 0, meant: idf, bit: 0 });
}

/**
 * The three scores of every document that holds a word or stands beside one that does, or for which
 * `also` is true (it then scores zero so far).
 */
export function addFields(
	index: SearchIndex,
	groups: readonly WordGroup[],
	{ weights, also }: { readonly weights: Weights; readonly also?: (document: number) => boolean }
): Fields {
	const adder = createAdder(index, weights);
	let mass = 0;
	groups.forEach((group, place) => {
		const own = addWord(adder, group, place);
		addRelated(adder, group, own);
		mass += own;
	});
	if (also) {
		index.documents.alive.forEach((alive, document) => {
			if (alive && also(document)) touch(adder, document);
		});
	}
	return { ...adder.fields, mass };
}

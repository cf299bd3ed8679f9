/** Gives every document its score: BM25 of the turn, of the turns around it and of its session, and small hints. */

import type { Stretch } from './dates.ts';
import { holdsPair } from './phrase-filter.ts';
import { createDecoded, readPostings } from './postings.ts';
import type { Query, QueryWord } from './query.ts';
import type { SearchIndex } from './search-index.ts';
import { isAskingWord } from './stop-words.ts';
import { completeWord, guessWords, relatedPairs } from './spelling.ts';
import type { Guess } from './spelling.ts';
import type { Weights } from './weights.ts';

export type Scored = {
	/** By document number; documents without a score are not listed. */
	readonly candidates: readonly number[];
	readonly score: Float32Array;
	/** Which of the first 31 words a document holds, as bits. */
	readonly held: Int32Array;
	readonly words: readonly QueryWord[];
};

/** How many words have a bit of their own in `held`. */
const mostBits = 31;

type Group = {
	readonly word: QueryWord;
	readonly terms: readonly Guess[];
	readonly weight: number;
};

const rarity = (count: number, all: number): number =>
	Math.log(1 + (all - count + 0.5) / (count + 0.5));

const expand = (
	index: SearchIndex,
	word: QueryWord,
	options: {
		readonly isKnown: (term: string) => boolean;
		readonly short: boolean;
		readonly weights: Weights;
	}
): Guess[] => {
	const { isKnown, short, weights } = options;
	const known = isKnown(word.term);
	const terms: Guess[] = known ? [{ term: word.term, near: 1 }] : [];
	if (word.pair) {
		const lone = [...word.term].length === 1;
		if (lone || (!known && short)) {
			for (const guess of relatedPairs(word.term, index.words, isKnown)) {
				if (guess.term !== word.term) terms.push(guess);
			}
		}
		return terms;
	}
	if (word.unfinished) {
		for (const guess of completeWord(word.word, index.words, isKnown)) {
			if (guess.term !== word.term) terms.push({ term: guess.term, near: weights.unfinished });
		}
	}
	if (terms.length > 0) return terms;
	return guessWords(word.word, index.words, isKnown).map(({ term, near }) => ({
		term,
		near: near === 1 ? 1 : near * weights.typo
	}));
};

/** How near a moment is to a stretch: 1 inside, fading over days outside, slower after than before. */
const nearness = (time: number, { from, to }: Stretch, fadeDays: number): number => {
	if (time >= from && time < to) return 1;
	const away = (time < from ? (from - time) * 2 : time - to) / 86_400_000;
	return Math.exp(-away / fadeDays);
};

/** Scores all living documents that share a word, a neighbour's word, a session's word or a date with the query. */
export const scoreDocuments = (index: SearchIndex, query: Query, weights: Weights): Scored => {
	const { documents, sessions } = index;
	const size = documents.ids.length;
	const decoded = createDecoded(size);
	const isKnown = (term: string): boolean => {
		const number = index.terms.get(term);
		if (number === undefined || (index.postings.length[number] ?? 0) === 0) return false;
		if (index.living === size) return true;
		readPostings(index.postings, number, decoded);
		for (let at = 0; at < decoded.size; at++) {
			if (documents.alive[decoded.documents[at] ?? 0]) return true;
		}
		return false;
	};

	const speakers = new Map<string, number>();
	index.speakers.forEach((name, number) => {
		for (const part of name.split(/\s+/)) if (part !== '') speakers.set(part, number);
	});
	const asked = new Set<number>();
	const short = query.words.length <= 4;
	const groups = query.words.map((word): Group => {
		const speaker = speakers.get(word.word);
		if (speaker !== undefined) asked.add(speaker);
		const weight =
			(word.inDate ? weights.dateWord : 1) *
			(speaker === undefined ? 1 : weights.nameWord) *
			(isAskingWord(word.word) ? weights.askingWord : 1);
		return { word, terms: expand(index, word, { isKnown, short, weights }), weight };
	});

	const averageLength = Math.max(1, index.totalLength / Math.max(1, index.living));
	const turn = new Float32Array(size);
	const around = new Float32Array(size);
	const share = new Float32Array(size);
	const own = new Float32Array(size);
	const held = new Int32Array(size);
	const counts = new Float32Array(size);
	const nearCounts = new Float32Array(size);
	const touched = new Uint8Array(size);
	const candidates: number[] = [];
	const touch = (document: number): void => {
		if (touched[document] === 0) {
			touched[document] = 1;
			candidates.push(document);
		}
	};
	const sessionScore = new Float32Array(sessions.ids.length);
	const sessionCounts = new Float32Array(sessions.ids.length);
	const livingSessions = sessions.count.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);
	const averageSession = Math.max(1, index.totalLength / Math.max(1, livingSessions));
	let mass = 0;

	groups.forEach((group, place) => {
		const holders: number[] = [];
		for (const { term, near } of group.terms) {
			const number = index.terms.get(term);
			if (number === undefined) continue;
			readPostings(index.postings, number, decoded);
			for (let at = 0; at < decoded.size; at++) {
				const document = decoded.documents[at] ?? 0;
				if (!documents.alive[document]) continue;
				if (counts[document] === 0) holders.push(document);
				counts[document] = (counts[document] ?? 0) + (decoded.counts[at] ?? 1) * near;
			}
		}
		const idf = rarity(holders.length, index.living) * group.weight;
		mass += holders.length === 0 ? 0 : idf;
		const neighbours: number[] = [];
		const heldSessions: number[] = [];
		const bit = place < mostBits ? 1 << place : 0;
		const best = group.terms.reduce((most, { near }) => Math.max(most, near), 0);
		for (const document of holders) {
			const count = counts[document] ?? 0;
			const length = documents.length[document] ?? 0;
			const slow = weights.k1 * (1 - weights.b + (weights.b * length) / averageLength);
			turn[document] =
				(turn[document] ?? 0) + (best * idf * count * (weights.k1 + 1)) / (count + slow);
			share[document] = (share[document] ?? 0) + idf * best;
			own[document] = (own[document] ?? 0) + idf * best;
			held[document] = (held[document] ?? 0) | bit;
			touch(document);
			const session = documents.session[document] ?? 0;
			if (sessionCounts[session] === 0) heldSessions.push(session);
			sessionCounts[session] = (sessionCounts[session] ?? 0) + count;
			// A long neighbour says everything; each word of it says less.
			let strength =
				(weights.fade * count) /
				(1 - weights.contextB + (weights.contextB * length) / averageLength);
			let back = documents.before[document] ?? -1;
			let ahead = documents.after[document] ?? -1;
			let forward = documents.opens[document] ? weights.answer : weights.forward;
			for (let far = 0; far < weights.reach; far++) {
				if (back >= 0) {
					if (nearCounts[back] === 0) neighbours.push(back);
					nearCounts[back] = (nearCounts[back] ?? 0) + strength;
					back = documents.before[back] ?? -1;
				}
				if (ahead >= 0) {
					if (nearCounts[ahead] === 0) neighbours.push(ahead);
					nearCounts[ahead] = (nearCounts[ahead] ?? 0) + strength * forward;
					ahead = documents.after[ahead] ?? -1;
				}
				forward = weights.forward;
				strength *= weights.fade;
			}
		}
		for (const document of neighbours) {
			const count = nearCounts[document] ?? 0;
			nearCounts[document] = 0;
			around[document] =
				(around[document] ?? 0) + (best * idf * count * (weights.k1 + 1)) / (count + weights.k1);
			if (counts[document] === 0) {
				share[document] = (share[document] ?? 0) + idf * best * weights.contextShare;
			}
			touch(document);
		}
		const sessionIdf = rarity(heldSessions.length, livingSessions) * group.weight;
		for (const session of heldSessions) {
			const count = sessionCounts[session] ?? 0;
			sessionCounts[session] = 0;
			const slow =
				weights.sessionK1 *
				(1 -
					weights.sessionB +
					(weights.sessionB * (sessions.length[session] ?? 0)) / averageSession);
			sessionScore[session] =
				(sessionScore[session] ?? 0) +
				(best * sessionIdf * count * (weights.sessionK1 + 1)) / (count + slow);
		}
		for (const document of holders) counts[document] = 0;
	});

	if (query.dates.length > 0) {
		documents.alive.forEach((alive, document) => {
			if (!alive) return;
			const time = documents.time[document] ?? 0;
			if (query.dates.some((date) => time >= date.from && time < date.to)) touch(document);
		});
	}
	const scale = mass > 0 ? mass : 1;
	const pairs = query.pairs.map(({ first, second, hash }) => {
		const rare = (term: string): number => {
			const group = groups.find((other) => other.word.term === term);
			return group === undefined || group.terms.length === 0 ? 0 : group.weight;
		};
		return { hash, weight: rare(first) * rare(second) };
	});
	const pairWeight = pairs.reduce((sum, { weight }) => sum + weight, 0);
	const score = counts;
	for (const document of candidates) {
		const length = documents.length[document] ?? 0;
		const lent =
			weights.context * (around[document] ?? 0) +
			weights.session * (sessionScore[documents.session[document] ?? 0] ?? 0);
		let sum = (turn[document] ?? 0) + lent;
		sum *= 1 - weights.coordination + (weights.coordination * (share[document] ?? 0)) / scale;
		const missed = 1 - (own[document] ?? 0) / scale;
		sum *= 1 - weights.thin * missed * Math.max(0, 1 - length / weights.thinLength);
		if (asked.has(documents.speaker[document] ?? 0)) sum += weights.speaker * scale;
		if (query.dates.length > 0) {
			let nearest = 0;
			for (const date of query.dates) {
				nearest = Math.max(
					nearest,
					nearness(documents.time[document] ?? 0, date, weights.dateDays)
				);
			}
			sum += weights.date * scale * nearest;
		}
		if (pairWeight > 0 && turn[document] !== 0) {
			const filter = documents.phrases[document];
			let met = 0;
			if (filter && filter.length > 0) {
				for (const { hash, weight } of pairs) {
					if (weight > 0 && holdsPair(filter, hash)) met += weight;
				}
			}
			sum += (weights.phrase * scale * met) / pairWeight;
		}
		if (documents.role[document] === 1) sum *= query.overview ? weights.userOverview : weights.user;
		if (documents.wishes[document]) sum *= weights.wish;
		if (documents.asks[document]) sum *= weights.asks;
		score[document] = sum;
	}
	return { candidates, score, held, words: query.words };
};

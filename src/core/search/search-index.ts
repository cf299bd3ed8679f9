/** The inverted index: what is kept of the documents so that they can be found, and how it grows and shrinks. */
import type { SearchDocument } from '#core/search/document.ts';
import { kindNumber, roleNumber } from '#core/search/index/numbers.ts';
import { createFilter, readNeighbours } from '#core/search/index/phrase-filter.ts';
import { addPosting, addTerm, createPostings, type Postings } from '#core/search/index/postings.ts';
import { endsAsking, isWish, onlyAsks } from '#core/search/index/wording.ts';
import { foldWord } from '#core/search/words/fold.ts';
import { isEverywhere } from '#core/search/words/stop-words.ts';
import { cutFiled, filedToo, type Token } from '#core/search/words/tokens.ts';

/** Documents by number. A forgotten one keeps its number, empty, until the index is stored. */
interface Documents {
	readonly ids: string[];
	readonly alive: boolean[];
	readonly session: number[];
	readonly time: number[];
	/** How many terms, stop words left out. */
	readonly length: number[];
	readonly role: number[];
	readonly kind: number[];
	readonly speaker: number[];
	/** See `onlyAsks` of `wording.ts`. */
	readonly asks: boolean[];
	/** Ends with a question, so that the next turn is likely its answer. */
	readonly opens: boolean[];
	/** See `isWish`. */
	readonly wishes: boolean[];
	readonly before: number[];
	readonly after: number[];
	readonly phrases: Uint8Array[];
}

interface Sessions {
	readonly ids: string[];
	readonly length: number[];
	readonly count: number[];
	readonly last: number[];
}

export interface SearchIndex {
	readonly terms: Map<string, number>;
	readonly words: string[];
	readonly postings: Postings;
	readonly documents: Documents;
	readonly byId: Map<string, number>;
	readonly sessions: Sessions;
	readonly sessionById: Map<string, number>;
	readonly speakers: string[];
	/** Sums over living documents. */
	living: number;
	totalLength: number;
}

export const createIndex = (): SearchIndex => ({
	terms: new Map(),
	words: [],
	postings: createPostings(),
	documents: {
		ids: [],
		alive: [],
		session: [],
		time: [],
		length: [],
		role: [],
		kind: [],
		speaker: [],
		asks: [],
		opens: [],
		wishes: [],
		before: [],
		after: [],
		phrases: []
	},
	byId: new Map(),
	sessions: { ids: [], length: [], count: [], last: [] },
	sessionById: new Map(),
	speakers: [''],
	living: 0,
	totalLength: 0
});

function findTerm(index: SearchIndex, word: string): number {
	const known = index.terms.get(word);
	if (known !== undefined) return known;
	index.terms.set(word, index.words.length);
	index.words.push(word);
	return addTerm(index.postings);
}

export function findSession(index: SearchIndex, id: string): number {
	const known = index.sessionById.get(id);
	if (known !== undefined) return known;
	const { sessions } = index;
	index.sessionById.set(id, sessions.ids.length);
	sessions.length.push(0);
	sessions.count.push(0);
	sessions.last.push(-1);
	return sessions.ids.push(id) - 1;
}

function findSpeaker(index: SearchIndex, name: string): number {
	const folded = foldWord(name.trim());
	const known = index.speakers.indexOf(folded);
	return known >= 0 ? known : index.speakers.push(folded) - 1;
}

/** Whole milliseconds that a date can have; anything else is the beginning of time. */
const settleTime = (time: number): number => (Math.abs(time) <= 8.64e15 ? Math.round(time) : 0);

/**
 * Files the terms of a document under its number; how many they are, stop words left out. Of those it is only told
 * that they are there, and of those that are everywhere not even that: the index stays below 0.4 of the text.
 */
function addTerms(index: SearchIndex, document: number, tokens: readonly Token[]): number {
	const counts = new Map<number, number>();
	let length = 0;
	for (const token of tokens) {
		if (token.stop && isEverywhere(token.word)) continue;
		const term = findTerm(index, token.term);
		counts.set(term, token.stop ? 1 : (counts.get(term) ?? 0) + 1);
		for (const word of filedToo(token)) {
			const other = findTerm(index, word);
			counts.set(other, (counts.get(other) ?? 0) + 1);
		}
		if (!token.stop) length++;
	}
	for (const [term, count] of counts) addPosting(index.postings, { term, document, count });
	return length;
}

/** Gives the newest document its neighbours: those of the document it replaces, or the last of its session. */
function link(index: SearchIndex, number: number, replaced: Removed | undefined): void {
	const { documents, sessions } = index;
	const session = documents.session[number] ?? 0;
	const sameSession = replaced && documents.session[replaced.number] === session;
	const before = sameSession ? replaced.before : (sessions.last[session] ?? -1);
	const after = sameSession ? replaced.after : -1;
	documents.before.push(before);
	documents.after.push(after);
	if (before >= 0) documents.after[before] = number;
	if (after >= 0) documents.before[after] = number;
	else sessions.last[session] = number;
}

/** Puts a document at the end of its session, or in the place of the one with the same id. */
export function addDocument(index: SearchIndex, document: SearchDocument): void {
	const replaced = removeDocument(index, document.id);
	const { documents, sessions } = index;
	const { text, role } = document;
	const number = documents.ids.length;
	const session = findSession(index, document.session);
	const tokens = cutFiled(text);
	const length = addTerms(index, number, tokens);

	documents.ids.push(document.id);
	documents.alive.push(true);
	documents.session.push(session);
	documents.time.push(settleTime(document.ts));
	documents.length.push(length);
	documents.role.push(roleNumber(role));
	documents.kind.push(kindNumber(document.kind));
	documents.speaker.push(document.speaker ? findSpeaker(index, document.speaker) : 0);
	documents.asks.push(onlyAsks(text));
	documents.opens.push(endsAsking(text));
	documents.wishes.push(isWish(text, role));
	documents.phrases.push(createFilter(readNeighbours(tokens)));
	index.byId.set(document.id, number);
	link(index, number, replaced);

	sessions.length[session] = (sessions.length[session] ?? 0) + length;
	sessions.count[session] = (sessions.count[session] ?? 0) + 1;
	index.living++;
	index.totalLength += length;
}

/** A document that was forgotten, and between which others it stood. */
interface Removed {
	readonly number: number;
	readonly before: number;
	readonly after: number;
}

/** Forgets a document: no search finds it, and storing the index leaves nothing of it. Undefined if unknown. */
export function removeDocument(index: SearchIndex, id: string): Removed | undefined {
	const number = index.byId.get(id);
	if (number === undefined) return undefined;
	const { documents, sessions } = index;
	const session = documents.session[number] ?? 0;
	const length = documents.length[number] ?? 0;
	const before = documents.before[number] ?? -1;
	const after = documents.after[number] ?? -1;
	if (before >= 0) documents.after[before] = after;
	if (after >= 0) documents.before[after] = before;
	else sessions.last[session] = before;
	sessions.length[session] = (sessions.length[session] ?? 0) - length;
	sessions.count[session] = (sessions.count[session] ?? 0) - 1;
	index.byId.delete(id);
	index.living--;
	index.totalLength -= length;
	documents.ids[number] = '';
	documents.alive[number] = false;
	documents.phrases[number] = new Uint8Array(0);
	return { number, before, after };
}

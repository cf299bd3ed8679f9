/** Finds for each word of a query the terms of the index that stand for it, and what the word is worth. */
import { createDecoded, readPostings } from '#core/search/index/postings.ts';
import type { Query, QueryWord } from '#core/search/query/query.ts';
import type { SearchIndex } from '#core/search/search-index.ts';
import type { Guess } from '#core/search/terms/guess.ts';
import { relatedTerms } from '#core/search/terms/related-words.ts';
import { guessWords } from '#core/search/terms/spelling.ts';
import { completeWord, relatedPairs, wordsBegun } from '#core/search/terms/unfinished.ts';
import type { Weights } from '#core/search/weights.ts';
import { withoutSmallWords } from '#core/search/words/small-words.ts';
import { stemWord } from '#core/search/words/stem.ts';
import { isAskingWord } from '#core/search/words/stop-words.ts';

export interface WordGroup {
	readonly word: QueryWord;
	readonly terms: readonly Guess[];
	/** What may be meant by it, though it is another word. */
	readonly related: readonly Guess[];
	readonly weight: number;
}

/** Up to so many words, a pair of signs that nobody wrote is taken for a typo. */
const shortQuery = 4;

function expand(
	index: SearchIndex,
	word: QueryWord,
	options: {
		readonly isKnown: (term: string) => boolean;
		readonly short: boolean;
		readonly weights: Weights;
	}
): Guess[] {
	const { isKnown, short, weights } = options;
	const known = isKnown(word.term);
	const terms: Guess[] = known ? [{ term: word.term, near: 1 }] : [];
	for (const term of withoutSmallWords(word.word))
		if (isKnown(term)) terms.push({ term, near: 0.8 });
	if (word.signs > 0) {
		if (word.signs === 1 || (!known && short)) {
			for (const guess of relatedPairs(word.term, index.words, isKnown)) {
				if (guess.term !== word.term) terms.push(guess);
			}
		}
		return terms;
	}
	if (word.unfinished) {
		const begun = completeWord(word.word, index.words, isKnown);
		// Who holds these may hold nothing that begins so: they are for a word that nobody wrote as it stands.
		if (!known && (word.word.length > 2 || begun.length === 0))
			begun.push(...wordsBegun(word.word, isKnown));
		for (const { term, near } of begun)
			if (term !== word.term) terms.push({ term, near: near * weights.unfinished });
	}
	if (terms.length > 0) return terms;
	return guessWords(word.word, index.words, isKnown).map(({ term, near }) => ({
		term,
		near: near === 1 ? 1 : near * weights.typo
	}));
}

/** Whether a living document holds a term; those of `except` do not count. */
function createIsKnown(index: SearchIndex, except: ReadonlySet<number>): (term: string) => boolean {
	const { documents, postings } = index;
	const whole = index.living === documents.ids.length && except.size === 0;
	const decoded = createDecoded(whole ? 0 : documents.ids.length);
	return (term) => {
		const number = index.terms.get(term);
		if (number === undefined || (postings.length[number] ?? 0) === 0) return false;
		if (whole) return true;
		readPostings(postings, number, decoded);
		return decoded.documents
			.subarray(0, decoded.size)
			.some((document) => documents.alive[document] && !except.has(document));
	};
}

/** "ice cream" is also "icecream": a word that two neighbours of the query make together stands for both. */
function joinWords(
	groups: readonly WordGroup[],
	isKnown: (term: string) => boolean
): readonly WordGroup[] {
	const joined = groups.map(({ word }, at) => {
		const next = groups[at + 1]?.word;
		if (!next || word.signs > 0 || next.signs > 0) return undefined;
		return [stemWord(word.word + next.word), word.word + next.word].find(isKnown);
	});
	return groups.map((group, at) => {
		const both = [joined[at - 1], joined[at]].filter((term) => term !== undefined);
		const more = both.filter((term) => group.terms.every((known) => known.term !== term));
		return more.length === 0
			? group
			: { ...group, terms: [...group.terms, ...more.map((term) => ({ term, near: 1 }))] };
	});
}

/** Dates and words that only ask are meant as they stand; an unfinished word is not yet known. */
function relate(word: QueryWord): Guess[] {
	if (word.inDate || word.unfinished || isAskingWord(word.word)) return [];
	return [...relatedTerms(word.term)].map((term) => ({ term, near: 1 }));
}

/** The groups, and the speakers (by number) that the query names. */
export function groupWords(
	index: SearchIndex,
	query: Query,
	{ weights, except }: { readonly weights: Weights; readonly except: ReadonlySet<number> }
): { readonly groups: readonly WordGroup[]; readonly asked: ReadonlySet<number> } {
	const isKnown = createIsKnown(index, except);
	const speakers = new Map<string, number>();
	index.speakers.forEach((name, number) => {
		for (const part of name.split(/\s+/)) if (part !== '') speakers.set(part, number);
	});
	const asked = new Set<number>();
	const short = query.words.length <= shortQuery;
	const groups = query.words.map((word): WordGroup => {
		const speaker = speakers.get(word.word);
		if (speaker !== undefined) asked.add(speaker);
		const weight =
			(word.inDate ? weights.dateWord : 1) *
			(speaker === undefined ? 1 : weights.nameWord) *
			(isAskingWord(word.word) ? weights.askingWord : 1);
		return {
			word,
			terms: expand(index, word, { isKnown, short, weights }),
			// Names too.
			related: speaker === undefined ? relate(word) : [],
			weight
		};
	});
	return { groups: joinWords(groups, isKnown), asked };
}

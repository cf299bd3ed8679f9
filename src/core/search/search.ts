/** Searches the index: reads the query, scores, filters, and returns the best hits with their neighbours. */
import type { Found, Hit, SearchOptions } from '#core/search/document.ts';
import { readQuery } from '#core/search/query/query.ts';
import { holdsPhrases, holdsWord } from '#core/search/ranking/holding.ts';
import { countChoices, passes } from '#core/search/ranking/narrow.ts';
import { pickNotesFirst } from '#core/search/ranking/notes-first.ts';
import type { Scored } from '#core/search/ranking/scored.ts';
import { scoreDocuments } from '#core/search/ranking/scores.ts';
import { pickBest, pickSpread, type Picking, type Test } from '#core/search/ranking/spread.ts';
import type { SearchIndex } from '#core/search/search-index.ts';
import { standardWeights, type Weights } from '#core/search/weights.ts';

const newest = (index: SearchIndex): number =>
	index.documents.time.reduce(
		(most, time, document) => (index.documents.alive[document] ? Math.max(most, time) : most),
		0
	);

/** Everything there is, each as good as the other. */
function everything(index: SearchIndex): Scored {
	const size = index.documents.ids.length;
	const candidates: number[] = [];
	index.documents.alive.forEach((alive, document) => {
		if (alive) candidates.push(document);
	});
	return {
		candidates,
		score: new Float32Array(size).fill(1),
		held: new Int32Array(size).fill(1),
		whole: new Float32Array(index.sessions.ids.length),
		terms: []
	};
}

type Options = SearchOptions & { readonly weights?: Weights };

/** An index looked at with a query: all documents have their scores, none is picked yet. */
interface Looked {
	readonly weights: Weights;
	readonly scored: Scored;
	/** What the query insists on; the choices of a person are not looked at. */
	readonly matches: Test;
	readonly isBrowsing: boolean;
}

function look(index: SearchIndex, text: string, options: Options): Looked {
	const weights = options.weights ?? standardWeights;
	const query = readQuery(text, {
		now: options.now ?? newest(index),
		asker: options,
		prefix: options.prefix ?? false
	});
	const except = new Set((options.except ?? []).map((id) => index.byId.get(id) ?? -1));
	const isOpen = query.words.length === 0 && query.dates.length === 0;
	const isBrowsing = options.browse === true && isOpen;
	const scored = isBrowsing ? everything(index) : scoreDocuments(index, query, { weights, except });
	const inPhrase = holdsPhrases(index, query);
	const holds = options.holding === true ? holdsWord(index, query, scored) : () => true;
	const matches: Test = (document) =>
		!except.has(document) && inPhrase(document) && holds(document);
	return { weights, scored, matches, isBrowsing };
}

/** The search, with how many documents there are of each sort. Costs a look at every one that holds a word. */
export function searchAndCount(index: SearchIndex, text: string, options: Options): Found {
	const looked = look(index, text, options);
	const matching = looked.scored.candidates.filter(looked.matches);
	return {
		hits: pickHits(index, looked, options),
		counts: countChoices(index, matching, options.filters ?? {})
	};
}

/**
 * The `k` documents that answer a query best, best first. Total: any string, any options. A query of
 * nothing but words that stand everywhere finds nothing, unless it names a date.
 */
export const search = (index: SearchIndex, text: string, options: Options = {}): Hit[] =>
	index.living === 0 ? [] : pickHits(index, look(index, text, options), options);

function pickHits(index: SearchIndex, looked: Looked, options: Options): Hit[] {
	const k = Math.max(0, Math.floor(options.k ?? 10)) || 0;
	if (k === 0) return [];
	const { weights, scored, matches } = looked;
	const filtered = passes(index, options.filters ?? {});
	const passing: Test = (document) => filtered(document) && matches(document);
	const picking: Picking = { k, passing, weights };
	const pick = options.notesFirst ? pickNotesFirst : pickSpread;
	const best = looked.isBrowsing
		? pickBest(index, scored, k, passing)
		: pick(index, scored, picking);
	return best.map((document) => hitOf(index, document, scored));
}

const hitOf = ({ documents, sessions }: SearchIndex, document: number, scored: Scored): Hit => ({
	id: documents.ids[document] ?? '',
	session: sessions.ids[documents.session[document] ?? 0] ?? '',
	score: scored.score[document] ?? 0,
	terms: scored.terms
});

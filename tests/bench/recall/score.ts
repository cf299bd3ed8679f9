/**
 * Scores the search over a folder of development data: `node scripts/run.js tests/bench/recall/score.ts <folder>`.
 * The folder holds a file that ends in `docs.jsonl` and one that ends in `queries.jsonl`; each conversation is its own index.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { foldWord } from '#core/search/words/fold.ts';
import { addDocument, createIndex } from '#core/search/search-index.ts';
import { search } from '#core/search/search.ts';
import type { SearchIndex } from '#core/search/search-index.ts';
import { serialise } from '#core/search/stored-index.ts';
import type { Role } from '#core/search/document.ts';
import type { Weights } from '#core/search/weights.ts';

type Line = {
	readonly id: string;
	readonly conv: string;
	readonly session: string;
	readonly ts: string;
	readonly speaker?: string;
	readonly role?: Role;
	readonly text: string;
};
type Question = {
	readonly id: string;
	readonly conv: string;
	readonly category: string;
	readonly q: string;
	readonly gold: readonly string[];
};
/** Ids, best first, with the session of each. */
type Found = readonly { readonly id: string; readonly session: string }[];
type Loaded = {
	readonly indexes: ReadonlyMap<string, SearchIndex>;
	/** The same documents under BM25 alone: what ours is held against. */
	readonly plain: ReadonlyMap<string, PlainBm25>;
	readonly sessionOf: ReadonlyMap<string, string>;
	readonly questions: readonly Question[];
	readonly textBytes: number;
};
type Scores = Readonly<Record<string, number>>;

const readLines = <T>(folder: string, name: string): T[] => {
	const file = readdirSync(folder).find((other) => other.endsWith(name));
	if (file === undefined) throw new Error(`${folder} has no ${name}`);
	return readFileSync(join(folder, file), 'utf8')
		.split('\n')
		.filter((line) => line.trim() !== '')
		.map((line) => JSON.parse(line) as T);
};

const load = (folder: string): Loaded => {
	const indexes = new Map<string, SearchIndex>();
	const plain = new Map<string, PlainBm25>();
	const sessionOf = new Map<string, string>();
	let textBytes = 0;
	for (const line of readLines<Line>(folder, 'docs.jsonl')) {
		const index = indexes.get(line.conv) ?? createIndex();
		indexes.set(line.conv, index);
		sessionOf.set(line.id, line.session);
		textBytes += Buffer.byteLength(line.text);
		addDocument(index, { ...line, ts: Date.parse(line.ts) });
		const bare = plain.get(line.conv) ?? new PlainBm25();
		plain.set(line.conv, bare);
		bare.add(line);
	}
	const questions = readLines<Question>(folder, 'queries.jsonl').filter(
		({ gold }) => gold.length > 0
	);
	return { indexes, plain, sessionOf, questions, textBytes };
};

/**
 * BM25 as the textbooks have it (k1 1.2, b 0.75) over whole words, folded as ours are but neither stemmed nor sifted:
 * no neighbours, sessions, speakers, dates or phrases.
 */
class PlainBm25 {
	readonly #documents: {
		readonly id: string;
		readonly session: string;
		readonly length: number;
	}[] = [];
	readonly #postings = new Map<string, Map<number, number>>();
	#words = 0;

	add({ id, session, text }: Pick<Line, 'id' | 'session' | 'text'>): void {
		const words = wordsOf(text);
		const at = this.#documents.push({ id, session, length: words.length }) - 1;
		this.#words += words.length;
		for (const word of words) {
			const counts = this.#postings.get(word) ?? new Map<number, number>();
			this.#postings.set(word, counts);
			counts.set(at, (counts.get(at) ?? 0) + 1);
		}
	}

	search(query: string, k: number): Found {
		const all = this.#documents.length;
		const mean = this.#words / Math.max(1, all);
		const scores = new Map<number, number>();
		for (const word of new Set(wordsOf(query))) {
			const counts = this.#postings.get(word);
			if (!counts) continue;
			const idf = Math.log(1 + (all - counts.size + 0.5) / (counts.size + 0.5));
			for (const [at, count] of counts) {
				const long = (this.#documents[at]?.length ?? 0) / mean;
				const gain = (idf * count * 2.2) / (count + 1.2 * (0.25 + 0.75 * long));
				scores.set(at, (scores.get(at) ?? 0) + gain);
			}
		}
		return [...scores]
			.toSorted(([a, first], [b, second]) => second - first || a - b)
			.slice(0, k)
			.flatMap(([at]) => this.#documents[at] ?? []);
	}
}

const wordsOf = (text: string): string[] =>
	(text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map(foldWord);

const recallAt = (found: readonly string[], gold: ReadonlySet<string>, k: number): number =>
	found.slice(0, k).filter((id) => gold.has(id)).length / gold.size;

/** Means over the questions: recall, hit and reciprocal rank of turns, and recall of their sessions. */
const score = (
	{ indexes, plain, sessionOf, questions }: Loaded,
	{
		weights,
		only,
		by = 'ours'
	}: {
		readonly weights?: Weights;
		readonly only?: (question: Question) => boolean;
		readonly by?: 'ours' | 'plain';
	} = {}
): Scores => {
	const sums = { r5: 0, r10: 0, hit10: 0, mrr: 0, s5: 0, s10: 0, s10of20: 0 };
	const asked = only ? questions.filter(only) : questions;
	for (const question of asked) {
		const index = indexes.get(question.conv);
		if (!index) continue;
		const hits: Found =
			by === 'plain'
				? (plain.get(question.conv)?.search(question.q, 100) ?? [])
				: search(index, question.q, { k: 100, ...(weights ? { weights } : {}) });
		const found = hits.map(({ id }) => id);
		const gold = new Set(question.gold);
		sums.r5 += recallAt(found, gold, 5);
		sums.r10 += recallAt(found, gold, 10);
		sums.hit10 += found.slice(0, 10).some((id) => gold.has(id)) ? 1 : 0;
		const rank = found.findIndex((id) => gold.has(id));
		sums.mrr += rank < 0 ? 0 : 1 / (rank + 1);
		const sessions = [...new Set(hits.map(({ session }) => session))];
		const goldSessions = new Set(question.gold.map((id) => sessionOf.get(id) ?? ''));
		sums.s5 += recallAt(sessions, goldSessions, 5);
		sums.s10 += recallAt(sessions, goldSessions, 10);
		const early = [...new Set(hits.slice(0, 20).map(({ session }) => session))];
		sums.s10of20 += recallAt(early, goldSessions, 10);
	}
	return Object.fromEntries(
		Object.entries(sums).map(([name, sum]) => [
			name,
			Math.round((sum / asked.length) * 10000) / 100
		])
	);
};

const report = (folder: string): void => {
	const loaded = load(folder);
	const lines = [
		`all ${JSON.stringify(score(loaded))}`,
		`all, plain BM25 ${JSON.stringify(score(loaded, { by: 'plain' }))}`
	];
	for (const category of new Set(loaded.questions.map((question) => question.category))) {
		const only = (question: Question): boolean => question.category === category;
		lines.push(
			`${category} (${String(loaded.questions.filter(only).length)}) ${JSON.stringify(score(loaded, { only }))}`
		);
	}
	let stored = 0;
	for (const index of loaded.indexes.values()) stored += serialise(index).length;
	lines.push(`stored index to text: ${(stored / loaded.textBytes).toFixed(3)}`);
	process.stdout.write(`${lines.join('\n')}\n`);
};

const folder = process.argv[2];
if (folder === undefined) throw new Error('usage: recall/score.ts <folder of development data>');
report(folder);

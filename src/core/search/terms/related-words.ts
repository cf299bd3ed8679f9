/** Tells which everyday English words may be meant by another, so that a question finds what says it in other words. */
import { alikeWords } from '#core/search/terms/alike-words.ts';
import { kindsOfThings } from '#core/search/terms/kinds-of-things.ts';
import { stemWord } from '#core/search/words/stem.ts';

type Related = ReadonlyMap<string, ReadonlySet<string>>;

const stemsOf = (words: string): string[] => words.trim().split(' ').map(stemWord);

function readTables(): Related {
	const related = new Map<string, Set<string>>();
	const relate = (asked: readonly string[], meant: readonly string[]): void => {
		for (const one of asked) {
			const known = related.get(one) ?? new Set();
			related.set(one, known);
			for (const other of meant) if (other !== one) known.add(other);
		}
	};
	for (const row of alikeWords.flatMap((line) => line.split('; ')))
		relate(stemsOf(row), stemsOf(row));
	for (const row of kindsOfThings) {
		const [kind = '', members = ''] = row.split(':');
		relate(stemsOf(kind), stemsOf(members));
	}
	return related;
}

const table = readTables();
const none: ReadonlySet<string> = new Set();

/** The terms that may be meant by a term of a query; for most words none. */
export const relatedTerms = (term: string): ReadonlySet<string> => table.get(term) ?? none;

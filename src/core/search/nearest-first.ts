import { plainText } from '#core/text/matches-query.ts';

/** What is offered by a name: a command, a place. */
export interface Named {
	readonly label: string;
	/** Another name it is found by, e.g. `/compact`. */
	readonly also?: string;
}

/** 0: it is called so; 1: it begins so; 2: it only mentions it. A slash need not be typed. */
function nearness(plain: string, { label, also = '' }: Named): 0 | 1 | 2 {
	const other = plainText(also);
	const names = [plainText(label), other, other.replace('/', '')];
	if (names.includes(plain)) return 0;
	return names.some((name) => name.startsWith(plain)) ? 1 : 2;
}

/** Who types the name of a place goes there: Enter does nothing that only mentions it. Else, and without words, the order stays. */
export function nearestFirst<Entry extends Named>(
	words: string,
	entries: readonly Entry[]
): Entry[] {
	const plain = plainText(words);
	if (plain === '') return [...entries];
	return entries.toSorted((a, b) => nearness(plain, a) - nearness(plain, b));
}

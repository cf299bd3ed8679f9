/** Reads words in capitals: which of a run are a name, and when somebody only raises the voice. */
import { isCommonWord, isFunctionWord } from '#core/anchors/names/common-words.ts';
import { isOrder } from '#core/anchors/names/orders.ts';

/** A name, and where in its run it begins. */
interface Named {
	readonly name: string;
	readonly at: number;
}

export const isLoud = (word: string): boolean =>
	word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase();

/** So many words in capitals throughout, in a row, are a raised voice if one of them carries the sentence. */
const loudWords = 3;

export function isShouting(sentence: string): boolean {
	let run = 0;
	let carries = false;
	for (const word of sentence.match(/[\p{L}\p{N}'’]+|[,;/|]/gu) ?? []) {
		run = isLoud(word) ? run + 1 : 0;
		carries = run > 0 && (carries || isFunctionWord(word));
		if (run >= loudWords && carries) return true;
	}
	return false;
}

/** `Los Angeles`, `La Paz`: written with a capital before another, an article is part of the name. */
const isArticleOf = (words: readonly string[], at: number): boolean =>
	/^(?:Los|Las|La|Le|El)$/u.test(words[at] ?? '') && at + 1 < words.length;

/**
 * A run of capitalised words without those that only carry the sentence; “Flight Number” names nothing at all, and
 * nothing does an order before its amount (`isOrdered`): “Pay $90”, “Pay Anna $90”.
 */
export function namesIn(run: string, { isOrdered }: { readonly isOrdered: boolean }): Named[] {
	const words = run.split(/[ \u00a0]/u);
	const orders = (word: string): boolean => isOrdered && isOrder(word);
	const leads = (word: string): boolean => isFunctionWord(word) || orders(word);
	let from = 0;
	let to = words.length;
	while (from < to && leads(words[from] ?? '') && !isArticleOf(words, from)) from++;
	while (to > from && isFunctionWord(words[to - 1] ?? '')) to--;
	if (words.slice(from, to).every((word) => isCommonWord(word) || orders(word))) return [];
	const name = words
		.slice(from, to)
		.join(' ')
		.replace(/['’]s?$/u, '');
	if (name.length < 2) return [];
	const at = words.slice(0, from).join(' ').length + (from > 0 ? 1 : 0);
	return [{ name, at }];
}

/** Of a label only what is in capitals throughout: `Reservation QX12:` is a label, what it tells apart is none. */
export const loudIn = (run: string): Named[] =>
	[...run.matchAll(/[\p{L}'’-]+/gu)]
		.filter(([word]) => isLoud(word) && !isCommonWord(word))
		.map((match) => ({ name: match[0], at: match.index }));

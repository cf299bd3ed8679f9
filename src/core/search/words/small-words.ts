/** Arabic and Hebrew write "the", "and", "in", "like", "to" together with the next word, which must be found without them. */

/** "The". So much must be left that it is a word; what begins so itself ("التزام") loses it with and without "the". */
const article = /^(?:(?:ال)+|ה+)(?=.{3})/;

/** Without the article of its language, which says as little as "the"; of one folded word. */
export const withoutArticle = (word: string): string => word.replace(article, '');

/** "And" stands in front of "in"; "to the" is written "لل", as "to" and a first letter may be. */
const and = /^[وفו](?=.{3})/;
const others = [/^[بكلבל](?=.{3})/, /^لل(?=.{3})/];

const nothing: readonly string[] = [];
const isWrittenSo = /^[\u05d0-\u05ea\u0621-\u064a]/;

/**
 * What a word may be besides: without a first letter that may be "and", "in", "like" or "to". It may as well be its own
 * ("كتاب" is a book, nothing is like "تاب"), so these are what else it is filed and asked for as.
 */
export function withoutSmallWords(word: string): readonly string[] {
	if (!isWrittenSo.test(word)) return nothing;
	const rests = and.test(word) ? [word.slice(1)] : [];
	for (const rest of [word, ...rests])
		for (const other of others) if (other.test(rest)) rests.push(rest.replace(other, ''));
	const found = new Set(rests.map(withoutArticle));
	found.delete(withoutArticle(word));
	return [...found];
}

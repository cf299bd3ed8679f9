/** Words that stand where only a name would, and are none: at the head of a sentence, or called to at its end. */
import { isCommonWord } from '#core/anchors/names/common-words.ts';
import { wordSet } from '#core/text/word-set.ts';

/** Forms that words have and names hardly ever. */
const wordlike = new RegExp(
	`(?:${[
		'ing|ed|ly|tion|sion|ment|ness|ity|able|ible|ful|ous|ance|ence|ism|ship|ers|ors|ists',
		'ures?|ings|ions|ays|body|thing|one|where|self|more|else'
	].join('|')})$`,
	'u'
);
const notNames = wordSet([
	// How one begins, agrees, praises and leaves.
	'well okay sure yes yeah haha hmm wait looks wow alright besides moreover however furthermore',
	'anyway also then now still honestly actually done fixed perfect great good bye goodbye cheers',
	'thanks welcome congratulations',
	// What people talk about.
	'people life love work music food time home money help nothing everything something someone',
	'anyone everyone nobody water health family friends friend school reading sleep music art nature',
	'sport sports exercise weather travel',
	// What programs do.
	'code data output result build server client',
	// How much, and which.
	'everybody none half part lots plenty maybe perhaps whoever whatever whether either neither',
	'mine yours hers theirs ours himself herself itself today tomorrow yesterday tonight where when',
	'what why how who that this these those',
	// Forms of address, colours, and what is left.
	'mom dad mum sir madam',
	'red green blue black white yellow',
	'each which whose bottom middle option root command function'
]);

/** Whether a word at the head of a sentence is hardly a name. */
export const isNoName = (word: string): boolean =>
	isCommonWord(word) || wordlike.test(word) || notNames.has(word.toLowerCase());

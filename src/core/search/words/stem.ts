/** Brings the regular forms of an English word to one stem, so "planned trips" finds "planning a trip". */
import { baseForm } from '#core/search/words/base-form.ts';
import { withoutArticle } from '#core/search/words/small-words.ts';
import { wordSet } from '#core/text/word-set.ts';

function isVowel(word: string, at: number): boolean {
	const letter = word[at];
	if (letter === 'y') return at > 0 && !isVowel(word, at - 1);
	return letter === 'a' || letter === 'e' || letter === 'i' || letter === 'o' || letter === 'u';
}

/** How many times a vowel group is followed by a consonant group: the syllables a suffix may be cut from. */
function countSyllables(word: string): number {
	let count = 0;
	let before = false;
	for (let at = 0; at < word.length; at++) {
		const vowel = isVowel(word, at);
		if (before && !vowel) count++;
		before = vowel;
	}
	return count;
}

function hasVowel(word: string): boolean {
	for (let at = 0; at < word.length; at++) if (isVowel(word, at)) return true;
	return false;
}

/** Consonant, vowel, consonant at the end ("hop", "car"): such a stem had an e before -ing or -ed. */
function isShort(word: string): boolean {
	const end = word.length - 1;
	if (end < 1 || isVowel(word, end) || !isVowel(word, end - 1)) return false;
	if (end === 1) return true;
	return !isVowel(word, end - 2) && !/[wxy]$/.test(word);
}

function cutPlural(word: string): string {
	if (!word.endsWith('s') || word.length < 4) return word;
	if (word.endsWith('sses')) return word.slice(0, -2);
	if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
	if (/(?:ch|sh|x|zz)es$/.test(word)) return word.slice(0, -2);
	return /(?:ss|us|is)$/.test(word) ? word : word.slice(0, -1);
}

function cutTense(word: string): string {
	if (word.endsWith('eed')) return countSyllables(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
	if (word.endsWith('ied')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
	const cut = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0;
	if (cut === 0) return word;
	const root = word.slice(0, -cut);
	if (root.length < 2 || !hasVowel(root)) return word;
	if (/(?:at|bl|iz)$/.test(root)) return `${root}e`;
	if (/([bdfgmnprt])\1$/.test(root)) return root.slice(0, -1);
	return countSyllables(root) === 1 && isShort(root) ? `${root}e` : root;
}

/** Suffix, what stands for it, and how many syllables must remain. Longest first among those that overlap. */
const suffixes: readonly (readonly [string, string, number])[] = [
	['ization', 'ize', 1],
	['isation', 'ize', 1],
	['ational', 'ate', 1],
	['fulness', 'ful', 1],
	['ousness', 'ous', 1],
	['iveness', 'ive', 1],
	['biliti', 'ble', 1],
	['tional', 'tion', 1],
	['ically', 'ic', 1],
	['iviti', 'ive', 1],
	['aliti', 'al', 1],
	['ation', 'ate', 1],
	['fulli', 'ful', 1],
	['lessli', 'less', 1],
	['ousli', 'ous', 1],
	['entli', 'ent', 1],
	['iest', 'i', 1],
	['ier', 'i', 1],
	['ator', 'ate', 1],
	['alli', 'al', 1],
	['abli', 'able', 1],
	['ise', 'ize', 1],
	['li', '', 1],
	['ness', '', 1],
	['ful', '', 1]
];

const endings =
	/(?:ement|ance|ence|able|ible|ment|ship|ant|ent|ism|ate|iti|ous|ive|ize|al|er|or|ic|(?<=[st])ion)$/;

function replaceSuffix(word: string): string {
	for (const [suffix, by, syllables] of suffixes) {
		if (!word.endsWith(suffix)) continue;
		const root = word.slice(0, -suffix.length);
		return countSyllables(root) >= syllables ? root + by : word;
	}
	return word;
}

function cutEnding(word: string): string {
	const found = endings.exec(word);
	if (!found) return word;
	const root = word.slice(0, found.index);
	return countSyllables(root) > 1 ? root : word;
}

function cutLastE(word: string): string {
	if (!word.endsWith('e')) return word;
	const root = word.slice(0, -1);
	const syllables = countSyllables(root);
	return syllables > 1 || (syllables === 1 && !isShort(root)) ? root : word;
}

/** Words that only look like a form of another. */
const whole = wordSet([
	'news lens gas series species university business always perhaps',
	'wedding evening morning meeting building during something nothing anything everything'
]);

/** Stems one folded word. Of other than plain Latin letters only the article goes that is written to it; total. */
export function stemWord(word: string): string {
	const base = baseForm(word);
	if (base.length < 3 || whole.has(base)) return base;
	if (!/^[a-z]+$/.test(base)) return withoutArticle(base);
	const single = baseForm(cutPlural(base));
	let root = baseForm(cutTense(single));
	if (root.length > 2 && root.endsWith('y') && !isVowel(root, root.length - 2)) {
		root = `${root.slice(0, -1)}i`;
	}
	root = cutLastE(cutEnding(replaceSuffix(root)));
	return root.endsWith('ll') && countSyllables(root) > 1 ? root.slice(0, -1) : root;
}

/** Cutting text to a length in characters without ever leaving half of one. */

const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** The first at most `length` UTF-16 units; a surrogate pair is never split. */
export const startOfText = (text: string, length: number): string =>
	text.length <= length
		? text
		: text.slice(0, isLow(text.charCodeAt(length)) ? Math.max(0, length - 1) : length);

/** The last at most `length` UTF-16 units; a surrogate pair is never split. */
export function endOfText(text: string, length: number): string {
	if (text.length <= length) return text;
	const start = text.length - length;
	return text.slice(isLow(text.charCodeAt(start)) ? start + 1 : start);
}

/** Marks in a text for a model that the text went on here. */
export const cutMark = '[…]';

/** How far back the end of a word is looked for, characters. */
const reach = 80;
/** Scripts that put no space between words: there a word ends behind every sign. */
const unspaced =
	/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const inWord = /[\p{L}\p{N}\p{M}_'’]/u;

/** Whether words end between two signs; the second list is for one very long word, an address or packed data. */
const ends: readonly ((before: string, after: string) => boolean)[] = [
	(before, after) => [before, after].some((sign) => /\s/u.test(sign) || unspaced.test(sign)),
	(before, after) => !inWord.test(before) || !inWord.test(after),
	() => true
];

/**
 * The last place at or before `at` that does not cut a word; in a word that is too long for that, one that does not
 * cut a sign as people see it.
 */
export function wordCut(text: string, at: number): number {
	if (at >= text.length) return text.length;
	const blank = blankNear(text, at, -1);
	if (blank !== null) return blank;
	const places = placesIn(text, Math.max(0, at - reach), at).reverse();
	return firstEnd(text, places) ?? startOfText(text, at).length;
}

/** The first place at or after `at` where a word begins, as `wordCut` understands it. */
export function wordStart(text: string, at: number): number {
	if (at <= 0) return 0;
	const blank = blankNear(text, at, 1);
	if (blank !== null) return blank;
	const places = placesIn(text, at - 1, Math.min(text.length, at + reach));
	return firstEnd(text, places) ?? text.length - endOfText(text, text.length - at).length;
}

/** The place beside a blank, where only plain letters surround it: the common case, found without looking at signs. */
function blankNear(text: string, at: number, step: 1 | -1): number | null {
	for (let place = at; place > 0 && Math.abs(place - at) < reach; place += step) {
		const before = text.charCodeAt(place - 1);
		const after = text.charCodeAt(place);
		if (!(before < firstMark && after < firstMark)) return null;
		if (isBlank(before) || isBlank(after)) return place;
	}
	return null;
}

const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);
/** Below it every code unit is a sign of its own. */
const firstMark = 0x300;

let segmenter: Intl.Segmenter | undefined;

/** Places behind `from`, up to `to`, that cut no sign as people see it. */
function placesIn(text: string, from: number, to: number): number[] {
	const begin = Math.max(0, from - 20);
	const window = startOfText(text.slice(begin), to - begin + 2);
	segmenter ??= new Intl.Segmenter('en');
	return [...segmenter.segment(window)]
		.map(({ index }) => begin + index)
		.filter((place) => place > from && place <= to);
}

/** The first of some places between two words, or between parts of a very long one. */
function firstEnd(text: string, places: readonly number[]): number | undefined {
	for (const isEnd of ends) {
		const place = places.find((one) =>
			isEnd(signBefore(text, one), String.fromCodePoint(text.codePointAt(one) ?? 32))
		);
		if (place !== undefined) return place;
	}
	return undefined;
}

const signBefore = (text: string, at: number): string =>
	Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? '';

/** The first at most `length` UTF-16 units, ending with a whole word. */
export const headOfWords = (text: string, length: number): string =>
	text.slice(0, wordCut(text, length)).trimEnd();

/** Head and tail of a text with a line between them that says how much is missing; whole when it is short enough. */
export function excerpt(
	text: string,
	{
		over,
		head,
		tail,
		gap
	}: {
		readonly over: number;
		readonly head: number;
		readonly tail: number;
		readonly gap: (missing: number) => string;
	}
): string {
	if (text.length <= over) return text;
	const start = startOfText(text, head);
	const end = endOfText(text, tail);
	return `${start}\n${gap(text.length - start.length - end.length)}\n${end}`;
}

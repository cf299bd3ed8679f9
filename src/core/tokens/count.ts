/** Counts a text by class of characters in one pass: the measurement under every token estimate. */
import { classOf, commonClasses, slotOf, slots } from './classes.ts';

const arWord = slotOf('arWord');
const arabic = slotOf('arabic');
const capsTail = slotOf('capsTail');
const combining = slotOf('combining');
const cyrWord = slotOf('cyrWord');
const cyrillic = slotOf('cyrillic');
const dense = slotOf('dense');
const denseHex = slotOf('denseHex');
const digit = slotOf('digit');
const digitRun = slotOf('digitRun');
const hump = slotOf('hump');
const indentChar = slotOf('indentChar');
const indentRun = slotOf('indentRun');
const latinExt = slotOf('latinExt');
const newline = slotOf('newline');
const punct = slotOf('punct');
const punctRun = slotOf('punctRun');
const tab = slotOf('tab');
const vietnamese = slotOf('vietnamese');
const word = slotOf('word');
const wordMid = slotOf('wordMid');
const wordTail = slotOf('wordTail');

// A local name, because the pass looks here for every character.
const classes = commonClasses;

const line = 10;
const space = 32;

// What stands before a word decides how it is split, so the pass remembers only this much.
const afterSpace = 0;
const afterWord = 1;
const afterOther = 2;
const afterCyrillic = 3;
const afterArabic = 4;

const isLower = (code: number): boolean => code >= 97 && code <= 122;
const isUpper = (code: number): boolean => code >= 65 && code <= 90;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isPlain = (code: number): boolean => isLower(code | 32) || isDigit(code);
const isExtended = (code: number): boolean =>
	code >= 0xc0 &&
	(code < 0x250
		? code !== 0xd7 && code !== 0xf7
		: (code >= 0x1e00 && code < 0x1f00) || (code >= 0x300 && code < 0x370));

/**
 * The counts of a text: the 37 in the order of `classNames`, then the finer ones. Total on any string, also on half
 * surrogate pairs; allocates nothing but the vector.
 */
export function countClasses(text: string): Float64Array {
	const counts = new Float64Array(slots);
	addClasses(text, counts);
	return counts;
}

function add(counts: Float64Array, at: number, amount: number): void {
	counts[at] = (counts[at] ?? 0) + amount;
}

function addClasses(text: string, counts: Float64Array): void {
	const length = text.length;
	let before = afterSpace;
	let at = 0;
	while (at < length) {
		const code = text.charCodeAt(at);
		if (isPlain(code)) {
			const wordEnd = isDigit(code) ? 0 : endOfPlainWord(text, at);
			if (wordEnd > 0) {
				addWord(wordEnd - at, before, counts);
				at = wordEnd;
				before = afterWord;
				continue;
			}
			const end = endOfPlain(text, at);
			const kind = end - at < 16 ? 0 : denseKind(text, at, end);
			if (kind !== 0) {
				add(counts, kind, end - at);
				at = end;
				before = afterWord;
			} else if (isDigit(code)) {
				let stop = at + 1;
				while (stop < end && isDigit(text.charCodeAt(stop))) stop++;
				add(counts, digit, stop - at);
				add(counts, digitRun, 1);
				at = stop;
				before = afterOther;
			} else {
				at = addWords(text, at, before, counts);
				before = afterWord;
			}
		} else if (code === space || code === 9) {
			at = addSpaces(text, at, counts);
			before = afterSpace;
		} else if (code === line || code === 13) {
			if (code === line) add(counts, newline, 1);
			at++;
			before = afterSpace;
		} else if (code < 0x80) {
			let stop = at + 1;
			while (stop < length && isMark(text.charCodeAt(stop))) stop++;
			add(counts, punct, stop - at);
			add(counts, punctRun, 1);
			at = stop;
			before = afterOther;
		} else if (isExtended(code) && !(code >= 0x300 && code < 0x370)) {
			at = addWords(text, at, before, counts);
			before = afterWord;
		} else {
			const point = code >= 0xd800 && code < 0xdc00 ? (text.codePointAt(at) ?? code) : code;
			before = addOther(point, before, counts);
			at += point > 0xffff ? 2 : 1;
		}
	}
}

function isMark(code: number): boolean {
	return code > space && code < 127 && !isPlain(code);
}

/** Where a word of small letters ends, the first perhaps a capital; 0 where more of another kind hangs on it. */
function endOfPlainWord(text: string, from: number): number {
	for (let at = from + 1; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (isLower(code)) continue;
		return code >= 0xc0 || isPlain(code) ? 0 : at;
	}
	return text.length;
}

function endOfPlain(text: string, from: number): number {
	let at = from + 1;
	while (at < text.length && isPlain(text.charCodeAt(at))) at++;
	return at;
}

/** Keys, hashes and base64 carry no words: many changes of case or many digits tell them apart. */
function denseKind(text: string, from: number, end: number): number {
	let digits = 0;
	let changes = 0;
	let hex = true;
	let last = 0;
	for (let at = from; at < end; at++) {
		const code = text.charCodeAt(at);
		const kind = isDigit(code) ? 1 : isUpper(code) ? 2 : 3;
		if (kind === 1) digits++;
		else if ((code | 32) > 102) hex = false;
		// A capital before small letters begins a word and is no change.
		if (last !== 0 && kind !== last && !(last === 2 && kind === 3)) changes++;
		last = kind;
	}
	const length = end - from;
	if (digits === length) return 0;
	if (hex && digits > 0) return denseHex;
	return changes * 5 >= length || digits * 5 >= length ? dense : 0;
}

/** Letters with the marks of tones are Vietnamese, which tokenizers learnt by the word. */
function accented(code: number): number {
	if (code >= 0x300 && code < 0x370) return combining;
	const isTone = code >= 0x1ea0 || code === 0x1a1 || code === 0x1b0;
	return isTone || code === 0x1a0 || code === 0x1af ? vietnamese : latinExt;
}

/** One Latin word from here on; a camelCase name is several. Returns where it ends. */
function addWords(text: string, from: number, before: number, counts: Float64Array): number {
	let at = from;
	while (at < text.length && isUpper(text.charCodeAt(at))) at++;
	let capitals = at - from;
	// In `XMLParser` the last capital belongs to the word after the run.
	if (capitals > 1 && at < text.length && isLower(text.charCodeAt(at))) {
		capitals--;
		at--;
	}
	if (capitals < 2) {
		let extended = 0;
		while (at < text.length) {
			const code = text.charCodeAt(at);
			if (isLower(code)) at++;
			else if (code >= 0xc0 && isExtended(code)) {
				add(counts, accented(code), 1);
				extended++;
				at++;
			} else if (extended > 0 && isUpper(code)) at++;
			else break;
		}
	} else add(counts, capsTail, 1);
	addWord(at - from, before, counts);
	return at;
}

function addWord(letters: number, before: number, counts: Float64Array): void {
	add(counts, word, 1);
	if (before !== afterSpace && before !== afterWord) add(counts, hump, 1);
	if (letters > 4) add(counts, wordMid, (letters < 8 ? letters : 8) - 4);
	if (letters > 8) add(counts, wordTail, letters - 8);
}

function addSpaces(text: string, from: number, counts: Float64Array): number {
	let at = from;
	let tabs = 0;
	while (at < text.length) {
		const code = text.charCodeAt(at);
		if (code === 9) tabs++;
		else if (code !== space) break;
		at++;
	}
	const spaces = at - from - tabs;
	if (tabs > 0) add(counts, tab, tabs);
	if (spaces > 1) {
		add(counts, indentRun, 1);
		add(counts, indentChar, spaces);
	}
	return at;
}

function addOther(point: number, before: number, counts: Float64Array): number {
	if (point < 0xc0 || point === 0xd7 || point === 0xf7) {
		add(counts, punct, 1);
		add(counts, punctRun, 1);
		return afterOther;
	}
	// Dashes and curly quotes join the word beside them in every tokenizer measured.
	if (point >= 0x2000 && point < 0x2070 && point !== 0x200d) return afterOther;
	const found = point < 0x10000 ? (classes[point] ?? 0) : classOf(point);
	add(counts, found, 1);
	if (found === cyrillic) {
		if (before !== afterCyrillic) add(counts, cyrWord, 1);
		return afterCyrillic;
	}
	if (found === arabic) {
		if (before !== afterArabic) add(counts, arWord, 1);
		return afterArabic;
	}
	return afterOther;
}

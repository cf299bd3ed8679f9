/** Counts a text by class of characters in one pass: the measurement under every token estimate. */
import { add, commonClasses, slotOf, slots } from '#core/tokens/classes.ts';
import { denseKind } from '#core/tokens/dense.ts';
import * as latin from '#core/tokens/latin.ts';
import { isMark, lastOfLine, markRunSlot } from '#core/tokens/marks.ts';
import * as scripts from '#core/tokens/scripts.ts';

const capsTail = slotOf('capsTail');
const combining = slotOf('combining');
const digit = slotOf('digit');
const digitRun = slotOf('digitRun');
const digitRunSpaced = slotOf('digitRunSpaced');
const hump = slotOf('hump');
const indentChar = slotOf('indentChar');
const indentRun = slotOf('indentRun');
const latinExt = slotOf('latinExt');
const latinFar = slotOf('latinFar');
const latinNear = slotOf('latinNear');
const newline = slotOf('newline');
const newlineEmpty = slotOf('newlineEmpty');
const newlineMark = slotOf('newlineMark');
const punct = slotOf('punct');
const punctRepeat = slotOf('punctRepeat');
const punctRun = slotOf('punctRun');
const tab = slotOf('tab');
const tabRepeat = slotOf('tabRepeat');
const vietnamese = slotOf('vietnamese');
const word = slotOf('word');
const wordFar = slotOf('wordFar');
const wordJoined = slotOf('wordJoined');
const wordMid = slotOf('wordMid');
const wordMidFar = slotOf('wordMidFar');
const wordTail = slotOf('wordTail');
const wordTailFar = slotOf('wordTailFar');
const wordTailLearnt = slotOf('wordTailLearnt');
const wordTone = slotOf('wordTone');

// Local names, because the pass looks here for every character or word.
const classes = commonClasses;
const { accents, eastern, hasLearntEnding, tone, western } = latin;
const { addScript, addSign, afterOther, afterScript, isScript } = scripts;

// The language of a line as far as its letters have told: none seen that tells, north or east of Europe, Vietnamese.
const anyLanguage = 0;
const farLanguage = 1;
const toneLanguage = 2;
const words = [word, wordFar, wordTone];
// The language of the line being counted. One for the module, as a pass is never interrupted by another.
let language = anyLanguage;

const line = 10;
const space = 32;

// What stands before a word decides how it is split, so the pass remembers only this much.
const afterSpace = 0;
const afterWord = 1;

const isLower = (code: number): boolean => code >= 97 && code <= 122;
const isUpper = (code: number): boolean => code >= 65 && code <= 90;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isPlain = (code: number): boolean => isLower(code | 32) || isDigit(code);
const isCombining = (code: number): boolean => code >= 0x300 && code < 0x370;
const isExtended = (code: number): boolean =>
	code >= 0xc0 &&
	(code < 0x250
		? code !== 0xd7 && code !== 0xf7
		: (code >= 0x1e00 && code < 0x1f00) || isCombining(code));

/**
 * The counts of a text: the 37 in the order of `classNames`, then the finer ones. Total on any string, also on half
 * surrogate pairs; allocates nothing but the vector.
 */
export function countClasses(text: string): Float64Array {
	const counts = new Float64Array(slots);
	addClasses(text, counts);
	return counts;
}

function addClasses(text: string, counts: Float64Array): void {
	const length = text.length;
	let before = afterSpace;
	let endedInMark = false;
	startLine();
	let at = 0;
	while (at < length) {
		const code = text.charCodeAt(at);
		if (isPlain(code)) {
			const wordEnd = isDigit(code) ? 0 : endOfPlainWord(text, at);
			if (wordEnd > 0) {
				addWord(text, at, wordEnd, before, counts);
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
				at = addDigits(text, at, counts);
				before = afterOther;
			} else {
				at = addWords(text, at, before, counts);
				before = afterWord;
			}
		} else if (code === space || code === 9) {
			at = addSpaces(text, at, counts);
			before = afterSpace;
		} else if (code === line || code === 13) {
			if (code === line) {
				const kind = lineEndOf(text, at, endedInMark);
				add(counts, kind, 1);
				endedInMark = kind !== newline;
				startLine();
			}
			at++;
			before = afterSpace;
		} else if (code < 0x80) {
			at = addMarks(text, at, counts);
			before = afterOther;
		} else if (isExtended(code) && !isCombining(code)) {
			at = addWords(text, at, before, counts);
			before = afterWord;
		} else {
			const found = code < 0x370 ? 0 : (classes[code] ?? 0);
			at = isScript(found) ? addScript(text, at, found, before, counts) : addSign(text, at, counts);
			before = isScript(found) ? afterScript(found) : afterOther;
		}
	}
}

function startLine(): void {
	language = anyLanguage;
	scripts.startLine();
}

/** A run of digits; returns where it ends. */
function addDigits(text: string, from: number, counts: Float64Array): number {
	let at = from + 1;
	while (at < text.length && isDigit(text.charCodeAt(at))) at++;
	add(counts, digit, at - from);
	add(counts, text.charCodeAt(from - 1) === space ? digitRunSpaced : digitRun, 1);
	return at;
}

/** A run of marks of ASCII; returns where it ends. */
function addMarks(text: string, from: number, counts: Float64Array): number {
	let at = from + 1;
	let next = 0;
	let last = text.charCodeAt(from);
	let repeats = 0;
	for (; at < text.length; at++) {
		next = text.charCodeAt(at);
		if (!isMark(next)) break;
		if (next === last) repeats++;
		last = next;
	}
	add(counts, punct, at - from - repeats);
	if (repeats > 0) add(counts, punctRepeat, repeats);
	add(counts, isLower(next | 32) ? markRunSlot(text, from, at) : punctRun, 1);
	return at;
}

/** Which count the end of a line is; a mark takes the ends of the empty lines behind its own along. */
function lineEndOf(text: string, end: number, endedInMark: boolean): number {
	const last = lastOfLine(text, end);
	if (isMark(last)) return newlineMark;
	return endedInMark && last === line ? newlineEmpty : newline;
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
	if (capitals < 2) at = addLetters(text, at, counts);
	else add(counts, capsTail, 1);
	addWord(text, from, at, before, counts);
	return at;
}

/** The letters of a word that is not written in capitals; returns where it ends. */
function addLetters(text: string, from: number, counts: Float64Array): number {
	let at = from;
	let letters = 0;
	let easterns = 0;
	let hasAccents = false;
	for (; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (isLower(code) || (hasAccents && isUpper(code))) continue;
		if (!isExtended(code)) break;
		hasAccents = true;
		if (isCombining(code)) {
			add(counts, combining, 1);
			continue;
		}
		letters++;
		const accent = code < 0x250 ? accents[code] : code < 0x1ea0 ? eastern : tone;
		if (accent === western) continue;
		if (accent === eastern) easterns++;
		if (accent === tone) language = toneLanguage;
		else if (language === anyLanguage) language = farLanguage;
	}
	if (letters > 0) addAccents(letters, easterns, counts);
	return at;
}

function addAccents(letters: number, easterns: number, counts: Float64Array): void {
	if (language === toneLanguage) add(counts, vietnamese, letters);
	else if (language === anyLanguage) add(counts, latinExt, letters);
	else {
		add(counts, latinFar, easterns);
		add(counts, latinNear, letters - easterns);
	}
}

function addWord(
	text: string,
	from: number,
	end: number,
	before: number,
	counts: Float64Array
): void {
	if (before === afterWord) add(counts, wordJoined, 1);
	else add(counts, words[language] ?? word, 1);
	if (before > afterWord) add(counts, hump, 1);
	if (end - from > 4) addLong(text, end - from, end, counts);
}

function addLong(text: string, letters: number, end: number, counts: Float64Array): void {
	const isFar = language === farLanguage;
	add(counts, isFar ? wordMidFar : wordMid, (letters < 8 ? letters : 8) - 4);
	if (letters < 9) return;
	const tail = isFar ? wordTailFar : hasLearntEnding(text, end) ? wordTailLearnt : wordTail;
	add(counts, tail, letters - 8);
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
	if (tabs > 0) add(counts, tab, 1);
	if (tabs > 1) add(counts, tabRepeat, tabs - 1);
	if (spaces > 1) {
		add(counts, indentRun, 1);
		add(counts, indentChar, spaces);
	}
	return at;
}

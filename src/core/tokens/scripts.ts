/** Letters of other scripts than the Latin one, and signs: what counts by the character, a run of them at once. */
import { add, classOf, commonClasses, slotOf } from '#core/tokens/classes.ts';

const arWord = slotOf('arWord');
const arabic = slotOf('arabic');
const cyrWord = slotOf('cyrWord');
const cyrillic = slotOf('cyrillic');
const han = slotOf('han');
const hanJapanese = slotOf('hanJapanese');
const kana = slotOf('kana');
const other3 = slotOf('other3');
const other3Repeat = slotOf('other3Repeat');
const punct = slotOf('punct');
const punctRun = slotOf('punctRun');

// A local name, because the pass looks here for every character.
const classes = commonClasses;

// What a run leaves behind; only words of these two scripts are counted.
export const afterOther = 2;
const afterCyrillic = 3;
const afterArabic = 4;

// Whether Kana stood in the line: characters of Chinese are read the Japanese way from there on.
let isJapanese = false;

export function startLine(): void {
	isJapanese = false;
}

/** Whether a run of a class counts at once; signs count one by one, and so does what has no class. */
export const isScript = (found: number): boolean => found !== 0 && found !== other3;

export const afterScript = (found: number): number =>
	found === cyrillic ? afterCyrillic : found === arabic ? afterArabic : afterOther;

/** Letters of one script from here on; returns where they end. */
export function addScript(
	text: string,
	from: number,
	found: number,
	before: number,
	counts: Float64Array
): number {
	let at = from + 1;
	while (at < text.length && classes[text.charCodeAt(at)] === found) at++;
	if (found === kana) isJapanese = true;
	add(counts, isJapanese && found === han ? hanJapanese : found, at - from);
	if (found === cyrillic && before !== afterCyrillic) add(counts, cyrWord, 1);
	if (found === arabic && before !== afterArabic) add(counts, arWord, 1);
	return at;
}

/** A sign, a mark of Latin writing or a character beyond the common plane; returns where it ends. */
export function addSign(text: string, at: number, counts: Float64Array): number {
	const code = text.charCodeAt(at);
	if (code < 0xc0 || code === 0xd7 || code === 0xf7) {
		add(counts, punct, 1);
		add(counts, punctRun, 1);
		return at + 1;
	}
	// Dashes and curly quotes join the word beside them in every tokenizer measured.
	if (code >= 0x2000 && code < 0x2070 && code !== 0x200d) return at + 1;
	if (code >= 0xd800 && code < 0xdc00) {
		const point = text.codePointAt(at) ?? code;
		add(counts, classOf(point), 1);
		return at + (point > 0xffff ? 2 : 1);
	}
	const found = classes[code] ?? 0;
	const isRepeat = found === other3 && code === text.charCodeAt(at - 1);
	add(counts, isRepeat ? other3Repeat : found, 1);
	return at + 1;
}

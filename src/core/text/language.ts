import { stopWords } from '#core/text/stop-words.ts';

/** In which language somebody writes: by script, and by stop words where several languages share one (INV-29). */

export interface Language {
	/** ISO 639-1. */
	readonly code: string;
	/** English name, for a prompt. */
	readonly name: string;
}

const names: Readonly<Record<string, string>> = {
	en: 'English',
	de: 'German',
	fr: 'French',
	es: 'Spanish',
	it: 'Italian',
	pt: 'Portuguese',
	ca: 'Catalan',
	gl: 'Galician',
	nl: 'Dutch',
	af: 'Afrikaans',
	sv: 'Swedish',
	da: 'Danish',
	no: 'Norwegian',
	fi: 'Finnish',
	et: 'Estonian',
	pl: 'Polish',
	cs: 'Czech',
	sk: 'Slovak',
	hu: 'Hungarian',
	ro: 'Romanian',
	tr: 'Turkish',
	id: 'Indonesian',
	ms: 'Malay',
	vi: 'Vietnamese',
	ru: 'Russian',
	uk: 'Ukrainian',
	bg: 'Bulgarian',
	be: 'Belarusian',
	el: 'Greek',
	he: 'Hebrew',
	ar: 'Arabic',
	fa: 'Persian',
	hi: 'Hindi',
	mr: 'Marathi',
	ne: 'Nepali',
	bn: 'Bengali',
	ta: 'Tamil',
	th: 'Thai',
	ka: 'Georgian',
	hy: 'Armenian',
	zh: 'Chinese',
	ja: 'Japanese',
	ko: 'Korean'
};

type Lists = ReadonlyMap<string, ReadonlySet<string>>;

/** The words of the languages that share a script. */
const listsOf = new Map(
	Object.entries(stopWords).map(([script, lists]): [string, Lists] => [
		script,
		new Map(Object.entries(lists).map(([code, words]) => [code, new Set(words.split(' '))]))
	])
);

type Script =
	| 'latin'
	| 'cyrillic'
	| 'greek'
	| 'armenian'
	| 'hebrew'
	| 'arabic'
	| 'devanagari'
	| 'bengali'
	| 'tamil'
	| 'thai'
	| 'georgian'
	| 'han'
	| 'hiragana'
	| 'katakana'
	| 'hangul';

/** Ranges of UTF-16 units, and how many of them make about one word: so scripts can be compared. */
const scripts: readonly (readonly [Script, number, number, number])[] = [
	['latin', 0x41, 0x5a, 5],
	['latin', 0x61, 0x7a, 5],
	['latin', 0xc0, 0x24f, 5],
	['greek', 0x370, 0x3ff, 5],
	['cyrillic', 0x400, 0x52f, 5],
	['armenian', 0x530, 0x58f, 5],
	['hebrew', 0x590, 0x5ff, 4],
	['arabic', 0x600, 0x77f, 4],
	['devanagari', 0x900, 0x97f, 4],
	['bengali', 0x980, 0x9ff, 4],
	['tamil', 0xb80, 0xbff, 5],
	['thai', 0xe00, 0xe7f, 4],
	['georgian', 0x10a0, 0x10ff, 5],
	['hangul', 0x1100, 0x11ff, 3],
	['latin', 0x1e00, 0x1eff, 5],
	['hiragana', 0x3040, 0x309f, 2],
	['katakana', 0x30a0, 0x30ff, 2],
	['han', 0x3400, 0x9fff, 1.5],
	['hangul', 0xac00, 0xd7af, 3]
];

/** Code, links and paths are in no language. */
const withoutCode = (text: string): string =>
	text
		.replace(/```[\s\S]*?(?:```|$)/g, ' ')
		.replace(/`[^`\n]*`/g, ' ')
		.replace(/\bhttps?:\/\/\S+/g, ' ')
		.replace(/(?<![\w./-])(?:[\w.-]*\/)+[\w.-]+/g, ' ');

/** About how many words stand in each script. */
function scriptsOf(text: string): ReadonlyMap<Script, number> {
	const found = new Map<Script, number>();
	for (let i = 0; i < text.length; i++) {
		const code = text.charCodeAt(i);
		if (code < 0x41) continue;
		const row = scripts.find(([, from, through]) => from <= code && code <= through);
		if (row) found.set(row[0], (found.get(row[0]) ?? 0) + 1 / row[3]);
	}
	return found;
}

/** How often each language of a script says one of its words, most first. */
function hitsOf(text: string, lists: Lists): readonly (readonly [string, number])[] {
	const hits = new Map<string, number>();
	for (const word of text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [])
		for (const [code, list] of lists) if (list.has(word)) hits.set(code, (hits.get(code) ?? 0) + 1);
	return [...hits].sort((a, b) => b[1] - a[1]);
}

/** Null for a language that is only told from its neighbours. */
const named = (code: string): Language | null => {
	const name = names[code];
	return name === undefined ? null : { code, name };
};

/** By its words; undefined where they do not tell. */
function byWords(text: string, script: Script): Language | null | undefined {
	const [best, second] = hitsOf(text, listsOf.get(script) ?? new Map());
	return best && best[1] >= 3 && best[1] !== second?.[1] ? named(best[0]) : undefined;
}

const countOf = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;

/** By letters that only one of the two has, if nearly all of them are its: a name may be spelt in the other. */
function byLetters(text: string): Language | null {
	const uk = countOf(text, /[іїєґ]/gi);
	const ru = countOf(text, /[ыэё]/gi);
	if (Math.max(uk, ru) < 4 * Math.min(uk, ru) || uk === ru) return null;
	return /[ўјљњђћџѓќѕәғқңөұүһ]/i.test(text) ? null : named(uk > ru ? 'uk' : 'ru');
}

/** Arabic and Persian by their letters; what has letters of neither is one of their neighbours. */
function inArabicLetters(text: string): Language | null {
	const share = (letters: RegExp) => countOf(text, letters) / text.length;
	if (share(/[ٹڈڑںےہھۆێڕڵښځڅډړږې]/g) > 0.005) return null;
	return named(share(/[پچژگک]/g) > 0.005 ? 'fa' : 'ar');
}

/** The one language of a script, or of those that are written in it so nearly always that no other is meant. */
const only: Partial<Readonly<Record<Script, string>>> = {
	hangul: 'ko',
	greek: 'el',
	armenian: 'hy',
	hebrew: 'he',
	bengali: 'bn',
	tamil: 'ta',
	thai: 'th',
	georgian: 'ka'
};

/**
 * The language most of a text is written in, or null when there is too little to tell, or near relatives cannot be told
 * apart. Feed it what the user wrote, never what tools answered.
 */
export function languageOf(text: string): Language | null {
	const plain = withoutCode(text);
	const found = scriptsOf(plain);
	const [top] = [...found].sort((a, b) => b[1] - a[1]);
	if (!top || top[1] < 2) return null;
	const [script] = top;
	switch (script) {
		case 'latin':
		case 'devanagari':
			return byWords(plain, script) ?? null;
		case 'cyrillic': {
			const told = byWords(plain, script);
			return told === undefined ? byLetters(plain) : told;
		}
		case 'arabic':
			return inArabicLetters(plain);
		case 'han':
			// Names may stand in Katakana in Chinese too; what makes sentences of Japanese is Hiragana.
			return named((found.get('hiragana') ?? 0) > top[1] / 30 ? 'ja' : 'zh');
		case 'hiragana':
		case 'katakana':
			return named('ja');
		default:
			return named(only[script] ?? '');
	}
}

/** Headings stay in English whatever the language, so they tell nothing. */
const withoutHeadings = (text: string): string =>
	text.replace(/^[^\S\r\n]*(?:#{1,6}\s.*|\|.*\|\s*)$/gm, ' ').replace(/<\/?[a-z]+>/g, ' ');

/** Whether a text is clearly in another language than the one wanted; in doubt it is not. */
export function isInAnotherLanguage(text: string, wanted: Language): boolean {
	const plain = withoutHeadings(text);
	const found = languageOf(plain);
	if (!found || found.code === wanted.code) return false;
	const lists = [...listsOf.values()].find((one) => one.has(found.code));
	if (!lists?.has(wanted.code)) return true;
	const hits = new Map(hitsOf(withoutCode(plain), lists));
	return (hits.get(found.code) ?? 0) >= 3 * Math.max(2, hits.get(wanted.code) ?? 0);
}

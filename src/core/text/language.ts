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
	nl: 'Dutch',
	sv: 'Swedish',
	da: 'Danish',
	fi: 'Finnish',
	pl: 'Polish',
	cs: 'Czech',
	hu: 'Hungarian',
	ro: 'Romanian',
	tr: 'Turkish',
	id: 'Indonesian',
	vi: 'Vietnamese',
	ru: 'Russian',
	uk: 'Ukrainian',
	el: 'Greek',
	he: 'Hebrew',
	ar: 'Arabic',
	fa: 'Persian',
	hi: 'Hindi',
	bn: 'Bengali',
	ta: 'Tamil',
	th: 'Thai',
	ka: 'Georgian',
	hy: 'Armenian',
	zh: 'Chinese',
	ja: 'Japanese',
	ko: 'Korean'
};

/** Words that say little and are said often; none stands in more than a few of the lists. */
const stopWords: Readonly<Record<string, string>> = {
	en: 'the and is are was were you that this with for have not what can how it of to my we they from about please would should',
	de: 'der die das und ist nicht ich du sie wir ein eine einen mit für auf von zu dem den wie was kann bitte auch noch aber wird sind mein',
	fr: 'le les des est et une un je vous nous pas que qui dans pour avec sur mais plus cette mon peux être avez aussi où au du',
	es: 'el los las es y una un que en por para con no mi pero como más está puedes qué esta del yo se cuando también muy',
	it: 'il gli di che è e una un non per con sono mi ma come più questo della puoi cosa anche nel ho hai alla sia',
	pt: 'o os as é e uma um não que em para com por meu mas como mais está você isso da do na no também eu foi são',
	nl: 'de het een en is niet ik je we dat van voor met op zijn maar kan wat hoe ook mijn naar heb bij nog dit wordt',
	sv: 'och är inte jag du det en ett att som för med på har kan vad hur men den av till min också vi om',
	da: 'og er ikke jeg du det en et at som for med på har kan hvad hvordan men den af til min også vi om',
	fi: 'ja on ei en se että olen mutta kun niin mitä miten voi ovat tämä sen hän ole jos myös minun',
	pl: 'i w na nie jest to się że z do jak co mam ale dla tak czy po jestem mój od są być tego może',
	cs: 'a je na se že to v jsem ale jak co pro není by s mám který jako jsou můj nebo být také do ve',
	hu: 'a az és nem hogy egy van meg is de ez ha csak mint már én vagy lehet mi kell azt ezt el',
	ro: 'și este nu în de la un o care pe cu pentru că mai ce sunt am dar să din meu poate ai sau',
	tr: 've bir bu için ne de da ben var çok mi ile olarak değil gibi ama nasıl daha olan benim bana şu',
	id: 'yang dan di ini itu untuk dengan tidak saya ada dari bisa akan apa ke adalah anda kami pada juga',
	vi: 'và là của có không tôi cho được một những các trong với này đã bạn thì để người như khi'
};

const listOf = new Map(
	Object.entries(stopWords).map(([code, words]) => [code, new Set(words.split(' '))])
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
	| 'kana'
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
	['kana', 0x3040, 0x30ff, 2],
	['han', 0x3400, 0x9fff, 1.5],
	['hangul', 0xac00, 0xd7af, 3]
];

/** Code, links and paths are in no language. */
const withoutCode = (text: string): string =>
	text
		.replace(/```[\s\S]*?(?:```|$)/g, ' ')
		.replace(/`[^`\n]*`/g, ' ')
		.replace(/\bhttps?:\/\/\S+/g, ' ')
		.replace(/(?:[\w.-]*\/)+[\w.-]+/g, ' ');

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

/** Hits of each Latin language, most first. */
function latinHits(text: string): readonly (readonly [string, number])[] {
	const hits = new Map<string, number>();
	for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? [])
		for (const [code, list] of listOf)
			if (list.has(word)) hits.set(code, (hits.get(code) ?? 0) + 1);
	return [...hits].sort((a, b) => b[1] - a[1]);
}

const named = (code: string): Language => ({ code, name: names[code] ?? code });

/**
 * The language most of a text is written in, or null when there is too little to tell. Feed it what the user wrote,
 * never what tools answered.
 */
export function languageOf(text: string): Language | null {
	const plain = withoutCode(text);
	const found = scriptsOf(plain);
	const [top] = [...found].sort((a, b) => b[1] - a[1]);
	if (!top || top[1] < 2) return null;
	const han = found.get('han') ?? 0;
	const kana = found.get('kana') ?? 0;
	switch (top[0]) {
		case 'latin': {
			const [best, second] = latinHits(plain);
			if (!best || best[1] < 3 || best[1] === second?.[1]) return null;
			return named(best[0]);
		}
		case 'cyrillic':
			return named(/[іїєґ]/i.test(plain) && !/[ыэъё]/i.test(plain) ? 'uk' : 'ru');
		case 'arabic':
			return named(/[پچژگک]/.test(plain) ? 'fa' : 'ar');
		case 'han':
		case 'kana':
			return named(kana > han / 10 ? 'ja' : 'zh');
		case 'hangul':
			return named('ko');
		case 'greek':
			return named('el');
		case 'armenian':
			return named('hy');
		case 'hebrew':
			return named('he');
		case 'devanagari':
			return named('hi');
		case 'bengali':
			return named('bn');
		case 'tamil':
			return named('ta');
		case 'thai':
			return named('th');
		case 'georgian':
			return named('ka');
	}
}

/** Headings stay in English whatever the language, so they tell nothing. */
const withoutHeadings = (text: string): string =>
	text.replace(/^\s*(?:#{1,6}\s.*|\|.*\|\s*)$/gm, ' ').replace(/<\/?[a-z]+>/g, ' ');

/** Whether a text is clearly in another language than the one wanted; in doubt it is not. */
export function isInAnotherLanguage(text: string, wanted: Language): boolean {
	const plain = withoutHeadings(text);
	const found = languageOf(plain);
	if (!found || found.code === wanted.code) return false;
	const latinWanted = listOf.has(wanted.code);
	if (latinWanted !== listOf.has(found.code)) return true;
	if (!latinWanted) return true;
	const hits = new Map(latinHits(withoutCode(plain)));
	return (hits.get(found.code) ?? 0) >= 3 * Math.max(2, hits.get(wanted.code) ?? 0);
}

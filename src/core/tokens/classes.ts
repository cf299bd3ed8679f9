/** The 37 classes of characters a text is weighed by, and the slot each count has in the vector. */

/** Names in the order of the fitted weights; the order is part of the data. */
export const classNames = [
	'word',
	'wordTail',
	'hump',
	'capsTail',
	'punct',
	'punctRun',
	'digit',
	'digitRun',
	'newline',
	'indentRun',
	'indentChar',
	'tab',
	'dense',
	'denseHex',
	'latinExt',
	'cyrillic',
	'greekHebrew',
	'arabic',
	'devanagari',
	'indic',
	'thai',
	'han',
	'hanRare',
	'kana',
	'hangul',
	'emoji',
	'joiner',
	'combining',
	'georgian',
	'ethiopic',
	'khmer',
	'myanmar',
	'other3',
	'other4',
	'cyrWord',
	'arWord',
	'wordMid'
] as const;

export type ClassName = (typeof classNames)[number];

/**
 * What the fitted weights count together with other things and tokenizers do not treat alike; these counts stand
 * behind the 37; the order is part of the data. A family without weights of its own for them weighs each as the class it was
 * taken from.
 */
export const finerNames = {
	greek: 'greekHebrew',
	hebrew: 'greekHebrew',
	armenian: 'greekHebrew',
	gurmukhi: 'indic',
	gujarati: 'indic',
	telugu: 'indic',
	kannada: 'indic',
	malayalam: 'indic',
	sinhala: 'indic',
	lao: 'indic',
	vietnamese: 'latinExt',
	/** What joins pictures to one, or asks for a sign as a picture: U+200D and U+FE00 to U+FE0F. */
	pictureJoiner: 'joiner',
	/** Letters from U+0100 on, of the east of Europe. */
	latinFar: 'latinExt',
	/** Other letters with accents, in a line that is written in a language of the north or east of Europe. */
	latinNear: 'latinExt',
	/** Words in such a line; tokenizers learnt fewer of them by heart than of English and Romance words. */
	wordFar: 'word',
	wordMidFar: 'wordMid',
	wordTailFar: 'wordTail',
	/** Words in a line of Vietnamese, all of one syllable. */
	wordTone: 'word',
	/** Words right behind another, as in `camelCase`: parts of names that were learnt whole. */
	wordJoined: 'word',
	/** Of long words with an ending like that of “nation”, “meaning” or “moment”, most of which were learnt whole. */
	wordTailLearnt: 'wordTail',
	/** Numbers behind a space: a word takes the space before it into its token, a number does not. */
	digitRunSpaced: 'digitRun',
	/** Marks like the one before them; rulers and the lines of tables are few tokens. */
	punctRepeat: 'punct',
	/** Marks right before a letter: the word takes the last of them into its token. */
	punctRunWord: 'punctRun',
	/** Ends of lines right behind a mark, which takes them into its token. */
	newlineMark: 'newline',
	/** Ends of empty lines behind such a line: the mark takes them along as well. */
	newlineEmpty: 'newline',
	/** Tabs behind a tab: deep indentation is one or two tokens. */
	tabRepeat: 'tab',
	/** A single `.` or `(` before a letter and not behind a space: the word takes it along, and most were learnt so. */
	dotWord: 'punctRun',
	/** A single `-` or `_` there: taken along too, but the parts of such names were learnt less. */
	dashWord: 'punctRun',
	/** Characters of Chinese behind Kana in a line: of Japanese less was learnt than of Chinese. */
	hanJapanese: 'han',
	/** Signs like the one before them: the lines of boxes are few tokens, an arrow is one or more. */
	other3Repeat: 'other3',
	/** The pictures that the vocabulary of Mistral 1 holds; it spells the others in four bytes. */
	emojiKnown: 'emoji'
} as const satisfies Readonly<Record<string, ClassName>>;

export type FinerName = keyof typeof finerNames;

const allNames: readonly (ClassName | FinerName)[] = [
	...classNames,
	...(Object.keys(finerNames) as FinerName[])
];

/** Counts in a vector. */
export const slots = allNames.length;

/** Where the count of a class stands in the vector. */
export const slotOf = (name: ClassName | FinerName): number => allNames.indexOf(name);

export function add(counts: Float64Array, slot: number, amount: number): void {
	counts[slot] = (counts[slot] ?? 0) + amount;
}

const latinExt = slotOf('latinExt');
const cyrillic = slotOf('cyrillic');
const greek = slotOf('greek');
const hebrew = slotOf('hebrew');
const armenian = slotOf('armenian');
const arabic = slotOf('arabic');
const devanagari = slotOf('devanagari');
const indic = slotOf('indic');
const indicScripts = [
	indic,
	slotOf('gurmukhi'),
	slotOf('gujarati'),
	indic,
	indic,
	slotOf('telugu'),
	slotOf('kannada'),
	slotOf('malayalam'),
	slotOf('sinhala')
];
const lao = slotOf('lao');
const thai = slotOf('thai');
const han = slotOf('han');
const hanRare = slotOf('hanRare');
const kana = slotOf('kana');
const hangul = slotOf('hangul');
const emoji = slotOf('emoji');
const emojiKnown = slotOf('emojiKnown');
const pictureJoiner = slotOf('pictureJoiner');
const combining = slotOf('combining');
const georgian = slotOf('georgian');
const ethiopic = slotOf('ethiopic');
const khmer = slotOf('khmer');
const myanmar = slotOf('myanmar');
const other3 = slotOf('other3');
const other4 = slotOf('other4');

const knownPictures =
	'☃☠☺♀♂♠♣♥♦⚠⚡⛔✅✌✔✨❌❤🌍🎉🏻🏼🏽🏾👀👉👌👍👏💀💎💕💖💜💪💯💰🔥🔴😀😁😂😄😅😆😉😊😍😎😏😔😛😡😢😤😩😬😭😳🙂🙃🙄🙌🙏🚀🟠🟡🟢🤔🤡🤣🤦🤷🥰🥺';
const firstPicture = 0x1f000;
const pictures = new Uint8Array(0xb00).fill(emoji);

/**
 * The class of a code point from U+00C0 up, one slot for each script that tokenizers treat alike.
 * The order of the comparisons is that of how often a script is written in a chat.
 */
export function classOf(point: number): number {
	if (point < 0x3000) return classBelowHan(point);
	if (point >= 0x4e00 && point < 0xa000) return han;
	if (point >= 0xac00 && point < 0xd7b0) return hangul;
	if (point >= 0x3040 && point < 0x3100) return kana;
	// Full stops and commas of Chinese and Japanese weigh like their letters, not like Latin ones.
	if (point < 0x3040 || (point >= 0xff00 && point < 0xff66)) return han;
	if (point < 0x3130) return other3;
	if (point < 0x3190) return hangul;
	if (point >= 0x31f0 && point < 0x3200) return kana;
	if (point >= 0x3400 && point < 0x4dc0) return hanRare;
	if (point >= 0xf900 && point < 0xfb00) return hanRare;
	if (point >= 0xfb50 && point < 0xfe00) return arabic;
	if (point >= 0xfe00 && point < 0xfe10) return pictureJoiner;
	if (point >= 0xfe70 && point < 0xff00) return arabic;
	if (point >= 0xff66 && point < 0xffa0) return kana;
	if (point >= firstPicture && point < 0x1fb00) return pictures[point - firstPicture] ?? emoji;
	if (point >= 0x20000 && point < 0x40000) return hanRare;
	return point > 0xffff ? other4 : other3;
}

function classBelowHan(point: number): number {
	if (point < 0x250) return latinExt;
	if (point < 0x370) return point < 0x2b0 ? latinExt : combining;
	if (point < 0x400) return greek;
	if (point < 0x530) return cyrillic;
	if (point < 0x600) return point < 0x590 ? armenian : hebrew;
	if (point < 0x900) return arabic;
	if (point < 0x980) return devanagari;
	// Bengali, Gurmukhi, Gujarati, Odia, Tamil, Telugu, Kannada, Malayalam, Sinhala: 128 points each.
	if (point < 0xe00) return indicScripts[(point - 0x980) >> 7] ?? indic;
	if (point < 0xe80) return thai;
	if (point < 0xf00) return lao;
	if (point < 0x1000) return other3;
	if (point < 0x10a0) return myanmar;
	if (point < 0x1100) return georgian;
	if (point < 0x1200) return hangul;
	if (point < 0x13a0) return ethiopic;
	if (point >= 0x1780 && point < 0x1800) return khmer;
	if (point >= 0x1e00 && point < 0x1f00) return latinExt;
	if (point >= 0x1f00 && point < 0x2000) return greek;
	if (point === 0x200d) return pictureJoiner;
	if (point >= 0x2600 && point < 0x27c0) return emoji;
	if (point >= 0x2300 && point < 0x2400) return emoji;
	if (point >= 0x2b00 && point < 0x2c00) return emoji;
	return other3;
}

const table = new Uint8Array(0x10000);
for (let point = 0xc0; point < table.length; point++) table[point] = classOf(point);
for (const picture of knownPictures) {
	const point = picture.codePointAt(0) ?? 0;
	if (point < firstPicture) table[point] = emojiKnown;
	else pictures[point - firstPicture] = emojiKnown;
}

/** `classOf` for the common plane, as one look-up: the pass asks once for every character. */
export const commonClasses: Readonly<Uint8Array> = table;

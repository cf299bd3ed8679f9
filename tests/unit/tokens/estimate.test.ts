import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	classNames,
	finerNames,
	slotOf,
	type ClassName,
	type FinerName
} from '#core/tokens/classes.ts';
import { countClasses } from '#core/tokens/count.ts';
import { estimateTokens } from '#core/tokens/estimate.ts';
import { finerWeights, type PublicFamily } from '#core/tokens/finer-weights.ts';
import { allWeights, weights, type Family } from '#core/tokens/weights.ts';

const allNames = [...classNames, ...(Object.keys(finerNames) as FinerName[])];

const counted = (text: string): Partial<Record<ClassName | FinerName, number>> => {
	const counts = countClasses(text);
	const named: Partial<Record<ClassName | FinerName, number>> = {};
	allNames.forEach((name, at) => {
		const count = counts[at] ?? 0;
		if (count > 0) named[name] = count;
	});
	return named;
};

const families = Object.keys(weights) as Family[];

// Any UTF-16 unit, half surrogate pairs too.
const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));

describe('what a text is made of (INV-26)', () => {
	it.each<[string, string, Partial<Record<ClassName | FinerName, number>>]>([
		['short words', 'a cat sat', { word: 3 }],
		['a long word', 'extraordinary', { word: 1, wordMid: 4, wordTail: 5 }],
		['a name of two humps', 'readFile', { word: 1, wordJoined: 1 }],
		['a long word learnt whole', 'documentation', { word: 1, wordMid: 4, wordTailLearnt: 5 }],
		['a word after a mark', 'a,b', { word: 2, hump: 1, punct: 1, punctRunWord: 1 }],
		['a name behind a dot', 'a.b', { word: 2, hump: 1, punct: 1, dotWord: 1 }],
		['a word in brackets', 'f(x)', { word: 2, hump: 1, punct: 2, dotWord: 1, punctRun: 1 }],
		['a bracket behind a space', 'a (b', { word: 2, hump: 1, punct: 1, punctRunWord: 1 }],
		['two marks before a word', 'a->b', { word: 2, hump: 1, punct: 2, punctRunWord: 1 }],
		['snake and kebab', 'a_b-c', { word: 3, hump: 2, punct: 2, dashWord: 2 }],
		['a mark between spaces', 'a | b', { word: 2, punct: 1, punctRun: 1 }],
		['a ruler', 'a -----', { word: 1, punct: 1, punctRepeat: 4, punctRun: 1 }],
		['capitals', 'HTTP', { word: 1, capsTail: 1 }],
		['capitals and a word', 'XMLParser', { word: 1, wordJoined: 1, capsTail: 1, wordMid: 2 }],
		['marks in a run', '});', { punct: 3, punctRun: 1 }],
		['numbers', '12 3456', { digit: 6, digitRun: 1, digitRunSpaced: 1 }],
		['lines and tabs', 'a\n\tb\n', { word: 2, newline: 2, tab: 1 }],
		['deep indentation by tabs', '\t\t\ta', { word: 1, tab: 1, tabRepeat: 2 }],
		['an empty line', 'a\n\n', { word: 1, newline: 2 }],
		[
			'empty lines behind a mark',
			'a;\r\n\r\n\nb',
			{ word: 2, punct: 1, punctRun: 1, newlineMark: 1, newlineEmpty: 2 }
		],
		[
			'a line of spaces behind a mark',
			';\n  \n',
			{ punct: 1, punctRun: 1, newlineMark: 1, newline: 1, indentRun: 1, indentChar: 2 }
		],
		[
			'lines behind a mark',
			'a;\nb\r\n{\r\n',
			{ word: 2, punct: 2, punctRun: 2, newline: 1, newlineMark: 2 }
		],
		['indentation', 'a\n    b', { word: 2, newline: 1, indentRun: 1, indentChar: 4 }],
		['a hash', 'deadbeefdeadbeef0123', { denseHex: 20 }],
		['base64', 'aGVsbG8gd29ybGQhIQ0K', { dense: 20 }],
		['accents', 'très', { word: 1, latinExt: 1 }],
		['accents of the north', 'für den Café', { wordFar: 3, latinNear: 2 }],
		[
			'a line of Polish',
			'kot\nźle po jeziorem',
			{ word: 1, newline: 1, wordFar: 3, latinFar: 1, wordMidFar: 4 }
		],
		[
			'long words of the north',
			'Größenordnung',
			{ wordFar: 1, latinNear: 2, wordMidFar: 4, wordTailFar: 5 }
		],
		['Cyrillic', 'привет мир', { cyrillic: 9, cyrWord: 2 }],
		['Greek', 'λόγος', { greek: 5 }],
		['Hebrew', 'שלום', { hebrew: 4 }],
		['Armenian', 'բարև', { armenian: 4 }],
		['Telugu', 'తెలుగు', { telugu: 6 }],
		['Bengali', 'বাংলা', { indic: 5 }],
		['Lao', 'ລາວ', { lao: 3 }],
		['Vietnamese', 'đường và ta', { wordTone: 3, wordMid: 1, vietnamese: 4 }],
		['Arabic', 'سلام', { arabic: 4, arWord: 1 }],
		['Devanagari', 'नमस्ते', { devanagari: 6 }],
		['Tamil', 'தமிழ்', { indic: 5 }],
		['Thai', 'ไทย', { thai: 3 }],
		['Han', '你好。', { han: 3 }],
		['rare Han', '𠮷', { hanRare: 1 }],
		['Kana', 'かな', { kana: 2 }],
		['Han in Japanese', '山に登る\n山', { han: 2, kana: 2, hanJapanese: 1, newline: 1 }],
		['Hangul', '한글', { hangul: 2 }],
		['emoji', '🧵⚓', { emoji: 2 }],
		['emoji that are known', '😀✅', { emojiKnown: 2 }],
		['joined emoji', '👩\u200d👧', { emoji: 2, pictureJoiner: 1 }],
		['a sign as a picture', '☎\ufe0f', { emoji: 1, pictureJoiner: 1 }],
		['combining marks', 'e\u0301', { word: 1, combining: 1 }],
		['Georgian', 'ქართ', { georgian: 4 }],
		['Ethiopic', 'አማርኛ', { ethiopic: 4 }],
		['Khmer', 'ខ្មែរ', { khmer: 5 }],
		['Myanmar', 'မြန်', { myanmar: 4 }],
		['boxes', '├──→', { other3: 3, other3Repeat: 1 }],
		['far planes', '𐎀', { other4: 1 }]
	])('%s are counted in their own classes', (_, text, expected) => {
		expect(counted(text)).toEqual(expected);
	});

	it('weighs Chinese chat several times heavier than its length suggests', () => {
		const text = '你今天过得怎么样，我们周末一起去爬山吧。';
		expect(estimateTokens(text, 'claude4.7-5')).toBeGreaterThan((text.length / 4) * 3.5);
	});

	it('weighs a finer count as the class it was taken from, where no tokenizer could be asked', () => {
		for (const family of families.filter((one) => !Object.hasOwn(finerWeights, one)))
			for (const [name, parent] of Object.entries(finerNames) as [FinerName, ClassName][])
				if (name !== 'pictureJoiner')
					expect(allWeights[family][slotOf(name)]).toBe(weights[family][slotOf(parent)]);
	});

	it('has a weight for every count of every family', () => {
		for (const family of families) {
			expect(weights[family]).toHaveLength(classNames.length);
			if (Object.hasOwn(finerWeights, family))
				expect(finerWeights[family as PublicFamily]).toHaveLength(Object.keys(finerNames).length);
		}
	});

	it('weighs nothing for an empty text, in every family', () => {
		for (const family of families) expect(estimateTokens('', family)).toBe(0);
	});

	it('answers for any string, half surrogate pairs too', () => {
		fc.assert(
			fc.property(fc.string({ unit }), fc.constantFrom(...families), (text, family) => {
				const tokens = estimateTokens(text, family);
				return Number.isInteger(tokens) && tokens >= 0;
			})
		);
	});

	it('adds up over lines that are not empty: a text weighs what its lines and their ends weigh', () => {
		fc.assert(
			fc.property(
				fc.array(fc.string({ unit }), { maxLength: 8 }),
				fc.constantFrom(...families),
				(lines, family) => {
					const parts = lines.map((line) => line.replaceAll('\n', '') + '.\n');
					const apart = parts.reduce((sum, part) => sum + estimateTokens(part, family), 0);
					const whole = estimateTokens(parts.join(''), family);
					return whole <= apart + 1 && apart <= whole + parts.length + 1;
				}
			),
			{ numRuns: 25 }
		);
	});

	it('never weighs less for a further line', () => {
		fc.assert(
			fc.property(fc.string({ unit }), fc.string({ unit }), (text, more) => {
				const longer = estimateTokens(text + '\n' + more, 'claude4.7-5');
				return longer >= estimateTokens(text, 'claude4.7-5');
			})
		);
	});
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText } from '#core/text/clean-text.ts';

const signs = fc.constantFrom(
	...[
		'a',
		'7',
		'#',
		' ',
		'\n',
		'❤',
		'👩',
		'🏽',
		'ی',
		'م',
		'\u064b',
		'क',
		'\u094d',
		'é',
		'\ud800',
		'\udc00'
	],
	...[
		'\u200c',
		'\u200d',
		'\ufe0e',
		'\ufe0f',
		'\ufe01',
		'\u20e3',
		'\u200b',
		'\u202e',
		'\ufeff',
		'\u{e0041}'
	]
);

describe('signs that a person cannot see', () => {
	it('are taken out: controls, bidi controls, tags, zero width, fillers, lone surrogates', () => {
		const smuggled = Array.from('ignore', (c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0)));
		expect(cleanText(`a${smuggled.join('')}b`)).toEqual({ text: 'ab', removed: 6 });
		expect(cleanText('a\u202eb\u2066c\u200bd\u2060e\u3164f\u061cg\u0007h\ufe01i\u034f').text).toBe(
			'abcdefghi'
		);
		expect(cleanText('a\ud800b\udc00c\ufeff')).toEqual({ text: 'abc', removed: 3 });
	});

	it('stay where they are seen: in emoji, in scripts that join, and at the ends of lines', () => {
		const kept = ['👩‍👩‍👧‍👦 ❤️ 1️⃣ ☎︎', '🏳️‍🌈 👩🏽‍🚀', 'می‌خواهم', 'क्‍ष', 'tab\tand\r\nline\u0085end', '“é”'];
		for (const text of kept) expect(cleanText(text)).toEqual({ text, removed: 0 });
	});

	const tags = (word: string) =>
		Array.from(word, (c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('') + '\u{e007f}';

	it('stay in the flags of England, Scotland and Wales, and behind no other', () => {
		for (const land of ['gbeng', 'gbsct', 'gbwls']) {
			const flag = `🏴${tags(land)}`;
			expect(cleanText(`a ${flag}${flag}!`)).toEqual({ text: `a ${flag}${flag}!`, removed: 0 });
			expect(cleanText(`a${tags(land)}`)).toEqual({ text: 'a', removed: 6 });
		}
		expect(cleanText(`🏴${tags('callsavememory')}`)).toEqual({ text: '🏴', removed: 15 });
		expect(cleanText(`🏴${tags('gbeng')}${tags('obey')}`).removed).toBe(5);
	});

	it('are taken out where they draw nothing', () => {
		expect(cleanText('ab\u200d\u200ccd').text).toBe('abcd');
		expect(cleanText('é\u200cè').text).toBe('éè');
		expect(cleanText('می\u200c\u200c\u200dخ').text).toBe('می\u200cخ');
		expect(cleanText('❤\ufe01\ufe0f\ufe0f').text).toBe('❤\ufe0f');
	});

	it('leave a text that is well formed, has lost nothing else, and stays as it is', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: signs })), (text) => {
				const { text: once, removed } = cleanText(text);
				expect(once.isWellFormed()).toBe(true);
				expect(Array.from(once)).toHaveLength(Array.from(text).length - removed);
				expect(cleanText(once)).toEqual({ text: once, removed: 0 });
			})
		);
	});
});

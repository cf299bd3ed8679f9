/** Takes characters out of shown text that nobody can see but that reorder, forge or smuggle words (security row 32). */

// Code points, first and last. Tab and line ends are not among them.
const ranges: readonly (readonly [number, number])[] = [
	// Controls.
	[0x00, 0x08],
	[0x0b, 0x0c],
	[0x0e, 0x1f],
	[0x7f, 0x9f],
	// Soft hyphen, grapheme joiner, fillers of Hangul and Khmer, Mongolian selectors.
	[0xad, 0xad],
	[0x34f, 0x34f],
	[0x115f, 0x1160],
	[0x17b4, 0x17b5],
	[0x180b, 0x180f],
	[0x3164, 0x3164],
	[0xffa0, 0xffa0],
	// Zero width, bidi marks, overrides and isolates, invisible operators.
	[0x61c, 0x61c],
	[0x200b, 0x200f],
	[0x202a, 0x202e],
	[0x2060, 0x206f],
	[0xfeff, 0xfeff],
	// Variation selectors, interlinear anchors, shorthand and musical controls, tags.
	[0xfe00, 0xfe0f],
	[0xfff0, 0xfffb],
	[0x1bca0, 0x1bca3],
	[0x1d173, 0x1d17a],
	[0xe0000, 0xe0fff]
];

const span = (point: number) => `\\u{${point.toString(16)}}`;
const hidden = new RegExp(
	`[${ranges.map(([first, last]) => `${span(first)}-${span(last)}`).join('')}]`,
	'gu'
);

// Joiners that change what one sees: inside emoji, and after letters of scripts whose spelling needs them.
// Both anchors, and one character to look at: Chromium 156 finds no emoji with `[…]$` alone.
const emoji = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\u20E3\uFE0F]$/u;
const emojiBase = /^[\p{Extended_Pictographic}\p{Regional_Indicator}0-9#*]$/u;
const joining =
	/^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]$/u;

/** The text as it may be shown. Joiners stay where emoji or a script need them, one at a time. */
export function withoutHidden(text: string): string {
	if (text.search(hidden) === -1) return text;
	return text.replace(hidden, (character, at: number) => {
		const before = Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? '';
		if (character === '\uFE0F') return emojiBase.test(before) ? character : '';
		if (character === '\u200D') {
			return emoji.test(before) || joining.test(before) ? character : '';
		}
		if (character === '\u200C') return joining.test(before) ? character : '';
		return '';
	});
}

/** How many characters `withoutHidden` takes out, for the note "hidden characters removed". */
export const countHidden = (text: string): number =>
	Array.from(text).length - Array.from(withoutHidden(text)).length;

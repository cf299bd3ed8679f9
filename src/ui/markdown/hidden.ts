/** Takes characters out of shown text that nobody can see but that reorder, forge or smuggle words (security row 32). */

// Controls, soft hyphen, joiners of nothing, Hangul fillers, zero width, bidi marks and overrides, variation
// selectors, interlinear anchors, musical controls and the whole tag plane. Tab and line ends stay.
const hidden =
	/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]/gu;

// Joiners that change what one sees: inside emoji, and after letters of scripts whose spelling needs them.
const emoji = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u20E3\uFE0F]$/u;
const emojiBase = /[\p{Extended_Pictographic}\p{Regional_Indicator}0-9#*]$/u;
const joining =
	/[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]$/u;

/** The text as it may be shown. Joiners stay where emoji or a script need them, one at a time. */
export function withoutHidden(text: string): string {
	if (text.search(hidden) === -1) return text;
	return text.replace(hidden, (character, at: number) => {
		const before = text.slice(Math.max(0, at - 2), at);
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
	[...text].length - [...withoutHidden(text)].length;

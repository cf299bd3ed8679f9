/**
 * Text without the signs that a person cannot see but that reorder, forge or smuggle words: nothing may reach a model
 * or a reader unseen (security row 32). What comes in from elsewhere, memory lines and files are stored so, and all
 * foreign text is shown so.
 */

/**
 * Controls (not tabs and line ends), soft hyphens, fillers, zero-width signs, bidi controls, invisible operators,
 * selectors, anchors, shorthand and musical controls, tags, lone surrogates.
 */
const unseen =
	// The three flags that are written with tags are seen, and nothing else behind a black flag is.
	// oxlint-disable-next-line no-control-regex, no-misleading-character-class -- the ranges are the point
	/(?<=\u{1f3f4})\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}|[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|\p{Cs}/gu;

// Signs that change how the sign before them looks stand behind it. The pattern has both anchors and one character to
// look at, because Chromium 156 finds no emoji with `[…]$` alone.
const emoji = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\u20e3\ufe0f]$/u;
const selectable = /^[\p{Extended_Pictographic}0-9#*]$/u;
const joined =
	/^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]$/u;

/** Whether a sign is seen behind this character: in emoji, and in scripts whose spelling needs joiners. */
function isSeenBehind(before: string, sign: string): boolean {
	switch (sign) {
		case '\ufe0e':
		case '\ufe0f':
			return selectable.test(before);
		case '\u200d':
			return emoji.test(before) || joined.test(before);
		case '\u200c':
			return joined.test(before);
		default:
			return false;
	}
}

/** The text as a person sees it, and how many code points were taken out. Cleaning twice is cleaning once. */
export function cleanText(text: string): { readonly text: string; readonly removed: number } {
	if (text.search(unseen) < 0) return { text, removed: 0 };
	const kept: string[] = [];
	let before = '';
	let from = 0;
	let removed = 0;
	const keep = (piece: string) => {
		if (piece === '') return;
		kept.push(piece);
		before = Array.from(piece.slice(-2)).at(-1) ?? '';
	};
	for (const { 0: sign, index } of text.matchAll(unseen)) {
		keep(text.slice(from, index));
		if (sign.length > 2 || isSeenBehind(before, sign)) keep(sign);
		else removed++;
		from = index + sign.length;
	}
	keep(text.slice(from));
	return { text: kept.join(''), removed };
}

/**
 * Words of other products and memory files lose the signs a person cannot see before they are stored (security row
 * 32): a model reads them, and nothing may reach it unseen.
 */

/** What may be removed at all: a cheap look that nearly every text passes. */
const suspect =
	// eslint-disable-next-line no-control-regex, no-misleading-character-class -- the ranges are the point
	/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|\p{Cs}/u;

/** Controls, tags, bidi controls, zero-width signs, lone surrogates. Joiners are looked at apart. */
const hidden =
	// eslint-disable-next-line no-control-regex, no-misleading-character-class -- the ranges are the point
	/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u115f\u1160\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|\p{Cs}/gu;

/** Joiners belong between letters of joined scripts and between emoji, one at a time; elsewhere they hide data. */
const joiners =
	/(?<![\p{L}\p{M}\p{Extended_Pictographic}\ufe0f\p{Emoji_Modifier}])[\u200c\u200d]+|[\u200c\u200d]+(?![\p{L}\p{M}\p{Extended_Pictographic}])|[\u200c\u200d]{2,}|(?<=[A-Za-z])[\u200c\u200d]+|[\u200c\u200d]+(?=[A-Za-z])/gu;

const selectors = /(?<!\p{Extended_Pictographic}|[0-9#*])[\ufe00-\ufe0f]/gu;

/** The text without hidden signs, and how many (in code points, runs of joiners as one) there were. */
export function cleanText(text: string): { readonly text: string; readonly removed: number } {
	if (!suspect.test(text)) return { text, removed: 0 };
	let removed = 0;
	const drop = (): string => {
		removed++;
		return '';
	};
	let shown = text;
	// What hid behind another sign shows only when that one is gone.
	for (let before = ''; before !== shown;) {
		before = shown;
		shown = shown.replace(hidden, drop).replace(selectors, drop).replace(joiners, drop);
	}
	return { text: shown, removed };
}

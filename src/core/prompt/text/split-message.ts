/**
 * Divides a message that is too large by itself, at the best place to stop reading, so that its beginning can be sent.
 */

/** Where a text may be cut, best first: between paragraphs, lines, sentences, words. */
const seams: readonly RegExp[] = [/\n\s*\n/g, /\n/g, /[.!?。！？]\s*/gu, /\s+/g];

/**
 * A place in the last third of what fits is good enough; an earlier one would make the first part needlessly short.
 */
const late = 2 / 3;

/**
 * The longest beginning of `text` that weighs at most `room`, and the rest; null where nothing has to be cut or not
 * even a hundredth would fit. Joined again both are the text, but for white space at the seam.
 */
export function splitMessage(
	text: string,
	room: number,
	weigh: (text: string) => number
): { readonly first: string; readonly rest: string } | null {
	const whole = weigh(text);
	if (whole <= room || room < whole / 100) return null;
	let most = Math.floor((text.length * room) / whole);
	while (most > 0 && weigh(text.slice(0, most)) > room) most = Math.floor(most * 0.9);
	const at = seamBefore(text, most);
	const first = text.slice(0, at).trimEnd();
	const rest = text.slice(at).trimStart();
	return first === '' || rest === '' ? null : { first, rest };
}

function seamBefore(text: string, most: number): number {
	const head = text.slice(0, most);
	for (const seam of seams) {
		const last = [...head.matchAll(seam)].at(-1);
		if (last && last.index >= most * late) return last.index + last[0].length;
	}
	// Never between the halves of a character.
	const code = text.charCodeAt(most);
	return code >= 0xdc00 && code <= 0xdfff ? most - 1 : most;
}

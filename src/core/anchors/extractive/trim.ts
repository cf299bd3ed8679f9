/** Cuts a text to a number of tokens, keeping its head and its tail. */
import { startOfText, endOfText, wordCut, wordStart } from '#core/text/excerpt.ts';
import { estimateTokens } from '#core/tokens/estimate.ts';
import type { Family } from '#core/tokens/weights.ts';

const gap = ' … ';

/** A text of at most so many tokens: whole if it fits, else three quarters head, one quarter tail. */
export function trimMiddle(text: string, tokens: number, family: Family): string {
	if (tokens <= 0) return '';
	if (estimateTokens(text, family) <= tokens) return text;
	let low = 0;
	let high = text.length;
	let best = 0;
	const fits = (cut: string): boolean => estimateTokens(cut, family) <= tokens;
	while (low <= high) {
		const middle = (low + high) >> 1;
		if (fits(cutTo(text, middle))) {
			best = middle;
			low = middle + 1;
		} else high = middle - 1;
	}
	const whole = cutTo(text, best, { byWords: true });
	return fits(whole) ? whole : cutTo(text, best);
}

/** Words are looked for once the length is found: it takes longer. */
function cutTo(text: string, length: number, { byWords } = { byWords: false }): string {
	if (length >= text.length) return text;
	if (length === 0) return '';
	const ahead = Math.ceil(length * 0.75);
	const behind = length - ahead;
	const head = startOfText(text, byWords ? wordCut(text, ahead) : ahead).trimEnd();
	if (behind < 8) return `${head}…`;
	const from = text.length - behind;
	const tail = endOfText(text, byWords ? text.length - wordStart(text, from) : behind);
	return head + gap + tail.trimStart();
}

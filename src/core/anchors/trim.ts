/** Cuts a text to a number of tokens, keeping its head and its tail. */
import { estimateTokens } from '#core/tokens/estimate.ts';
import type { Family } from '#core/tokens/weights.ts';

const gap = ' … ';

/** A text of at most so many tokens: whole if it fits, else three quarters head, one quarter tail. */
export function trimMiddle(text: string, tokens: number, family: Family): string {
	if (tokens <= 0) return '';
	if (estimateTokens(text, family) <= tokens) return text;
	let low = 0;
	let high = text.length;
	let best = '';
	while (low <= high) {
		const middle = (low + high) >> 1;
		const cut = cutTo(text, middle);
		if (estimateTokens(cut, family) <= tokens) {
			best = cut;
			low = middle + 1;
		} else high = middle - 1;
	}
	return best;
}

function cutTo(text: string, length: number): string {
	if (length >= text.length) return text;
	if (length === 0) return '';
	const head = Math.ceil(length * 0.75);
	const tail = length - head;
	return headOf(text, head) + (tail < 8 ? '…' : gap + tailOf(text, tail));
}

/** Never half a surrogate pair. */
const headOf = (text: string, length: number): string => {
	const code = text.charCodeAt(length - 1);
	return text.slice(0, code >= 0xd800 && code < 0xdc00 ? length - 1 : length).trimEnd();
};

const tailOf = (text: string, length: number): string => {
	const from = text.length - length;
	const code = text.charCodeAt(from);
	return text.slice(code >= 0xdc00 && code < 0xe000 ? from + 1 : from).trimStart();
};

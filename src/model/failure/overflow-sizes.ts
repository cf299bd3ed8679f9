/** How much was sent and how much there is room for, read from the words of a refusal; every server has its own. */

interface Sizes {
	/** Tokens of the prompt; null where nothing is said. */
	readonly tokens: number | null;
	/** Tokens of the window; null where nothing is said. */
	readonly window: number | null;
}

const unsaid: Sizes = { tokens: null, window: null };

const numberOf = (digits: string): number => Number(digits.replace(/[,_]/g, ''));

/** `190000 + 20000 > 200000`: prompt and answer against the window. Or `210000 tokens > 200000 maximum`. In
 * `8192 > 32768 - 29000` the answer stands against what is left: that says nothing of the prompt. */
const compared =
	/(?<![\d,_])(\d[\d,_]*)(?: tokens?)?(?: \+ \d[\d,_]*)? > (\d[\d,_]*)(?![\d,_]| - )/;

/** `maximum context length is 8192 tokens`, `context size (4096)`: the window is named by what it is. */
const named = /(?:maximum context|context) (?:length|size|window|limit)\D{0,12}?(\d[\d,_]{2,})/i;

/**
 * Sizes in the message of a refusal. Where neither form is found, two numbers are told apart by what they must be:
 * the prompt is larger than its window.
 */
export function overflowSizes(message: string): Sizes {
	const [, larger, smaller] = compared.exec(message) ?? [];
	if (larger !== undefined && smaller !== undefined)
		return { tokens: numberOf(larger), window: numberOf(smaller) };
	const all = [...message.matchAll(/\d[\d,_]{2,}/g)].map(([digits]) => numberOf(digits));
	const [, length] = named.exec(message) ?? [];
	if (length !== undefined) {
		const window = numberOf(length);
		return { tokens: all.find((number) => number > window) ?? null, window };
	}
	const [first, second] = all;
	if (first === undefined || second === undefined || first === second) return unsaid;
	return { tokens: Math.max(first, second), window: Math.min(first, second) };
}

/** JSON in a message: where it begins and ends, and whether it only stands in a line that somebody typed. */

interface JsonStretch {
	readonly start: number;
	readonly end: number;
	/** Short, and behind words of the same line: so people write to a program, and what stands around it is theirs. */
	readonly isInline: boolean;
}

const opening = /[{[]\s*(["'])[^"'\n]*\1\s*[:,]/g;
const emptyLine = /\n\s*\n/g;

/** Longer pieces are no part of a sentence, characters. */
const longestInline = 300;

/** Behind the bracket that closes the one at `start`, or -1. */
function closingOf(text: string, start: number, quote: string): number {
	let depth = 0;
	let isInString = false;
	for (let at = start; at < text.length; at++) {
		const sign = text[at] ?? '';
		if (isInString && sign === '\\') at++;
		else if (sign === quote) isInString = !isInString;
		else if (isInString) continue;
		else if (sign === '{' || sign === '[') depth++;
		else if ((sign === '}' || sign === ']') && --depth === 0) return at + 1;
	}
	return -1;
}

/**
 * All of it, in order. What begins a line was likely copied with all that follows up to the next empty line, so that
 * belongs to it, as it does where no bracket closes it.
 */
export function jsonStretches(text: string): readonly JsonStretch[] {
	const found: JsonStretch[] = [];
	let done = 0;
	for (const match of text.matchAll(opening)) {
		const start = match.index;
		if (start < done) continue;
		// No further than an inline piece may go: many open brackets must not cost a look at all the rest each.
		const near = text.slice(start, start + longestInline);
		const length = closingOf(near, 0, match[1] ?? '"');
		const before = text.slice(Math.max(done, text.lastIndexOf('\n', start) + 1), start);
		const follows = found.at(-1)?.isInline === true && !text.slice(done, start).includes('\n');
		const isInline =
			length > 0 && !near.slice(0, length).includes('\n') && (follows || /\p{L}/u.test(before));
		emptyLine.lastIndex = start;
		const end = isInline ? start + length : (emptyLine.exec(text)?.index ?? text.length);
		found.push({ start, end, isInline });
		done = end;
	}
	return found;
}

/** A text with a line break in the place of some of its JSON, so that the sentence before it stands by itself. */
export function withoutJson(text: string, { inline }: { readonly inline: boolean }): string {
	let rest = '';
	let done = 0;
	for (const { start, end, isInline } of jsonStretches(text)) {
		if (isInline !== inline) continue;
		rest += `${text.slice(done, start)}\n`;
		done = end;
	}
	return rest + text.slice(done);
}

import { headOfWords } from '#core/text/excerpt.ts';

/** Characters. */
const longest = 60;

/** What one value of a tool call says, on one line and cut at a word; empty where it is no text. */
export function saidBy(value: unknown): string {
	const text = typeof value === 'string' ? value.replace(/\s+/gu, ' ').trim() : '';
	return text.length <= longest ? text : `${headOfWords(text, longest)} …`;
}

/** The first words that a tool was called with; a model may call with anything. */
export const calledWith = (input: Readonly<Record<string, unknown>>): string =>
	Object.values(input).map(saidBy).find(Boolean) ?? '';

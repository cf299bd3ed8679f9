import type { AssistantBlock, UserBlock } from '#core/log/blocks.ts';
import { cutTelling } from '#core/search/words/tokens.ts';
import type { Exchange } from '#core/log/turn.ts';

/**
 * How copies of a text are known again: by passages that stand word for word, and by words that nothing else in the
 * conversation can have told.
 */

/** Shorter passages stand in too many texts to tell where they come from, characters. */
const shortest = 12;
/** A copy may be cut off: so much of a passage is looked for, characters. */
const longest = 80;
/** Of a long text, this many passages are enough to know it. */
const most = 300;

const level = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** All strings inside of plain data, however deep. */
export function stringsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
	return Object.values(value).flatMap(stringsIn);
}

const partsOf = (block: UserBlock | AssistantBlock): string[] => {
	switch (block.type) {
		case 'text':
			return [block.text];
		case 'thinking':
			return [block.thinking, block.signature];
		case 'redacted_thinking':
			return [block.data];
		case 'tool_use':
			return stringsIn(block.input);
		case 'tool_result':
			return stringsIn(block.content);
		case 'image':
			return [block.source.data];
		case 'document':
			return [block.source.data, ...(block.title === undefined ? [] : [block.title])];
	}
};

/** Everything that was said in some exchanges, files and tool results included. */
export const textsOf = (exchanges: readonly Exchange[]): string[] =>
	exchanges.flatMap(({ turn, steps }) => [
		...turn.asked.flatMap(partsOf),
		...steps.flatMap((step) => [...step.content, ...(step.results ?? [])].flatMap(partsOf))
	]);

/** Passages by which copies of the texts are found; of short texts none, they are found by where they stand. */
export function passagesOf(texts: readonly string[]): readonly string[] {
	const found = new Set<string>();
	for (const text of texts)
		for (const sentence of text.split(/(?<=[.!?。！？])\s+|\n+/u)) {
			const passage = level(sentence).slice(0, longest).trim();
			if (passage.length >= shortest) found.add(passage);
		}
	return [...found].sort((a, b) => b.length - a.length).slice(0, most);
}

/** Whether one of the texts holds one of the passages. */
export function holdsAny(texts: readonly string[], passages: readonly string[]): boolean {
	if (passages.length === 0) return false;
	return texts.some((text) => {
		const levelled = level(text);
		return passages.some((passage) => levelled.includes(passage));
	});
}

/** Words that tell something; a single letter or digit stands in too many texts. */
const telling = (text: string) =>
	cutTelling(text).filter(({ stop, word, signs }) => !stop && (signs === 2 || word.length > 2));

/** Those passages that stand in none of the other texts: what was said twice is no sign of either place. */
export function ownPassages(
	passages: readonly string[],
	others: readonly string[]
): readonly string[] {
	const rest = level(others.join('\n'));
	return passages.filter((passage) => !rest.includes(passage));
}

/** Words of the texts that stand in none of the others. */
export function ownTerms(texts: readonly string[], others: readonly string[]): ReadonlySet<string> {
	const own = new Set(texts.flatMap((text) => telling(text).map(({ term }) => term)));
	for (const other of others) for (const { term } of telling(other)) own.delete(term);
	return own;
}

/** The words of a text that only the forgotten can have told, as they are written there. */
export function tracesIn(text: string, terms: ReadonlySet<string>): readonly string[] {
	const found = new Set<string>();
	for (const { term, start, end } of telling(text))
		if (terms.has(term)) found.add(text.slice(start, end));
	return [...found];
}

/** A text without the lines, or in long lines the sentences, that hold one of the terms or passages. */
export function cutTraces(
	text: string,
	terms: ReadonlySet<string>,
	passages: readonly string[]
): string {
	const isHit = (part: string): boolean =>
		tracesIn(part, terms).length > 0 || holdsAny([part], passages);
	if (!isHit(text)) return text;
	const kept: string[] = [];
	for (const line of text.split('\n')) {
		if (!isHit(line)) {
			kept.push(line);
			continue;
		}
		const sentences = line.split(/(?<=[.!?。！？;；])\s+/u);
		const rest = sentences.filter((sentence) => !isHit(sentence)).join(' ');
		// A mark of a list alone says nothing.
		if (/[\p{L}\p{N}]/u.test(rest) && sentences.length > 1) kept.push(rest);
	}
	const left = kept.join('\n');
	// What is told across a line end is found only now.
	return isHit(left) ? '' : left;
}

/** An anchor list without the items that hold one of the terms: `Heading: a b c`, or parted by semicolons. */
export const cutAnchors = (text: string, terms: ReadonlySet<string>): string =>
	text
		.split('\n')
		.flatMap((line) => {
			const colon = line.indexOf(': ');
			if (tracesIn(line, terms).length === 0 || colon < 0)
				return tracesIn(line, terms).length === 0 ? [line] : [];
			const between = line.includes('; ') ? '; ' : ' ';
			const items = line.slice(colon + 2).split(between);
			const kept = items.filter((item) => tracesIn(item, terms).length === 0);
			return kept.length === 0 ? [] : [`${line.slice(0, colon)}: ${kept.join(between)}`];
		})
		.join('\n');

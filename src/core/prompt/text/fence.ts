import { sha256 } from '#core/sha256.ts';

/**
 * Text from memory, summaries and pins as a block of data. The mark is made from the text itself, so that no text
 * can close its own fence, and the same text always makes the same bytes (prompt cache, thinking). Eight signs can be
 * found by trying, so a text that holds its own mark gets another.
 */
export function fence(
	tag: string,
	attributes: Readonly<Record<string, string>>,
	text: string
): string {
	const mark = markOf(text);
	const told = Object.entries(attributes).map(
		([name, value]) => ` ${name}="${inAttribute(value)}"`
	);
	return `<${tag} mark="${mark}"${told.join('')}>\n${text}\n</${tag} mark="${mark}">`;
}

/** A text made fit to stand in the opening mark of a block, so that it cannot end it. */
export const inAttribute = (text: string): string => text.replace(/["<>\n\r]/g, ' ');

/** Eight hexadecimal signs that do not stand in the text. `digest`: of a text, in hexadecimal. */
export function markOf(text: string, digest: (words: string) => string = sha256): string {
	let mark = digest(text).slice(0, 8);
	while (text.includes(mark)) mark = digest(`${mark} ${text}`).slice(0, 8);
	return mark;
}

export interface Fenced {
	readonly tag: string;
	readonly attributes: Readonly<Record<string, string>>;
	readonly text: string;
}

/**
 * How deep blocks in one another are read: a turn that was opened shows what tools had found, among it turns that were
 * opened. What our tools have told is read to its bottom: in the 24,000 signs that one of them quotes at most, 358
 * blocks find place in one another. An import may forge millions of signs with thousands of blocks, each of which would
 * be read for all around it; the deepest of those are text.
 */
export const deepestFence = ({ length }: string): number => (length > 50_000 ? 24 : 400);

/** The blocks that stand in a text, outermost first; what is inside one is its text and nothing else. */
export const fencesIn = (text: string): readonly Fenced[] =>
	placesIn(text).map(({ block }) => block);

/**
 * The text with each of its blocks changed, marks and all; what stands around them stays. `before`: what stands between
 * a block and the one before it.
 */
export function mapFences(
	text: string,
	change: (block: Fenced, whole: string, before: string) => string
): string {
	let changed = '';
	let from = 0;
	for (const { block, start, end } of placesIn(text)) {
		const before = text.slice(from, start);
		changed += before + change(block, text.slice(start, end), before);
		from = end;
	}
	return changed + text.slice(from);
}

interface Place {
	readonly block: Fenced;
	/** Of the whole block, marks and all; the end is exclusive. */
	readonly start: number;
	readonly end: number;
}

const opening = /<([a-z-]+) mark="([0-9a-f]{8})"([^<>\n]*)>\n/g;
const closing = /\n<\/([a-z-]+) mark="([0-9a-f]{8})">/g;

/**
 * Ends are looked up and not looked for: an imported text may be made of beginnings alone, and each would be held
 * against all that follows.
 */
function placesIn(text: string): readonly Place[] {
	const ends = new Map<string, { readonly at: number; readonly end: number }[]>();
	for (const { 0: whole, 1: tag = '', 2: mark = '', index } of text.matchAll(closing)) {
		const end = { at: index, end: index + whole.length };
		const same = ends.get(tag + mark);
		if (same) same.push(end);
		else ends.set(tag + mark, [end]);
	}
	for (const same of ends.values()) same.reverse();
	const places: Place[] = [];
	let passed = 0;
	for (const { 0: head, 1: tag = '', 2: mark = '', 3: told = '', index } of text.matchAll(
		opening
	)) {
		const same = ends.get(tag + mark);
		if (!same || index < passed) continue;
		const begin = index + head.length;
		// What ends before this begins ends before all that follow, too.
		while ((same.at(-1)?.at ?? begin) < begin) same.pop();
		const last = same.at(-1);
		if (!last) continue;
		passed = last.end;
		const block = { tag, attributes: attributesIn(told), text: text.slice(begin, last.at) };
		places.push({ block, start: index, end: passed });
	}
	return places;
}

const attributesIn = (told: string): Fenced['attributes'] =>
	Object.fromEntries(
		[...told.matchAll(/ ([a-z-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value])
	);

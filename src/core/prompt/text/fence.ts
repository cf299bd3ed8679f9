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

const fenced = /<([a-z-]+) mark="([0-9a-f]{8})"([^>\n]*)>\n([\s\S]*?)\n<\/\1 mark="\2">/g;

/** The blocks that stand in a text, outermost first; what is inside one is its text and nothing else. */
export const fencesIn = (text: string): readonly Fenced[] =>
	[...text.matchAll(fenced)].map(blockIn);

/** The text with each of its blocks changed, marks and all; what stands around them stays. */
export const mapFences = (text: string, change: (block: Fenced, whole: string) => string): string =>
	text.replace(fenced, (...found: readonly string[]) => change(blockIn(found), found[0] ?? ''));

const blockIn = ([, tag = '', , attributes = '', inside = '']: readonly string[]): Fenced => ({
	tag,
	attributes: Object.fromEntries(
		[...attributes.matchAll(/ ([a-z-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
			name,
			value
		])
	),
	text: inside
});

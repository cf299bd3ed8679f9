import type { UserBlock } from '#core/blocks.ts';

/**
 * What stands in a message without being the words of who sent it: quotations, code, markup, texts of pictures,
 * links' titles. People paste them from elsewhere, and whoever wrote them may want something (threat 19).
 */

const fences = /(^|\n)[^\S\n]*(```|~~~)[\s\S]*?(?:\n[^\S\n]*\2[^\n]*|$)/g;
const quotes = /(^|\n)[^\S\n]*>[^\n]*/g;
/** A picture with its text, in any of the ways Markdown knows. */
const pictures = /!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?/g;
const references = /(^|\n)[^\S\n]*\[[^\]\n]+\]:[^\n]*/g;
const titles = /\]\([^)\s]*\s+["'(][^)]*\)/g;
/** Comments, closing tags and tags with attributes; `Array<string>` is none. */
const markup = /<!--[\s\S]*?(?:-->|$)|<\/[a-z][^>]*>|<[a-z][\w-]*\s[^>]*>?/gi;
/** Five words and more between quotation marks: a sentence of somebody else, not a title. */
const speech = /“[^”]{24,}”|„[^“”]{24,}[“”]|«[^»]{24,}»|「[^」]{10,}」|"[^"\n]{24,}"/g;

/** Who writes to a program writes code in a line. */
const code = /`[^`\n]*`/g;

/** A message without what it quotes. */
export const ownPart = (text: string): string =>
	text
		.replace(fences, '\n')
		.replace(quotes, '\n')
		.replace(pictures, ' ')
		.replace(references, '\n')
		.replace(titles, '] ')
		.replace(markup, ' ')
		.replace(speech, ' ')
		.replace(code, ' ');

/** Whether a block of a message brings along what its sender has not written. */
export function holdsQuotes(block: UserBlock): boolean {
	if (block.type === 'image' || block.type === 'document') return true;
	if (block.type !== 'text') return false;
	const withoutCode = block.text.replace(code, ' ');
	return (
		ownPart(block.text).replace(/\s+/g, ' ').trim() !== withoutCode.replace(/\s+/g, ' ').trim()
	);
}

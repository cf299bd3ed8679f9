import { textOf, type UserBlock } from '#core/log/blocks.ts';
import { cleanText } from '#core/text/clean-text.ts';
import { startOfText } from '#core/text/excerpt.ts';
import { plainLine } from '#core/text/plain-line.ts';

/** The title of a session from its first message: by code, no model is asked. */

const longest = 60;
/** Only so much of a message is searched for a title, characters. */
const mostRead = 1000;

/** The title of a message with neither words nor a file name. */
export const stopgapTitle = 'Picture';

/**
 * One line of at most 60 characters: from the words, else the name of a document, else the kind of what was sent;
 * empty if there is nothing.
 */
export function titleFrom(asked: readonly UserBlock[]): string {
	const words = cleanText(textOf(asked).trimStart().slice(0, mostRead)).text.trim();
	const line = plainLine(words.split(/[\n\r]/u)[0] ?? '').replace(/^[#>*\s-]+/u, '');
	return shorten(line) || nameOf(asked);
}

function nameOf(asked: readonly UserBlock[]): string {
	const paper = asked.find((block) => block.type === 'document');
	if (paper) return shorten(cleanText(paper.title ?? '').text) || 'Document';
	return asked.some(({ type }) => type === 'image') ? stopgapTitle : '';
}

function shorten(words: string): string {
	const line = words.replace(/\s+/gu, ' ').trim();
	if (line.length <= longest) return line;
	const cut = startOfText(line, longest - 1);
	const space = cut.lastIndexOf(' ');
	return `${(space > longest / 2 ? cut.slice(0, space) : cut).replace(/(?<![\s,;:.–-])[\s,;:.–-]+$/u, '')}…`;
}

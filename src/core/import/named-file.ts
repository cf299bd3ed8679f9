import { text, type ImportedText } from '#core/import/chat.ts';

/** A file that came with a message, of which an export holds its name and at most its words. */

const begin = '[file: ';

export const namedFile = (name: string, words = ''): ImportedText =>
	text(`${begin}${name}]${words === '' ? '' : `\n${words}`}`);

/** Whether a text is one of these. */
export const isNamedFile = (words: string): boolean => words.startsWith(begin);

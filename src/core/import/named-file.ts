import { text, type ImportedText } from '#core/import/chat.ts';

/** What came with a message, of which an export holds no more than its name, or at most its words. */

const begin = '[file: ';

export const namedFile = (name: string, words = ''): ImportedText =>
	text(`${begin}${name}]${words === '' ? '' : `\n${words}`}`);

/** Whether a text is one of these. */
export const isNamedFile = (words: string): boolean => words.startsWith(begin);

/** A passage that a message is about, in front of its words. */
export const quotation = (words: string): ImportedText => text(words.replace(/^/gm, '> '));

/** Whether a text is nothing but one. */
export const isQuotation = (words: string): boolean => !/^(?!> )/m.test(words);

/** What stands where a picture cannot. */
export const namedImage = (name: string): ImportedText =>
	text(name === '' ? '[image]' : `[image: ${name}]`);

/** Whether a text is one of these. */
export const isNamedImage = (words: string): boolean => /^\[image(?:: [^]*)?\]$/.test(words);

import { sha256 } from '#core/sha256.ts';

/**
 * Text from memory, summaries and pins as a block of data. The mark is made from the text itself, so that no text
 * can close its own fence, and the same text always makes the same bytes (prompt cache, thinking).
 */
export function fence(
	tag: string,
	attributes: Readonly<Record<string, string>>,
	text: string
): string {
	const mark = sha256(text).slice(0, 8);
	const told = Object.entries(attributes).map(
		([name, value]) => ` ${name}="${value.replace(/["<>\n\r]/g, ' ')}"`
	);
	return `<${tag} mark="${mark}"${told.join('')}>\n${text}\n</${tag} mark="${mark}">`;
}

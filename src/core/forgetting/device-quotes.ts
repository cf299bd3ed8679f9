import { forgottenResult } from '#core/forgetting/blank.ts';
import type { ToForget } from '#core/forgetting/quotes.ts';
import { saidIn } from '#core/forgetting/traces.ts';
import { hasNotice, unescaped } from '#core/reply/answer-text.ts';
import { sentencesIn } from '#core/text/sentences.ts';

/**
 * Answers on this device quote a line each, word for word, and say where it stands: what they quote of something
 * forgotten is taken out, and the rest of the answer stays.
 */

/** One quotation as it stands in an answer. */
export interface Quotation {
	readonly quote: string;
	/** Address inside the app; empty: it stood in the request itself, and its place is named in words alone. */
	readonly link: string;
	/** How its place is called. */
	readonly place: string;
}

/** What `model/device/answer.ts` writes: the words, then where they stand. */
const quotation = /^- “(.*)” — (.*)$/;
const linked = /^\[(.*)\]\(([^()\s]*)\)$/;

function quotationIn(line: string): Quotation | null {
	const [, quote, where = ''] = quotation.exec(line) ?? [];
	if (quote === undefined) return null;
	const [, label = where, link = ''] = linked.exec(where) ?? [];
	return { quote: unescaped(quote), link, place: unescaped(label) };
}

/** An answer on this device without the quotations that go; the very same text where none does. */
export function cutQuotations(text: string, isGone: (one: Quotation) => boolean): string {
	if (!hasNotice(text)) return text;
	return text
		.split('\n')
		.map((line) => {
			const found = quotationIn(line);
			return found && isGone(found) ? `- ${forgottenResult}` : line;
		})
		.join('\n');
}

/**
 * Whether a quotation is of what is forgotten. `isHere`: the answer is one of its session, where what the request itself
 * held is quoted without an address: that is told by its words, as far as nothing else there says them.
 */
export function isQuotedFrom(
	sought: ToForget,
	{ isHere }: { readonly isHere: boolean }
): (one: Quotation) => boolean {
	const { sessionId, isWhole, turnIds, title, lines, isLine } = sought;
	const address = `/chat/${sessionId ?? ''}#`;
	const isOfSession = ({ link, place }: Quotation): boolean =>
		link.startsWith(address) &&
		(isWhole ||
			turnIds.has(link.slice(address.length)) ||
			(title !== '' && place.startsWith(`“${title}”`)));
	/** A line of memory is quoted whole, or a sentence of it. */
	const isOfLine = ({ quote }: Quotation): boolean =>
		isLine(quote) || lines.some((line) => sentencesIn(line).includes(quote));
	return (one) =>
		(sessionId !== null && isOfSession(one)) ||
		(one.link.startsWith('/memory/') && isOfLine(one)) ||
		(isHere && !isWhole && one.link === '' && isSaidAlone(sought, one.quote));
}

function isSaidAlone({ exchanges, others }: ToForget, quote: string): boolean {
	// A long one is told in pieces.
	const pieces = quote.split('…').map((piece) => piece.trim());
	const words = pieces.filter((piece) => piece !== '');
	const stands = (texts: readonly string[]): boolean =>
		words.length > 0 && words.every((piece) => texts.some((text) => text.includes(piece)));
	return stands(saidIn(exchanges)) && !stands(saidIn(others));
}

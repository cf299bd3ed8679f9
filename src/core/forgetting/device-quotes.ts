import { forgottenResult } from '#core/forgetting/blank.ts';
import type { ToForget } from '#core/forgetting/quotes.ts';
import { saidIn } from '#core/forgetting/traces.ts';
import { textOf } from '#core/log/blocks.ts';
import type { Exchange, Step } from '#core/log/turn.ts';
import { onDevice } from '#core/models/model-card.ts';
import { hasNotice, unescaped } from '#core/reply/answer-text.ts';
import { sentencesIn } from '#core/text/sentences.ts';

/**
 * Answers on this device quote a line each, word for word, and say where it stands: what they quote of something
 * forgotten is taken out, and the rest of the answer stays.
 */

/** One quotation as it stands in an answer. */
interface Quotation {
	readonly quote: string;
	/** Address inside the app; empty: it stood in the request itself, and its place is named in words alone. */
	readonly link: string;
	/** How a place with an address is called. */
	readonly place: string;
}

export type IsGone = (one: Quotation) => boolean;

/** What `model/device/answer.ts` writes: the words, then where they stand. */
const quotation = /^- “(.*)” — (?:\[(.*)\]\(([^()\s]*)\)|.*)$/gm;

/** An answer on this device without the quotations that go; the very same text where none does. */
export const cutQuotations = (text: string, isGone: IsGone): string =>
	hasNotice(text)
		? text.replace(quotation, (line, quote: string, place = '', link = '') =>
				isGone({ quote: unescaped(quote), place: unescaped(place as string), link: link as string })
					? `- ${forgottenResult}`
					: line
			)
		: text;

/** A step without the quotations that go; the very same one where none does, or where a model speaks. */
export function withoutQuotations(step: Step, isGone: IsGone, at: number): Step {
	if (step.model !== onDevice) return step;
	const content = step.content.map((block) =>
		block.type === 'text' ? { ...block, text: cutQuotations(block.text, isGone) } : block
	);
	return textOf(content) === textOf(step.content)
		? step
		: { ...step, content, quotesForgottenAt: at };
}

/**
 * Whether a quotation is of what is forgotten. `isHere`: the answer is one of its session, where what the request itself
 * held is quoted without an address: that is told by its words, as far as nothing else there says them. So is what stood in
 * a summary, which is found under the last turn that it covers.
 */
export function isQuotedFrom(sought: ToForget, { isHere }: { readonly isHere: boolean }): IsGone {
	const { sessionId, isWhole, turnIds, title, lines, isLine, exchanges, others, retold } = sought;
	const isSaid = (by: readonly Exchange[], words: readonly string[]): boolean =>
		words.every((piece) => saidIn(by).some((text) => text.includes(piece)));
	const isRetold = (words: readonly string[]): boolean =>
		words.every((piece) => retold.some((text) => text.includes(piece)));
	return ({ quote, link, place }) => {
		// A long one is told in pieces.
		const words = quote.split(/\s*…\s*/u);
		if (link === '')
			return isHere && (isSaid(exchanges, words) || isRetold(words)) && !isSaid(others, words);
		// A line of memory is quoted whole, or a sentence of it.
		if (link.startsWith('/memory/'))
			return isLine(quote) || lines.some((line) => sentencesIn(line).includes(quote));
		const [, session, turn = ''] = /^\/chat\/(.*)#(.*)$/u.exec(link) ?? [];
		const isTitled = title !== '' && place.startsWith(`“${title}”`);
		if (session !== sessionId) return false;
		return isWhole || turnIds.has(turn) || isTitled || (isRetold(words) && !isSaid(others, words));
	};
}

import { textOf } from '#core/log/blocks.ts';
import type { Step } from '#core/log/turn.ts';
import { onDevice } from '#core/models/model-card.ts';

/** The line in which an answer of this device says what it is, in whatever language. */
const notice = /^\*\*On-device\*\*[^\n]*\n*/;
/** A link to a place in the app, with its label. */
const innerLink = /(\\.)|\[((?:\\.|[^[\]\\])*)\]\(\/[^)\s]*\)/g;
/** A sign that was escaped so that a quotation makes no markup: what `model/device/answer.ts` does, taken back. */
const escaped = /\\([\\[\]<>`*_~&@$:.])|&#91;/g;

/** A quotation as it was said. */
export const unescaped = (text: string): string =>
	text.replace(escaped, (_, sign?: string) => sign ?? '[');

/** Whether a text is an answer of this device, which only quotes what is found elsewhere. */
export const hasNotice = (text: string): boolean => notice.test(text);

/** An answer for people to compare with others: without the line that says it is of this device. */
export const withoutNotice = (text: string): string => text.replace(notice, '');

/**
 * What an answer says, for summaries and anchors. An answer of this device is read without the line that says so, with
 * names of places in the app instead of their addresses (which lead nowhere out of a summary), and with quotations
 * unescaped.
 */
export function answerText({ model, content }: Pick<Step, 'model' | 'content'>): string {
	const text = textOf(content);
	if (model !== onDevice) return text;
	return unescaped(
		withoutNotice(text).replace(
			innerLink,
			(_, sign?: string, label?: string) => sign ?? label ?? ''
		)
	);
}

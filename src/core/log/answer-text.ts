import { textOf } from '#core/log/blocks.ts';
import type { Step } from '#core/log/turn.ts';
import { onDevice } from '#core/settings.ts';

/** The line in which an answer of this device says what it is, in whatever language. */
const notice = /^\*\*On-device\*\*[^\n]*\n*/;
/** A link to a place in the app, with its label. */
const innerLink = /(\\.)|\[((?:\\.|[^[\]\\])*)\]\(\/[^)\s]*\)/g;
/** A sign of a quotation that was to be no markup. */
const escaped = /\\([\\[\]<>`*])/g;

/** An answer of this device, whatever step it stands in: it quotes what is found elsewhere anyway. */
export const hasNotice = (text: string): boolean => notice.test(text);

/** Words of an answer as people look at them beside others: without the line that stands over all of them. */
export const withoutNotice = (text: string): string => text.replace(notice, '');

/**
 * What an answer says, for what is made of it: an answer of this device without the line that stands over all of them,
 * with the names of places in the app instead of their addresses, which lead nowhere out of a summary, and with
 * quotations as they were said.
 */
export function answerText({ model, content }: Pick<Step, 'model' | 'content'>): string {
	const text = textOf(content);
	if (model !== onDevice) return text;
	return withoutNotice(text)
		.replace(innerLink, (_, sign?: string, label?: string) => sign ?? label ?? '')
		.replace(escaped, '$1');
}

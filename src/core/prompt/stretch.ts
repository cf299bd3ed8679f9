import type { Message } from '#core/log/blocks.ts';
import { readMessage } from '#core/prompt/text/readable.ts';
import type { Wire } from '#core/wire/wire.ts';

/** A stretch of a request's messages: where one source ends and the next begins, also inside a merged message. */

/** A place between two blocks. */
export interface Seam {
	/** Index of the message. */
	readonly at: number;
	/** Blocks of it that stand before the seam. */
	readonly offset: number;
}

/** Where the next thing the user says will stand. */
export function seamOf({ messages, open }: Wire): Seam {
	const last = messages.at(-1);
	if (open.length > 0) return { at: messages.length, offset: open.length };
	if (last?.role === 'user') return { at: messages.length - 1, offset: last.content.length };
	return { at: messages.length, offset: 0 };
}

/** The messages between two seams; whole ones are the same objects. */
export function stretchOf(messages: readonly Message[], from: Seam, to: Seam): readonly Message[] {
	const found: Message[] = [];
	for (let at = from.at; at < messages.length && at <= to.at; at++) {
		const message = messages[at];
		if (!message) break;
		const start = at === from.at ? from.offset : 0;
		const end = at === to.at ? to.offset : message.content.length;
		if (start >= end) continue;
		if (start === 0 && end >= message.content.length) found.push(message);
		else found.push({ ...message, content: message.content.slice(start, end) } as Message);
	}
	return found;
}

export const readStretch = (messages: readonly Message[]): string =>
	messages.map(readMessage).join('\n\n');

import type { ReplyPart } from '#core/reply/reply-parts.ts';

/** What is read inside a folded call of a tool. */

type Call = Extract<ReplyPart, { kind: 'tool' }>;

export const inputText = ({ input }: Pick<Call, 'input'>): string => JSON.stringify(input, null, 2);

export const foldedText = (call: Call): string => [inputText(call), call.result ?? ''].join('\n');

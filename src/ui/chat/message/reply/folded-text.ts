import type { ReplyPart } from '#core/reply/reply-parts.ts';
import { standsIn } from '#core/search/find-words.ts';
import { cleanText } from '#core/text/clean-text.ts';
import type { Sought } from '#state/search/sought.svelte.ts';

/** What is read inside a folded call of a tool. */

type Call = Extract<ReplyPart, { kind: 'tool' }>;

export const inputText = ({ input }: Pick<Call, 'input'>): string =>
	cleanText(JSON.stringify(input, null, 2)).text;

export const foldedText = (call: Call): string => [inputText(call), call.result ?? ''].join('\n');

/** The calls that hold all words, by key; of a step that is known to hold them all its calls, where none has all of them alone. */
export function callsWith({ words, step }: Sought, parts: readonly ReplyPart[]): readonly string[] {
	const calls = parts
		.filter((part) => part.kind === 'tool')
		.filter((call) => step === undefined || call.step === step);
	const whole = calls.filter((call) => standsIn(words, foldedText(call)));
	return (whole.length > 0 || step === undefined ? whole : calls).map(({ key }) => key);
}

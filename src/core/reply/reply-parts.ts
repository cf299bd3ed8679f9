import {
	textOfResult,
	type AssistantBlock,
	type ToolResultBlock,
	type ToolUseBlock
} from '#core/log/blocks.ts';
import { resultsOf, type Step } from '#core/log/turn.ts';
import { saysAnything } from '#core/wire/wire-rows.ts';

/** How a reply is shown: its steps as one list of parts, with words open and everything else folded. */
export type ReplyPart =
	| { readonly kind: 'text'; readonly key: string; readonly text: string; readonly isLast: boolean }
	| { readonly kind: 'thinking'; readonly key: string; readonly text: string }
	| { readonly kind: 'hidden-thinking'; readonly key: string }
	| {
			readonly kind: 'tool';
			readonly key: string;
			/** Index of the message that calls it. */
			readonly step: number;
			readonly name: string;
			readonly input: Readonly<Record<string, unknown>>;
			/** Null while the call is open. */
			readonly result: string | null;
			readonly failed: boolean;
	  };

/** One assistant message, stored or being written. */
interface Said {
	readonly index: number;
	readonly content: readonly AssistantBlock[];
	readonly results: readonly ToolResultBlock[] | null;
	/** Goes on in the middle of a sentence of the message before it. */
	readonly continues: boolean;
}

function toolPart(
	block: ToolUseBlock,
	result: ToolResultBlock | null,
	{ key, step }: { readonly key: string; readonly step: number }
) {
	return {
		kind: 'tool' as const,
		key,
		step,
		name: block.name,
		input: block.input,
		result: result ? textOfResult(result) : null,
		failed: result?.is_error === true
	};
}

/** The parts of all messages in order; words that were continued are joined to the words they continue. */
export function partsOf(said: readonly Said[]): ReplyPart[] {
	const parts: ReplyPart[] = [];
	for (const message of said) {
		let joins = message.continues;
		const results = resultsOf(message);
		message.content.forEach((block, at) => {
			const key = `${String(message.index)}.${String(at)}`;
			if (block.type === 'text') {
				const before = parts.at(-1);
				if (joins && before?.kind === 'text')
					parts[parts.length - 1] = { ...before, text: before.text + block.text };
				else if (block.text !== '')
					parts.push({ kind: 'text', key, text: block.text, isLast: false });
				joins = false;
			} else if (block.type === 'thinking') {
				if (block.thinking !== '') parts.push({ kind: 'thinking', key, text: block.thinking });
			} else if (block.type === 'redacted_thinking') parts.push({ kind: 'hidden-thinking', key });
			else parts.push(toolPart(block, results.shift() ?? null, { key, step: message.index }));
		});
	}
	const last = parts.at(-1);
	if (last?.kind === 'text') parts[parts.length - 1] = { ...last, isLast: true };
	return parts;
}

/**
 * The messages that count. A broken attempt goes once another was written in its place, on screen as in the prompt
 * (`chooseSteps`); one that was continued stays, and so does the last, however it ended. A failure is never sent, so it
 * goes with the next words: those go on from what stands before it.
 */
export function standing<
	Message extends Pick<Step, 'content' | 'continues' | 'state' | 'forgottenAt'>
>(said: readonly Message[]): readonly Message[] {
	const kept: Message[] = [];
	let isFollowed = false;
	let isReplaced = false;
	for (const message of said.toReversed()) {
		const { state } = message;
		if (state === 'failed' ? isFollowed : state !== 'complete' && isReplaced) continue;
		kept.unshift(message);
		if (!saysAnything(message)) continue;
		isFollowed = true;
		isReplaced = !message.continues;
	}
	return kept;
}

/** A step for each call: what another tab has kept of one as broken off is no call of its own once its end stands behind it. */
export const stepOfEachCall = <One extends Pick<Step, 'state' | 'startedAt'>>(
	steps: readonly One[]
): readonly One[] =>
	steps.filter(
		({ state, startedAt }, at) => state !== 'interrupted' || steps[at + 1]?.startedAt !== startedAt
	);

/**
 * What a reply has cost, US dollars; null: unknown. A step of which nothing came and nothing was reported adds nothing to
 * what is known.
 */
export function costOf(steps: readonly Pick<Step, 'content' | 'cost' | 'usage'>[]): number | null {
	const told = steps.filter(
		({ content, cost, usage }) => content.length > 0 || cost !== null || usage !== null
	);
	return told.length === 0 || told.some(({ cost }) => cost === null)
		? null
		: told.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
}

/** All words of a reply, for copying and remembering. What goes on behind calls goes on in no sentence. */
export function wordsOf(steps: readonly Pick<Step, 'content' | 'continues'>[]): string {
	let words = '';
	let hasCalled = false;
	for (const { content, continues } of steps) {
		const text = content
			.map((block) => (block.type === 'text' ? block.text : ''))
			.filter((said) => said !== '')
			.join('\n\n');
		if (text !== '') words += (words === '' || (continues && !hasCalled) ? '' : '\n\n') + text;
		if (content.length > 0) hasCalled = content.some(({ type }) => type === 'tool_use');
	}
	return words;
}

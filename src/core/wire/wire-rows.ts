import {
	isThinking,
	textOfResult,
	type AssistantBlock,
	type AssistantMessage,
	type TextBlock,
	type ToolResultBlock,
	type UserBlock,
	type UserMessage
} from '#core/log/blocks.ts';
import { stampBlock } from '#core/time/stamp.ts';
import type { Step, Turn } from '#core/log/turn.ts';

/**
 * The form that stored turns and steps have on the wire. Rows are frozen, so each is formed once and remembered:
 * assembling a long session then costs a walk, not a copy.
 */

/** What a step says. */
export interface StepForm {
	/** With the thinking that may be sent at all; the same object as `bare` when there is none. */
	readonly full: AssistantMessage;
	readonly bare: AssistantMessage;
	readonly results: UserMessage | null;
	/** Its calls, in order. */
	readonly calls: readonly WireCall[];
}

/** A call by its id in the log, and as the wire takes it while nothing else is called so. */
export interface WireCall {
	readonly id: string;
	readonly logged: string;
}

export const noCalls: readonly WireCall[] = [];

const isSaying = (block: { readonly type: string; readonly text?: string }): boolean =>
	block.type !== 'text' || (block.text ?? '').trim() !== '';

/** Thinking without a signature (other servers, imports, broken streams) means nothing to a model. */
const isSigned = (block: AssistantBlock): boolean => {
	if (block.type === 'thinking') return block.signature !== '';
	return block.type !== 'redacted_thinking' || block.data !== '';
};

/** A message may not end with thinking. */
function withoutLastThoughts(blocks: readonly AssistantBlock[]): readonly AssistantBlock[] {
	const end = blocks.findLastIndex((block) => !isThinking(block));
	return end === blocks.length - 1 ? blocks : blocks.slice(0, end + 1);
}

const questions = new WeakMap<Turn, UserMessage>();

/** The question of a turn with its stamp at the end. */
export function questionOf(turn: Turn): UserMessage {
	const known = questions.get(turn);
	if (known) return known;
	const message = questionFrom(turn.asked, turn.stamp);
	questions.set(turn, message);
	return message;
}

export function questionFrom(asked: readonly UserBlock[], stamp: string): UserMessage {
	const blocks = asked.filter(isSaying).map(solid);
	return { role: 'user', content: stamp === '' ? blocks : [...blocks, stampBlock(stamp)] };
}

/**
 * Of what a model said, what the API takes back: nothing silent, no thinking that means nothing, none at the end, and
 * calls by a name it takes.
 */
export const takenBack = (content: readonly AssistantBlock[]): readonly AssistantBlock[] =>
	withoutLastThoughts(content.filter((block) => isSaying(block) && isSigned(block)).map(named));

/** Other servers and imports name tools in their own way, e.g. `functions.recall`. */
function named(block: AssistantBlock): AssistantBlock {
	if (block.type !== 'tool_use') return block;
	const name = plain(block.name).slice(0, 128) || 'tool';
	return name === block.name ? block : { ...block, name };
}

/** With the signs alone that the API takes in names and ids. */
const plain = (text: string): string => text.replace(/[^\w-]/g, '_');

const steps = new WeakMap<Step, StepForm | 'silent'>();

/** What a step says, or null when nothing of it can be sent (a failure, or thinking alone). */
export function stepFormOf(step: Step): StepForm | null {
	const known = steps.get(step);
	if (known) return known === 'silent' ? null : known;
	const form = formStep(step);
	steps.set(step, form ?? 'silent');
	return form;
}

type Message = Pick<Step, 'content' | 'state' | 'forgottenAt'>;

/** What of a step can be sent; nothing of a failure. */
const sentOf = ({ content, state, forgottenAt }: Message): readonly AssistantBlock[] =>
	forgottenAt !== undefined || state === 'failed' ? [] : takenBack(content);

/** Whether a step says anything, in a request as on screen: an attempt that says nothing takes nobody's place. */
export const saysAnything = (message: Message): boolean =>
	sentOf(message).some((block) => !isThinking(block));

function formStep(step: Step): StepForm | null {
	const full = sentOf(step);
	const said = full.filter((block) => !isThinking(block));
	if (said.length === 0) return null;
	const bare: AssistantMessage = { role: 'assistant', content: said };
	return {
		bare,
		full: said.length === full.length ? bare : { role: 'assistant', content: full },
		results:
			step.results === null || step.results.length === 0
				? null
				: { role: 'user', content: step.results.map(solid) },
		calls: callsIn(said)
	};
}

/** Calls among what was said. */
export function callsIn(said: readonly AssistantBlock[]): readonly WireCall[] {
	const calls: WireCall[] = [];
	for (const block of said)
		if (block.type === 'tool_use') calls.push({ id: plain(block.id) || 'call', logged: block.id });
	return calls.length === 0 ? noCalls : calls;
}

/** A tool result as the wire takes it: no empty parts, and an error always says something. */
function solid<T extends UserBlock>(block: T): T | ToolResultBlock {
	if (block.type !== 'tool_result') return block;
	const content =
		typeof block.content === 'string' ? block.content : block.content.filter(isSaying);
	const silent = content.length === 0;
	if (silent && block.is_error) return { ...block, content: 'The tool failed without a word.' };
	if (typeof content === 'string' || content.length === block.content.length) return block;
	return { ...block, content: silent ? '' : content };
}

/** Without definitions of tools in the request, calls and results go as text. */
export function callsAsText(content: readonly AssistantBlock[]): readonly AssistantBlock[] {
	return content.map((block) =>
		block.type === 'tool_use'
			? said(`[Called the tool ${block.name}: ${JSON.stringify(block.input)}]`)
			: block
	);
}

export const resultsAsText = (content: readonly UserBlock[]): readonly UserBlock[] =>
	content.map((block) =>
		block.type === 'tool_result'
			? said(`[Result of a tool: ${textOfResult(block) || 'nothing'}]`)
			: block
	);

const said = (text: string): TextBlock => ({ type: 'text', text });

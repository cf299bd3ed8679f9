/** What a script says the model answers, and how that becomes a message: signed, counted and cut at its limits. */
import type { FaultName } from '../fault-names.ts';
import type { ScriptedModel } from '../models.ts';
import { pass, stepInto, type Standing, type ThinkingBinder } from '../thinking.ts';
import { countBlock, countText, cutText } from '../counting/tokens.ts';
import type { MessagesBody, WireBlock } from '../wire.ts';

export interface ToolCall {
	readonly name: string;
	readonly input?: Readonly<Record<string, unknown>>;
	/** Made by the server when left out. */
	readonly id?: string;
}

type AnswerBlock =
	| { readonly thinking: string }
	/** Thinking that is not shown. */
	| { readonly redacted: true }
	| { readonly text: string }
	| { readonly toolCall: ToolCall };

export interface Answer {
	/** Left out of the answer when the request does not let the model think. */
	readonly thinking?: string;
	readonly text?: string;
	readonly toolCalls?: readonly ToolCall[];
	/** Blocks in an order of their own, instead of thinking, text and calls. */
	readonly blocks?: readonly AnswerBlock[];
	/** Any string, so that values of the future can be tried. */
	readonly stopReason?: string;
	/** Category of a refusal. */
	readonly refusalCategory?: string | null;
	/** What it tells of parts that the model was not shown as they were sent. */
	readonly transformations?: readonly {
		readonly type: string;
		readonly path: string;
		readonly reason: string;
	}[];
	/** Milliseconds before the headers are sent. */
	readonly delayMs?: number;
	readonly tokensPerSecond?: number;
	/** Writes the stream in pieces of so many bytes. */
	readonly chunkBytes?: number;
	readonly fault?: FaultName;
	/** Deltas to be sent before a fault in the stream strikes; half of them when left out. */
	readonly after?: number;
}

export type ProducedBlock =
	| { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
	| { readonly type: 'redacted_thinking'; readonly data: string }
	| { readonly type: 'text'; readonly text: string }
	| {
			readonly type: 'tool_use';
			readonly id: string;
			readonly name: string;
			/** The arguments as text; half of them when the limit fell inside. */
			readonly json: string;
	  };

export interface Produced {
	readonly blocks: readonly ProducedBlock[];
	readonly stopReason: string;
	readonly stopSequence: string | null;
	readonly refusalCategory: string | null;
	readonly outputTokens: number;
	readonly thinkingTokens: number;
}

export interface Limits {
	readonly body: MessagesBody;
	readonly model: ScriptedModel;
	readonly inputTokens: number;
	readonly thinks: boolean;
	readonly standing: Standing;
	readonly binder: ThinkingBinder;
	readonly newCallId: () => string;
}

export function produce(answer: Answer, limits: Limits): Produced {
	const room = roomFor(limits);
	const blocks: ProducedBlock[] = [];
	let at = limits.standing;
	let used = 0;
	let thinkingTokens = 0;
	let limit: string | null = null;
	let stopSequence: string | null = null;
	for (const wanted of blocksWanted(answer, limits)) {
		const block = cutAtStop(wanted, limits.body.stop_sequences ?? []);
		const full = weigh(block);
		const fits = used + full <= room.tokens;
		const kept = fits ? block : cutBlock(block, room.tokens - used);
		if (kept) {
			const made = make(kept, { at, limits, whole: fits });
			blocks.push(made);
			at = pass(at, 'assistant', asWire(made));
			const weight = fits ? full : room.tokens - used;
			used += weight;
			if ('thinking' in kept) thinkingTokens += weight;
		}
		if (!fits) limit = room.reason;
		stopSequence = fits ? stoppedBy(wanted, limits.body.stop_sequences ?? []) : null;
		if (limit !== null || stopSequence !== null) break;
	}
	const callIds = blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
	if (blocks.some((block) => block.type === 'thinking' || block.type === 'redacted_thinking'))
		limits.binder.rememberCalls(callIds);
	const natural = stopSequence ? 'stop_sequence' : callIds.length > 0 ? 'tool_use' : 'end_turn';
	return {
		blocks,
		stopReason: answer.stopReason ?? limit ?? natural,
		stopSequence,
		refusalCategory: answer.refusalCategory ?? null,
		outputTokens: Math.max(1, used),
		thinkingTokens
	};
}

/** A produced block as it will stand in a later request. */
function asWire(block: ProducedBlock): WireBlock {
	if (block.type !== 'tool_use') return { ...block };
	return { type: 'tool_use', id: block.id, name: block.name, input: parsed(block.json) };
}

/** The arguments of a call; those of a call that was cut are lost. */
export function parsed(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch (error) {
		if (error instanceof SyntaxError) return {};
		throw error;
	}
}

function roomFor(limits: Limits): { readonly tokens: number; readonly reason: string } {
	const most = limits.body.max_tokens ?? limits.model.maxOutput;
	const left = Math.max(0, limits.model.window - limits.inputTokens);
	if (left < most) return { tokens: left, reason: 'model_context_window_exceeded' };
	return { tokens: most, reason: 'max_tokens' };
}

function blocksWanted(answer: Answer, limits: Limits): readonly AnswerBlock[] {
	const all: AnswerBlock[] = [...(answer.blocks ?? [])];
	if (!answer.blocks) {
		if (answer.thinking !== undefined) all.push({ thinking: answer.thinking });
		if (answer.text !== undefined && answer.text !== '') all.push({ text: answer.text });
		for (const toolCall of answer.toolCalls ?? []) all.push({ toolCall });
	}
	if (limits.thinks) return all;
	return all.filter((block) => !('thinking' in block) && !('redacted' in block));
}

function weigh(block: AnswerBlock): number {
	if ('thinking' in block) return countText(block.thinking);
	if ('text' in block) return countText(block.text);
	if ('redacted' in block) return 40;
	return countBlock({
		type: 'tool_use',
		name: block.toolCall.name,
		input: block.toolCall.input ?? {}
	});
}

function cutBlock(block: AnswerBlock, tokens: number): AnswerBlock | null {
	if (tokens <= 0) return null;
	if ('thinking' in block) return { thinking: cutText(block.thinking, tokens) };
	if ('text' in block) {
		const text = cutText(block.text, tokens);
		return text.trim() === '' ? null : { text };
	}
	return 'toolCall' in block ? block : null;
}

function make(
	block: AnswerBlock,
	how: { readonly at: Standing; readonly limits: Limits; readonly whole: boolean }
): ProducedBlock {
	const at = stepInto(how.at, 'assistant');
	const { binder, body, newCallId } = how.limits;
	if ('redacted' in block) return { type: 'redacted_thinking', data: binder.sign(at, '') };
	if ('text' in block) return { type: 'text', text: block.text };
	if ('thinking' in block) {
		const thinking = body.thinking?.display === 'omitted' ? '' : block.thinking;
		return { type: 'thinking', thinking, signature: binder.sign(at, thinking) };
	}
	const { id, name, input } = block.toolCall;
	const json = JSON.stringify(input ?? {});
	return {
		type: 'tool_use',
		id: id ?? newCallId(),
		name,
		json: how.whole ? json : json.slice(0, Math.floor(json.length / 2))
	};
}

function cutAtStop(block: AnswerBlock, sequences: readonly string[]): AnswerBlock {
	const sequence = stoppedBy(block, sequences);
	if (sequence === null || !('text' in block)) return block;
	return { text: block.text.slice(0, block.text.indexOf(sequence)) };
}

function stoppedBy(block: AnswerBlock, sequences: readonly string[]): string | null {
	if (!('text' in block)) return null;
	const found = sequences.filter((sequence) => block.text.includes(sequence));
	found.sort((one, other) => block.text.indexOf(one) - block.text.indexOf(other));
	return found[0] ?? null;
}

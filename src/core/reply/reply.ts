import { type AssistantBlock } from '#core/log/blocks.ts';
import type { Failure } from '#core/failure.ts';
import type { StepState } from '#core/log/turn.ts';

/** A reply as it comes in, and what its end means. Every way an answer can end is defined here and nowhere else. */

/** Something the model said, by the number of the block it belongs to. */
export type Said =
	| { readonly type: 'text' | 'thinking'; readonly index: number; readonly text: string }
	| {
			readonly type: 'tool-call';
			readonly index: number;
			readonly id: string;
			readonly name: string;
	  };

/** Blocks by their number; numbers that belong to blocks we do not know are missing. */
export type Hearing = ReadonlyMap<number, AssistantBlock>;

export const nothingHeard: Hearing = new Map();

/** Fold one piece into what was heard so far. A call has no input until the answer is whole. */
export function hear(hearing: Hearing, said: Said): Hearing {
	const before = hearing.get(said.index);
	const next = new Map(hearing);
	switch (said.type) {
		case 'text':
			next.set(said.index, {
				type: 'text',
				text: (before?.type === 'text' ? before.text : '') + said.text
			});
			break;
		case 'thinking':
			next.set(said.index, {
				type: 'thinking',
				thinking: (before?.type === 'thinking' ? before.thinking : '') + said.text,
				signature: ''
			});
			break;
		case 'tool-call':
			next.set(said.index, { type: 'tool_use', id: said.id, name: said.name, input: {} });
	}
	return next;
}

export const heardBlocks = (hearing: Hearing): readonly AssistantBlock[] =>
	[...hearing].sort(([a], [b]) => a - b).map(([, block]) => block);

/** A block of which the beginning alone has come. */
const isBare = (block: AssistantBlock): boolean =>
	(block.type === 'text' && block.text === '') ||
	(block.type === 'thinking' && block.thinking + block.signature === '');

/** What may be kept of an answer that broke: calls whose input never came are not calls, and what is bare says nothing. */
export const keptOfBroken = (blocks: readonly AssistantBlock[]): readonly AssistantBlock[] =>
	blocks.filter((block) => block.type !== 'tool_use' && !isBare(block));

/** What a whole answer means. */
type Ending =
	/** The model has said what it had to say. */
	| { readonly kind: 'complete' }
	/** It waits for the results of its calls. */
	| { readonly kind: 'tools' }
	/** It paused, and can be asked to go on from what it has said. */
	| { readonly kind: 'paused' }
	/** It ran out of room, or ended for a reason we do not know: what came is kept, calls are not run. */
	| { readonly kind: 'cut-off' }
	/** Nothing came, because the prompt alone filled the window. */
	| { readonly kind: 'overflow' }
	| { readonly kind: 'failed'; readonly failure: Failure };

const isWord = (block: AssistantBlock): boolean =>
	block.type === 'tool_use' || (block.type === 'text' && block.text.trim() !== '');

/**
 * What the end of an answer means. Calls are run only if the model ended in order to have them run, because the input
 * of a call that was cut off may look complete. An unknown reason never counts as a finished answer.
 */
export function endingOf(answer: {
	readonly content: readonly AssistantBlock[];
	readonly stopReason: string | null;
	readonly stopCategory: string | null;
}): Ending {
	const { content, stopReason } = answer;
	const said = content.some(isWord);
	const calls = content.some((block) => block.type === 'tool_use');
	switch (stopReason) {
		case 'refusal':
			return { kind: 'failed', failure: { kind: 'refused', category: answer.stopCategory } };
		case 'model_context_window_exceeded':
			return said ? { kind: 'cut-off' } : { kind: 'overflow' };
		case 'pause_turn':
			if (calls) return { kind: 'tools' };
			// Thinking alone cannot be sent back, so the answer cannot go on from it.
			return { kind: said ? 'paused' : 'cut-off' };
		case 'tool_use':
		case 'end_turn':
		case 'stop_sequence':
			if (calls) return { kind: 'tools' };
			return said ? { kind: 'complete' } : { kind: 'failed', failure: { kind: 'empty-answer' } };
		default:
			return said || stopReason === 'max_tokens'
				? { kind: 'cut-off' }
				: { kind: 'failed', failure: { kind: 'empty-answer' } };
	}
}

/** The state of a step that broke off: `interrupted` if something came that can be kept, otherwise `failed`. */
export function stateOfBroken(failure: Failure, kept: readonly AssistantBlock[]): StepState {
	if (kept.length === 0 || failure.kind === 'refused' || failure.kind === 'empty-answer')
		return 'failed';
	return 'interrupted';
}

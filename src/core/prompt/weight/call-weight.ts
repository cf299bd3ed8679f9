import type { LedgerSegment } from '#core/ledger/ledger-entry.ts';
import type { Message, ToolResultBlock } from '#core/log/blocks.ts';
import type { Prompt } from '#core/prompt/prompt.ts';
import type { Scale } from '#core/prompt/weight/weigh-parts.ts';

/** What one call of a reply weighs, as the ledger keeps it: the first is the prompt, each later one has what was said since. */
export interface CallWeight {
	/** Tokens, as known before it is sent. */
	readonly tokens: number;
	readonly segments: readonly LedgerSegment[];
}

export const weightOfPrompt = ({
	segments,
	weight
}: Pick<Prompt, 'segments' | 'weight'>): CallWeight => ({
	tokens: weight.tokens,
	// The fields are copied by name: spreading a segment would build its text, which nobody reads here.
	segments: segments.map(({ source, tokens, on }) => ({ source, tokens, on }))
});

/** The call behind a step. What the step said, and what its tools answered, is part of the newest exchange. */
export function weightAfter(
	{ tokens, segments }: CallWeight,
	scale: Pick<Scale, 'messages'>,
	step: {
		/** Messages of the call it answered, and of the one that follows. */
		readonly before: readonly Message[];
		readonly after: readonly Message[];
		/** Size of the context behind the step, tokens; null where nothing was reported. */
		readonly reported: number | null;
		readonly results: readonly ToolResultBlock[];
	}
): CallWeight {
	const added = Math.max(0, scale.messages(step.after) - scale.messages(step.before));
	const answered =
		step.results.length > 0 ? [{ role: 'user' as const, content: step.results }] : [];
	return {
		tokens: step.reported === null ? tokens + added : step.reported + scale.messages(answered),
		segments: segments.map((segment) =>
			segment.source === 'New message' ? { ...segment, tokens: segment.tokens + added } : segment
		)
	};
}

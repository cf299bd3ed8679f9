import type { Policy } from '#core/presets/policy.ts';
import type { TurnsSaid, Weight } from '#core/prompt/prompt.ts';
import type { Session } from '#core/session/session.ts';
import type { ModelCard } from '#core/models/model-card.ts';

/** What a prompt weighs and how much it may weigh. Unknown is shown as unknown and never counts as nothing (INV-10, INV-11). */

/** Assumed window of a model whose window is unknown, tokens: the longest answer depends on it. */
const assumedWindow = 200_000;

/** Longest answer asked for where the model's own maximum is unknown, tokens. */
const assumedAnswer = 8192;

/** `max_tokens` of a request: what the model can, but never more than a quarter of its window. */
export function maxTokensOf({ window, maxOutput }: ModelCard): number {
	const quarter = Math.floor((window ?? assumedWindow) / 4);
	return Math.max(1, Math.min(maxOutput ?? assumedAnswer, quarter));
}

/** A report of the endpoint that covers the beginning of a new prompt. */
export interface Measured {
	/** Reported size of the context behind the measured step, less what has been shortened in it since, tokens. */
	readonly reported: number;
	/** Calibrated estimate of what came after it, tokens. */
	readonly after: number;
}

/**
 * The last reported usage, if it measured the beginning of this prompt: same model, epoch and summary (INV-7, INV-8).
 * Only the assembler knows whether its step is still sent.
 */
export function usageFor(
	session: Pick<Session, 'lastUsage'>,
	now: { readonly model: string; readonly epoch: number; readonly summaryId: string | null }
): Session['lastUsage'] {
	const last = session.lastUsage;
	return last?.model === now.model && last.epoch === now.epoch && last.summaryId === now.summaryId
		? last
		: null;
}

export function weightOf(
	estimated: number,
	measured: Measured | null,
	{
		card,
		policy,
		turns
	}: { readonly card: ModelCard; readonly policy: Policy; readonly turns: TurnsSaid | null }
): Weight {
	return {
		tokens: measured ? measured.reported + measured.after : estimated,
		usable: card.window === null ? null : policy.usable,
		window: card.window,
		maxOutput: policy.maxOutput,
		soft: policy.soft,
		hard: policy.hard,
		turns,
		basis: measured ? 'reported' : 'estimated'
	};
}

/** The endpoint's own count of a prompt takes the place of the estimate. */
export const withCount = <T extends { readonly weight: Weight }>(prompt: T, tokens: number): T => ({
	...prompt,
	weight: { ...prompt.weight, tokens, basis: 'counted' }
});

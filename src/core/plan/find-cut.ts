import { chooseCut, requestedStart, type Cut } from '#core/plan/boundary.ts';
import { sumOf, type Item } from '#core/plan/items.ts';
import type { PlanInput } from '#core/plan/planned.ts';
import { leastSummary, type SummarySizes } from '#core/plan/sizes.ts';
import type { Keep } from '#core/presets/preset.ts';

/** How much stays word for word: the cut that a preset wants, as far as the room goes, and what is tried for less. */

/**
 * At most so many tokens stay word for word: what the preset says, and what the target leaves (INV-3). Where that is
 * next to nothing (a small window, much memory) the last answer before the newest message stays all the same, if it
 * is short. Presets that reproduce a document keep what they say, until that would reach the threshold at once.
 */
export function mostOf(
	{ policy, floor, carried }: PlanInput,
	{
		usable,
		sizes,
		cuts
	}: { readonly usable: number; readonly sizes: SummarySizes; readonly cuts: readonly Cut[] }
): number {
	const { keep, target } = policy.preset;
	const spent = floor + carried + sizes.budget + sizes.anchors;
	if (keep.kind !== 'messages-or-usable') return (policy.hard ?? usable) - spent - 1;
	const room = Math.min(keep.atMost * usable, (policy.target ?? target * usable) - spent);
	const lastTwo = cuts.filter(({ whole }) => whole).at(-2)?.stays ?? Infinity;
	return lastTwo <= usable / 10 ? Math.max(room, lastTwo) : room;
}

interface Search {
	readonly items: readonly Item[];
	readonly cuts: readonly Cut[];
	readonly input: PlanInput;
	readonly scale: { readonly usable: number; readonly window: number };
	readonly most: number;
	/** Tokens of all items. */
	readonly content: number;
	/** Tokens of the summary that is replaced, and of what it repeats. */
	readonly held: number;
}

/** Where to cut; null if nothing would be covered. */
export function findCut({ items, cuts, input, scale, most, content, held }: Search): Cut | null {
	const tries = triesOf(input, items, { usable: scale.usable, content, held });
	for (const { keep, usable, worth } of tries) {
		const requested = requestedStart(items, keep, { usable, window: scale.window });
		const cut = chooseCut(cuts, requested, most);
		if (cut && content - cut.stays > worth) return cut;
	}
	return null;
}

/** How many tokens a summary must free, beyond what comes with it, to be worth its call. */
const worthTheCall = 500;

interface TryKeep {
	readonly keep: Keep;
	/** What the shares are taken of, tokens. */
	readonly usable: number;
	/** More than so many tokens must be covered. */
	readonly worth: number;
}

/**
 * Somebody who asks for a summary by hand gets one long before the window is full: shares are then taken of what
 * is there, and of a few long messages half may go, or all but the newest, where that frees more than the summary and
 * its company take. Each try must be worth it: a short turn at the beginning is no reason to stop looking.
 */
function triesOf(
	{ policy, trigger, carried }: PlanInput,
	items: readonly Item[],
	{
		usable,
		content,
		held
	}: { readonly usable: number; readonly content: number; readonly held: number }
): readonly TryKeep[] {
	const { keep } = policy.preset;
	if (keep.kind !== 'messages-or-usable' || trigger !== 'manual')
		return [{ keep, usable, worth: 0 }];
	const there = Math.min(usable, content);
	const half = Math.min(keep.messages, Math.ceil(sumOf(items, 'messages') / 2));
	const worth = 2 * carried + worthTheCall;
	return [
		{ keep, usable: there, worth: Math.max(0, carried + leastSummary - 1 - held) },
		{ keep: { ...keep, messages: half }, usable: there, worth },
		// So little left costs the reader more: it must free twice as much.
		{ keep: { ...keep, messages: 2 }, usable: 0, worth: 2 * worth }
	];
}

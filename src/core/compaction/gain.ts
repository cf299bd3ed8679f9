import type { CompactionTrigger } from '#core/compaction/trigger.ts';
import type { Plan } from '#core/plan/planned.ts';
import type { Summary } from '#core/summary/summary.ts';

/** What a finished summary gains, and whether that is enough. All sizes are tokens of the whole prompt. */

/** Whether a prompt of this size is smaller than before: a summary that makes it larger helps nobody, paid as it is. */
export const isGain = (
	tokens: number,
	{ trigger, tokensBefore }: { readonly trigger: CompactionTrigger } & Pick<Plan, 'tokensBefore'>
): boolean =>
	// A summary that is made again may say more than the worn one did. Where the endpoint itself says that a prompt is too long,
	// our own weights are no measure.
	trigger === 'again' || trigger === 'overflow' || tokens < tokensBefore;

/** Whether a draft comes to what the plan wanted; if not, the same is not tried again until the log grows (INV-3). */
export const isEnough = (
	{ tokensAfter }: Pick<Summary, 'tokensAfter'>,
	{ target }: Pick<Plan, 'target'>
): boolean => target === null || tokensAfter <= target;

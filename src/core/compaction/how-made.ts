import type { Compaction } from '#core/compaction/compaction.ts';
import type { Failure } from '#core/failure.ts';
import { addPrices } from '#core/models/price.ts';
import type { Summary, SummaryTier } from '#core/summary/summary.ts';

/** How a summary was made, told from the job that made it: on which rung of the ladder, for how much, from what of its source. */

/** From the best to the worst. */
const tiers: readonly SummaryTier[] = [
	'full',
	'smaller-chunks',
	'cheaper-model',
	'partial',
	'extractive',
	'placeholder'
];

/** The worst tier of the parts names the whole. */
const worstOf = (parts: readonly SummaryTier[]): SummaryTier =>
	tiers.findLast((tier) => parts.includes(tier)) ?? 'full';

/** `isPartial`: not every part could be summarised. `spentBeside`: US dollars that no part says; null: unknown. */
export function howMade(
	{ chunks, failure }: Pick<Compaction, 'chunks' | 'failure'>,
	{ isPartial, spentBeside }: { readonly isPartial: boolean; readonly spentBeside: number | null }
): Pick<Summary, 'tier' | 'lossy' | 'cost'> & { readonly failure: Failure | null } {
	const tier = isPartial ? 'partial' : worstOf(chunks.map((part) => part.tier));
	return {
		tier,
		failure: tier === 'full' || !failure ? null : withoutDetail(failure),
		cost: chunks.map(({ cost }) => cost).reduce(addPrices, spentBeside),
		lossy: chunks.flatMap(({ shortened = [] }) =>
			shortened.map(({ seq, step }) => `${seq}:${step}`)
		)
	};
}

/** The endpoint's own words may quote a message: they stay with the job, which forgetting knows. */
const withoutDetail = (failure: Failure): Failure =>
	'detail' in failure ? { ...failure, detail: '' } : failure;

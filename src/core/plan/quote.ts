import type { Plan } from '#core/plan/planned.ts';
import type { SummaryCall } from '#core/models/compaction-price.ts';

/** What the calls of a plan will weigh, for its price: an expectation, made before any of them is sent. */

/** Memory lines and a little thinking beside the summary, tokens. */
const besides = 400;

/** Each part reads its transcript, the instructions, and the summary of the parts before it. */
export const callsOfPlan = (
	{ chunks, sizes, previousId }: Pick<Plan, 'chunks' | 'sizes' | 'previousId'>,
	instructions: number
): readonly SummaryCall[] =>
	chunks.map(({ index, tokens }) => ({
		input: tokens + instructions + (index > 0 || previousId !== null ? sizes.budget : 0),
		cached: 0,
		output: Math.min(sizes.output, sizes.budget + besides)
	}));

/** The journal that is written before: each call reads a stretch of the same messages, and tells some lines. */
export const callsOfJournal = (
	chunks: readonly { readonly tokens: number }[],
	instructions: number
): readonly SummaryCall[] =>
	chunks.map(({ tokens }) => ({ input: tokens + instructions, cached: 0, output: besides }));

/** The flush turn reads the prompt as it is, mostly from the cache, and says little. */
export const callOfFlush = (
	{ tokensBefore }: Pick<Plan, 'tokensBefore'>,
	cached: number
): SummaryCall => ({ input: tokensBefore + besides, cached, output: besides });

/** Inside the conversation there is one call: the prompt as it is and the instructions, mostly from the cache. */
export const callInside = (
	{ sizes, tokensBefore }: Pick<Plan, 'sizes' | 'tokensBefore'>,
	{ instructions, cached }: { readonly instructions: number; readonly cached: number }
): readonly SummaryCall[] => [
	{
		input: tokensBefore + instructions,
		cached,
		output: Math.min(sizes.output, sizes.budget + besides)
	}
];

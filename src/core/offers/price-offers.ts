import { callOfFlush, callsOfJournal } from '#core/plan/quote.ts';
import { isLastTurn } from '#core/plan/turns-said.ts';
import { policyFor } from '#core/presets/policy.ts';
import { priceOfCompaction, priceOfSummary } from '#core/models/compaction-price.ts';
import { addPrices } from '#core/models/price.ts';
import { cacheLifetimeOf } from '#core/settings.ts';
import { cardOf, onDevice } from '#core/models/model-card.ts';
import { summaryModels } from '#core/summarise/models.ts';
import type { Summary } from '#core/summary/summary.ts';
import type { Looked, Offer } from '#core/offers/first-call.ts';

/** What is said about money before any is spent on summaries, and what one saves. */

/** About what a summary has, with its memory lines, tokens. */
const summaryOutput = 2000;

/** Once the conversation has grown long, and until the person has said yes or no (context.md 7). */
export function backgroundOffer({ settings, session, answerer, weight }: Looked): Offer | null {
	if (!settings?.automaticCompaction || settings.backgroundDrafts !== 'not-asked') return null;
	const soft = weight?.soft ?? null;
	if (answerer === onDevice || !weight) return null;
	const isSoon = (soft !== null && weight.tokens >= soft) || isLastTurn(weight.turns);
	if (!isSoon) return null;
	const own = cardOf(settings, answerer);
	const policy = policyFor(settings, session, own);
	const { flush, memory } = policy.preset;
	const { first } = summaryModels(settings, policy, answerer);
	// Where a preset lets code write, nothing is spent but on its flush.
	if (!first && !flush) return null;
	const call = { input: weight.tokens, cached: 0, output: summaryOutput };
	// What is asked before it is paid for with it.
	const journal = memory === 'before' ? callsOfJournal([{ tokens: weight.tokens }], 0) : [];
	const asked = flush ? [callOfFlush({ tokensBefore: weight.tokens }, 0)] : [];
	const summary = priceOfSummary([call, ...journal], first);
	const flushing = priceOfSummary(asked, own);
	return { model: first?.id ?? answerer, dollars: addPrices(summary, flushing) };
}

/**
 * What a draft would save, now that its price is known: US dollars on each later turn, and after how many of them it has
 * paid for itself. Null where a price is unknown.
 */
export function savingsOf(
	{ settings, answerer }: Pick<Looked, 'settings' | 'answerer'>,
	draft: Pick<Summary, 'tokensBefore' | 'tokensAfter' | 'cost'>
): { readonly perTurn: number; readonly breakEven: number | 'never' } | null {
	if (!settings || answerer === onDevice) return null;
	const lifetime = cacheLifetimeOf(settings, answerer);
	const { savedPerTurn, breakEven } = priceOfCompaction({
		before: draft.tokensBefore,
		after: draft.tokensAfter,
		// What is held warm changes by the minute; the dearer case is told.
		cached: draft.tokensBefore,
		lifetime,
		card: cardOf(settings, answerer),
		compacting: draft.cost
	});
	return savedPerTurn === null || breakEven === null ? null : { perTurn: savedPerTurn, breakEven };
}

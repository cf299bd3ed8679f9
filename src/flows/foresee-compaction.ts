import { cachedTokens } from '#core/cache.ts';
import { isLocalEndpoint } from '#core/endpoint.ts';
import { callsOfPlan } from '#core/plan/quote.ts';
import type { Preset } from '#core/presets/preset.ts';
import { priceOfCompaction, priceOfSummary } from '#core/price.ts';
import { cardOf, onDevice } from '#core/settings.ts';
import { turnNumber } from '#core/transcript.ts';
import type { CompactPorts } from '#flows/compact-ports.ts';
import { readCase } from '#flows/compaction-case.ts';
import { failed } from '#flows/done.ts';
import { instructionsOf, planCase, rulesFor } from '#flows/plan-case.ts';
import type { PromptFacts, WorkshopJobs } from '#flows/ports.ts';

/** What a compaction by hand would come to now: planned as the real one is, and nothing is called or stored. */

type Outcome = WorkshopJobs['foresee']['outcome'];

export async function foreseeCompaction(
	{ db, clock }: Pick<CompactPorts, 'db' | 'clock'>,
	{
		sessionId,
		facts,
		trial
	}: { readonly sessionId: string; readonly facts: PromptFacts; readonly trial: Preset | null }
): Promise<Outcome> {
	const { answerer } = facts;
	const found = await readCase(db, { sessionId, branch: null, answerer, trial });
	if (!found) return failed({ kind: 'changed-meanwhile' });
	const rules = rulesFor(found, clock.newId());
	const planned = planCase({ found, facts, trigger: 'manual', rules });
	if (planned.kind !== 'plan') return { status: 'foreseen', foreseen: planned };
	const { settings, session, models } = found;
	const isNear = answerer === onDevice || isLocalEndpoint(settings.endpoint);
	const lifetime = isNear ? null : settings.cacheLifetime;
	const look = { model: answerer, lifetime, now: clock.now() };
	const calls = callsOfPlan(planned, instructionsOf(found));
	const price = priceOfCompaction({
		before: planned.tokensBefore,
		after: planned.projected,
		cached: cachedTokens(session, look),
		lifetime,
		card: cardOf(settings, answerer),
		compacting: priceOfSummary(calls, models.first)
	});
	const { turnCount, messageCount, coveredTokens, tail, tokensBefore, projected } = planned;
	return {
		status: 'foreseen',
		foreseen: {
			kind: 'plan',
			turnCount,
			messageCount,
			coveredTokens,
			tail,
			tokensBefore,
			projected,
			fromTurn: turnNumber(planned.from.seq),
			throughTurn: turnNumber(planned.through.seq),
			calls: models.first ? calls.length : 0,
			model: models.first?.id ?? null,
			price
		}
	};
}

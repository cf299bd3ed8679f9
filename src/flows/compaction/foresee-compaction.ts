import { cachedTokens } from '#core/wire/cache.ts';
import { callInside, callOfFlush, callsOfJournal, callsOfPlan } from '#core/plan/quote.ts';
import { hasRoomInside } from '#core/plan/sizes.ts';
import { turnsSaid } from '#core/plan/turns-said.ts';
import type { Preset } from '#core/presets/preset.ts';
import type { CompactionTrigger } from '#core/compaction/trigger.ts';
import type { Plan } from '#core/plan/planned.ts';
import {
	priceOfCompaction,
	priceOfSummary,
	type SummaryCall
} from '#core/models/compaction-price.ts';
import { addPrices } from '#core/models/price.ts';
import { cacheLifetimeOf } from '#core/settings.ts';
import { cardOf, onDevice } from '#core/models/model-card.ts';
import { readsInside } from '#core/summarise/models.ts';
import { toldWithin } from '#core/log/coverage.ts';
import { turnNumber } from '#core/log/turn.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import { readCase, type CompactionCase } from '#flows/compaction/case/compaction-case.ts';
import { withNotes } from '#flows/compaction/case/notes-of-today.ts';
import { promptInside } from '#flows/compaction/write/summarise-inside.ts';
import { failed } from '#flows/done.ts';
import { instructionsOf, mayBeInside, planCase } from '#flows/compaction/case/plan-case.ts';
import type { PromptFacts } from '#core/compaction/stored-job.ts';
import { instructionsOf as toldWith, planExtraction } from '#flows/learning/extract-part.ts';
import { cycleOf, isOver } from '#flows/learning/flush-cycle.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';

/** What a compaction, by hand if nothing else is said, would come to now: planned as the real one is, and nothing is called or stored. */

type Outcome = WorkshopJobs['foresee']['outcome'];

export async function foreseeCompaction(
	ports: Pick<CompactPorts, 'db' | 'clock'>,
	{
		sessionId,
		branch = null,
		trigger = 'manual',
		facts,
		trial
	}: {
		readonly sessionId: string;
		readonly branch?: string | null;
		readonly trigger?: CompactionTrigger;
		readonly facts: PromptFacts;
		readonly trial: Preset | null;
	}
): Promise<Outcome> {
	const { db, clock } = ports;
	const { answerer, prompt } = facts;
	const read = await readCase(db, { sessionId, branch, answerer, prompt, trial });
	if (!read) return failed({ kind: 'changed-meanwhile' });
	const found = await withNotes(ports, read);
	const planned = planCase({ found, facts, trigger });
	const turns = turnsSaid(found.policy.preset, found.exchanges, {
		since: found.previous,
		before: found.session.saidBefore,
		leftOut: found.excluded.leftOut
	});
	if (planned.kind !== 'plan') return { status: 'foreseen', foreseen: { ...planned, turns } };
	const { settings, session, models } = found;
	const lifetime = cacheLifetimeOf(settings, answerer);
	const now = clock.now();
	const card = cardOf(settings, answerer);
	const cached = cachedTokens(session, { model: answerer, lifetime, now, prompt });
	const { reading } = found.policy.preset;
	const instructions = instructionsInside(found, planned);
	const tokens = (facts.tokens ?? planned.tokensBefore) + instructions;
	const inside =
		mayBeInside(found) &&
		readsInside(settings, session, { answerer, now, reading, prompt }) &&
		hasRoomInside(planned.sizes, { tokens, window: card.window });
	const calls = inside
		? callInside(planned, { instructions, cached })
		: callsOfPlan(planned, instructionsOf(found));
	const journal = journalOf(found, planned);
	const flush = (await isFlushFirst(db, found)) ? [callOfFlush(planned, cached)] : [];
	const price = priceOfCompaction({
		before: planned.tokensBefore,
		after: planned.projected,
		cached,
		lifetime,
		card,
		compacting: [
			inside ? priceOfSummary(calls, card, lifetime) : priceOfSummary(calls, models.first),
			priceOfSummary(journal, models.first),
			priceOfSummary(flush, card, lifetime)
		].reduce(addPrices)
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
			calls: models.first ? calls.length + journal.length : 0,
			model: inside ? answerer : (models.first?.id ?? null),
			inside,
			price,
			turns
		}
	};
}

/** What is asked for behind the conversation, tokens. */
const instructionsInside = (found: CompactionCase, plan: Plan): number =>
	found.scale.text(promptInside({ found, plan, focus: null }).text);

/** Where the preset notes facts before it summarises: the same messages are read once more for that. */
function journalOf(found: CompactionCase, plan: Plan): readonly SummaryCall[] {
	const card = found.models.first;
	if (found.policy.preset.memory !== 'before' || !card) return [];
	const extraction = planExtraction({
		found,
		exchanges: toldWithin(found.exchanges, plan),
		what: 'journal',
		card,
		nonce: '0'.repeat(12)
	});
	return callsOfJournal(extraction.chunks, toldWith(extraction));
}

/** Whether the model of the session would be asked first what to remember: that is part of what it costs. */
const isFlushFirst = async (
	db: CompactPorts['db'],
	{ policy, answerer, session, previous }: CompactionCase
): Promise<boolean> =>
	policy.preset.flush !== null &&
	answerer !== onDevice &&
	!session.offRecord &&
	!(await isOver(db, session.id, cycleOf(previous)));

import { branchAt } from '#core/log/path.ts';
import { linkThrough } from '#core/log/chain.ts';
import type { AnchorList } from '#core/anchors/rank.ts';
import type { Passage } from '#core/anchors/passage.ts';
import { howMade } from '#core/compaction/how-made.ts';
import { taintOf, worse } from '#core/provenance/taint.ts';
import { lastIndexOf, type Exchange, type Position } from '#core/log/turn.ts';
import type { Compaction } from '#core/compaction/compaction.ts';
import type { Plan } from '#core/plan/planned.ts';
import type { PromptFacts, StoredJob } from '#core/compaction/stored-job.ts';
import { addPrices } from '#core/models/price.ts';
import { onDevice } from '#core/models/model-card.ts';
import { passagesOf } from '#core/summarise/passages.ts';
import { withStatuses } from '#core/summarise/requests.ts';
import { anchorsBeside } from '#core/summary/anchors-beside.ts';
import { spoken, type Summary } from '#core/summary/summary.ts';
import { toldWithin } from '#core/log/coverage.ts';
import { familyOf } from '#core/tokens/family.ts';
import { nextRound } from '#db/summaries/drafts.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import { writtenOn, type CompactionCase } from '#flows/compaction/case/compaction-case.ts';
import { keptWith, lossOf } from '#flows/compaction/draft/loss-of.ts';
import { countsThrough } from '#flows/compaction/case/plan-case.ts';
import { memoryTaint } from '#flows/desk/session-words.ts';

/** The draft that comes of a finished compaction: its text, its anchors, what it lost. */

export interface Finished {
	readonly job: Compaction;
	readonly found: CompactionCase;
	readonly plan: Plan;
	readonly stored: StoredJob & { readonly facts: PromptFacts };
	/** Not every part could be summarised; the boundary moves back to the last one that was (INV-16). */
	readonly isPartial: boolean;
	/** US dollars for tries of which no part came; null: unknown. */
	readonly spent: number | null;
}

/** What the draft is made of. */
export interface Made {
	readonly last: Compaction['chunks'][number];
	readonly through: Position;
	readonly covered: readonly Exchange[];
	readonly said: readonly Passage[];
	readonly text: string;
}

export function madeOf({ job, found, plan, isPartial }: Finished): Made | null {
	const last = job.chunks.at(-1);
	if (!last) return null;
	const through = isPartial ? last.through : plan.through;
	const covered = toldWithin(found.exchanges, { from: plan.from, through });
	const text =
		found.policy.preset.asked.form === 'recommended' && last.model !== onDevice
			? withStatuses(last.text, withoutExcluded(covered, found), {
					cap: plan.sizes.cap,
					weigh: (words) => found.scale.text(words)
				})
			: last.text;
	return { last, through, covered, said: passagesOf(covered, found.excluded.leftOut), text };
}

/** The row of the draft, with what it lost. */
export async function draftFrom(
	ports: CompactPorts,
	finished: Finished,
	made: Made & {
		/** Tokens of the prompt with it and without anchors. */
		readonly bare: number;
		readonly anchors: string;
	}
): Promise<Summary> {
	const { db, clock } = ports;
	const { job, found, plan, stored, isPartial, spent } = finished;
	const { last, through, covered, said, text, bare, anchors } = made;
	const before = spoken(found.previous);
	const { turnCount, messageCount, imageCount } = isPartial
		? countsThrough(found, plan, through)
		: plan;
	const kept = await keptWith(ports, found.session, { text, anchors });
	// What a hand had written into the one that is made again stands in no message.
	const isEdited = (found.replaces?.editedAt ?? null) !== null;
	const spentBeside = addPrices(spent, stored.learntCost);
	return {
		id: clock.newId(),
		sessionId: job.sessionId,
		// Before a fork the turns are those of the branch it left: only there can it be found and used.
		branch: branchAt(found.path, through.seq) ?? found.branch,
		round: await nextRound(db, job.sessionId),
		from: plan.from,
		through,
		status: 'draft',
		standsFor: 'text',
		integrates: before?.id ?? null,
		text,
		originalText: text,
		anchors,
		editedAt: null,
		taint: taintOf(
			stored.inside ? found.exchanges : covered,
			worse(before?.taint ?? 'none', await memoryTaint(db))
		),
		preset: found.policy.preset.id,
		promptId: last.promptId,
		model: last.model,
		...howMade(job, { isPartial, spentBeside }),
		tokensBefore: plan.tokensBefore,
		tokensAfter: bare + found.scale.text(anchors),
		turnCount,
		messageCount,
		imageCount,
		loss: lossOf(covered, { said, kept, before: before ?? (isEdited ? found.replaces : null) }),
		throughHash: linkThrough(found.exchanges, through),
		archiveId: null,
		saidBefore: { path: found.path, step: lastIndexOf(found.exchanges.at(-1)?.steps ?? []) },
		createdAt: clock.now(),
		committedAt: null,
		compactionId: job.id
	};
}

export const withoutExcluded = (
	exchanges: readonly Exchange[],
	{ excluded }: Pick<CompactionCase, 'excluded'>
): readonly Exchange[] => exchanges.filter(({ turn }) => !excluded.leftOut.has(turn.turnId));

/** The list beside the prose, where the preset has one. */
export const anchorsFor = (
	found: CompactionCase,
	{ sizes }: Plan,
	said: readonly Passage[]
): AnchorList | null => {
	const { policy, previousAnchors, replaces, answerer } = found;
	return policy.preset.anchors
		? anchorsBeside(said, {
				before: writtenOn(found),
				counts: previousAnchors,
				isAgain: replaces !== null,
				budget: sizes.anchors,
				family: familyOf(answerer)
			})
		: null;
};

import { turnsMarked } from '#core/log/marks.ts';
import { isEnough, isGain } from '#core/compaction/gain.ts';
import { vainKey, withKey } from '#core/plan/plan-key.ts';
import { holdsSecret, synthesisOf } from '#core/summarise/synthesis.ts';
import type { Summary } from '#core/summary/summary.ts';
import { changeSession } from '#db/log/sessions.ts';
import { findTurns, marksOf } from '#db/log/turns.ts';
import { addDraft } from '#db/summaries/drafts.ts';
import type { Stored } from '#db/storing.ts';
import { noteActivity } from '#flows/activity.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import { verbatimTokens, writtenOn } from '#flows/compaction/case/compaction-case.ts';
import { endWithoutPlan } from '#flows/compaction/job/end-compaction.ts';
import {
	anchorsFor,
	draftFrom,
	madeOf,
	withoutExcluded,
	type Finished,
	type Made
} from '#flows/compaction/draft/make-draft.ts';
import { discarded } from '#flows/compaction/discard-draft.ts';
import { proposeLearnt } from '#flows/learning/propose-learnt.ts';
import type { CompactOutcome } from '#flows/ports/workshop.ts';

/**
 * The end of a compaction: memory lines to the desk, and the draft that waits for the user. Lines first, so that facts
 * are safe before anything stands in front of them. They stay where the job is called off in that moment, as they do where
 * the draft is thrown away: each waits for a decision of its own, is paid for, and is not proposed twice by the next job.
 */

export async function keepDraft(
	ports: CompactPorts,
	finished: Finished,
	signal: AbortSignal
): Promise<CompactOutcome> {
	const { db, clock } = ports;
	const { job, found, plan, stored } = finished;
	const made = madeOf(finished);
	if (!made) return { status: 'failed', failure: { kind: 'summary-rejected', reason: 'empty' } };
	const { text, through, said } = made;
	const bare =
		stored.facts.floor + found.carried + found.scale.text(text) + verbatimTokens(found, through);
	const before = { trigger: job.trigger, tokensBefore: plan.tokensBefore };
	if (!isGain(bare, before)) {
		const planned = { kind: 'no-op', reason: 'little-to-gain', key: vainKey(plan) } as const;
		return endWithoutPlan(ports, { job, found, planned });
	}
	const list = anchorsFor(found, plan, said);
	const anchors = list && isGain(bare + found.scale.text(list.text), before) ? list : null;
	const draft = await draftFrom(ports, finished, { ...made, bare, anchors: anchors?.text ?? '' });
	const proposed = await proposeFrom(ports, finished, made, draft);
	if (proposed.status === 'failed') return proposed;
	const proposals = (stored.learnt ?? 0) + proposed.value;
	// One in which nobody has written is no step that `/undo` should stop at.
	const told = (older: readonly Summary[]) =>
		older.map((one) => discarded(ports, one, { isUndoable: one.editedAt !== null }));
	const change = {
		status: 'review',
		summaryId: draft.id,
		plan: { ...stored, anchors },
		leaseUntil: 0,
		updatedAt: clock.now()
	} as const;
	const origin = { writtenOn: writtenOn(found), job: { change, signal } };
	const put = await addDraft(db, draft, origin, told);
	if (put.status === 'failed') return put;
	await noteDraft(ports, finished, { draft, proposals });
	const replaced = put.value.at(-1);
	return { status: 'drafted', summary: draft, proposals, ...(replaced && { replaced }) };
}

/** Memory lines for the desk, as many as are new; none where the preset wants none, whoever told some all the same. */
async function proposeFrom(
	ports: CompactPorts,
	{ job, found }: Finished,
	{ covered, through }: Made,
	{ sessionId, taint, text }: Summary
): Promise<Stored<number>> {
	const { policy, session } = found;
	if (policy.preset.memory === 'none') return { status: 'stored', value: 0 };
	const lines = job.chunks.flatMap(({ memories }) => memories);
	const marked = turnsMarked(await marksOf(ports.db, sessionId), 'off-record');
	const offRecord = marked.size > 0 ? await findTurns(ports.db, sessionId, marked) : [];
	const synthesis = synthesisOf(text, withoutExcluded(covered, found), {
		preset: policy.preset,
		session,
		isSecret: holdsSecret(offRecord, { path: found.path, through })
	});
	const told = { sessionId, taint, read: withoutExcluded(covered, found) };
	const first = await proposeLearnt(ports, { ...told, source: 'compaction', lines });
	if (first.status === 'failed') return first;
	const then = await proposeLearnt(ports, { ...told, source: 'synthesis', lines: synthesis });
	return then.status === 'failed' ? then : { ...then, value: first.value + then.value };
}

/** Told where people look; where it was not enough, it is not tried again until the log grows (INV-3). */
async function noteDraft(
	ports: CompactPorts,
	{ job, plan }: Finished,
	{ draft, proposals }: { readonly draft: Summary; readonly proposals: number }
): Promise<void> {
	const isShort = !isEnough(draft, plan);
	if (isShort)
		await changeSession(ports.db, job.sessionId, ({ noPlanKey }) => ({
			noPlanKey: withKey(noPlanKey, plan.key)
		}));
	await noteActivity(ports, {
		at: draft.createdAt,
		kind: 'draft',
		sessionId: job.sessionId,
		details: {
			summaryId: draft.id,
			round: draft.round,
			trigger: job.trigger,
			tier: draft.tier,
			tokensBefore: draft.tokensBefore,
			tokensAfter: draft.tokensAfter,
			turns: draft.turnCount,
			model: draft.model,
			cost: draft.cost,
			proposals,
			insufficient: isShort
		}
	});
}

import { chainEndOfStep, linkThrough } from '#core/log/chain.ts';
import { comparePositions } from '#core/log/turn.ts';
import { pathOf } from '#core/log/path.ts';
import type { Compaction } from '#core/compaction/compaction.ts';
import { summaryInUse, type Summary } from '#core/summary/summary.ts';
import { branchesOf, changeInside } from '#db/log/sessions.ts';
import { readExchange } from '#db/log/turns.ts';
import type { Truth } from '#db/schema.ts';
import { Refused, storing, type Stored } from '#db/storing.ts';
import { isLeftOutSince } from '#db/summaries/left-out-since.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { refuseEnded, refuseGroundless } from '#db/summaries/drafts.ts';
import { tell, type Told } from '#db/told.ts';

/**
 * Put a draft to use: summary active, the one before it superseded, counters raised, and told of (checklist 150);
 * all or nothing. Refused when it is no draft any more, empty, the last turn it covers is not the one it was made from
 * (INV-15, INV-38), the summary it was written on was taken out of use, turns it covers were left out
 * or brought back since, or the session has ended.
 */
export const commitSummary = (
	db: Truth,
	id: string,
	{
		at,
		since,
		emergency,
		told
	}: {
		readonly at: number;
		/** What the prompt weighs more than when the draft was made, tokens; below 0 where what it covers is sent shorter now. */
		readonly since: number;
		readonly emergency: boolean;
		readonly told: Told<Summary>;
	}
): Promise<Stored<Summary>> =>
	storing(async () => {
		const cold = await coldLink(db, await db.summaries.get(id));
		return db.transaction(
			'rw',
			[
				...[db.sessions, db.branches, db.turns, db.steps, db.marks, db.cold],
				...[db.summaries, db.compactions, db.activity]
			],
			async () => {
				const draft = await db.summaries.get(id);
				if (draft?.status !== 'draft' || draft.text.trim() === '')
					throw new Refused({ kind: 'changed-meanwhile' });
				await refuseEnded(db, draft);
				const summaries = await summariesOf(db, draft.sessionId);
				const link = (await linkAt(db, draft)) ?? archivedLink(summaries, draft) ?? cold;
				if (link !== draft.throughHash) throw new Refused({ kind: 'changed-meanwhile' });
				await refuseGroundless(db, draft);
				if (await isLeftOutSince(db, draft))
					throw new Refused({ kind: 'changed-meanwhile', why: 'left-out' });
				const path = pathOf(await branchesOf(db, draft.sessionId), draft.branch);
				const before = summaryInUse(summaries, path);
				const isReplaced = before && comparePositions(before.through, draft.through) <= 0;
				if (before?.status === 'active' && isReplaced)
					await db.summaries.put({ ...before, status: 'superseded' });
				const active: Summary = {
					...draft,
					status: 'active',
					tokensBefore: draft.tokensBefore + since,
					tokensAfter: draft.tokensAfter + Math.max(since, 0),
					committedAt: at
				};
				await db.summaries.put(active);
				await tell(db, told(active));
				if (draft.compactionId)
					await db.compactions.update(draft.compactionId, {
						status: 'committed',
						updatedAt: at
					} satisfies Partial<Compaction>);
				await changeInside(db, draft.sessionId, (session) => ({
					counters: {
						...session.counters,
						compactions: session.counters.compactions + 1,
						emergencyCompactions: session.counters.emergencyCompactions + (emergency ? 1 : 0)
					}
				}));
				return active;
			}
		);
	});

/** The hash of the last link that a summary covers. */
async function linkAt(db: Truth, { sessionId, branch, through }: Summary): Promise<string | null> {
	if (through.step < 0) return (await db.turns.get([sessionId, branch, through.seq]))?.hash ?? null;
	const step = await db.steps.get([sessionId, branch, through.seq, through.step]);
	return step ? chainEndOfStep(step) : null;
}

/** The same hash where the rows lie in an archive alone: a summary that was committed while they were here has kept it. */
const archivedLink = (summaries: readonly Summary[], { id, branch, through }: Summary) =>
	summaries.find(
		(other) =>
			other.id !== id &&
			other.committedAt !== null &&
			other.branch === branch &&
			other.through.seq === through.seq &&
			other.through.step === through.step
	)?.throughHash ?? null;

/**
 * The same hash as its archive has it: on a branch that begins among turns that have gone cold, no summary that was
 * committed ends there. Read before the transaction, which would be over by then; no link ever changes.
 */
async function coldLink(db: Truth, draft: Summary | undefined): Promise<string | null> {
	if (!draft || (await linkAt(db, draft)) !== null) return null;
	const { sessionId, branch, through } = draft;
	if (archivedLink(await summariesOf(db, sessionId), draft) !== null) return null;
	const last = await readExchange(db, { sessionId, branch, seq: through.seq });
	return last ? linkThrough([last], through) : null;
}

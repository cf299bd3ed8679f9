import { isCommitted, isOnPath, summaryInUse, type Summary } from '#core/summary/summary.ts';
import { staysWithout } from '#core/summary/ground.ts';
import { pathOf } from '#core/log/path.ts';
import type { Branch } from '#core/session/session.ts';
import type { Truth } from '#db/schema.ts';
import { branchesOf, changeInside } from '#db/log/sessions.ts';
import { Refused, storingIn, type Stored } from '#db/storing.ts';
import { nothingTold, tell, type Told } from '#db/told.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { hasGroundNow, refuseGroundless, tablesOfSummaries } from '#db/summaries/drafts.ts';

/** Taking a committed summary out of use and putting it back: overlays only, no turn is touched. */

/** Which statuses the summaries of a path have when the latest committed round is in use. */
async function settle(db: Truth, of: Pick<Summary, 'sessionId' | 'branch'>): Promise<void> {
	const path = pathOf(await branchesOf(db, of.sessionId), of.branch);
	const summaries = await summariesOf(db, of.sessionId);
	const used = summaryInUse(summaries, path);
	for (const summary of summaries) {
		if (!isCommitted(summary) || !isOnPath(summary, path)) continue;
		const status = summary.id === used?.id ? 'active' : 'superseded';
		if (summary.status !== status) await db.summaries.put({ ...summary, status });
	}
}

/** Whether one was written when the other stood on its way: on the same branch, or on one that left behind it. */
const standsOn = (other: Summary, summary: Summary, branches: readonly Branch[]): boolean =>
	other.round > summary.round && isOnPath(summary, pathOf(branches, other.branch));

/** Whether a round that was written when a summary stood before it stays without it. */
type Stays = typeof staysWithout;

/**
 * Take the rounds that stand on a summary out of use, on whatever branch: they hold what it said, and without it nothing
 * would say what became of the turns before theirs. Returns those that were in use; drafts are discarded.
 */
async function revertRoundsOn(
	db: Truth,
	summary: Summary,
	stays: Stays = () => false
): Promise<readonly Summary[]> {
	const branches = await branchesOf(db, summary.sessionId);
	const all = await summariesOf(db, summary.sessionId);
	const go = all.filter(
		(other) => standsOn(other, summary, branches) && !stays(other, summary, all)
	);
	const reverted = go.filter(isCommitted);
	const revertedWith = summary.id;
	for (const other of reverted)
		await db.summaries.put({ ...other, status: 'reverted', revertedWith });
	for (const draft of go)
		if (draft.status === 'draft')
			await db.summaries.put({ ...draft, status: 'discarded', revertedWith });
	return reverted;
}

/** A summary that is in use or superseded; any other is refused. */
async function committed(db: Truth, id: string): Promise<Summary> {
	const summary = await db.summaries.get(id);
	if (!summary || !isCommitted(summary)) throw new Refused({ kind: 'changed-meanwhile' });
	return summary;
}

/** What becomes of a summary itself when it goes out of use. */
type WayOut = Pick<Summary, 'standsFor'> | Pick<Summary, 'status'>;

const takeOutOfUse =
	(wayOut: WayOut, stays?: Stays) =>
	(
		db: Truth,
		id: string,
		told: Told<readonly Summary[]> = nothingTold
	): Promise<Stored<readonly Summary[]>> =>
		storingIn(db, tablesOfSummaries(db), async () => {
			const summary = await committed(db, id);
			await db.summaries.put({ ...summary, ...wayOut, revertedWith: id });
			const gone = [summary, ...(await revertRoundsOn(db, summary, stays))];
			await settle(db, summary);
			await changeInside(db, summary.sessionId, () => ({}));
			await tell(db, told(gone));
			return gone;
		});

/**
 * Let a summary stand for nothing: the user deleted it, and left out what it stood for. Every later round that stands
 * on it goes out of use. Returns what was changed, as it was, by round. Refused when it is not in use.
 */
export const leaveOutSummary = takeOutOfUse({ standsFor: 'nothing' });

/**
 * Take a committed summary out of use, and every later round that stands on it; the round before it stands again.
 * Returns what was reverted, as it was, by round. Refused when it is not in use.
 */
export const revertSummary = takeOutOfUse({ status: 'reverted' });

/** The same, but rounds stay that hold nothing of it and go on standing for its messages. */
export const revertAlone = takeOutOfUse({ status: 'reverted' }, staysWithout);

const backInUse = ({ revertedWith: _, ...gone }: Summary): Summary => ({
	...gone,
	status: 'active',
	standsFor: 'text'
});

/** A summary that was deleted before it went out of use with another stays deleted, and may be brought back by itself. */
const backWith = (gone: Summary): Summary =>
	gone.standsFor === 'nothing'
		? { ...gone, status: 'active', revertedWith: gone.id }
		: backInUse(gone);

/** What was written while a summary stood for nothing says nothing of it: each may be put back by itself. */
async function clearGap(db: Truth, summary: Summary): Promise<void> {
	for (const { id, ...round } of await revertRoundsOn(db, summary))
		await db.summaries.put({ ...round, id, status: 'reverted', revertedWith: id });
}

/** A summary and the rounds that went out of use with it. Older rows do not say so: the list of activities does. */
async function goneWith(db: Truth, summary: Summary): Promise<readonly Summary[]> {
	const all = await summariesOf(db, summary.sessionId);
	if (summary.revertedWith !== undefined)
		return all.filter(({ id, revertedWith }) => id === summary.id || revertedWith === summary.id);
	const last = await db.activity
		.orderBy('at')
		.reverse()
		.filter(
			({ details }) => details['reverted'] !== undefined && details['summaryId'] === summary.id
		)
		.first();
	const ids = String(last?.details['reverted'] ?? '').split(' ');
	return all.filter(({ id }) => id === summary.id || ids.includes(id));
}

/**
 * Drafts that `went` with a summary wait again, unless another waits there by now or forgetting has left nothing of them.
 * One that was written while the summary stood for nothing does not, now or the next time.
 */
async function returnDraftsOf(
	db: Truth,
	{ id: gone, sessionId }: Summary,
	went: readonly Summary[]
): Promise<void> {
	const branches = await branchesOf(db, sessionId);
	for (const { revertedWith, ...draft } of await summariesOf(db, sessionId)) {
		if (draft.status !== 'discarded' || revertedWith !== gone) continue;
		const path = pathOf(branches, draft.branch);
		const now = await summariesOf(db, sessionId);
		const isTaken = now.some((other) => other.status === 'draft' && isOnPath(other, path));
		const waits = went.some(({ id }) => id === draft.id) && draft.text !== '' && !isTaken;
		const isSound = waits && (await hasGroundNow(db, draft));
		await db.summaries.put({ ...draft, status: isSound ? 'draft' : 'discarded' });
	}
}

/**
 * Put a reverted summary back to use, as it was, and what went out of use with it, also a draft; also one that was made
 * to stand for nothing. Refused when one of them was never in use, when its text is gone, or when the summary it was written on is
 * out of use.
 */
export const restoreSummaries = (
	db: Truth,
	id: string,
	told: Told<readonly Summary[]>
): Promise<Stored<readonly Summary[]>> =>
	storingIn(db, tablesOfSummaries(db), async () => {
		const summary = await db.summaries.get(id);
		if (!summary) throw new Refused({ kind: 'changed-meanwhile' });
		const went = await goneWith(db, summary);
		if (isCommitted(summary) && summary.standsFor === 'nothing') await clearGap(db, summary);
		const restored: Summary[] = [];
		for (const gone of went) {
			if (gone.status === 'discarded' && gone.id !== id) continue;
			// The text of a forgotten one is gone.
			if (gone.committedAt === null || gone.text === '')
				throw new Refused({ kind: 'changed-meanwhile' });
			const again = gone.id === id ? backInUse(gone) : backWith(gone);
			await db.summaries.put(again);
			restored.push(again);
		}
		for (const one of restored) await refuseGroundless(db, one);
		for (const one of restored) await settle(db, one);
		await returnDraftsOf(db, summary, went);
		await changeInside(db, summary.sessionId, () => ({}));
		await tell(db, told(restored));
		return restored;
	});

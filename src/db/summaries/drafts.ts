import type { Compaction } from '#core/compaction/compaction.ts';
import { hasGround, isAsRead, noGround } from '#core/summary/ground.ts';
import { isOnPath, type Summary } from '#core/summary/summary.ts';
import { pathOf } from '#core/log/path.ts';
import type { Truth } from '#db/schema.ts';
import { branchesOf, changeInside, readPath } from '#db/log/sessions.ts';
import { Refused, storingIn, type Stored } from '#db/storing.ts';
import { nothingTold, tell, type Told } from '#db/told.ts';
import { refuseForgotten } from '#db/forgetting/tombstones.ts';
import { summariesOf } from '#db/summaries/summaries.ts';

/** Drafts of summaries: stored in the place of one another, returned, thrown away, edited. */

/** The next round of a session: counted over all branches, never reused (also not after deletion). */
export async function nextRound(db: Truth, sessionId: string): Promise<number> {
	const rows = await summariesOf(db, sessionId);
	return (rows.at(-1)?.round ?? 0) + 1;
}

/** What a change of a summary looks at and writes. */
export const tablesOfSummaries = (db: Truth) => [
	db.sessions,
	db.branches,
	db.summaries,
	db.activity
];

/**
 * A draft takes the place of those that wait on its branch, also where another is on screen by now; what waits on
 * another branch stays, and what waited beside it when it was discarded. Returns them as they were, by round.
 */
async function replaceDrafts(db: Truth, draft: Summary): Promise<readonly Summary[]> {
	const session = await db.sessions.get(draft.sessionId);
	const branches = await branchesOf(db, draft.sessionId);
	if (!session || branches.length === 0) return [];
	const onScreen = pathOf(branches, session.branch);
	const paths = [pathOf(branches, draft.branch), ...(isOnPath(draft, onScreen) ? [onScreen] : [])];
	const others = await othersThatWait(db, draft);
	const goes = (other: Summary) =>
		draft.waitedBeside?.includes(other.id) !== true && paths.some((path) => isOnPath(other, path));
	const replaced = others.filter(goes);
	const waitedBeside = others.filter((other) => !goes(other)).map(({ id }) => id);
	for (const other of replaced)
		await db.summaries.put({ ...other, status: 'discarded', waitedBeside });
	return replaced;
}

const othersThatWait = async (db: Truth, { id, sessionId }: Summary): Promise<Summary[]> =>
	(await summariesOf(db, sessionId)).filter((other) => other.status === 'draft' && other.id !== id);

/** Whether the summary that another was written on still stands before it. */
export async function hasGroundNow(db: Truth, summary: Summary): Promise<boolean> {
	const branches = await branchesOf(db, summary.sessionId);
	if (branches.length === 0) return true;
	const path = pathOf(branches, summary.branch);
	return hasGround(summary, await summariesOf(db, summary.sessionId), path);
}

/** Inside a transaction that spans branches and summaries. */
export async function refuseGroundless(db: Truth, summary: Summary): Promise<void> {
	if (!(await hasGroundNow(db, summary))) throw new Refused(noGround);
}

/** Inside a transaction that spans sessions: what a reset has ended is summarised no more. */
export async function refuseEnded(db: Truth, { sessionId }: Summary): Promise<void> {
	if (((await db.sessions.get(sessionId))?.endedAt ?? null) !== null)
		throw new Refused({ kind: 'changed-meanwhile', why: 'session-ended' });
}

/** Where a draft comes from; what is left out was not there. */
interface DraftOrigin {
	/** The summary it was written on, as that was read. */
	readonly writtenOn?: Summary | null;
	/** The change of its job's row, written with the draft. `signal` calls it off as long as the draft is not stored. */
	readonly job?: { readonly change: Partial<Compaction>; readonly signal: AbortSignal };
}

/**
 * Store a draft, in the place of those that wait on the same branch. Returns these, as they were. Refused when the
 * summary it was written on, as that was read, is not in use any more or says something else, or the session has ended.
 * Its job ends with it, so it is refused also where that was cancelled: there is either a draft or a cancelled job.
 */
export const addDraft = (
	db: Truth,
	draft: Summary,
	{ writtenOn, job }: DraftOrigin = {},
	told: Told<readonly Summary[]> = nothingTold
): Promise<Stored<readonly Summary[]>> =>
	storingIn(db, [...tablesOfSummaries(db), db.compactions, db.tombstones], async () => {
		await refuseForgotten(db, [draft.compactionId ?? '']);
		await refuseEnded(db, draft);
		if (job) {
			const row = await db.compactions.get(draft.compactionId ?? '');
			if (row?.status !== 'running') throw new Refused({ kind: 'changed-meanwhile' });
			await db.compactions.put({ ...row, ...job.change });
		}
		const replaced = await replaceDrafts(db, draft);
		await db.summaries.add(draft);
		await changeInside(db, draft.sessionId, () => ({}));
		await refuseGroundless(db, draft);
		if (writtenOn && !isAsRead(await db.summaries.get(writtenOn.id), writtenOn))
			throw new Refused(noGround);
		await tell(db, told(replaced));
		if (job?.signal.aborted) throw new Refused({ kind: 'changed-meanwhile' });
		return replaced;
	});

/**
 * A discarded draft waits again, in the place of those that wait there now. Refused when it is not discarded, when
 * forgetting has left nothing of it, or when the summary it was written on was taken out of use.
 */
export const returnDraft = (
	db: Truth,
	id: string,
	told: Told<readonly Summary[]>
): Promise<Stored<void>> =>
	storingIn(db, tablesOfSummaries(db), async () => {
		const draft = await db.summaries.get(id);
		if (draft?.status !== 'discarded' || draft.text === '')
			throw new Refused({ kind: 'changed-meanwhile' });
		await refuseGroundless(db, draft);
		const replaced = await replaceDrafts(db, draft);
		await db.summaries.put(waitsAgain(draft));
		await changeInside(db, draft.sessionId, () => ({}));
		await tell(db, told(replaced));
	});

const waitsAgain = ({ revertedWith: _, waitedBeside: __, ...draft }: Summary): Summary => ({
	...draft,
	status: 'draft'
});

/** Words of a summary; what is left out stays as it is. */
export type WordsOfSummary = Partial<Pick<Summary, 'text' | 'anchors'>>;

/**
 * Inside a transaction that spans the activity: words that a summary had are brought back only while the list of what
 * happened still has them. Forgetting takes them from there wherever they tell what is forgotten.
 */
async function refuseWordsGone(db: Truth, id: string, words: WordsOfSummary): Promise<void> {
	const noted = await db.activity
		.filter(
			({ details: { summaryId, text, anchors } }) =>
				summaryId === id && (words.text ?? text) === text && (words.anchors ?? anchors) === anchors
		)
		.first();
	if (!noted) throw new Refused({ kind: 'forgotten' });
}

/**
 * Change a summary by what it is now (null: it must stay as it is, and this is refused), and raise the session's `rev`.
 * `back`: words among these that it had before; refused where they were forgotten since.
 */
export const changeSummary = (
	db: Truth,
	id: string,
	change: (summary: Summary) => Partial<Summary> | null,
	{
		told = nothingTold,
		back
	}: {
		readonly told?: Told<{ readonly before: Summary }>;
		readonly back?: WordsOfSummary | undefined;
	} = {}
): Promise<Stored<Summary>> =>
	storingIn(db, [db.sessions, db.summaries, db.activity], async () => {
		const summary = await db.summaries.get(id);
		const changed = summary && change(summary);
		if (!changed) throw new Refused({ kind: 'changed-meanwhile' });
		if (back) await refuseWordsGone(db, id, back);
		const next: Summary = { ...summary, ...changed };
		await db.summaries.put(next);
		await changeInside(db, summary.sessionId, () => ({}));
		await tell(db, told({ before: summary }));
		return next;
	});

/** Throw a draft away, and end the job that made it. Refused when it is no draft any more. */
export const discardDraft = (
	db: Truth,
	id: string,
	told: Told<Summary>
): Promise<Stored<Summary>> =>
	storingIn(db, [...tablesOfSummaries(db), db.compactions], async () => {
		const draft = await db.summaries.get(id);
		if (draft?.status !== 'draft') throw new Refused({ kind: 'changed-meanwhile' });
		const waitedBeside = (await othersThatWait(db, draft)).map(({ id }) => id);
		const next: Summary = { ...draft, status: 'discarded', waitedBeside };
		await db.summaries.put(next);
		if (draft.compactionId)
			await db.compactions.update(draft.compactionId, { status: 'cancelled' });
		const saidBefore = await readPath(db, draft.sessionId);
		await changeInside(db, draft.sessionId, () => ({ saidBefore }));
		await tell(db, told(next));
		return next;
	});

/** Keep what a summary lost, unless it has been edited since it was read: then another report is on its way. */
export const putLoss = (
	db: Truth,
	read: Pick<Summary, 'id' | 'text' | 'anchors'>,
	loss: Summary['loss']
): Promise<Stored<void>> =>
	storingIn(db, [db.summaries], async () => {
		const now = await db.summaries.get(read.id);
		if (!now) throw new Refused({ kind: 'changed-meanwhile' });
		const isAsRead = now.text === read.text && now.anchors === read.anchors;
		// Nothing that watches summaries is woken where the report is the same.
		if (isAsRead && JSON.stringify(now.loss) !== JSON.stringify(loss))
			await db.summaries.put({ ...now, loss });
	});

import { cutAnchors, cutTraces, tells, type Traces } from '#core/forgetting/traces.ts';
import { isUnfinished, type Compaction } from '#core/compaction/compaction.ts';
import type { Opinion } from '#core/opinion/opinion.ts';
import { isCommitted, type Summary, type LossItem } from '#core/summary/summary.ts';
import {
	cutCompaction,
	cutSummary,
	dropCompactions,
	dropLearntLines,
	dropSummaries,
	stopCompaction
} from '#db/forgetting/summaries.ts';
import { compactionsOf } from '#db/summaries/summaries.ts';
import { revertAlone } from '#db/summaries/summary-changes.ts';
import { readStoredJob } from '#core/compaction/stored-job.ts';
import { isTold, tracesFor, type LineWalk, type Walk } from '#flows/forgetting/walk.ts';

/** Summaries that tell what is forgotten, and the jobs that made them. */

/** What is left of a text when the lines are gone that tell it. */
export const withoutIt = (traces: Traces, text: string): string =>
	cutTraces(text, traces).replace(/\n{3,}/g, '\n\n');

/** What becomes of a summary: its fields as they are to stand; `null`: it stays as it is. */
export function endOf(walk: LineWalk, summary: Summary): Partial<Summary> | 'drop' | null {
	const { forgetting, turnIds } = walk;
	const how = forgetting.summaries[summary.id];
	if (how?.how === 'keep') return null;
	const traces = tracesFor(walk, summary);
	// What was lost is named with its turn; what the round before had kept, with none. It is reported anew whenever
	// somebody looks, so of that a plain word is enough.
	const isOf = ({ turnId, text }: LossItem): boolean =>
		turnId === null
			? walk.covering.has(summary.id) && tells(walk.wideTraces, text)
			: turnIds.has(turnId);
	const isLost = (item: LossItem): boolean => isOf(item) || tells(traces, item.text);
	if (!how && !isTold(walk, summary)) {
		const loss = summary.loss.filter((item) => !isOf(item));
		return loss.length === summary.loss.length ? null : { loss };
	}
	const text = how?.how === 'rewrite' ? how.text : withoutIt(traces, summary.text);
	if (how?.how === 'drop' || text.trim() === '') return 'drop';
	return {
		text,
		originalText: withoutIt(traces, summary.originalText) || text,
		anchors: cutAnchors(summary.anchors, traces),
		loss: summary.loss.filter((item) => !isLost(item)),
		editedAt: walk.at
	};
}

/** What a dropped summary still says. */
export const saysNothing = {
	text: '',
	originalText: '',
	anchors: '',
	loss: [],
	lossy: [],
	opinion: null
} as const satisfies Partial<Summary>;

const isEmpty = ({ text, originalText, anchors }: Summary): boolean =>
	[text, originalText, anchors].every((one) => one === '');

/** A summary of which nothing is left stands for nothing; its messages are back where no other was written from them. */
async function drop({ db }: Walk, summary: Summary): Promise<void> {
	const inUse = isCommitted(summary);
	if (inUse) await revertAlone(db, summary.id);
	await cutSummary(db, summary.id, {
		...saysNothing,
		status: inUse ? 'reverted' : 'discarded'
	});
}

export async function forgetInSummaries(walk: Walk): Promise<void> {
	const { db, sessionId, isWhole } = walk;
	if (isWhole && sessionId !== null) {
		await dropSummaries(db, sessionId);
		return;
	}
	for (const summary of await db.summaries.bulkGet([...walk.covering])) {
		const end = summary ? endOf(walk, summary) : null;
		// Work that begins again finds what it has dropped.
		if (!summary || end === null || (end === 'drop' && isEmpty(summary))) continue;
		if (end === 'drop') await drop(walk, summary);
		else await cutSummary(db, summary.id, end);
		if (end === 'drop' || (end.text !== undefined && end.text !== summary.text))
			walk.changed.summaries++;
	}
	await forgetOpinions(walk);
}

/** Results of parts go: a finished job needs none, and one that runs notices that its row is gone. */
export async function forgetInCompactions(walk: Walk): Promise<void> {
	const { db, sessionId, isWhole, at } = walk;
	if (sessionId === null) {
		await dropLearntLines(db, walk.isLine);
		return;
	}
	if (isWhole) {
		await dropCompactions(db, sessionId);
		return;
	}
	for (const job of await compactionsOf(db, sessionId)) {
		if (!mayHold(walk, job)) continue;
		if (isUnfinished(job)) await stopCompaction(db, job.id, at);
		else await cutCompaction(db, scrubbed(walk, job));
	}
}

/**
 * Whether a job can have read one of the turns: its summary can tell of it, or its plan does not end before. What was
 * written inside the conversation was written by who had read what follows the plan too.
 */
function mayHold({ exchanges, covering }: Walk, job: Compaction): boolean {
	const { plan, inside } = readStoredJob(job.plan);
	const through = inside ? Infinity : (plan?.through.seq ?? Infinity);
	const { summaryId } = job;
	return (
		(summaryId !== null && covering.has(summaryId)) ||
		exchanges.length === 0 ||
		exchanges.some(({ turn }) => turn.seq <= through)
	);
}

function scrubbed(walk: Walk, job: Compaction): Compaction {
	const traces = job.summaryId === null ? walk.traces : tracesFor(walk, { id: job.summaryId });
	const stored = readStoredJob(job.plan);
	const items = stored.anchors?.items.filter((item) => !tells(traces, item.text)) ?? [];
	const anchors = stored.anchors && { items, text: cutAnchors(stored.anchors.text, traces) };
	return {
		...job,
		chunks: [],
		focus: job.focus !== null && tells(traces, job.focus) ? null : job.focus,
		plan: { ...stored, anchors },
		failure: null,
		retry: null
	};
}

async function forgetOpinions(walk: Walk): Promise<void> {
	const { db, sessionId } = walk;
	const rows =
		sessionId === null ? db.summaries : db.summaries.where('sessionId').equals(sessionId);
	for (const summary of await rows.toArray())
		if (summary.opinion && mayTell(walk, summary, summary.opinion))
			await cutSummary(db, summary.id, { opinion: null });
}

/**
 * Whether an opinion was made from what is forgotten. It was written in a model's own words, in which nobody finds a
 * trace, from all that its summary stands for: it goes whole, and can be asked for again.
 */
function mayTell(walk: Walk, summary: Summary, { findings }: Opinion): boolean {
	const { sessionId, exchanges, isLine } = walk;
	const { seq } = summary.through;
	const isLater = exchanges.length > 0 && exchanges.every(({ turn }) => turn.seq > seq);
	const traces = tracesFor(walk, summary);
	const isTraced = (text: string) => isLine(text) || tells(traces, text);
	return (sessionId !== null && !isLater) || findings.some(({ text }) => isTraced(text));
}

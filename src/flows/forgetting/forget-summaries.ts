import { cutAnchors, cutTraces, holdsAny, tracesIn } from '#core/forgetting/traces.ts';
import type { SummaryEnd } from '#core/forgetting/what.ts';
import type { Compaction } from '#core/jobs.ts';
import type { Opinion } from '#core/opinion/opinion.ts';
import type { Summary } from '#core/summary/summary.ts';
import { revertSummary } from '#db/summary-changes.ts';
import { readStoredJob } from '#flows/compaction/stored-job.ts';
import { holdsCopy, type Walk } from '#flows/forgetting/walk.ts';

/** Summaries that tell what is forgotten, and the jobs that made them. */

type Traced = Pick<Walk, 'terms' | 'passages'>;

export const tellsOf = ({ terms, passages }: Traced, text: string): boolean =>
	tracesIn(text, terms).length > 0 || holdsAny([text], passages);

/** Whether anything of a summary, its first wording and its lists included, tells what is forgotten. */
export const isTold = (walk: Traced, summary: Summary): boolean =>
	[summary.text, summary.originalText, summary.anchors].some((text) => tellsOf(walk, text));

/** What is left of a text when the lines are gone that tell it. */
export const withoutIt = ({ terms, passages }: Traced, text: string): string =>
	cutTraces(text, terms, passages).replace(/\n{3,}/g, '\n\n');

const empty = {
	text: '',
	originalText: '',
	anchors: '',
	loss: [],
	lossy: [],
	opinion: null
} as const;

/** A summary of which nothing is left stands for nothing; its messages are back. */
async function drop({ db }: Walk, summary: Summary): Promise<void> {
	const inUse = summary.status === 'active' || summary.status === 'superseded';
	if (inUse) await revertSummary(db, summary.id);
	await db.summaries.update(summary.id, {
		...empty,
		status: inUse ? 'reverted' : 'discarded'
	});
}

async function end(walk: Walk, summary: Summary, how: SummaryEnd | undefined): Promise<void> {
	const { db, terms, turnIds } = walk;
	if (how?.how === 'keep') return;
	const text = how?.how === 'rewrite' ? how.text : withoutIt(walk, summary.text);
	if (how?.how === 'drop' || text.trim() === '') {
		await drop(walk, summary);
		return;
	}
	await db.summaries.update(summary.id, {
		text,
		originalText: withoutIt(walk, summary.originalText) || text,
		anchors: cutAnchors(summary.anchors, terms),
		loss: summary.loss.filter((item) => !turnIds.has(item.turnId) && !tellsOf(walk, item.text)),
		editedAt: walk.at
	});
}

/**
 * Whether an opinion was made from what is forgotten. It was written in a model's own words, in which nobody finds a
 * trace, from all that its summary stands for: it goes whole, and can be asked for again.
 */
function mayTell(walk: Walk, { through }: Summary, { findings }: Opinion): boolean {
	const { sessionId, exchanges } = walk;
	const isLater = exchanges.length > 0 && exchanges.every(({ turn }) => turn.seq > through.seq);
	return (sessionId !== null && !isLater) || findings.some(({ text }) => tellsOf(walk, text));
}

export async function forgetInSummaries(walk: Walk): Promise<void> {
	const { db, sessionId, isWhole, forgetting, turnIds } = walk;
	if (isWhole && sessionId !== null)
		await db.summaries.where('sessionId').equals(sessionId).delete();
	const rows =
		sessionId === null
			? await db.summaries.toArray()
			: await db.summaries.where('sessionId').equals(sessionId).toArray();
	for (const summary of rows) {
		const how = forgetting.summaries[summary.id];
		const isListed = summary.loss.some(({ turnId }) => turnIds.has(turnId));
		if (how || isListed || isTold(walk, summary)) await end(walk, summary, how);
		if (summary.opinion && mayTell(walk, summary, summary.opinion))
			await db.summaries.update(summary.id, { opinion: null });
	}
}

/** Results of parts go: a finished job needs none, and one that runs notices that its row is gone. */
export async function forgetInCompactions(walk: Walk): Promise<void> {
	const { db, sessionId, isWhole, at } = walk;
	if (isWhole && sessionId !== null) {
		await db.compactions.where('sessionId').equals(sessionId).delete();
		return;
	}
	const jobs =
		sessionId === null
			? await db.compactions.filter((job) => holdsCopy(walk, job)).toArray()
			: await db.compactions.where('sessionId').equals(sessionId).toArray();
	for (const job of jobs) {
		if (job.status === 'planned' || job.status === 'running') {
			await db.transaction('rw', db.compactions, db.tombstones, async () => {
				await db.compactions.delete(job.id);
				await db.tombstones.put({ id: job.id, kind: 'summary', at });
			});
		} else await db.compactions.put(scrubbed(walk, job));
	}
}

function scrubbed(walk: Walk, job: Compaction): Compaction {
	const stored = readStoredJob(job.plan);
	const items = stored.anchors?.items.filter((item) => !tellsOf(walk, item.text)) ?? [];
	const anchors = stored.anchors && {
		items,
		text: cutAnchors(stored.anchors.text, walk.terms)
	};
	return {
		...job,
		chunks: [],
		focus: job.focus !== null && tellsOf(walk, job.focus) ? null : job.focus,
		plan: { ...stored, anchors },
		failure: null
	};
}

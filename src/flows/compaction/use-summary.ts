import type { Failed } from '#core/failure.ts';
import type { Activity, ActivityKind } from '#core/jobs.ts';
import { pathOf } from '#core/log/path.ts';
import { scaleOf } from '#core/prompt/weigh-parts.ts';
import { summaryInUse, type Summary } from '#core/summary/summary.ts';
import { branchesOf, sessionOf } from '#db/sessions.ts';
import { changeSummary, commitSummary, discardDraft, summariesOf } from '#db/summaries.ts';
import { leaveOutSummary, restoreSummaries, revertSummary } from '#db/summary-changes.ts';
import { noteActivity } from '#flows/activity.ts';
import { readStoredJob } from '#core/plan/stored-job.ts';
import { done, failed, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';
import { neverStops } from '#flows/ports/waiting.ts';

/** What the user may do with a summary. Each acts at once, says in the activity list what it did, and can be undone. */

type Ports = Pick<App, 'db' | 'clock'>;
type RevertPorts = Pick<App, 'db' | 'clock' | 'workshop'>;

const note = (ports: Ports, kind: ActivityKind, summary: Summary, details: Activity['details']) =>
	noteActivity(ports, {
		kind,
		sessionId: summary.sessionId,
		details: { summaryId: summary.id, round: summary.round, ...details }
	});

/** The event of a summary that comes into use, stored with it. */
const eventOf = (
	{ clock }: Pick<App, 'clock'>,
	summary: Summary,
	details: Activity['details']
): Activity => ({
	id: clock.newId(),
	at: clock.now(),
	kind: 'compaction',
	sessionId: summary.sessionId,
	details: { summaryId: summary.id, round: summary.round, ...details },
	failure: null
});

/**
 * Put a draft to use: from the next request on it stands in for the turns it covers. One transaction; refused when
 * they are not the turns it was made from (INV-15, INV-38). Its archive is written afterwards, by the workshop.
 */
export async function useSummary(
	app: App,
	summaryId: string
): Promise<{ readonly status: 'used'; readonly summary: Summary } | Failed> {
	const { db, clock, workshop } = app;
	const draft = await db.summaries.get(summaryId);
	const job = draft?.compactionId ? await db.compactions.get(draft.compactionId) : undefined;
	const emergency = job?.trigger === 'emergency' || job?.trigger === 'overflow';
	const event = (summary: Summary): Activity =>
		eventOf(app, summary, {
			undo: 'compaction',
			trigger: job?.trigger ?? 'manual',
			emergency,
			tokensBefore: summary.tokensBefore,
			tokensAfter: summary.tokensAfter,
			messages: summary.messageCount,
			model: summary.model,
			tier: summary.tier,
			cost: summary.cost
		});
	const stored = await commitSummary(db, summaryId, { at: clock.now(), emergency, event });
	if (stored.status === 'failed') return stored;
	const summary = stored.value;
	// Nobody waits for the archive; a tab that closes now leaves it to the keeper.
	void workshop.run('archive-summary', { summaryId }, neverStops());
	return { status: 'used', summary };
}

/**
 * Change the text or the anchors, of a draft or of a summary in use; what is not named stays as it is stored. What was
 * foreign in it stays foreign (taint), and what the prompt comes to is weighed anew. What it lost is reported anew, by the workshop.
 */
export async function editSummary(
	app: Ports & Pick<App, 'workshop'>,
	summaryId: string,
	change: { readonly text?: string; readonly anchors?: string },
	{ undoes = false }: { readonly undoes?: boolean } = {}
): Promise<{ readonly status: 'edited'; readonly summary: Summary } | Failed> {
	if (change.text?.trim() === '') return failed({ kind: 'summary-rejected', reason: 'empty' });
	const before = await app.db.summaries.get(summaryId);
	const session = before && (await sessionOf(app.db, before.sessionId));
	if (!session) return failed({ kind: 'changed-meanwhile' });
	const scale = scaleOf(session, await answererFor(app, before));
	const weigh = ({ text, anchors }: Pick<Summary, 'text' | 'anchors'>): number =>
		scale.text(text) + scale.text(anchors);
	const editedAt = app.clock.now();
	const stored = await changeSummary(app.db, summaryId, (now) => ({
		...change,
		editedAt,
		tokensAfter: now.tokensAfter - weigh(now) + weigh({ ...now, ...change })
	}));
	if (stored.status === 'failed') return stored;
	await note(app, 'summary-edited', stored.value, {
		// What takes an edit back is none that can be taken back: the next undo goes on to the edit before.
		...(!undoes && { undo: 'summary-edit' }),
		text: before.text,
		anchors: before.anchors
	});
	// Nobody waits for the report; the panel shows it when it is there.
	void app.workshop.run('report-loss', { summaryId }, neverStops());
	return { status: 'edited', summary: stored.value };
}

/** Who reads the summary: whoever answered when it was made. */
async function answererFor({ db }: Ports, { compactionId, model }: Summary): Promise<string> {
	const job = compactionId === null ? undefined : await db.compactions.get(compactionId);
	return readStoredJob(job?.plan).facts?.answerer ?? model;
}

/** Throw a draft away. The turns it would have covered go on as they are. */
export async function discardSummary(app: Ports, summaryId: string): Promise<Done> {
	const stored = await discardDraft(app.db, summaryId);
	if (stored.status === 'failed') return stored;
	await note(app, 'draft', stored.value, { undo: 'discard', discarded: true });
	return done;
}

/** Take a discarded draft back. */
export async function restoreDraft(app: Ports, summaryId: string): Promise<Done> {
	const stored = await changeSummary(app.db, summaryId, (summary) =>
		summary.status === 'discarded' ? { status: 'draft' } : null
	);
	return stored.status === 'failed' ? stored : done;
}

/**
 * Take the summary in use on the branch on screen (or the one named) out of the prompt: its turns are back, byte for
 * byte. Rounds that stand on it go with it.
 */
export async function undoCompaction(
	app: RevertPorts,
	sessionId: string,
	summaryId: string | null = null
): Promise<
	| { readonly status: 'undone'; readonly round: number; readonly summary: Summary }
	| { readonly status: 'nothing-to-do' }
	| Failed
> {
	const id = summaryId ?? (await inUse(app, sessionId))?.id;
	if (id === undefined) return { status: 'nothing-to-do' };
	const stored = await revertSummary(app.db, id);
	if (stored.status === 'failed') return stored;
	const summary = stored.value.find((reverted) => reverted.id === id);
	if (!summary) return { status: 'nothing-to-do' };
	bringBack(app, sessionId);
	await note(app, 'compaction-undone', summary, {
		undo: 'undo-compaction',
		reverted: stored.value.map((reverted) => reverted.id).join(' ')
	});
	return { status: 'undone', round: summary.round, summary };
}

/**
 * Turns that had gone cold get their rows back. Nobody waits: until then they are read from their archive, and what a
 * closed tab leaves undone the keeper does.
 */
function bringBack({ workshop }: Pick<App, 'workshop'>, sessionId: string): void {
	void workshop.run('warm-session', { sessionId, all: false }, neverStops());
}

async function inUse({ db }: Ports, sessionId: string): Promise<Summary | null> {
	const session = await sessionOf(db, sessionId);
	const branches = await branchesOf(db, sessionId);
	if (!session || branches.length === 0) return null;
	return summaryInUse(await summariesOf(db, sessionId), pathOf(branches, session.branch));
}

/** Take an undo, or a deletion, back: the summary stands in the prompt again, and rounds that went with it too. */
export async function redoCompaction(
	app: Ports,
	summaryId: string,
	{ undoes = false }: { readonly undoes?: boolean } = {}
): Promise<{ readonly status: 'redone'; readonly round: number } | Failed> {
	const { db } = app;
	const summary = await db.summaries.get(summaryId);
	if (!summary) return failed({ kind: 'changed-meanwhile' });
	const stored = await restoreSummaries(db, await goneWith(db, summary));
	if (stored.status === 'failed') return stored;
	await note(app, 'compaction', summary, { ...(!undoes && { undo: 'compaction' }), again: true });
	return { status: 'redone', round: summary.round };
}

/** The summaries that the latest undo of this one took out of use. */
async function goneWith({ activity }: App['db'], summary: Summary): Promise<readonly string[]> {
	const last = await activity
		.orderBy('at')
		.reverse()
		.filter(
			({ details }) => details['reverted'] !== undefined && details['summaryId'] === summary.id
		)
		.first();
	const ids = String(last?.details['reverted'] ?? '').split(' ');
	return ids.includes(summary.id) ? ids : [summary.id];
}

/**
 * Delete a summary, and with it the later rounds that hold what it said. `bring-back`: the model sees its messages
 * again, as after an undo. `leave-out`: it sees neither; the turns stay where they are, and can be read, searched and
 * recalled.
 */
export async function deleteSummary(
	app: RevertPorts,
	summaryId: string,
	how: 'bring-back' | 'leave-out'
): Promise<Done> {
	const { db } = app;
	const before = await db.summaries.get(summaryId);
	if (before?.status !== 'active' && before?.status !== 'superseded')
		return failed({ kind: 'changed-meanwhile' });
	const change = how === 'leave-out' ? leaveOutSummary : revertSummary;
	const stored = await change(db, summaryId);
	if (stored.status === 'failed') return stored;
	bringBack(app, before.sessionId);
	await note(app, 'summary-deleted', before, {
		undo: 'delete-summary',
		how,
		reverted: stored.value.map(({ id }) => id).join(' ')
	});
	return done;
}

import type { CompactionTrigger } from '#core/compaction/trigger.ts';
import { pathOf } from '#core/log/path.ts';
import { isUnfinished, type Compaction } from '#core/compaction/compaction.ts';
import { isBackground, isByHand } from '#core/compaction/bar.ts';
import { readStoredJob, type PromptFacts } from '#core/compaction/stored-job.ts';
import type { SegmentSource } from '#core/prompt/prompt.ts';
import { isBeforeFlush } from '#core/compaction/left-job.ts';
import { presetOf } from '#core/presets/policy.ts';
import type { Session } from '#core/session/session.ts';
import { answererOf } from '#core/models/answerer.ts';
import { onDevice } from '#core/models/model-card.ts';
import { readsInside } from '#core/summarise/models.ts';
import { draftOf } from '#core/summary/summary.ts';
import { branchesOf, sessionOf } from '#db/log/sessions.ts';
import { readSettings } from '#db/settings.ts';
import { isLeftOutSince } from '#db/summaries/left-out-since.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import type { Stored } from '#db/storing.ts';
import { changeCompaction } from '#db/summaries/compactions.ts';
import type { App } from '#flows/ports.ts';
import type { CompactOutcome, CompactProgress } from '#flows/ports/workshop.ts';
import { flushMemory } from '#flows/learning/flush-memory.ts';
import { beginAgain, heart, noteWanted } from '#flows/compaction/job/begin-compaction.ts';
import { stopJob } from '#flows/compaction/job/end-compaction.ts';
import { runCompaction } from '#flows/compaction/job/run-compaction.ts';
import type { KeyStatus } from '#core/key.ts';
import { done, failed, reading, type Done } from '#flows/done.ts';
import { discardSummary, restoreDraft } from '#flows/compaction/discard-draft.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { readUnsent } from '#flows/prompt/preview-prompt.ts';
import { weighPrompt } from '#flows/prompt/weigh-prompt.ts';
import { compactionLock } from '#flows/ports/lock-names.ts';

/** The page's side of a compaction: one at a time in all tabs, made by the workshop, then the review rule. */

/** Parts of a prompt in whose place a summary stands; the others are there with it, too. */
const replaced: ReadonlySet<SegmentSource> = new Set<SegmentSource>([
	'Summary',
	'Anchors',
	'Recent messages',
	'New message'
]);

interface DraftWanted {
	readonly sessionId: string;
	readonly trigger: CompactionTrigger;
	/** The branch of the message that needs room; left out, the one on screen. Another may come there meanwhile. */
	readonly branch?: string;
	/** What the summary is to keep above all, in the user's words. */
	readonly focus?: string | null;
	/**
	 * The message that it makes room for leaves a part of the prompt out: the conversation, which has that part, is not
	 * read as it stands.
	 */
	readonly leavesOut?: boolean;
	readonly onProgress?: (progress: CompactProgress) => void;
}

/**
 * Make a draft of a session, or find the one that waits already. Somebody who waits for it waits also for a job
 * that is running (INV-38); background jobs step back. Asked for by hand, a draft that waits is not what is wanted, and
 * nobody waits behind another job. Under `auto` the draft is put to use at once.
 */
export async function prepareDraft(
	app: App,
	wanted: DraftWanted,
	signal: AbortSignal
): Promise<CompactOutcome> {
	const { sessionId, trigger } = wanted;
	const held = await app.locks.hold(
		compactionLock(sessionId),
		() => reading(() => make(app, wanted, signal)),
		{
			wait: !isBackground(trigger) && !isByHand(trigger),
			signal
		}
	);
	if (held.status === 'busy' && signal.aborted) return { status: 'stopped' };
	return held.status === 'busy' ? failed({ kind: 'busy-elsewhere' }) : held.value;
}

async function make(
	app: App,
	{
		sessionId,
		trigger,
		branch,
		focus = null,
		leavesOut = false,
		onProgress = () => undefined
	}: DraftWanted,
	signal: AbortSignal
): Promise<CompactOutcome> {
	const stored = await sessionOf(app.db, sessionId);
	if (!stored) return { status: 'nothing-to-do', reason: 'all-recent' };
	if (stored.endedAt !== null) return failed({ kind: 'changed-meanwhile', why: 'session-ended' });
	// Fixed for all that follows: what is weighed, flushed, planned and written is one branch.
	const session = branch === undefined ? stored : { ...stored, branch };
	if (!isByHand(trigger)) {
		const waiting = await waitingDraft(app, session);
		if (waiting)
			return applyRule(app, session, { status: 'drafted', summary: waiting, proposals: 0 });
	}
	let facts = await factsOf(app, session);
	const place = { sessionId, branch: session.branch };
	const isStopped = () => signal.aborted;
	// Before a message it was asked where room was sought; what is made again covers nothing new.
	if (trigger === 'manual' || isBackground(trigger)) {
		const wish = () => noteWanted(app, { ...place, trigger, focus, facts });
		const first = await flushFirst(app, session, { facts, trigger, wish, onProgress }, signal);
		if (first.status !== 'goes-on') return first;
		({ facts } = first);
	}
	if (isStopped()) return { status: 'stopped' };
	const inside = leavesOut ? {} : await insideOf(app, { session, trigger, facts });
	const ask = { ...place, trigger, focus, compactionId: null, facts, ...inside };
	const outcome = await runCompaction(app, ask, signal, onProgress);
	if (outcome.status !== 'drafted') return outcome;
	return isStopped() ? takeBack(app, outcome) : applyRule(app, session, outcome);
}

type Drafted = Extract<CompactOutcome, { status: 'drafted' }>;

/**
 * It was called off while it was stored, or while that was on its way here: whoever called it off wants no draft, and
 * the one that it replaced waits again.
 */
async function takeBack(app: App, drafted: Drafted): Promise<CompactOutcome> {
	const { summary, replaced } = drafted;
	const gone = replaced
		? await restoreDraft(app, replaced.id)
		: await discardSummary(app, summary.id);
	return gone.status === 'failed' ? drafted : { status: 'stopped' };
}

/** Call off a job of another hand. The draft that it has come to meanwhile goes with it. */
export async function callOff(app: App, jobId: string): Promise<Done> {
	const stored = await changeCompaction(app.db, jobId, (job) =>
		isUnfinished(job) ? { status: 'cancelled' } : {}
	);
	if (stored.status === 'failed') return stored;
	const { status, summaryId } = stored.value;
	return status === 'review' && summaryId ? discardSummary(app, summaryId) : done;
}

async function waitingDraft({ db }: App, session: Session) {
	const branches = await branchesOf(db, session.id);
	if (branches.length === 0) return null;
	const draft = draftOf(await summariesOf(db, session.id), pathOf(branches, session.branch));
	// One that cannot be put to use any more is written anew, and gives way.
	return draft && (await isLeftOutSince(db, draft)) ? null : draft;
}

/**
 * Go on with a job that a closed tab has left, for whoever holds the lock of its session: its flush turn comes first
 * where nobody knows what came of that, once more.
 */
export async function goOnWith(
	app: App,
	job: Compaction,
	signal: AbortSignal
): Promise<CompactOutcome> {
	const { id, sessionId, branch, trigger, focus } = job;
	const ask = { sessionId, trigger, focus, compactionId: id };
	const session = await sessionOf(app.db, sessionId);
	const { facts } = readStoredJob(job.plan);
	if (!session || !facts || !isBeforeFlush(job)) return runCompaction(app, ask, signal);
	const wish = () => beginAgain(app, id);
	const flushed = { facts, trigger, wish, onProgress: () => undefined };
	const first = await flushFirst(app, { ...session, branch }, flushed, signal);
	return first.status === 'goes-on'
		? runCompaction(app, { ...ask, facts: first.facts }, signal)
		: first;
}

interface Flushed {
	/** What is known of the prompt by then. */
	readonly facts: PromptFacts;
	readonly trigger: CompactionTrigger;
	/** Notes that it is wanted, before anybody is asked. */
	readonly wish: () => Promise<Stored<Compaction>>;
	readonly onProgress: (progress: CompactProgress) => void;
}

/**
 * The flush turn of a summary that was asked for, or is made in the background: like every other it comes before the
 * plan is frozen, once in a cycle. It is paid for, so nobody is asked where nothing would be summarised. The summary
 * goes on with what is known of the prompt then, unless it was called off or may not go on.
 */
async function flushFirst(
	app: App,
	session: Session,
	{ facts, trigger, wish, onProgress }: Flushed,
	signal: AbortSignal
): Promise<CompactOutcome | { readonly status: 'goes-on'; readonly facts: PromptFacts }> {
	const asIs = { status: 'goes-on', facts } as const;
	const { flush } = presetOf(await readSettings(app.db), session);
	if (!flush || facts.answerer === onDevice) return asIs;
	const { id: sessionId, branch } = session;
	const ask = { sessionId, branch, trigger, facts, trial: null };
	const seen = await app.workshop.run('foresee', ask, signal);
	if (seen.status === 'failed' || seen.foreseen.kind !== 'plan') return asIs;
	const read = await readUnsent(app, { session, branch, unsent: [], answerer: facts.answerer });
	const { tokens, window } = read.prompt.weight;
	if (window !== null && tokens > window) return asIs;
	const noted = await wish();
	if (noted.status === 'failed') return noted;
	const job = noted.value;
	const beat = heart(app, job.id, (retry) => onProgress({ done: 0, of: 0, retry }));
	const flushed = await flushMemory(app, read, signal, beat);
	// It may have been called off, here or in another tab, or be allowed no more.
	const goesOn = async () => (await beat('call')) && !signal.aborted;
	// The lines it proposed may have changed the prompt.
	const isAnother = flushed === 'flushed' && (await goesOn());
	const now = isAnother ? await factsOf(app, session, facts.answerer) : facts;
	return (await goesOn()) ? { status: 'goes-on', facts: now } : stopJob(app, job, signal);
}

/** Decided here, once, and passed on as data (INV-19): the workshop knows no key and assembles no prompt. */
export async function factsOf(app: App, session: Session, by?: string): Promise<PromptFacts> {
	const [settings, key] = await Promise.all([readSettings(app.db), app.telephone.keyStatus()]);
	const answerer = by ?? answererOf(settings, session, key.state);
	const { branch } = session;
	const asked = { session, branch, unsent: [], answerer };
	const { segments, stand, weight } = await weighPrompt(app, asked);
	const parts = segments
		.filter(({ on, source }) => on && !replaced.has(source))
		.map(({ source, tokens }) => ({ source, tokens }));
	const floor = parts.reduce((sum, { tokens }) => sum + tokens, 0);
	return { answerer, floor, parts, tokens: weight.tokens, prompt: stand };
}

/**
 * Whether the summary is written inside the conversation, decided here because the page knows the key its prefix is
 * bound to. A prompt that was too long for the endpoint is not sent once more, longer.
 */
async function insideOf(
	app: App,
	asked: {
		readonly session: Session;
		readonly trigger: CompactionTrigger;
		readonly facts: PromptFacts;
	}
): Promise<{ readonly inside?: { readonly key: KeyStatus } }> {
	const { session, trigger, facts } = asked;
	const { answerer, prompt } = facts;
	if (trigger === 'overflow') return {};
	const settings = await readSettings(app.db);
	const now = app.clock.now();
	return readsInside(settings, session, {
		answerer,
		now,
		reading: presetOf(settings, session).reading,
		prompt
	})
		? { inside: { key: await app.telephone.keyStatus() } }
		: {};
}

/** Under `auto` a draft is put to use at once; else it waits to be read. */
export async function applyRule(
	app: App,
	session: Pick<Session, 'policy'>,
	outcome: Drafted
): Promise<CompactOutcome> {
	const rule = session.policy.review ?? (await readSettings(app.db)).reviewSummaries;
	if (rule !== 'auto') return outcome;
	const used = await useSummary(app, outcome.summary.id);
	return used.status === 'failed' ? used : { ...outcome, summary: used.summary };
}

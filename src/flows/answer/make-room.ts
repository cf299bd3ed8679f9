import type { Failure } from '#core/failure.ts';
import { oldestToDrop } from '#core/prompt/weight/oldest-to-drop.ts';
import { urgentTrigger, type CompactionTrigger } from '#core/compaction/trigger.ts';
import { isNarrower } from '#core/presets/narrower.ts';
import { onDevice } from '#core/models/model-card.ts';
import { draftOf, isThrownAway } from '#core/summary/summary.ts';
import {
	draftWay,
	flushesFirst,
	hasRoom,
	infeasible,
	newDraftWay,
	wayOn,
	withoutDraft,
	withoutRoom
} from '#core/prompt/weight/making-room.ts';
import { verdictOf } from '#core/prompt/weight/verdict.ts';
import { lastFailureOf } from '#db/summaries/compactions.ts';
import { isLeftOutSince } from '#db/summaries/left-out-since.ts';
import { countPrompt } from '#flows/prompt/count-prompt.ts';
import { keepOnce } from '#flows/answer/keep-once.ts';
import { newestOf } from '#flows/answer/read-newest.ts';
import { flushMemory } from '#flows/learning/flush-memory.ts';
import type { SendOutcome } from '#flows/answer/reply/live-reply.ts';
import type { App } from '#flows/ports.ts';
import { toldBeat } from '#flows/compaction/job/work.ts';
import { tellRetry } from '#flows/prompt/tell-retry.ts';
import type { Retry } from '#core/reply/retry.ts';
import type { CompactProgress } from '#flows/ports/workshop.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import type { ReadPrompt } from '#flows/prompt/read-prompt.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';

/**
 * Before a prompt goes out: does it fit, and if not, may a summary make room? With the review rule `ask` no summary is
 * sent that the user has not read.
 */

export type Room =
	/** It may go. `soft`: a draft should be prepared once the reply is there. */
	| { readonly status: 'ready'; readonly read: ReadPrompt; readonly soft: boolean }
	| { readonly status: 'ended'; readonly outcome: SendOutcome };

export interface RoomAsk {
	readonly sessionId: string;
	readonly turnId: string;
	/** The one the message is on. */
	readonly branch: string;
	/** The user has said how many of the oldest turns stay out: nothing is summarised. */
	readonly forced: boolean;
	/** Who answers was chosen for this one message. */
	readonly borrowed: boolean;
	/** Reads and assembles the prompt anew; so many of the oldest turns stay out of it, where that is said. */
	readonly read: (dropOldest?: number) => Promise<ReadPrompt>;
	/** `retry`: a call that it takes waits to be made again. */
	readonly onCompacting: (retry?: Retry | null) => void;
	/** Keeps what is asked of the message where this tab is closed while a summary is made for it; null: it is over. */
	readonly keepAsked: (outcome: SendOutcome | null) => Promise<void>;
}

/** Weigh the prompt; compact at most once. The verdict is made once and passed on as data (INV-19). */
export async function makeRoom(app: App, ask: RoomAsk, signal: AbortSignal): Promise<Room> {
	const first = await afterFlush(app, ask, await weighed(app, ask, signal), signal);
	if (signal.aborted) return ended({ status: 'stopped', turnId: ask.turnId });
	const { read, verdict } = first;
	const { policy } = read.input;
	const takesAny = isHere(read);
	if (verdict.kind === 'infeasible')
		return takesAny
			? withoutOldest(ask, read)
			: ended(cannotFit(ask, infeasible(verdict, read.prompt.weight)));
	const { forced } = ask;
	const isNarrow = isNarrower(read.settings, read.session, policy);
	switch (wayOn(verdict.kind, { isNarrow, forced, automatic: policy.automatic, takesAny })) {
		case 'go':
			return { status: 'ready', read, soft: !isNarrow && verdict.kind === 'soft' };
		case 'leave-oldest-out':
			return withoutOldest(ask, read);
		case 'go-or-ask':
			return hasRoom(read)
				? { status: 'ready', read, soft: false }
				: ended(needsReview(ask, read, { inVain: forced }));
		case 'summarise':
			return afterSummary(app, ask, read, signal);
	}
}

async function afterSummary(
	app: App,
	ask: RoomAsk,
	read: ReadPrompt,
	signal: AbortSignal
): Promise<Room> {
	const trigger = urgentTrigger(read.input.policy.preset);
	const { outcome } = await summarise(app, ask, { read, trigger }, signal);
	if (outcome?.status === 'stopped') return ended(outcome);
	// The on-device answerer searches anew for every question, and takes a prompt of any size: only the draft waits.
	if (outcome) return isHere(read) ? withoutOldest(ask, read) : ended(outcome);
	const second = await weighed(app, ask, signal);
	if (isHere(second.read)) return withoutOldest(ask, second.read);
	if (second.verdict.kind === 'infeasible')
		return ended(cannotFit(ask, infeasible(second.verdict, second.read.prompt.weight)));
	return hasRoom(second.read)
		? { status: 'ready', read: second.read, soft: false }
		: ended(needsReview(ask, second.read));
}

/** What came of making room between two rounds of tools. */
type MidwayRoom =
	| { readonly status: 'ended'; readonly outcome: SendOutcome }
	| {
			readonly status: 'goes-on';
			/** The prompt to send next where nothing was summarised; null: it is read and weighed anew. */
			readonly unshortened: ReadPrompt | null;
			/** Whether room may be looked for again after the next round. */
			readonly mayTryAgain: boolean;
	  };

/**
 * Makes room between two rounds of tools: first the flush turn, if this cycle has had none, then a summary. If there is
 * nothing to summarise yet, it may be tried again when more was said; after a failure not, because each try costs money.
 */
export async function makeRoomMidway(
	app: App,
	ask: RoomAsk,
	read: ReadPrompt,
	signal: AbortSignal
): Promise<MidwayRoom> {
	ask.onCompacting();
	if (read.input.policy.flush !== null)
		await flushMemory(app, read, signal, toldBeat(ask.onCompacting));
	if (signal.aborted) return ended({ status: 'stopped', turnId: ask.turnId });
	const trigger = urgentTrigger(read.input.policy.preset);
	const { outcome, inVain } = await summarise(app, ask, { read, trigger }, signal);
	if (outcome && isForUser(outcome)) return ended(outcome);
	const now = await ask.read();
	const isSame = now.prompt.summaryId === read.prompt.summaryId;
	return { status: 'goes-on', unshortened: isSame ? now : null, mayTryAgain: !inVain };
}

/** The user stopped, or a draft waits to be read: both end the answer here. */
const isForUser = (outcome: SendOutcome): boolean =>
	outcome.status === 'stopped' || (outcome.status === 'needs-review' && outcome.summaryId !== null);

/**
 * For a single answer by a model with a small window the session is not summarised: that would shorten it for all
 * later answers too. The oldest turns stay out of this one request and are there again in the next.
 */
async function withoutOldest(ask: RoomAsk, full: ReadPrompt): Promise<Room> {
	const read = await ask.read(oldestToDrop(full.input, full.prompt));
	return hasRoom(read) || isHere(read)
		? { status: 'ready', read, soft: false }
		: ended(needsReview(ask, read));
}

const isHere = ({ input }: ReadPrompt): boolean => input.card.id === onDevice;

const ended = (outcome: SendOutcome) => ({ status: 'ended', outcome }) as const;

const cannotFit = ({ turnId }: RoomAsk, failure: Failure): SendOutcome => ({
	status: 'failed',
	turnId,
	failure
});

/** The user decides: about the draft, where one waits, or how to go on without one. */
function needsReview(
	ask: RoomAsk,
	read: ReadPrompt,
	{
		summaryId = null,
		inVain = true,
		failure = null
	}: {
		readonly summaryId?: string | null;
		readonly inVain?: boolean;
		/** Why the last try came to nothing. */
		readonly failure?: Failure | null;
	} = {}
): SendOutcome {
	const { turnId, forced } = ask;
	const left = withoutRoom(read, { forced, hasDraft: summaryId !== null, inVain });
	if (left.kind === 'does-not-fit') return cannotFit(ask, left.failure);
	const { oldest, fits } = left;
	return {
		status: 'needs-review',
		turnId,
		summaryId,
		oldest,
		fits,
		...(failure && { failure })
	};
}

type Weighed = Awaited<ReturnType<typeof weighed>>;

/** Has the flush turn where it is due, and weighs again: it took its time, and the lines it proposed may have changed the prompt. */
async function afterFlush(
	app: App,
	ask: RoomAsk,
	found: Weighed,
	signal: AbortSignal
): Promise<Weighed> {
	const { forced, borrowed } = ask;
	if (!flushesFirst(found.read, { verdict: found.verdict.kind, forced, borrowed })) return found;
	ask.onCompacting();
	const flushed = await flushMemory(app, found.read, signal, toldBeat(ask.onCompacting));
	return flushed === 'not-due' ? found : weighed(app, ask, signal);
}

async function weighed(app: App, ask: RoomAsk, signal: AbortSignal) {
	const estimated = await ask.read();
	const prompt = await countPrompt(app, estimated, ask.turnId, signal);
	const read: ReadPrompt = { ...estimated, prompt };
	return { read, verdict: verdictOf(prompt, read.input.policy) };
}

interface Summarised {
	/** Null: go on. Else what the message came to: under `ask` the draft waits for the user, and so does the message. */
	readonly outcome: SendOutcome | null;
	/** A summary was tried for and failed. */
	readonly inVain: boolean;
}

/** Have a summary made and, as the review rule allows, put to use. */
export async function summarise(
	app: App,
	ask: RoomAsk,
	what: {
		readonly read: ReadPrompt;
		readonly trigger: CompactionTrigger;
		/** What the endpoint said, where it finds the prompt too long. */
		readonly refusal?: Failure;
	},
	signal: AbortSignal
): Promise<Summarised> {
	const { read, trigger, refusal } = what;
	const { policy } = read.input;
	const came = (outcome: SendOutcome | null, inVain = false) => ({ outcome, inVain });
	const review = (summaryId: string) => came(needsReview(ask, read, { summaryId }));
	const use = async (summaryId: string) => came(await useOrAsk(app, ask, read, summaryId));
	const draft = draftOf(read.summaries, read.path);
	// One whose turns were left out since cannot be put to use: it is written anew.
	const waiting = draft && (await isLeftOutSince(app.db, draft)) ? null : draft;
	const way = draftWay(policy, { waits: waiting !== null });
	if (way === 'leave-to-user')
		return came(
			needsReview(ask, await ask.read(), { summaryId: waiting?.id ?? null, inVain: false })
		);
	if (waiting) return way === 'review' ? review(waiting.id) : use(waiting.id);
	ask.onCompacting();
	const { sessionId, branch } = ask;
	const leavesOut = read.input.switchedOff.length > 0;
	const told = tellRetry(ask.onCompacting);
	const kept = keepOnce(ask.keepAsked);
	const onProgress = ({ retry = null, of }: CompactProgress) => {
		told(retry);
		// Its job is on file by now, and will be finished without this tab too.
		if (of > 0) kept.begin(() => needsReview(ask, read, { inVain: false }));
	};
	const wanted = { sessionId, branch, trigger, leavesOut, onProgress };
	const made = await prepareDraft(app, wanted, signal);
	await kept.end();
	if (signal.aborted) return came({ status: 'stopped', turnId: ask.turnId });
	if (made.status !== 'drafted') {
		// Whoever was at work before may have put one to use.
		if ((await ask.read()).prompt.summaryId !== read.prompt.summaryId) return came(null);
		const inVain = made.status !== 'nothing-to-do';
		const left = withoutDraft(read, refusal ?? null);
		if (left.next === 'fail') return came(cannotFit(ask, left.failure), inVain);
		if (left.next === 'go') return came(null, inVain);
		// A draft that was thrown away is not made again by itself; made by hand, one may help all the same.
		const isOver = !isThrownAway(read.summaries, newestOf(read));
		const failure = await lastFailureOf(app.db, sessionId);
		return came(needsReview(ask, read, { inVain: isOver, failure }), inVain);
	}
	switch (newDraftWay(policy)) {
		case 'review':
			return review(made.summary.id);
		case 'use':
			return use(made.summary.id);
		case 'in-use':
			return came(null);
	}
}

/** Put a draft to use; where it cannot be, the user decides. */
async function useOrAsk(
	app: App,
	ask: RoomAsk,
	read: ReadPrompt,
	summaryId: string
): Promise<SendOutcome | null> {
	const used = await useSummary(app, summaryId);
	if (used.status !== 'failed') return null;
	// What was being prepared behind the last answer may have put it to use by itself meanwhile.
	const now = await app.db.summaries.get(summaryId);
	return now?.status === 'active' ? null : needsReview(ask, read, { summaryId });
}

import { oldestToDrop } from '#core/oldest-to-drop.ts';
import type { CompactionTrigger } from '#core/jobs.ts';
import { onDevice } from '#core/settings.ts';
import { draftOf } from '#core/summary.ts';
import { loadOf, verdictOf } from '#core/verdict.ts';
import { countPrompt } from '#flows/count-prompt.ts';
import type { SendOutcome } from '#flows/live-reply.ts';
import type { App } from '#flows/ports.ts';
import { prepareDraft } from '#flows/prepare-draft.ts';
import type { ReadPrompt } from '#flows/read-prompt.ts';
import { useSummary } from '#flows/use-summary.ts';

/** Before a prompt goes out: is there room, and if not, may a summary make some? Nothing unread is sent under `ask`. */

export type Room =
	/** It may go. `soft`: a draft should be prepared once the reply is there. */
	| { readonly status: 'ready'; readonly read: ReadPrompt; readonly soft: boolean }
	| { readonly status: 'ended'; readonly outcome: SendOutcome };

export interface RoomAsk {
	readonly sessionId: string;
	readonly turnId: string;
	/** The user has said how many of the oldest turns stay out: nothing is summarised. */
	readonly forced: boolean;
	/** Reads and assembles the prompt anew. */
	readonly read: () => Promise<ReadPrompt>;
	readonly onCompacting: () => void;
}

/** Weigh the prompt; compact at most once. The verdict is made once and passed on as data (INV-19). */
export async function makeRoom(app: App, ask: RoomAsk, signal: AbortSignal): Promise<Room> {
	const first = await weighed(app, ask, signal);
	if (first.verdict.kind === 'ok' || first.verdict.kind === 'soft')
		return { status: 'ready', read: first.read, soft: first.verdict.kind === 'soft' };
	if (first.verdict.kind === 'infeasible') return ended(doesNotFit(ask, first));
	if (ask.forced || !first.read.input.policy.automatic)
		return fits(first.read)
			? { status: 'ready', read: first.read, soft: false }
			: ended(needsReview(ask, first.read));
	const outcome = await summarise(app, ask, { read: first.read, trigger: 'hard' }, signal);
	if (outcome) return ended(outcome);
	const second = await weighed(app, ask, signal);
	if (second.verdict.kind === 'infeasible') return ended(doesNotFit(ask, second));
	return fits(second.read)
		? { status: 'ready', read: second.read, soft: false }
		: ended(needsReview(ask, second.read));
}

const ended = (outcome: SendOutcome): Room => ({ status: 'ended', outcome });

async function weighed(app: App, ask: RoomAsk, signal: AbortSignal) {
	const estimated = await ask.read();
	const prompt = await countPrompt(app, estimated, ask.turnId, signal);
	const read: ReadPrompt = { ...estimated, prompt };
	const { policy } = read.input;
	return {
		read,
		verdict: verdictOf(prompt.weight, policy, loadOf(prompt), prompt.body.messages)
	};
}

/** Below what the window leaves for a prompt; where that is unknown, below the assumed threshold. */
function fits({ prompt, input }: ReadPrompt): boolean {
	const limit = prompt.weight.usable ?? input.policy.usable;
	return limit === null || prompt.weight.tokens <= limit;
}

/**
 * Have a summary made and, as the review rule allows, put to use. Null: it is in use, go on. Else what the message
 * came to: under `ask` the draft waits for the user, and so does the message.
 */
export async function summarise(
	app: App,
	ask: RoomAsk,
	what: { readonly read: ReadPrompt; readonly trigger: CompactionTrigger },
	signal: AbortSignal
): Promise<SendOutcome | null> {
	const { read, trigger } = what;
	const { review } = read.input.policy;
	const waiting = draftOf(read.summaries, read.path);
	if (waiting && review === 'ask') return needsReview(ask, read, waiting.id);
	if (waiting) {
		const used = await useSummary(app, waiting.id);
		return used.status === 'failed' ? needsReview(ask, read, waiting.id) : null;
	}
	ask.onCompacting();
	const made = await prepareDraft(app, ask.sessionId, trigger, () => undefined, signal);
	if (signal.aborted) return { status: 'stopped', turnId: ask.turnId };
	// Without a summary the history stays as it is; a threshold is no wall while the window has room.
	if (made.status !== 'drafted')
		return trigger !== 'overflow' && fits(read) ? null : needsReview(ask, read);
	if (review === 'ask') return needsReview(ask, read, made.summary.id);
	if (review === 'notify') {
		const used = await useSummary(app, made.summary.id);
		if (used.status === 'failed') return needsReview(ask, read, made.summary.id);
	}
	return null;
}

const needsReview = (
	ask: RoomAsk,
	read: ReadPrompt,
	summaryId: string | null = null
): SendOutcome => ({
	status: 'needs-review',
	turnId: ask.turnId,
	summaryId,
	oldest: oldestToDrop(read.input, read.prompt)
});

function doesNotFit(
	ask: RoomAsk,
	{ read, verdict }: Awaited<ReturnType<typeof weighed>>
): SendOutcome {
	if (verdict.kind !== 'infeasible') throw new Error('Only what cannot fit does not fit');
	return {
		status: 'failed',
		turnId: ask.turnId,
		failure: {
			kind: 'does-not-fit',
			tokens: verdict.floor,
			usable: read.prompt.weight.usable ?? verdict.threshold,
			largest: verdict.largest
		}
	};
}

/** Whether a draft may be prepared without being asked for: a paid call nobody pressed a button for needs a yes. */
export const mayPrepare = ({ input, settings }: ReadPrompt): boolean =>
	input.policy.automatic && (input.card.id === onDevice || settings.backgroundDrafts === 'yes');

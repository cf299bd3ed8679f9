import type { Failure } from '#core/failure.ts';
import { addPrices } from '#core/models/price.ts';

/** Learning from imported conversations: a job the user has agreed to, one session after the other. */

/** What reading some sessions for memories would take, worked out before any call is made. */
export interface LearningQuote {
	/** Sessions in which there is something left to read. */
	readonly sessions: number;
	readonly calls: number;
	/** Tokens, an estimate. */
	readonly input: number;
	/** Tokens, at most. */
	readonly output: number;
	/** US dollars, at most; null: unknown, never nothing. */
	readonly dollars: number | null;
	/** Ids of the models that would be asked; none: code on this device. */
	readonly models: readonly string[];
}

export const noQuote: LearningQuote = {
	sessions: 0,
	calls: 0,
	input: 0,
	output: 0,
	dollars: 0,
	models: []
};

/** Two quotes as one. */
export const addQuotes = (one: LearningQuote, other: LearningQuote): LearningQuote => ({
	sessions: one.sessions + other.sessions,
	calls: one.calls + other.calls,
	input: one.input + other.input,
	output: one.output + other.output,
	dollars: addPrices(one.dollars, other.dollars),
	models: [...new Set([...one.models, ...other.models])]
});

/** Why a job stands still. */
export type LearningPause =
	| { readonly kind: 'asked' }
	/** So many lines wait at the review desk that nobody would look at more. */
	| { readonly kind: 'desk-full'; readonly waiting: number }
	/** What was agreed to was agreed for another endpoint. */
	| { readonly kind: 'endpoint-changed' }
	/** The conversations have grown, or too many calls came to nothing: it would take more than was agreed to. */
	| { readonly kind: 'more-calls' }
	| { readonly kind: 'failed'; readonly failure: Failure };

/** The job as it is kept on this device. It goes into no backup: nothing that costs money begins by itself elsewhere. */
export interface Learning {
	readonly id: string;
	/** Model id, or `on-device`. */
	readonly answerer: string;
	/** Base URL of the endpoint it was agreed for. */
	readonly endpoint: string;
	/** Ids of sessions still to be read, in order. */
	readonly todo: readonly string[];
	/** How many there were. */
	readonly of: number;
	/** Calls the user has agreed to, one a part of a session, and those that were made. */
	readonly agreed: number;
	readonly calls: number;
	/** How many of the calls that were made failed or were stopped: their parts are owed again. Left out: none. */
	readonly vain?: number;
	/** Lines sent to the review desk. */
	readonly lines: number;
	/** US dollars so far; null: unknown. */
	readonly spent: number | null;
	readonly state: 'running' | 'paused' | 'done';
	readonly why: LearningPause | null;
}

/** A job for sessions that were quoted. Nothing to read is done at once. */
export const newLearning = (told: {
	readonly id: string;
	readonly answerer: string;
	readonly endpoint: string;
	readonly sessionIds: readonly string[];
	readonly quote: LearningQuote;
}): Learning => ({
	id: told.id,
	answerer: told.answerer,
	endpoint: told.endpoint,
	todo: told.sessionIds,
	of: told.sessionIds.length,
	agreed: told.quote.calls,
	calls: 0,
	lines: 0,
	spent: 0,
	state: told.sessionIds.length === 0 ? 'done' : 'running',
	why: null
});

/** More lines than these are waited for: a desk nobody can look through is no review. */
const fullDesk = 300;

/** Whether the next session may be read; else why not. */
export function barOf(
	job: Pick<Learning, 'endpoint'>,
	now: { readonly endpoint: string; readonly waiting: number }
): LearningPause | null {
	if (now.endpoint !== job.endpoint) return { kind: 'endpoint-changed' };
	return now.waiting >= fullDesk ? { kind: 'desk-full', waiting: now.waiting } : null;
}

/** Calls of a job that may come to nothing: whoever agreed to a price shall not pay it over and over. */
const mostVain = 10;

/** Parts that may be asked about yet: those agreed to, less those that were read. */
export const partsLeft = ({
	agreed,
	calls,
	vain = 0
}: Pick<Learning, 'agreed' | 'calls' | 'vain'>): number =>
	vain >= mostVain ? 0 : agreed - (calls - vain);

/** What one part of a session has come to. */
export interface PartLearnt {
	/** Calls that were made; none: code on this device. */
	readonly calls: 0 | 1;
	/** Whether the part is owed again. */
	readonly isVain: boolean;
	readonly lines: number;
	/** US dollars; null: unknown. */
	readonly cost: number | null;
}

export const pausedBy = (job: Learning, why: LearningPause): Learning => ({
	...job,
	state: 'paused',
	why
});

/** With what a part of a session has added. */
export const withPart = (job: Learning, part: PartLearnt): Learning => ({
	...job,
	calls: job.calls + part.calls,
	vain: (job.vain ?? 0) + (part.isVain ? part.calls : 0),
	lines: job.lines + part.lines,
	spent: addPrices(job.spent, part.cost)
});

/** After a session was read to its end, or is not there any more. */
export function withoutSession(job: Learning, sessionId: string): Learning {
	const todo = job.todo.filter((id) => id !== sessionId);
	return todo.length === 0 && job.state === 'running'
		? { ...job, todo, state: 'done', why: null }
		: { ...job, todo };
}

/** Go on with a job that stands still. */
export const resumed = (job: Learning): Learning => ({
	...job,
	state: job.todo.length === 0 ? 'done' : 'running',
	why: null
});

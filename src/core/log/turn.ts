import {
	pairResults,
	type AssistantBlock,
	type ToolResultBlock,
	type UserBlock
} from '#core/log/blocks.ts';
import type { Span } from '#core/asking/pasted.ts';
import type { Failure } from '#core/failure.ts';
import type { Usage } from '#core/wire/usage.ts';

/** Where something stands in the log of a branch. Turns count from 0 without gaps; steps from 0 inside a turn. */
export interface Position {
	readonly seq: number;
	/** Index of a step, or -1 for the question itself. A range through `step: -1` ends before the first step. */
	readonly step: number;
}

/** How people count turns: the first is turn 1. */
export const turnNumber = (seq: number): number => seq + 1;

/** Order of two positions: negative when `a` stands before `b`. */
export const comparePositions = (a: Position, b: Position): number =>
	a.seq - b.seq || a.step - b.step;

/** Whether a position lies in a range, both ends included. */
export const isWithin = (
	place: Position,
	{ from, through }: { readonly from: Position; readonly through: Position }
): boolean => comparePositions(from, place) <= 0 && comparePositions(place, through) <= 0;

/** Where a turn stands in its session, in one word: the same place, the same key. */
export const placeKey = ({ branch, seq }: Pick<Turn, 'branch' | 'seq'>): string =>
	`${branch} ${String(seq)}`;

/** How a turn came to be. Imported turns are never `own words` of a person here. */
export type TurnSource = 'typed' | 'import';

/**
 * What the user asked. Written once, never edited. Key in the database: [sessionId+branch+seq].
 * After forgetting, `asked` is empty and `forgottenAt` is set; seq, id and hash stay, so the chain still checks.
 */
export interface Turn {
	readonly sessionId: string;
	readonly branch: string;
	readonly seq: number;
	/** UUIDv7. */
	readonly turnId: string;
	/** SHA-256 (hex) of the link before it, the id and the content: see `linkTurn` in chain.ts. */
	readonly hash: string;
	readonly asked: readonly UserBlock[];
	/** Unix time, ms. */
	readonly askedAt: number;
	/** Local date and time as the model is told, e.g. `Friday 2026-11-20 13:05 Europe/Berlin`. Stored so that it never changes. */
	readonly stamp: string;
	readonly source: TurnSource;
	/** Stretches of the words (as `textOf` gives them) that were pasted: not own words. No part of the hash. */
	readonly pasted?: readonly Span[];
	readonly forgottenAt?: number;
}

/** Which turn, and where it stands on the branch on screen. */
export type TurnAt = Pick<Turn, 'seq' | 'turnId'>;

/** How a step ended. Everything but `complete` is shown with a Retry, and Continue where it can go on. */
export type StepState = 'complete' | 'interrupted' | 'stopped' | 'cut-off' | 'failed';

/** What a thinking block is bound to: it may be sent again only where all three are the same. */
export interface Basis {
	/** SHA-256 (hex) of everything before this message in the request that produced it. */
	readonly prefix: string;
	readonly model: string;
	/** Fingerprint of endpoint and key; never the key. */
	readonly key: string;
}

/**
 * One assistant message and the results of the tools it called. Written twice: with the message, and when the
 * results are there. Key in the database: [sessionId+branch+seq+index].
 */
export interface Step {
	readonly sessionId: string;
	readonly branch: string;
	readonly seq: number;
	readonly index: number;
	readonly turnId: string;
	/** SHA-256 (hex) of the link before it and the content of the message: see `linkStep`. */
	readonly hash: string;
	/** Blocks exactly as received. Empty when nothing came. */
	readonly content: readonly AssistantBlock[];
	/** Model id as the endpoint named it, or `on-device`. */
	readonly model: string;
	readonly state: StepState;
	readonly stopReason: string | null;
	readonly usage: Usage | null;
	/** Price of this call in US dollars, null where unknown. */
	readonly cost: number | null;
	readonly epoch: number;
	readonly basis: Basis | null;
	readonly startedAt: number;
	readonly endedAt: number;
	readonly failure: Failure | null;
	/** This step goes on where the one before it broke off, because the user pressed Continue. */
	readonly continues: boolean;
	/** Answers to the tool calls of `content`, in their order; null while they are open. */
	readonly results: readonly ToolResultBlock[] | null;
	/** SHA-256 (hex) of `hash` and the results; null while there are none. */
	readonly resultsHash: string | null;
	readonly forgottenAt?: number;
	/** When results were taken out that quoted something forgotten elsewhere; `resultsHash` is that of before. */
	readonly resultsForgottenAt?: number;
	/** When quotations of something forgotten were taken out of an answer on this device; `hash` is that of before. */
	readonly quotesForgottenAt?: number;
}

/** A turn with its steps, in order. */
export interface Exchange {
	readonly turn: Turn;
	readonly steps: readonly Step[];
}

/** Tool calls of a step. */
export const callsOf = (step: Pick<Step, 'content'>) =>
	step.content.filter((block) => block.type === 'tool_use');

/** The result of each call of a step, in their order. */
export const resultsOf = (step: Pick<Step, 'content' | 'results'>) =>
	pairResults(
		callsOf(step).map(({ id }) => id),
		step.results ?? []
	);

/** A step whose tool calls have no results yet: neither coverable nor a place to cut (INV-22). */
export const isOpen = (step: Step): boolean => callsOf(step).length > 0 && step.results === null;

/**
 * Whether a reply that ends with this step was left between its tools and its next call, e.g. because a draft waited
 * there: it is no answer yet, and can go on from what the tools have said.
 */
export const isLeftOpen = (last: Pick<Step, 'content' | 'state'>): boolean =>
	last.state === 'complete' && callsOf(last).length > 0;

/** Whether a reply came to its end: not where it broke off, or was left open. */
export function isAnswered({ steps }: Pick<Exchange, 'steps'>): boolean {
	const last = steps.at(-1);
	return last?.state === 'complete' && !isLeftOpen(last);
}

/** Index of the last step of a reply; -1: none. */
export const lastIndexOf = (steps: readonly Pick<Step, 'index'>[]): number =>
	steps.at(-1)?.index ?? -1;

/** Whether no answer has come yet, or one that was left open. */
export function isUnanswered({ steps }: Pick<Exchange, 'steps'>): boolean {
	const last = steps.at(-1);
	return last === undefined || isLeftOpen(last);
}

/**
 * `deleted`: hidden and never sent, and still undoable; the content goes when it is forgotten. `not-now`: it waited for a
 * summary, and stays where it is until somebody sends it.
 */
export type MarkKind = 'left-out' | 'off-record' | 'pinned' | 'waiting' | 'not-now' | 'deleted';

/** What the user decided about a turn. A change here never touches the turn. Key: [sessionId+turnId+kind]. */
export interface Mark {
	readonly sessionId: string;
	readonly turnId: string;
	readonly kind: MarkKind;
	readonly at: number;
	/** Pinned text, when only a part of the turn is pinned. */
	readonly text?: string;
	/** Whose text is pinned, when only one side is. */
	readonly side?: 'user' | 'assistant';
	/** A waiting message was asked to go out as soon as there is a network, however long that takes. */
	readonly byItself?: true;
	/** It goes out to go on where its answer broke off; else that is written anew. */
	readonly goes?: 'on';
	/** Index of the last step that was there when it began to wait, -1: none. Rows from before lack it. */
	readonly saidBefore?: number;
}

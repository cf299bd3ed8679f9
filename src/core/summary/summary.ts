import type { Failure } from '#core/failure.ts';
import { branchAt, type Path } from '#core/log/path.ts';
import type { Opinion } from '#core/opinion/opinion.ts';
import type { Session } from '#core/session/session.ts';
import { lastIndexOf, comparePositions, type Exchange, type Position } from '#core/log/turn.ts';

type SummaryStatus = 'draft' | 'active' | 'superseded' | 'reverted' | 'discarded';

/**
 * What becomes of the messages of a summary that is deleted: they are back, or left out too; `alone`: a later round,
 * written from them and not from it, goes on standing for them.
 */
export type SummaryDeletion = 'bring-back' | 'leave-out' | 'alone';

/** How the text was made. `extractive`: by code, from real text, with no model. */
export type SummaryTier =
	'full' | 'smaller-chunks' | 'cheaper-model' | 'partial' | 'extractive' | 'placeholder';

/** What stands between a summary and full trust: the least trusted text it was made from. */
export type Taint = 'none' | 'tool' | 'web' | 'import';

/** Something named in the covered turns that neither summary, pins, memory nor anchors name any more. */
export interface LossItem {
	readonly kind: string;
	readonly text: string;
	/** The newest of the covered turns that says it; null: none does, the summary before had kept it. */
	readonly turnId: string | null;
	/** Of that turn; of none: where the summary begins. Rows from before name that turn by its id too. */
	readonly seq: number;
}

/** Text that stands in for the turns `from..through` of a session. */
export interface Summary {
	readonly id: string;
	readonly sessionId: string;
	readonly branch: string;
	/** Ordinal over all branches of the session, from 1, never reused. */
	readonly round: number;
	readonly from: Position;
	readonly through: Position;
	readonly status: SummaryStatus;
	/** The one whose undo or deletion took it out of use, itself or an earlier round: both come back together. */
	readonly revertedWith?: string;
	/** Of a discarded draft: others that waited then. They wait on where it comes back. */
	readonly waitedBeside?: readonly string[];
	/** `nothing`: the user deleted the summary and left its messages out too. */
	readonly standsFor: 'text' | 'nothing';
	/** The summary whose words went into it; null: it was written from messages alone. Rows from before lack it. */
	readonly integrates?: string | null;
	readonly text: string;
	readonly originalText: string;
	/** The anchor list, one text, editable like the summary; empty where the preset has none. */
	readonly anchors: string;
	readonly editedAt: number | null;
	readonly taint: Taint;
	readonly preset: string;
	readonly promptId: string;
	readonly model: string;
	readonly tier: SummaryTier;
	/** Why the rung before its tier came to nothing; null: none was tried. Rows from before lack it. */
	readonly failure?: Failure | null;
	readonly tokensBefore: number;
	readonly tokensAfter: number;
	readonly turnCount: number;
	readonly messageCount: number;
	/** Images, and documents that are no text; in older rows images alone. */
	readonly imageCount: number;
	/** US dollars, null where unknown. */
	readonly cost: number | null;
	readonly loss: readonly LossItem[];
	/** What a model said of it on request; null or not there: nobody was asked, or it was forgotten. */
	readonly opinion?: Opinion | null;
	/** Steps that were cut for the summariser (INV-16). */
	readonly lossy: readonly string[];
	/** The hash of the last link it covers: the commit checks that the range is unchanged (INV-38). */
	readonly throughHash: string;
	readonly archiveId: string | null;
	/** The path, and the last step at its head, as they were when it was made. Rows from before lack it. */
	readonly saidBefore?: { readonly path: Path; readonly step: number };
	readonly createdAt: number;
	readonly committedAt: number | null;
	readonly compactionId: string | null;
}

/** Whether a draft was thrown away that was made when the log ended here: by itself none is made of it again. */
export const isThrownAway = (summaries: readonly Summary[], { turn, steps }: Exchange): boolean =>
	summaries.some(({ status, saidBefore }) => {
		const end = saidBefore?.path.at(-1);
		const isHere = end?.branch === turn.branch && end.throughSeq === turn.seq;
		return status === 'discarded' && isHere && saidBefore?.step === lastIndexOf(steps);
	});

/** The summary where it says something; null where there is none, or where it stands for nothing and nobody reads it. */
export const spoken = <One extends Pick<Summary, 'standsFor'>>(
	summary: One | null | undefined
): One | null => (summary?.standsFor === 'text' ? summary : null);

/**
 * The texts of a summary that go along: its anchors are a part of the prompt that may be switched off, and that not
 * every preset sends, whichever has made them.
 */
export const textsSent = (
	{ text, anchors }: Pick<Summary, 'text' | 'anchors'>,
	{ switchedOff }: Pick<Session, 'switchedOff'>,
	preset: { readonly anchors: boolean }
): readonly string[] =>
	preset.anchors && !switchedOff.includes('Anchors') ? [text, anchors] : [text];

/** Whether the whole range of a summary lies on a path (INV-20). */
export const isOnPath = (summary: Pick<Summary, 'branch' | 'through'>, path: Path): boolean =>
	branchAt(path, summary.through.seq) === summary.branch;

/** In use, or behind the one that is: not a draft, and not taken out of use. */
export const isCommitted = ({ status }: Pick<Summary, 'status'>): boolean =>
	status === 'active' || status === 'superseded';

type End = Pick<Summary, 'through' | 'round'>;

/** By where they end in the log; where both end alike, by round. */
export const byEnd = (one: End, other: End): number =>
	comparePositions(one.through, other.through) || one.round - other.round;

export const goesBeyond = (one: End, other: End): boolean => byEnd(one, other) > 0;

/**
 * The summary that stands in the prompt of a path: of the committed ones on it, the one that reaches furthest, and of
 * these the latest round. A later round may end earlier where it was made on a branch that left before the end.
 * Undo marks it `reverted`, and the round before it stands again by itself.
 */
export function summaryInUse(summaries: readonly Summary[], path: Path): Summary | null {
	let found: Summary | null = null;
	for (const summary of summaries)
		if (isCommitted(summary) && isOnPath(summary, path) && (!found || goesBeyond(summary, found)))
			found = summary;
	return found;
}

/** The summary in whose place one stands, or would stand as a draft: what was in use before it; null: only messages. */
export function replacedBy(
	summary: Pick<Summary, 'round'>,
	summaries: readonly Summary[],
	path: Path
): Summary | null {
	const earlier = summaries.filter(({ round }) => round < summary.round);
	return spoken(summaryInUse(earlier, path));
}

/** The newest draft of a path that still goes beyond the summary in use, or null. */
export function draftOf(summaries: readonly Summary[], path: Path): Summary | null {
	const used = summaryInUse(summaries, path);
	let found: Summary | null = null;
	for (const summary of summaries)
		if (
			summary.status === 'draft' &&
			isOnPath(summary, path) &&
			(!used || goesBeyond(summary, used)) &&
			(!found || summary.round > found.round)
		)
			found = summary;
	return found;
}

/**
 * The summary that went into this one, or null where it was written from the messages themselves: the first round,
 * one behind a summary that stands for nothing, or one that was made again from the originals. `summaries`: all of
 * the session.
 */
function wentInto(summary: Summary, summaries: readonly Summary[], path: Path): Summary | null {
	// The one that stood for nothing then may be back by now.
	if (summary.integrates === null) return null;
	let last: Summary | null = null;
	for (const other of summaries)
		if (
			other.status === 'superseded' &&
			other.round < summary.round &&
			isOnPath(other, path) &&
			// One that was made on another branch, or is made again, may reach further: it did not go into this one.
			comparePositions(summary.from, other.through) > 0 &&
			// Of the others the one that was in use then, by the rule of `summaryInUse`.
			(!last || goesBeyond(other, last))
		)
			last = other;
	return spoken(last);
}

/** The summary that went into this one, also while this one is a draft and that one in use; null: the messages alone. */
export function summaryBefore(
	summary: Summary,
	summaries: readonly Summary[],
	path: Path
): Summary | null {
	const earlier = summaries.map((other) =>
		other.status === 'active' ? ({ ...other, status: 'superseded' } as const) : other
	);
	return wentInto(summary, earlier, path);
}

/**
 * The summary in whose place one was made again, where a hand had written in it: those words stand in no message.
 * `summaries`: all of the session.
 */
export function editedBefore(
	summary: Summary,
	summaries: readonly Summary[],
	path: Path
): Summary | null {
	const other = summary.integrates === null ? replacedBy(summary, summaries, path) : null;
	const isAgain = other && comparePositions(summary.from, other.through) <= 0;
	return isAgain && other.editedAt !== null ? other : null;
}

/** The first turn that a summary stands for: it integrates the one before it, and with it what that stood for. */
export function standsFrom(
	summary: Summary,
	summaries: readonly Summary[],
	path: Path
): Summary['from'] {
	const before = wentInto(summary, summaries, path);
	return before ? standsFrom(before, summaries, path) : summary.from;
}

/** The same, also of one that is a draft yet while the one before it is in use. */
export function wouldStandFrom(
	summary: Summary,
	summaries: readonly Summary[],
	path: Path
): Summary['from'] {
	const before = summaryBefore(summary, summaries, path);
	return before ? standsFrom(before, summaries, path) : summary.from;
}

/** How often what a summary says has been summarised, and the summary that was written from the messages themselves. */
export interface Wear {
	readonly rounds: number;
	readonly rootId: string;
}

/** Each round on top of another loses a little (checklist 196): 1 is a summary of messages, 2 one of a summary too. */
export function wearOf(summary: Summary, summaries: readonly Summary[], path: Path): Wear {
	const before = wentInto(summary, summaries, path);
	if (!before) return { rounds: 1, rootId: summary.id };
	const { rounds, rootId } = wearOf(before, summaries, path);
	return { rounds: rounds + 1, rootId };
}

/** After so many rounds the user is told (context.md 5). */
const worn = 3;

/** Whether the user is to be told of the wear of the summary in use: once for each line of rounds. */
export const isWearNews = (wear: Wear | null, told: string | null): boolean =>
	wear !== null && wear.rounds >= worn && wear.rootId !== told;

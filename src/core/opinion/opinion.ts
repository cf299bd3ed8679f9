import { sha256 } from '#core/sha256.ts';
import type { Usage } from '#core/wire/usage.ts';

/**
 * What a model says, asked once and on request, about a summary beside the messages it stands for (checklist 200). It
 * is kept and shown as its opinion: nothing follows from it by itself, and no later prompt holds it.
 */

/** `missing`: the messages say it and the summary does not. `wrong`: the summary says it otherwise. */
export type FindingKind = 'missing' | 'wrong';

/** One thing that somebody who carries on would miss or get wrong, as a sentence that could stand in the summary. */
export interface Finding {
	readonly kind: FindingKind;
	readonly text: string;
	/** The turn it says it found it in; null: none, or one that it was not shown. */
	readonly turnId: string | null;
}

/** What was not shown, or not whole: it can say nothing about that. */
export interface OpinionGaps {
	/** Numbers of the turns, as people count them, that did not fit; null: all did. */
	readonly turns: { readonly from: number; readonly through: number } | null;
	/** Pieces of which only head and tail were shown. */
	readonly pieces: number;
	/** Images and documents, which a transcript names and does not show. */
	readonly images: number;
	/** Turns that are left out or off the record. */
	readonly kept: number;
}

export interface Opinion {
	readonly model: string;
	readonly promptId: string;
	readonly at: number;
	readonly usage: Usage | null;
	/** US dollars, null where unknown. */
	readonly cost: number | null;
	/** What it was asked about, see `wordingOf`. */
	readonly about: string;
	readonly findings: readonly Finding[];
	/** The answer was cut off at its length: there may be more. */
	readonly cutOff: boolean;
	readonly gaps: OpinionGaps;
}

/** Why there is nothing to show of an answer that came. */
export type Unusable = 'empty' | 'refused' | 'cut-off' | 'unreadable';

/** Why nobody can be asked. */
export type NoOpinion = 'no-model' | 'nothing-to-read' | 'no-room';

/** What asking would take. Nothing is asked for it. */
export interface OpinionQuote {
	readonly model: string;
	readonly host: string;
	/** Tokens that are read, with a margin for the estimate, and may be written. */
	readonly input: number;
	readonly output: number;
	/** US dollars at most, null where the price is unknown. */
	readonly dollars: number | null;
	readonly gaps: OpinionGaps;
}

interface Wording {
	readonly text: string;
	readonly anchors: string;
}

/** Names the wording of a summary: an opinion about another one is an old one. */
export const wordingOf = ({ text, anchors }: Wording): string => sha256(`${text}\n${anchors}`);

/** Whether a summary has been edited since it was asked about. */
export const isAboutEarlier = (opinion: Pick<Opinion, 'about'>, summary: Wording): boolean =>
	opinion.about !== wordingOf(summary);

/** All that a summary says, as it goes along in a prompt. */
export const saidBy = ({ text, anchors }: Wording): string =>
	anchors === '' ? text : `${text}\n\n${anchors}`;

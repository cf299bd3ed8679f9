import type { Judged, LineOrigin, MemoryWriter, ProposalSource } from '#core/memory/memory.ts';

/** "Why do you know this?": what is known of where a line comes from, as a person is told it. */

/** One turn a line was learnt from. */
export interface SourceTurn {
	readonly turnId: string;
	/** As people count, from 1; null where the turn is gone. */
	readonly number: number | null;
	/** How the message begins; empty where it is gone. */
	readonly said: string;
	/** Address of the turn, or null where it is gone. */
	readonly href: string | null;
	readonly state: 'here' | 'deleted' | 'forgotten' | 'gone';
}

/** One time a line was learnt. */
export interface Learnt extends Judged {
	readonly origin: LineOrigin;
	/** The job that brought it. */
	readonly by: MemoryWriter | ProposalSource;
	/** Unix ms. */
	readonly at: number;
	/** Null: no conversation (an import, or written by hand). */
	readonly session: {
		readonly title: string;
		/** Null where the conversation is gone. */
		readonly href: string | null;
	} | null;
	readonly turns: readonly SourceTurn[];
}

export interface LineStory {
	readonly line: string;
	/** Newest first. */
	readonly learnt: readonly Learnt[];
	/** When the line first stood in its file, and who wrote it; null for a line that only waits. */
	readonly written: { readonly at: number; readonly by: MemoryWriter } | null;
}

/** The message a line leads back to. */
export interface LineSource {
	/** Address of the turn. */
	readonly href: string;
	/** Title of its conversation; empty where it has none. */
	readonly title: string;
}

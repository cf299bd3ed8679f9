import type { Proposal } from '#core/memory/memory.ts';
import type { Beside, DeskItem } from '#state/desk/desk-items.ts';

/** What the review desk shows, and what can be done there. */

/** A line of memory. */
export type DeskLine = Exclude<DeskItem, { kind: 'draft' }>;

/** A file before and after, with the lines around the change. */
export interface FileChange {
	readonly path: string;
	readonly before: string;
	readonly after: string;
}

export interface DeskActions {
	readonly accept: (item: DeskItem) => void;
	readonly reject: (item: DeskItem) => void;
	/** Resolves to true when it is stored, so that the editor may close. */
	readonly save: (proposal: Proposal, text: string) => Promise<boolean>;
	/** Into the place of a line of memory, or (null) beside it. */
	readonly replace: (proposal: Proposal, line: Beside['row'] | null) => void;
	/** Into another file. */
	readonly aim: (lines: readonly Proposal[], path: string) => void;
	/** Every file that would change. */
	readonly change: (proposal: Proposal) => Promise<readonly FileChange[] | null>;
	readonly select: (id: string) => void;
	readonly undo: () => void;
}

/** A file a waiting line may go to. */
export interface DeskPlace {
	readonly value: string;
	readonly label: string;
}

import type { Relation } from '#core/lines/relation.ts';
import type { LineOrigin, Proposal } from '#core/memory/memory.ts';
import type { Summary } from '#core/summary/summary.ts';

/** What the review desk shows, and what can be done there. */

/** A line of memory that a waiting one is about. */
interface BesideLine {
	readonly row: { readonly path: string; readonly text: string };
	readonly relation: Exclude<Relation, 'unrelated'>;
}

export type ShownItem =
	| {
			readonly kind: 'line';
			readonly id: string;
			readonly proposal: Proposal;
			readonly beside: BesideLine | null;
	  }
	| { readonly kind: 'draft'; readonly id: string; readonly summary: Summary };

export type ShownLine = Extract<ShownItem, { kind: 'line' }>;

/** A file before and after, with the lines around the change. */
export interface FileChange {
	readonly path: string;
	readonly before: string;
	readonly after: string;
}

export interface DeskActions {
	readonly accept: (item: ShownItem) => void;
	readonly reject: (item: ShownItem) => void;
	/** Resolves to true when it is stored, so that the editor may close. */
	readonly save: (proposal: Proposal, text: string) => Promise<boolean>;
	/** Into the place of a line of memory, or (null) beside it. */
	readonly replace: (proposal: Proposal, line: BesideLine['row'] | null) => void;
	/** Every file that would change. */
	readonly change: (proposal: Proposal) => Promise<readonly FileChange[] | null>;
	readonly select: (id: string) => void;
	readonly undo: () => void;
}

/** What the list is narrowed to. */
export type DeskFilter = 'all' | LineOrigin | 'drafts';

export const isShown = (item: ShownItem, filter: DeskFilter): boolean =>
	filter === 'all' ||
	(item.kind === 'draft' ? filter === 'drafts' : item.proposal.origin === filter);

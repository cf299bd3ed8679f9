import { sha256 } from '#core/sha256.ts';

/** What the user wants forgotten, with what becomes of that which was learnt from it. Stored until the work is done. */

export type Forgotten =
	| {
			readonly kind: 'turn';
			readonly sessionId: string;
			readonly turnId: string;
			/** Other attempts at the message, by id, that were deleted with it. */
			readonly also?: readonly string[];
	  }
	| { readonly kind: 'session'; readonly sessionId: string }
	/** The fact wherever it stands in memory, not only in the file it was chosen in. */
	| { readonly kind: 'line'; readonly line: string }
	/** A file as it was deleted then (Unix ms): one that is written again at its path is another. */
	| { readonly kind: 'memory-file'; readonly path: string; readonly deletedAt: number }
	/** The file alone: what it holds stays in its session, where that is here. */
	| { readonly kind: 'archive'; readonly archiveId: string; readonly sessionId: string };

/** Ids of the turns that were chosen; none where all of a session goes. */
export const turnsOfForgotten = (what: Forgotten): readonly string[] =>
	what.kind === 'turn' ? [what.turnId, ...(what.also ?? [])] : [];

/** The session it stood in, or null: memory belongs to none. */
export const sessionOfForgotten = (what: Forgotten): string | null =>
	what.kind === 'turn' || what.kind === 'session' ? what.sessionId : null;

/** `drop`: its messages come back, without what is forgotten. */
export type SummaryEnd =
	| { readonly how: 'rewrite'; readonly text: string }
	| { readonly how: 'drop' }
	| { readonly how: 'keep' };

export interface Forgetting {
	readonly what: Forgotten;
	/** Memory lines that were learnt from it and go too. */
	readonly lines: readonly string[];
	/** By id. One that is not named loses names, figures and whole sentences that only the forgotten messages hold. */
	readonly summaries: Readonly<Record<string, SummaryEnd>>;
	/** By walks that did not come to the end. */
	readonly changed?: ChangedBeside;
}

/** What was changed beside the forgotten itself, counted, for the list of what happened. */
export interface ChangedBeside {
	readonly summaries: number;
	readonly results: number;
	readonly requests: number;
}

/** What tells of something that is to be forgotten, and where it may have gone. */
export interface ForgettingFound {
	/** What goes: an archive may be all there is of a session. */
	readonly kind: Forgotten['kind'];
	readonly summaries: readonly {
		readonly id: string;
		readonly round: number;
		readonly isDraft: boolean;
		/** In use or waiting. The others (earlier rounds, undone, discarded) come back by undo alone. */
		readonly isShown: boolean;
		/** What is left when the lines are gone that tell it; empty: nothing. */
		readonly text: string;
		/** Words of it that nothing else can have told. */
		readonly words: readonly string[];
	}[];
	/** Memory lines that were learnt from it. */
	readonly lines: readonly { readonly path: string; readonly text: string }[];
	/** Other messages with the same words. */
	readonly elsewhere: readonly {
		readonly sessionId: string;
		readonly turnId: string;
		/** Of its session. */
		readonly title: string;
		/** Where it says so, or how it begins; as people read it, cut. */
		readonly said: string;
		/** Where an answer says it, how the question begins. */
		readonly question: string;
		/** When it was asked, Unix ms. */
		readonly at: number;
	}[];
	/** Paths of archives of its session that cannot be read whole. */
	readonly damaged: readonly string[];
	/** Hosts it may have been sent to. */
	readonly hosts: readonly string[];
}

/** What was removed: keeps ids from coming back by a later import or synchronisation. */
export interface Tombstone {
	readonly id: string;
	readonly kind: 'turn' | 'session' | 'line' | 'memory-file' | 'archive' | 'summary';
	readonly at: number;
	/** What is still to be done; gone when nothing of the content is left anywhere. */
	readonly pending?: Forgetting;
	/** How often: a line may be written again and forgotten again. Missing: once. */
	readonly times?: number;
	/** Restored with a backup, of something that was not here: nothing has become less for its sake. */
	readonly brought?: true;
}

/** Whether something went from here, to the end. */
export const isForgottenHere = ({ pending, brought }: Tombstone): boolean =>
	pending === undefined && brought === undefined;

/** A number that each forgetting makes larger, also of what was forgotten before. */
export const timesForgotten = (rows: readonly Tombstone[]): number =>
	rows.filter(isForgottenHere).reduce((sum, { times = 1 }) => sum + times, 0);

/** A tombstone as it takes the place of the one that is there. */
export const inPlaceOf = (before: Tombstone | undefined, row: Tombstone): Tombstone =>
	before && !before.brought
		? { ...row, times: (before.times ?? 1) + (before.pending ? 0 : 1) }
		: row;

/** Id of the tombstone of a file as it was deleted then (Unix ms). */
export const fileTombstoneId = (path: string, deletedAt: number): string =>
	sha256(`${path} ${String(deletedAt)}`);

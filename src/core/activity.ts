import type { Failure } from '#core/failure.ts';
import type { Tombstone } from '#core/forgetting/what.ts';
import type { CompactionTrigger } from '#core/compaction/trigger.ts';
import type { SummaryDeletion } from '#core/summary/summary.ts';

/** What happened, for Settings → Activity, and what must be known to take it back. */

/** One thing that happened, as it is stored. */
export interface Activity {
	readonly id: string;
	readonly at: number;
	readonly kind: ActivityKind;
	readonly sessionId: string | null;
	readonly details: StoredDetails;
	readonly failure: Failure | null;
}

/**
 * Details as they are stored, perhaps by an older version, perhaps with words taken out by forgetting. Only names that
 * some version writes can be read, and each value is checked before it is used.
 */
type StoredDetails = Readonly<Partial<Record<DetailName, Plain>>>;

type Plain = string | number | boolean | null;

type NamesOf<T> = T extends unknown ? keyof T : never;
export type DetailName = NamesOf<Happening['details']>;

/** What is known of an act that can be taken back, under the word for taking it back. */
export type UndoNote =
	| { readonly undo: 'compaction'; readonly summaryId: string }
	| { readonly undo: 'discard'; readonly summaryId: string }
	| { readonly undo: 'delete-summary'; readonly summaryId: string }
	/** The wording before the edit. */
	| {
			readonly undo: 'summary-edit';
			readonly summaryId: string;
			readonly text: string;
			readonly anchors: string;
	  }
	| { readonly undo: 'delete-turn'; readonly turnId: string }
	/** The session that ended; the one that goes on is that of the row. */
	| { readonly undo: 'reset'; readonly ended: string }
	| { readonly undo: 'memory'; readonly path: string; readonly revisionId: string }
	/** Two files at once. */
	| {
			readonly undo: 'memory';
			readonly path: string;
			readonly other: string;
			readonly act: string;
	  }
	| { readonly undo: 'accepted'; readonly proposalId: string };

export type UndoKind = UndoNote['undo'];

type Undoable<K extends UndoKind> = Extract<UndoNote, { readonly undo: K }>;
/** Fields of an act that cannot be undone this time, because it undoes another one. */
type Told<K extends UndoKind> = Undoable<K> | Omit<Undoable<K>, 'undo'>;

interface OfSummary {
	readonly summaryId: string;
	readonly round: number;
}

interface Weighed {
	readonly trigger: CompactionTrigger;
	readonly tokensBefore: number;
	readonly tokensAfter: number;
}

interface Made extends Weighed {
	readonly model: string;
	readonly tier: string;
	readonly cost: number | null;
}

/** What is written down of each kind of event. */
interface Details {
	readonly compaction: OfSummary &
		(
			| (Undoable<'compaction'> & Made & { readonly emergency: boolean; readonly messages: number })
			/** Taken out of use, and back in. */
			| (Told<'compaction'> & { readonly again: true })
		);
	/** `reverted`: ids of all that went out of use with it, one space between. */
	readonly 'compaction-undone': OfSummary & { readonly reverted: string };
	/** `editedAt`: of the edit before it (Unix ms), where there was one. */
	readonly 'summary-edited': OfSummary & Told<'summary-edit'> & { readonly editedAt?: number };
	readonly 'summary-deleted': OfSummary &
		Undoable<'delete-summary'> & {
			readonly how: SummaryDeletion;
			readonly reverted: string;
		};
	readonly draft: OfSummary &
		(
			| (Made & {
					readonly turns: number;
					readonly proposals: number;
					readonly insufficient: boolean;
			  })
			| (Told<'discard'> & { readonly discarded: true })
		);
	readonly flush: {
		readonly cycle: string;
		readonly proposals: number;
		readonly said: string;
		readonly hasRun: boolean;
		/** Lines that went into memory at once, as the user allows. */
		readonly written?: number;
		readonly stopped?: true;
	};
	readonly 'no-op': Weighed & { readonly reason: string; readonly round: 0 };
	readonly failure:
		| {
				readonly what: 'compaction';
				readonly trigger: CompactionTrigger;
				readonly attempts: number;
		  }
		| { readonly what: 'archive'; readonly summaryId: string }
		| { readonly what: 'reset'; readonly title: string; readonly by: ResetBy }
		| { readonly what: 'unexpected'; readonly name: string }
		| {
				readonly what:
					'backup' | 'old-backups' | 'memory-folder' | 'snapshot' | 'forgotten-copies' | 'log';
		  };
	readonly reset: Undoable<'reset'> & {
		readonly by: ResetBy;
		readonly title: string;
		readonly archiveId: string;
		readonly proposals: number;
	};
	readonly import: {
		readonly format: string;
		/** The same for the same files, with the same left out. */
		readonly of: string;
		/** What did not come to its end has come since. */
		readonly again?: true;
	} & (
		| {
				readonly sessions: number;
				readonly grown: number;
				readonly turns: number;
				readonly there: number;
				readonly memoryFiles: number;
				readonly writtenSince?: number;
				readonly proposals: number;
				readonly skippedLines: number;
				readonly gone: number;
				readonly isSalvaged: boolean;
				readonly branchesLeftOut?: number;
				/** Before its end, by the user or by what went wrong. */
				readonly stopped?: true;
		  }
		/** Its end was not noted; false: it is known that it will not be. */
		| { readonly begun: boolean; readonly stopped?: true }
	);
	readonly export: {
		readonly what: 'backup' | 'download';
		readonly name: string;
		readonly bytes: number;
		/** Of which no sound copy is left: what lies in them alone is not in it. */
		readonly damagedArchives?: number;
	};
	readonly archive: {
		readonly archiveId: string;
		readonly round: number;
		readonly turns: number;
	};
	readonly memory:
		| (Undoable<'memory'> & {
				readonly what: 'saved' | 'deleted' | 'restored' | 'remembered' | 'moved' | 'renamed';
		  })
		| (Undoable<'accepted'> & { readonly what: 'accepted'; readonly path: string });
	readonly deletion:
		| (Undoable<'delete-turn'> & { readonly turns: 1 })
		| { readonly what: 'session' | 'archive'; readonly title: string }
		/** A copy on this device gave way on a full disk; `madeAt`, Unix ms, is what tells it from others. */
		| { readonly what: 'copy'; readonly madeAt: number }
		/** A damaged archive that held what was forgotten: `kept` of its turns could be read, and are left. */
		| {
				readonly what: 'salvaged';
				readonly path: string;
				readonly kept: number;
				readonly of: number;
		  }
		| {
				readonly what: 'forgotten';
				readonly of: Tombstone['kind'];
				readonly unreached: number;
				readonly cutSummaries?: number;
				readonly cutResults?: number;
				readonly cutRequests?: number;
		  };
	readonly recovery: {
		readonly generation: number;
		readonly madeAt: number;
		readonly turns: number;
		readonly missingArchives: number;
	};
	readonly learning: {
		readonly sessions: number;
		readonly proposals: number;
		readonly model: string;
		readonly cost: number | null;
	};
	/** The endpoint did not show the model a request as it was sent (INV-25). */
	readonly transformed: {
		readonly model: string;
		readonly dropped: number;
		readonly passed: number;
		/** Hash of the list, so that the same case is told once. */
		readonly which: string;
	};
}

type ResetBy = 'user' | 'daily' | 'idle';
/** What brought it about. */
export type Cause = ResetBy | CompactionTrigger;

type ActivityKind = keyof Details;

/** By what the events of a kind are told apart. */
export type WhatOf<K extends ActivityKind> = Extract<
	Details[K],
	{ readonly what: unknown }
>['what'];

/** Details of the row that says that another row was undone: `undoes` is its id, null where a button did it, which knows none. */
interface Undone {
	readonly undoes: string | null;
	readonly what: UndoKind;
	/** So many at once. */
	readonly lines?: number;
}

/** An event as it may be stored: its details belong to its kind. */
export type Happening = {
	readonly [K in ActivityKind]: { readonly kind: K; readonly details: Details[K] | Undone };
}[ActivityKind];

/** The note by which an event can be undone; null: it cannot be, or part of what that takes is missing. */
export function undoNoteOf(details: StoredDetails): UndoNote | null {
	const note = noteIn(details);
	const isWhole = note && Object.values(note).every((value) => typeof value === 'string');
	return isWhole ? (note as UndoNote) : null;
}

/** What a note holds, by its kind. */
const noteFields = {
	compaction: ['summaryId'],
	discard: ['summaryId'],
	'delete-summary': ['summaryId'],
	'summary-edit': ['summaryId', 'text', 'anchors'],
	'delete-turn': ['turnId'],
	reset: ['ended'],
	accepted: ['proposalId'],
	memory: ['path', 'revisionId']
} as const satisfies { readonly [K in UndoKind]: readonly NamesOf<Undoable<K>>[] };
const actFields = ['path', 'other', 'act'] as const;

/** The fields of a note, with values that are still unchecked. */
function noteIn(details: StoredDetails): Readonly<Partial<Record<DetailName, unknown>>> | null {
	const { undo, act } = details;
	if (typeof undo !== 'string' || !Object.hasOwn(noteFields, undo)) return null;
	const isAct = undo === 'memory' && typeof act === 'string';
	const names = isAct ? actFields : noteFields[undo as UndoKind];
	return Object.fromEntries(['undo' as const, ...names].map((name) => [name, details[name]]));
}

/** Details that hold words of people: they go with what is forgotten, and do not leave in a file of the list. */
export const wordyDetails: ReadonlySet<string> = new Set([
	'text',
	'anchors',
	'title',
	'said'
] satisfies DetailName[]);

/**
 * A row as it leaves in a file that may be passed on: without words of a conversation, which are kept for taking an edit
 * back, and without titles of what `isHere` no longer.
 */
export function forFile(row: Activity, isHere: (sessionId: string) => boolean): Activity {
	const { ended = row.sessionId } = row.details;
	const isTitled = row.kind !== 'deletion' && typeof ended === 'string' && isHere(ended);
	const kept = Object.entries(row.details).filter(([name]) =>
		name === 'title' ? isTitled : !wordyDetails.has(name)
	);
	return { ...row, details: Object.fromEntries(kept) };
}

/** What was done last comes first. `newest`: by time; what is dated behind `now` was done while the clock ran ahead. */
export const lastFirst = (newest: readonly Activity[], now: number): readonly Activity[] => [
	...newest.filter(({ at }) => at <= now),
	...newest.filter(({ at }) => at > now)
];

import type { Failure } from '#core/failure.ts';
import type { Path } from '#core/log/path.ts';
import type { Counters, MeasuredUsage } from '#core/wire/usage.ts';

/** `main`: yours. `guest`: must never see MEMORY.md. */
export type SessionKind = 'main' | 'guest';

/** Running ratio of reported to estimated tokens, as plain data (see tokens/calibration.ts). */
type StoredCalibration = Readonly<Record<string, unknown>>;

export type ResetPolicy =
	| { readonly kind: 'manual' }
	/** At an hour of the local day, 0–23. */
	| { readonly kind: 'daily'; readonly hour: number }
	| { readonly kind: 'idle'; readonly minutes: number };

/** How this session is compacted. Null fields follow the settings. */
export interface SessionPolicy {
	readonly preset: string | null;
	readonly automatic: boolean | null;
	readonly review: ReviewRule | null;
	readonly overrides: Readonly<Record<string, unknown>>;
}

/** Of a preset. `threshold`: a summary would be prepared; `emergency`: it would wait for one no longer. */
export type RoomLimit = 'threshold' | 'emergency';

export type ReviewRule = 'ask' | 'notify' | 'auto';

/** One continuing conversation with the model. */
export interface Session {
	readonly id: string;
	readonly kind: SessionKind;
	readonly title: string;
	readonly titleFrom: 'none' | 'first-message' | 'user' | 'import';
	/** Model id, or null: the default of the settings. */
	readonly model: string | null;
	readonly policy: SessionPolicy;
	readonly resetPolicy: ResetPolicy | null;
	/** The branch on screen. */
	readonly branch: string;
	readonly epoch: number;
	/**
	 * Hash of what must stay the same within an epoch (system, tools, model, key, head of the history); null before
	 * the first call.
	 */
	readonly epochKey: string | null;
	/** Raised by every write that others must notice; checked inside transactions. */
	readonly rev: number;
	readonly counters: Counters;
	readonly lastUsage: MeasuredUsage | null;
	/** By model id. */
	readonly calibration: Readonly<Record<string, StoredCalibration>>;
	readonly pinned: boolean;
	readonly folder: string | null;
	/** Never extracted, never summarised into memory. */
	readonly offRecord: boolean;
	/** Sources of segments the user has switched off for this session. */
	readonly switchedOff: readonly string[];
	/** Key of the last plan that failed: the same is not planned again (INV-6). */
	readonly noPlanKey: string | null;
	/**
	 * The path when a summary failed or was thrown away: the preset that counts turns counts what came since. Missing
	 * before that.
	 */
	readonly saidBefore?: Path;
	/** The user was told that these summaries have been summarised many times over. Missing before that. */
	readonly wearTold?: string;
	/** The last limit the user was reminded of, where nothing is compacted automatically; null or missing: none. */
	readonly reminded?: RoomLimit | null;
	/** Id of the last turn that was read for memories after an import; not there before that. */
	readonly learntThrough?: string;
	/** The day whose reset it began with, as it was called where the user was; missing: it began with none. */
	readonly resetDay?: string;
	readonly createdAt: number;
	/** Latest activity, ms: orders the sidebar. */
	readonly activeAt: number;
	/** Set when the session was reset: it is archived and goes on in another. */
	readonly endedAt: number | null;
	readonly continuedFrom: string | null;
	/** Deleted by the user and still undoable; forgotten for good later. */
	readonly deletedAt: number | null;
}

/** Neither reset nor deleted: it can be gone on with. */
export const isOpenSession = ({
	endedAt,
	deletedAt
}: Pick<Session, 'endedAt' | 'deletedAt'>): boolean => endedAt === null && deletedAt === null;

/** Nothing more is asked or answered in a session that was deleted or reset; null: it is open. */
export function closedBy(session: Pick<Session, 'endedAt' | 'deletedAt'>): Failure | null {
	if (isOpenSession(session)) return null;
	const why = session.deletedAt === null ? 'session-ended' : 'session-deleted';
	return { kind: 'changed-meanwhile', why };
}

/** Whether a failure says just that. */
export const saysClosed = (failure: Failure): boolean =>
	failure.kind === 'changed-meanwhile' &&
	(failure.why === 'session-ended' || failure.why === 'session-deleted');

/** A line of turns. The path of a branch is found by walking parents; turns are never copied. */
export interface Branch {
	readonly sessionId: string;
	readonly branch: string;
	readonly parent: string | null;
	/** First seq that belongs to this branch; 0 for the trunk. */
	readonly forkSeq: number;
	/** Newest seq of this branch, or forkSeq - 1 while it is empty. */
	readonly headSeq: number;
	readonly createdAt: number;
}

export const trunk = 'trunk';

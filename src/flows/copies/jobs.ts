import type { Progress } from '#core/progress.ts';
import type { Canary, StartVerdict } from '#core/copies/canary.ts';
import type { Holdings } from '#core/copies/holdings.ts';
import type { RowsLost } from '#core/copies/rows-held.ts';
import type { SnapshotCard, SnapshotReason } from '#core/copies/snapshot.ts';
import type { Exchange } from '#core/log/turn.ts';
import type { Freeing, FreeingKind, RoomTaken } from '#core/copies/room-taken.ts';
import type { CheckedLog } from '#db/scratch/kept-values.ts';
import type { Failed } from '#core/failure.ts';

/** Jobs of the workshop that look after the copies outside the database. */

/** The browser has no file system for copies: an old one, or a private window. */
export interface NoVault {
	readonly status: 'no-vault';
}

export type CanaryOutcome =
	| { readonly status: 'written'; readonly canary: Canary }
	/** There is less than there was, or half of a copy. The old canary stays, so that the next start sees it too. */
	| {
			readonly status: 'lost';
			readonly verdict: Extract<StartVerdict, { status: 'lost' | 'half-restored' }>;
	  }
	| Failed;

export type KeepOutcome =
	| { readonly status: 'kept'; readonly card: SnapshotCard }
	/** The guard: the database is empty or far smaller than what was kept of it. */
	| { readonly status: 'refused'; readonly before: Holdings; readonly now: Holdings }
	/** The guard: rows are missing that a copy holds. */
	| RowsLost
	| { readonly status: 'unchanged' }
	| { readonly status: 'stopped' }
	/** `holdsForgotten`: it would have been the one without what was forgotten, which stands in those before it. */
	| (Failed & { readonly holdsForgotten?: true });

export type RestoreOutcome =
	| { readonly status: 'restored' }
	/** Stopped while what is here was still being copied: nothing was changed. */
	| { readonly status: 'stopped' }
	| Failed;

export type CoolOutcome =
	| { readonly status: 'cooled'; readonly turns: number; readonly warmed: number }
	| { readonly status: 'stopped' }
	| Failed;

export interface StorageJobs {
	'measure-use': {
		ask: null;
		outcome:
			| {
					readonly status: 'measured';
					readonly taken: RoomTaken;
					readonly freeing: Freeing;
			  }
			| NoVault
			| Failed;
	};
	'free-up': {
		ask: { readonly what: readonly FreeingKind[] };
		outcome: { readonly status: 'freed' } | NoVault | Failed;
	};
}

export interface CopyJobs extends StorageJobs {
	/** Write down what the database holds. `accept`: also where that is less than it was. */
	'write-canary': {
		ask: { readonly accept: boolean };
		outcome: CanaryOutcome | NoVault;
	};
	'keep-snapshot': {
		/** `when-due`: only where one is, and of the kind that is. */
		ask: { readonly reason: SnapshotReason | 'when-due' };
		outcome: KeepOutcome | NoVault;
	};
	/** Look whether the log is whole; begins where it was left off. */
	'check-log': {
		ask: CheckedLog;
		outcome:
			| {
					readonly status: 'checked';
					readonly lost: RowsLost | null;
					/** Sessions that are not whole, and were not known to be so. */
					readonly found: readonly string[];
					readonly log: CheckedLog;
			  }
			| NoVault
			| Failed;
	};
	'list-snapshots': {
		ask: null;
		outcome:
			| {
					readonly status: 'listed';
					readonly ring: readonly SnapshotCard[];
					readonly aside: readonly SnapshotCard[];
					/** Generations that a later version of the app has made. */
					readonly newer: readonly number[];
			  }
			| NoVault
			| Failed;
	};
	'restore-snapshot': {
		ask: { readonly generation: number; readonly safety: boolean };
		progress: Progress;
		outcome: RestoreOutcome | NoVault;
	};
	/** Finish a restore that was interrupted, from what was taken in before it began. */
	'finish-restore': {
		ask: null;
		progress: Progress;
		outcome: { readonly status: 'finished' } | Failed;
	};
	/** A generation as a backup file, to take along. */
	'export-snapshot': {
		ask: { readonly generation: number; readonly day: string; readonly now: number };
		progress: Progress;
		outcome:
			| { readonly status: 'made'; readonly name: string; readonly file: Blob }
			| { readonly status: 'stopped' }
			| NoVault
			| Failed;
	};
	/** The user goes on with what is here: the generations that hold more leave the ring, and stay. */
	'accept-database': {
		ask: { readonly empty: boolean };
		outcome: { readonly status: 'accepted' } | Failed;
	};
	/** Remove rows of turns that verified archives hold, and put back those that are needed again. */
	'cool-turns': {
		ask: null;
		progress: Progress;
		outcome: CoolOutcome | NoVault;
	};
	/** Cold turns of a session back into the tables: all of them, or those that no summary covers any more. */
	'warm-session': {
		ask: { readonly sessionId: string; readonly all: boolean };
		outcome: { readonly status: 'warmed' } | Failed;
	};
	/** Turns as they stand in an archive, for whoever reads a session. */
	'read-cold': {
		ask: {
			readonly archiveId: string;
			readonly branch: string;
			readonly fromSeq: number;
			readonly throughSeq: number;
		};
		outcome: { readonly status: 'read'; readonly exchanges: readonly Exchange[] } | Failed;
	};
	'drop-snapshots': {
		ask: { readonly generations: readonly number[] };
		outcome: { readonly status: 'dropped' } | NoVault | Failed;
	};
}

import type { Failed } from '#core/failure.ts';
import type { ForgettingFound, Forgotten } from '#core/forgetting/what.ts';
import type { CompactionTrigger } from '#core/compaction/trigger.ts';
import type { KeyStatus } from '#core/key.ts';
import type { UserBlock } from '#core/log/blocks.ts';
import type { Branch, Session } from '#core/session/session.ts';
import type { Exchange } from '#core/log/turn.ts';
import type { NoOpinion, OpinionQuote, Unusable } from '#core/opinion/opinion.ts';
import type { Foreseen } from '#core/plan/foreseen.ts';
import type { NoOpReason } from '#core/plan/planned.ts';
import type { PromptFacts } from '#core/compaction/stored-job.ts';
import type { Preset } from '#core/presets/preset.ts';
import type { Progress } from '#core/progress.ts';
import type { LeftOut, Segment, Weight } from '#core/prompt/prompt.ts';
import type { Passed } from '#core/prompt/weight/reminder.ts';
import type { SearchAsk, Searched } from '#core/search/found.ts';
import type { Summary } from '#core/summary/summary.ts';
import type { PromptStand } from '#core/wire/cache.ts';
import type { CopyJobs } from '#flows/copies/jobs.ts';
import type { Retry } from '#core/reply/retry.ts';
import type { FileJobs } from '#flows/import/jobs.ts';

/** The worker that does what takes long, as the page sees it: every job with its question and its outcome. */

export interface CompactProgress extends Progress {
	/** While a call waits to be made again. */
	readonly retry?: Retry | null;
}

export type CompactOutcome =
	| {
			readonly status: 'drafted';
			readonly summary: Summary;
			readonly proposals: number;
			/** The draft whose place it has taken. */
			readonly replaced?: Summary;
	  }
	| { readonly status: 'nothing-to-do'; readonly reason: NoOpReason }
	| { readonly status: 'stopped' }
	| Failed;

/** A request that has not been sent: a session with what stands in the composer. */
export interface PreviewAsk {
	readonly session: Session;
	/** Left out: the one on screen when it is read. */
	readonly branch?: string;
	readonly unsent: readonly UserBlock[];
	readonly switchedOff?: readonly string[];
	/** Who answers, when it is not who the settings say. */
	readonly answerer?: string;
}

/** A prompt without its words. */
export interface PromptSize {
	/** Who would answer. */
	readonly model: string;
	readonly weight: Weight;
	readonly segments: readonly Pick<Segment, 'source' | 'tokens' | 'on'>[];
	/** Pictures and files that are not sent. */
	readonly leftOut: readonly LeftOut[];
	/** Limits the conversation has passed without being compacted. */
	readonly passed: Passed;
	/** What it stands on. */
	readonly stand: PromptStand;
}

type ArchiveOutcome = { readonly status: 'archived'; readonly archiveId: string } | Failed;

/** Jobs of the workshop: what is asked, what it says meanwhile, what comes out. Ids travel, never turns or keys. */
export interface WorkshopJobs extends CopyJobs, FileJobs {
	compact: {
		ask: {
			readonly sessionId: string;
			/** Of a new job; left out, the one on screen. */
			readonly branch?: string;
			readonly trigger: CompactionTrigger;
			readonly focus: string | null;
			/** Resume this job instead of starting one. */
			readonly compactionId: string | null;
			/** Left out when a job is resumed: they are stored with it. */
			readonly facts?: PromptFacts;
			/** Write the summary inside the conversation, whose prefix is bound to this key. */
			readonly inside?: { readonly key: KeyStatus };
		};
		progress: CompactProgress;
		outcome: CompactOutcome;
	};
	/** What forgetting something would touch. Nothing is changed. */
	'weigh-forgetting': {
		/** `also`: ids of turns that would be deleted with it. */
		ask: { readonly what: Forgotten; readonly also?: readonly string[] };
		outcome: { readonly status: 'weighed'; readonly found: ForgettingFound } | Failed;
	};
	/** Take what a tombstone names out of every store. `isLast`: nothing can bring it back any more. */
	forget: {
		ask: { readonly tombstoneId: string; readonly isLast: boolean };
		outcome:
			| {
					readonly status: 'forgotten';
					readonly unreached: readonly string[];
					readonly salvaged: readonly string[];
			  }
			| Failed;
	};
	/** What the next request of a session weighs. */
	weigh: {
		ask: PreviewAsk & { readonly key: KeyStatus };
		outcome: { readonly status: 'weighed'; readonly size: PromptSize } | Failed;
	};
	/** What a compaction would come to now, by hand if nothing else is said; `trial` is a preset that is only looked at. */
	foresee: {
		ask: {
			readonly sessionId: string;
			/** Left out: the one on screen. */
			readonly branch?: string;
			readonly trigger?: CompactionTrigger;
			readonly facts: PromptFacts;
			readonly trial: Preset | null;
		};
		outcome: { readonly status: 'foreseen'; readonly foreseen: Foreseen } | Failed;
	};
	/** Write the archive of what a committed summary covers, read it back, compare. */
	'archive-summary': {
		ask: { readonly summaryId: string };
		outcome: ArchiveOutcome;
	};
	/** Report anew what a summary lost, after it was edited. */
	'report-loss': {
		ask: { readonly summaryId: string };
		outcome: { readonly status: 'reported'; readonly lost: number } | Failed;
	};
	/** What asking a model about a summary would take; nothing is asked. */
	'quote-opinion': {
		ask: { readonly summaryId: string; readonly answerer: string };
		outcome:
			| { readonly status: 'quoted'; readonly quote: OpinionQuote }
			| { readonly status: 'nothing'; readonly why: NoOpinion }
			| Failed;
	};
	/** Ask a model, once, what a summary leaves out or gets wrong; what it says is stored with the summary. */
	opinion: {
		ask: { readonly summaryId: string; readonly answerer: string };
		outcome:
			| { readonly status: 'told' }
			/** An answer came that cannot be used; it was paid for. */
			| { readonly status: 'unusable'; readonly why: Unusable; readonly cost: number | null }
			| { readonly status: 'nothing'; readonly why: NoOpinion }
			| { readonly status: 'stopped' }
			| Failed;
	};
	'archive-session': {
		ask: { readonly sessionId: string };
		outcome: ArchiveOutcome;
	};
	/** Last extraction before a reset: memory lines as proposals. */
	extract: {
		ask: {
			readonly sessionId: string;
			/** No model is asked: what the user said in so many words is found by code. */
			readonly byCode?: boolean;
		};
		progress: CompactProgress;
		outcome:
			| { readonly status: 'extracted'; readonly proposals: number }
			| { readonly status: 'stopped' }
			| Failed;
	};
	/** Look at memory lines (of one file or of all) and put changes on the review desk. */
	tidy: {
		ask: { readonly path: string | null; readonly answerer: string };
		/** While its call waits to be made again. */
		progress: { readonly retry: Retry | null };
		outcome:
			| {
					readonly status: 'tidied';
					readonly proposals: number;
					readonly by: 'rules' | 'model';
			  }
			/** The model answered something else than a list of changes. */
			| { readonly status: 'unusable' }
			| { readonly status: 'stopped' }
			| Failed;
	};
	'read-archive': {
		/** Without what was deleted in its session; with `asItLies` all of it. */
		ask: { readonly archiveId: string; readonly asItLies?: boolean };
		outcome:
			| {
					readonly status: 'read';
					/** As it was when the archive was written. */
					readonly session: Session | null;
					readonly exchanges: readonly Exchange[];
					/** Of a whole session; empty where the archive is of one round. */
					readonly branches: readonly Branch[];
					readonly summaries: readonly Summary[];
					/** Its bytes are those that were written. */
					readonly isSound: boolean;
					readonly damaged: number;
			  }
			| Failed;
	};
	/** Somebody is about to search: the workshop starts and its index is loaded while they type. */
	'prepare-search': {
		ask: Record<string, never>;
		outcome: { readonly status: 'prepared' } | Failed;
	};
	search: {
		ask: SearchAsk;
		outcome: ({ readonly status: 'found' } & Searched) | { readonly status: 'stopped' } | Failed;
	};
}

export type WorkshopJob = keyof WorkshopJobs;

/** What a job says while it runs; never: nothing. */
export type ProgressOf<Job> = Job extends { readonly progress: infer Told } ? Told : never;

/** The workshop worker: compaction, archives, search, import, export. Never throws; a crash is a `failed` outcome. */
export interface Workshop {
	run<K extends WorkshopJob>(
		kind: K,
		ask: WorkshopJobs[K]['ask'],
		signal: AbortSignal,
		onProgress?: (progress: ProgressOf<WorkshopJobs[K]>) => void
	): Promise<WorkshopJobs[K]['outcome']>;
}

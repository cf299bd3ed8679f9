import type { Progress } from '#core/progress.ts';
import type { Failure } from '#core/failure.ts';
import { isUrgent } from '#core/compaction/trigger.ts';
import { isUnfinished, type Compaction } from '#core/compaction/compaction.ts';
import type { Summary } from '#core/summary/summary.ts';
import { compactionsOf } from '#db/summaries/summaries.ts';
import type { App } from '#flows/ports.ts';
import type { Retry } from '#core/reply/retry.ts';
import type { CompactOutcome, CompactProgress } from '#flows/ports/workshop.ts';
import { drafting } from '#state/chat/late-flows.ts';
import { readStoredJob } from '#core/compaction/stored-job.ts';
import { Live } from '#state/live.svelte.ts';

/** What is asked for by hand: a summary, with something to attend to, or the one in use made again from its originals. */
export type Wanted = { readonly focus: string | null } | 'again';

/** Runs one compaction; the page gives the flow, so that this class can be tested with a short one. */
type Prepare = (
	wanted: Wanted,
	onProgress: (progress: CompactProgress) => void,
	signal: AbortSignal
) => Promise<CompactOutcome>;

const isAtWork = (job: Compaction, now: number): boolean =>
	isUnfinished(job) && job.leaseUntil > now;

/** The compaction of a session, whoever started it: this tab by hand, a message at its limit, or another tab. */
export class Compacting {
	#stop = $state.raw<AbortController | null>(null);
	#progress = $state.raw<CompactProgress | null>(null);
	readonly #app: App;
	readonly #jobs: Live<Compaction[]>;
	readonly #prepare: Prepare;

	constructor(app: App, sessionId: string, prepare: Prepare) {
		this.#app = app;
		this.#prepare = prepare;
		this.#jobs = new Live(() => compactionsOf(app.db, sessionId));
	}

	/** A job of another hand that is being worked on now. */
	get #job(): Compaction | undefined {
		return this.#jobs.current?.find((job) => isAtWork(job, this.#app.clock.now()));
	}

	/** Begun by hand in this tab; jobs of other hands outlive the page. */
	get isOurs(): boolean {
		return this.#stop !== null;
	}

	get isRunning(): boolean {
		return this.#stop !== null || this.#job !== undefined;
	}

	/** A message waits for it, in whatever tab. */
	get isWaitedFor(): boolean {
		return this.#job !== undefined && isUrgent(this.#job.trigger);
	}

	/** Parts done and to do; null while that is not known. */
	get progress(): Progress | null {
		if (this.#stop) return this.#progress;
		const chunks = this.#job ? readStoredJob(this.#job.plan).plan?.chunks : undefined;
		return chunks ? { done: this.#job?.chunks.length ?? 0, of: chunks.length } : null;
	}

	/** While a call of it waits to be made again. */
	get retry(): Retry | null {
		return (this.#stop ? this.#progress?.retry : this.#job?.retry) ?? null;
	}

	/** Somebody asked for it, in whatever tab. */
	wasAskedFor({ compactionId }: Summary): boolean {
		const trigger = this.#jobs.current?.find(({ id }) => id === compactionId)?.trigger;
		return trigger === 'manual' || trigger === 'again';
	}

	/** Why the last one came to nothing, where a message of then or later (Unix ms) waited for it, also if it was tried again by hand. */
	inVainSince(at: number): Failure | null {
		const since = this.#jobs.current?.filter(({ createdAt }) => createdAt >= at) ?? [];
		const last = since.toSorted((a, b) => a.updatedAt - b.updatedAt).at(-1);
		if (last?.status !== 'failed') return null;
		const waitedFor = last.trigger === 'manual' ? since : [last];
		return waitedFor.some(({ trigger }) => isUrgent(trigger)) ? last.failure : null;
	}

	/** Null when one is at work already. */
	async run(wanted: Wanted): Promise<CompactOutcome | null> {
		if (this.isRunning) return null;
		const stop = new AbortController();
		this.#stop = stop;
		try {
			return await this.#prepare(
				wanted,
				(progress) => {
					this.#progress = progress;
				},
				stop.signal
			);
		} finally {
			this.#stop = null;
			this.#progress = null;
		}
	}

	/**
	 * Stop it; of a job that runs elsewhere its row says so, and whoever works on it reads that. Null: nothing stands in
	 * the way.
	 */
	async cancel(): Promise<Failure | null> {
		if (this.#stop) {
			this.#stop.abort();
			return null;
		}
		const job = this.#job;
		if (!job) return null;
		const { callOff } = await drafting();
		const called = await callOff(this.#app, job.id);
		return called.status === 'failed' ? called.failure : null;
	}
}

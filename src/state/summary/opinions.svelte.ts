import { SvelteMap } from 'svelte/reactivity';
import { seekOpinion } from '#flows/opinion/seek-opinion.ts';
import type { App } from '#flows/ports.ts';
import { neverStops } from '#flows/ports/waiting.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';
import { oncePerTab } from '#state/tab/once-per-tab.ts';
import type { UnderWay } from '#state/tab/under-way.svelte.ts';

/** How far a question about a summary is that was asked in this tab; an opinion that came stands with the summary. */
export type OpinionStage =
	| { readonly status: 'running' }
	| Exclude<WorkshopJobs['opinion']['outcome'], { readonly status: 'told' | 'stopped' }>;

/** What asking would take, or why it cannot be asked. */
export type OpinionQuoted = WorkshopJobs['quote-opinion']['outcome'];

interface Run {
	readonly stop: AbortController;
	readonly ended: Promise<void>;
}

/** What is asked about summaries in this tab. It goes on while another session is looked at, for it is paid. */
export class Opinions {
	readonly #app: App;
	readonly #underWay: UnderWay;
	readonly #stages = new SvelteMap<string, OpinionStage>();
	/** By summary, until they have ended, stopped ones too. */
	// eslint-disable-next-line svelte/prefer-svelte-reactivity -- drawn by nobody
	readonly #runs = new Map<string, Run>();

	/** @param underWay what is paid for holds the page here until it has come */
	constructor(app: App, underWay: UnderWay) {
		this.#app = app;
		this.#underWay = underWay;
	}

	/** Null where nothing is asked, or the answer has come. */
	stage(summaryId: string): OpinionStage | null {
		return this.#stages.get(summaryId) ?? null;
	}

	quote(summaryId: string, answerer: string): Promise<OpinionQuoted> {
		return this.#app.workshop.run('quote-opinion', { summaryId, answerer }, neverStops());
	}

	/** One question about a summary at a time; one that was stopped gives way as soon as it has ended. */
	async ask(summaryId: string, answerer: string): Promise<void> {
		const before = this.#runs.get(summaryId);
		if (before && !before.stop.signal.aborted) return;
		const stop = new AbortController();
		const ended = this.#underWay.during(() =>
			this.#run({ summaryId, answerer }, stop, before?.ended)
		);
		this.#runs.set(summaryId, { stop, ended });
		this.#stages.set(summaryId, { status: 'running' });
		await ended;
	}

	stop(summaryId: string): void {
		this.#runs.get(summaryId)?.stop.abort();
		this.#stages.delete(summaryId);
	}

	async #run(
		ask: WorkshopJobs['opinion']['ask'],
		stop: AbortController,
		before: Promise<void> | undefined
	): Promise<void> {
		const { summaryId } = ask;
		let stage: OpinionStage | null = null;
		try {
			await Promise.allSettled([before]);
			if (stop.signal.aborted) return;
			const outcome = await seekOpinion(this.#app, ask, stop.signal);
			if (outcome.status !== 'told' && outcome.status !== 'stopped') stage = outcome;
		} finally {
			// Else it was asked again.
			if (this.#runs.get(summaryId)?.stop === stop) {
				this.#runs.delete(summaryId);
				if (stage && !stop.signal.aborted) this.#stages.set(summaryId, stage);
				else this.#stages.delete(summaryId);
			}
		}
	}
}

/** Those of this tab. */
export const opinionsOf = oncePerTab((app, underWay) => new Opinions(app, underWay));

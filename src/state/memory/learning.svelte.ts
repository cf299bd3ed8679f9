import type { Failure } from '#core/failure.ts';
import {
	newLearning,
	noQuote,
	pausedBy,
	resumed,
	type Learning,
	type LearningQuote
} from '#core/learning/import-learning.ts';
import { defaultSettings } from '#core/settings.ts';
import { onDevice } from '#core/models/model-card.ts';
import {
	beginLearning,
	changeLearning,
	learningJob,
	removeLearning
} from '#db/scratch/learning.ts';
import { learnableSessions, type LearnableSession } from '#flows/learning/learnable-sessions.ts';
import type { AppState } from '#state/app.svelte.ts';
import { Live } from '#state/live.svelte.ts';

export type { LearnableSession };

/** What learning would take, for the sessions that were asked about. */
type QuoteStage =
	| { readonly at: 'rest' }
	| { readonly at: 'working'; readonly done: number; readonly of: number }
	| {
			readonly at: 'quoted';
			readonly quote: LearningQuote;
			readonly sessionIds: readonly string[];
			readonly answerer: string;
	  }
	/** Another job was begun meanwhile, in another tab: this one was not. */
	| { readonly at: 'taken' }
	| { readonly at: 'failed'; readonly failure: Failure };

/** Learning from imported sessions as pages show it: the job of all tabs, and the price of one that is only thought of. */
export class LearningView {
	readonly #keepsake: Pick<AppState, 'app' | 'answerer' | 'settings'>;
	/** Null where there is none. */
	readonly job: Live<Learning | null>;
	#stage = $state.raw<QuoteStage>({ at: 'rest' });
	#stop: AbortController | null = null;

	constructor(keepsake: Pick<AppState, 'app' | 'answerer' | 'settings'>) {
		this.#keepsake = keepsake;
		this.job = new Live(() => learningJob(keepsake.app.scratch));
	}

	get stage(): QuoteStage {
		return this.#stage;
	}

	/** The model that would be asked, or `on-device`. */
	get answerer(): string {
		return this.#keepsake.answerer({ model: null });
	}

	/** Imported sessions, newest activity first. */
	readonly sessions = (): Promise<readonly LearnableSession[]> =>
		learnableSessions(this.#keepsake.app.db);

	/** Work out what it would take; nothing is sent. */
	async quote(sessionIds: readonly string[], answerer: string): Promise<void> {
		this.forget();
		const stop = new AbortController();
		this.#stop = stop;
		this.#stage = { at: 'working', done: 0, of: sessionIds.length };
		const ask = { sessionIds, answerer };
		const { workshop } = this.#keepsake.app;
		const outcome = await workshop.run('quote-learning', ask, stop.signal, (progress) => {
			if (this.#stop === stop) this.#stage = { at: 'working', ...progress };
		});
		if (this.#stop !== stop) return;
		if (outcome.status === 'quoted')
			this.#stage = { at: 'quoted', quote: outcome.quote, sessionIds, answerer };
		else
			this.#stage =
				outcome.status === 'failed' ? { at: 'failed', failure: outcome.failure } : { at: 'rest' };
	}

	/** What was quoted is agreed to. False: it was not begun. */
	async start(): Promise<boolean> {
		if (this.#stage.at !== 'quoted') return false;
		const { quote, sessionIds, answerer } = this.#stage;
		return this.#begin(sessionIds, answerer, quote);
	}

	/** With rules alone: there is no price to agree to. */
	readonly startHere = (sessionIds: readonly string[]): Promise<boolean> =>
		this.#begin(sessionIds, onDevice, noQuote);

	async #begin(
		sessionIds: readonly string[],
		answerer: string,
		quote: LearningQuote
	): Promise<boolean> {
		this.forget();
		const { app, settings } = this.#keepsake;
		const { endpoint } = settings.current ?? defaultSettings;
		const id = app.clock.newId();
		const job = newLearning({ id, answerer, endpoint, sessionIds, quote });
		const isBegun = await beginLearning(app.scratch, job);
		if (!isBegun) this.#stage = { at: 'taken' };
		return isBegun;
	}

	/** The quote on screen is not wanted any more. */
	readonly forget = (): void => {
		this.#stop?.abort();
		this.#stop = null;
		this.#stage = { at: 'rest' };
	};

	readonly pause = (): Promise<void> => this.#change((job) => pausedBy(job, { kind: 'asked' }));
	readonly goOn = (): Promise<void> => this.#change(resumed);
	/** Give it up, or put away what is done: what waits at the desk stays. */
	readonly end = (): Promise<void> => removeLearning(this.#keepsake.app.scratch);

	async #change(change: (job: Learning) => Learning): Promise<void> {
		const { scratch } = this.#keepsake.app;
		const job = await learningJob(scratch);
		if (job) await changeLearning(scratch, job.id, change);
	}
}

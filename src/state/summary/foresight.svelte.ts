import type { CompactionTrigger } from '#core/compaction/trigger.ts';
import type { Failure } from '#core/failure.ts';
import type { Foreseen } from '#core/plan/foreseen.ts';
import type { Preset } from '#core/presets/preset.ts';
import type { Session } from '#core/session/session.ts';
import type { App } from '#flows/ports.ts';
import { neverStops } from '#flows/ports/waiting.ts';
import { drafting } from '#state/chat/late-flows.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';

/** What a compaction of a session would come to with a preset: looked at again when either has changed. */

/** How long nothing must change before it is looked at again, ms. */
const pause = 300;

type Outcome = WorkshopJobs['foresee']['outcome'];

export type ForesightStage =
	/** There is nothing to look at, or nothing has been asked. */
	| { readonly at: 'nothing' }
	/** `last`: what the look before this one came to. */
	| { readonly at: 'looking'; readonly last: Foreseen | null }
	| { readonly at: 'foreseen'; readonly foreseen: Foreseen }
	| { readonly at: 'failed'; readonly failure: Failure };

/** What can be shown of it now. */
export const foreseenIn = (stage: ForesightStage): Foreseen | null =>
	stage.at === 'foreseen' ? stage.foreseen : stage.at === 'looking' ? stage.last : null;

export class Foresight {
	#stage = $state.raw<ForesightStage>({ at: 'nothing' });
	#timer: ReturnType<typeof setTimeout> | undefined;
	#latest = 0;
	readonly #app: App;

	constructor(app: App) {
		this.#app = app;
	}

	get stage(): ForesightStage {
		return this.#stage;
	}

	/**
	 * Look after a pause, the first time at once: what is told late moves what stands below it. `trial` null: with what
	 * the session has. `trigger`: what would begin it. An earlier wish that has not begun is dropped.
	 */
	ask(session: Session, trial: Preset | null, trigger: CompactionTrigger = 'manual'): void {
		clearTimeout(this.#timer);
		// Not decided by the stage: an effect that asks would follow it, and ask again after every look.
		const isFirst = this.#latest === 0;
		this.#timer = setTimeout(() => void this.#look(session, trial, trigger), isFirst ? 0 : pause);
	}

	readonly stop = (): void => {
		clearTimeout(this.#timer);
		this.#latest += 1;
	};

	async #look(session: Session, trial: Preset | null, trigger: CompactionTrigger): Promise<void> {
		this.#latest += 1;
		const turn = this.#latest;
		this.#stage = { at: 'looking', last: foreseenIn(this.#stage) };
		let outcome: Outcome = { status: 'failed', failure: { kind: 'crashed', detail: '' } };
		try {
			const { factsOf } = await drafting();
			const facts = await factsOf(this.#app, session);
			const ask = { sessionId: session.id, trigger, facts, trial };
			outcome = await this.#app.workshop.run('foresee', ask, neverStops());
		} catch (error) {
			// Whoever has left may have had the database closed behind them: that is nobody's failure.
			if (turn === this.#latest) throw error;
		} finally {
			// A newer question may have been asked meanwhile.
			if (turn === this.#latest) this.#stage = stageOf(outcome);
		}
	}
}

const stageOf = (outcome: Outcome): ForesightStage =>
	outcome.status === 'failed'
		? { at: 'failed', failure: outcome.failure }
		: { at: 'foreseen', foreseen: outcome.foreseen };

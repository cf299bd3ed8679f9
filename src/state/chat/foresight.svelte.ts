import type { Failure } from '#core/failure.ts';
import type { Foreseen } from '#core/plan/foreseen.ts';
import type { Preset } from '#core/presets/preset.ts';
import type { Session } from '#core/log/session.ts';
import type { App } from '#flows/ports.ts';
import { neverStops } from '#flows/ports/waiting.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';

/** What a compaction of a session would come to with a preset: looked at again when either has changed. */

/** How long nothing must change before it is looked at, ms. */
const pause = 300;

// The flow that weighs a prompt is fetched beside the page.
const preparing = () => import('#flows/compaction/prepare-draft.ts');

type Outcome = WorkshopJobs['foresee']['outcome'];

export class Foresight {
	#current = $state.raw<Foreseen | null>(null);
	#failure = $state.raw<Failure | null>(null);
	#isLooking = $state(false);
	#timer: ReturnType<typeof setTimeout> | undefined;
	#latest = 0;
	readonly #app: App;

	constructor(app: App) {
		this.#app = app;
	}

	/** Null until the first look is done, and where there is nothing to look at. */
	get current(): Foreseen | null {
		return this.#current;
	}

	/** Why the last look came to nothing. */
	get failure(): Failure | null {
		return this.#failure;
	}

	get isLooking(): boolean {
		return this.#isLooking;
	}

	/** Look after a pause; `trial` null: with what the session has. An earlier wish that has not begun is dropped. */
	ask(session: Session, trial: Preset | null): void {
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => void this.#look(session, trial), pause);
	}

	readonly stop = (): void => {
		clearTimeout(this.#timer);
		this.#latest += 1;
	};

	async #look(session: Session, trial: Preset | null): Promise<void> {
		this.#latest += 1;
		const turn = this.#latest;
		this.#isLooking = true;
		let outcome: Outcome = { status: 'failed', failure: { kind: 'crashed', detail: '' } };
		try {
			const { factsOf } = await preparing();
			const facts = await factsOf(this.#app, session);
			const ask = { sessionId: session.id, facts, trial };
			outcome = await this.#app.workshop.run('foresee', ask, neverStops());
		} finally {
			// A newer question may have been asked meanwhile.
			if (turn === this.#latest) {
				this.#isLooking = false;
				this.#current = outcome.status === 'foreseen' ? outcome.foreseen : null;
				this.#failure = outcome.status === 'failed' ? outcome.failure : null;
			}
		}
	}
}

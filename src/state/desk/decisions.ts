import type { Failed } from '#core/failure.ts';
import { done, type Done } from '#flows/done.ts';

/** What was decided at the desk in one visit, and how it is taken back, the last first. */

/** Of what can be done, whatever it calls that. */
type Outcome = Failed | { readonly status: string; readonly failure?: never };

/** One thing that was decided: what, the way back, and how it is decided again. */
export interface Decision {
	readonly what:
		'accepted' | 'carried' | 'rejected' | 'replaced' | 'used' | 'discarded' | 'allowed' | 'refused';
	readonly back: () => Promise<Outcome>;
	readonly again: () => Promise<Done>;
}

/** What came of taking the last decision back. */
export type Undone = ({ readonly status: 'done' } & Pick<Decision, 'what' | 'again'>) | Failed;

export class Decisions {
	readonly #made: Decision[] = [];

	/** Remembered where it came to something. */
	made(outcome: Outcome, decision: Decision): Done {
		if (outcome.failure) return outcome;
		this.#made.push(decision);
		return done;
	}

	/**
	 * Take the last one back; null when there is none. What failed can be tried again, but for `changed-meanwhile`: that
	 * decision stands no more as it was made, and those before it could not be reached.
	 */
	async takeBack(): Promise<Undone | null> {
		const last = this.#made.pop();
		if (!last) return null;
		const outcome = await last.back();
		if (!outcome.failure) return { status: 'done', what: last.what, again: last.again };
		if (outcome.failure.kind !== 'changed-meanwhile') this.#made.push(last);
		return outcome;
	}
}

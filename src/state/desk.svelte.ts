import type { Proposal } from '#core/memory.ts';
import type { Summary } from '#core/summary.ts';
import { waitingProposals } from '#db/memory.ts';
import { watch } from '#db/watch.ts';
import type { Truth } from '#db/schema.ts';
import type { Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';
import {
	acceptAll,
	acceptProposal,
	editProposalText,
	rejectProposal,
	undoDecision
} from '#flows/review-desk.ts';
import { Live } from '#state/live.svelte.ts';

/** What waits at the desk, memory lines first. */
export interface DeskItems {
	readonly proposals: readonly Proposal[];
	readonly drafts: readonly Summary[];
}

const itemsOf = async (db: Truth): Promise<DeskItems> => ({
	proposals: await waitingProposals(db),
	drafts: await db.summaries.filter((summary) => summary.status === 'draft').toArray()
});

/** The review desk on screen. Remembers what was decided here, so that `u` takes the last decision back. */
export class Desk {
	readonly items: Live<DeskItems>;
	readonly #app: App;
	readonly #decided: string[][] = [];

	constructor(app: App) {
		this.#app = app;
		this.items = new Live(watch(() => itemsOf(app.db)));
	}

	accept(id: string): Promise<Done> {
		return this.#remember([id], acceptProposal(this.#app, id));
	}

	reject(id: string): Promise<Done> {
		return this.#remember([id], rejectProposal(this.#app, id));
	}

	edit(id: string, text: string): Promise<Done> {
		return editProposalText(this.#app, id, text);
	}

	async acceptAll(): Promise<{ readonly taken: number; readonly staying: number }> {
		const { accepted, stay } = await acceptAll(this.#app);
		if (accepted.length > 0) this.#decided.push([...accepted]);
		return { taken: accepted.length, staying: stay };
	}

	/** Take the last decision of this visit back; false when there is none. */
	async undo(): Promise<boolean> {
		const ids = this.#decided.pop();
		if (!ids) return false;
		for (const id of ids.toReversed()) await undoDecision(this.#app, id);
		return true;
	}

	async #remember(ids: string[], work: Promise<Done>): Promise<Done> {
		const outcome = await work;
		if (outcome.status === 'done') this.#decided.push(ids);
		return outcome;
	}
}

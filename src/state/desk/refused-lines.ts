import { lineKey } from '#core/lines/same-line.ts';
import type { Refusal } from '#core/memory/memory.ts';
import { refusals } from '#db/memory/proposals.ts';
import type { Done } from '#flows/done.ts';
import { allowLine, refuseAgain, refuseLine } from '#flows/desk/review-desk.ts';
import type { App } from '#flows/ports.ts';
import { Live } from '#state/live.svelte.ts';
import type { Decisions } from '#state/desk/decisions.ts';

/** The do-not-remember list on screen. */
export class RefusedLines {
	/** The newest first. */
	readonly all: Live<Refusal[]>;
	readonly #app: App;
	readonly #decisions: Decisions;

	constructor(app: App, decisions: Decisions) {
		this.#app = app;
		this.#decisions = decisions;
		this.all = new Live(async () => (await refusals(app.db)).sort((a, b) => b.at - a.at));
	}

	async allow(refusal: Refusal): Promise<Done> {
		return this.#decisions.made(await allowLine(this.#app, refusal.hash), {
			what: 'allowed',
			back: () => refuseAgain(this.#app, { ...refusal }),
			again: () => this.allow(refusal)
		});
	}

	async refuse(text: string): Promise<Done> {
		const hash = lineKey(text);
		// It may be there already: then the older refusal is what the undo goes back to. Nothing is waited for before it is
		// written: whoever leaves at once has put it on the list.
		const [former, outcome] = await Promise.all([
			this.#app.db.refusals.get(hash),
			refuseLine(this.#app, text)
		]);
		return this.#decisions.made(outcome, {
			what: 'refused',
			back: () => allowLine(this.#app, hash, former),
			again: () => this.refuse(text)
		});
	}
}

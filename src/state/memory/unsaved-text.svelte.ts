import type { Stored } from '#db/storing.ts';
import { filesUnderPen } from '#state/tab/under-pen.ts';
import type { Scratch, UnsavedFile } from '#db/schema.ts';
import type { Failure } from '#core/failure.ts';
import { inTurn } from '#core/in-turn.ts';
import type { App } from '#flows/ports.ts';
import { putUnsaved, removeUnsaved, unsavedOf } from '#db/scratch/unsaved.ts';

const tabs = new WeakMap<object, string>();

/** The app of each tab has an id of its own. */
function tabOf(app: Pick<App, 'clock'>): string {
	const known = tabs.get(app) ?? app.clock.newId();
	tabs.set(app, known);
	return known;
}

/**
 * What was written to a memory file and not saved: kept with every change, one after the other, so that it is there again
 * whichever way the page was left. What keeps it is the scratch database, where forgetting finds it; where that has no
 * room, or the editor of another tab has its own words there, this tab does until it is otherwise.
 */
export class UnsavedText {
	readonly #scratch: Scratch;
	readonly #path: string;
	readonly #tab: string;
	/** The tab whose words were taken over. */
	#over: string | null = null;
	/** What stands there from here. */
	#kept: string | null = null;
	#waiting = 0;
	/** Why what was written last could not be kept. */
	#failure = $state.raw<Failure | null>(null);
	readonly #inTurn = inTurn();

	constructor(app: Pick<App, 'scratch' | 'clock'>, path: string) {
		this.#scratch = app.scratch;
		this.#path = path;
		this.#tab = tabOf(app);
	}

	/** Once everything that was asked for has been done. */
	get settled(): Promise<unknown> {
		return this.#inTurn(() => Promise.resolve());
	}

	/** The last change is still on its way, or could not be kept: a page that goes now would lose it. */
	get isOnItsWay(): boolean {
		return this.#waiting > 0 || filesUnderPen.has(this.#path);
	}

	get failure(): Failure | null {
		return this.#failure;
	}

	async read(): Promise<UnsavedFile | undefined> {
		const left = filesUnderPen.get(this.#path) ?? (await unsavedOf(this.#scratch, this.#path));
		if (left) this.#kept ??= left.text;
		this.#over = left?.by ?? null;
		return left;
	}

	keep(unsaved: Omit<UnsavedFile, 'path' | 'by'>): void {
		this.#kept = unsaved.text;
		const row = { ...unsaved, path: this.#path, by: this.#tab };
		this.#then(async () => {
			const stored = await putUnsaved(this.#scratch, row, this.#over);
			if (stored.status === 'failed' || !stored.value) filesUnderPen.set(this.#path, row);
			else filesUnderPen.delete(this.#path);
			return stored;
		});
	}

	/** It is saved, or given up. */
	drop(): void {
		const text = this.#kept;
		if (text === null) return;
		this.#kept = null;
		this.#then(() => {
			filesUnderPen.delete(this.#path);
			return removeUnsaved(this.#scratch, { path: this.#path, text });
		});
	}

	#then(write: () => Promise<Stored<unknown>>): void {
		this.#waiting++;
		void this.#inTurn(async () => {
			try {
				const stored = await write();
				this.#failure = stored.status === 'failed' ? stored.failure : null;
			} finally {
				this.#waiting--;
			}
		});
	}
}

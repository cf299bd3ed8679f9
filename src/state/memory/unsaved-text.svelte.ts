import type { Stored } from '#db/storing.ts';
import { filesUnderPen, holdPage } from '#state/tab/under-pen.ts';
import type { UnsavedFile } from '#db/schema.ts';
import type { Failure } from '#core/failure.ts';
import { inTurn } from '#core/in-turn.ts';
import type { App } from '#flows/ports.ts';
import { tabIdOf } from '#state/tab/tab-id.ts';
import { putUnsaved, removeUnsaved, unsavedNow } from '#db/scratch/unsaved.ts';
import { takeUnsaved } from '#flows/memory/left-unsaved.ts';

/**
 * What was written to a memory file and not saved: kept with every change, one after the other, so that it is there again
 * whichever way the page was left. What keeps it is the scratch database, where forgetting finds it; where that has no
 * room this tab does until it has.
 */
export class UnsavedText {
	readonly #app: Pick<App, 'db' | 'scratch'>;
	readonly #path: string;
	readonly #tab: string;
	/** What lies there from this tab. */
	#kept: UnsavedFile | null = null;
	/** What another tab has left and this one goes on from: it lies there until this one has kept its own. */
	#over: UnsavedFile | null = null;
	#waiting = 0;
	/** Why what was written last could not be kept. */
	#failure = $state.raw<Failure | null>(null);
	readonly #inTurn = inTurn();

	constructor(app: Pick<App, 'db' | 'scratch' | 'clock'>, path: string) {
		this.#app = app;
		this.#path = path;
		this.#tab = tabIdOf(app);
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

	/** What is to be gone on from. */
	async read(): Promise<UnsavedFile | null> {
		const held = filesUnderPen.get(this.#path);
		if (held) {
			this.#kept ??= held.row;
			this.#over ??= held.over;
			return held.row;
		}
		const left = await takeUnsaved(this.#app, { path: this.#path, tab: this.#tab });
		if (left?.by === this.#tab) this.#kept ??= left;
		else this.#over = left;
		return left;
	}

	/** What was kept last, and what forgetting has left of it; null where it took nothing. */
	async cutSince(): Promise<{ readonly before: string; readonly theirs: string } | null> {
		const kept = this.#kept ?? this.#over;
		if (!kept || this.isOnItsWay) return null;
		const now = await unsavedNow(this.#app.scratch, kept);
		if (kept !== (this.#kept ?? this.#over) || now?.at !== kept.at || now.text === kept.text)
			return null;
		return { before: kept.text, theirs: now.text };
	}

	keep(unsaved: Omit<UnsavedFile, 'path' | 'by'>): void {
		const row = { ...unsaved, path: this.#path, by: this.#tab };
		this.#kept = row;
		this.#then(async () => {
			const stored = await putUnsaved(this.#app.scratch, row, this.#over);
			if (stored.status === 'failed') {
				filesUnderPen.set(this.#path, { row, over: this.#over });
				holdPage();
			} else {
				filesUnderPen.delete(this.#path);
				this.#over = null;
			}
			return stored;
		});
	}

	/** It is saved, or given up. */
	drop(): void {
		const kept = [this.#kept, this.#over].filter((one) => one !== null);
		if (kept.length === 0) return;
		this.#kept = null;
		this.#over = null;
		this.#then(() => {
			filesUnderPen.delete(this.#path);
			return removeUnsaved(this.#app.scratch, kept);
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

import type { Scratch, UnsavedFile } from '#db/schema.ts';
import { putUnsaved, removeUnsaved, unsavedOf } from '#db/scratch/unsaved.ts';

/**
 * What was written to a memory file and not saved: kept with every change, one after the other, so that it is there again
 * whichever way the page was left. The one place that keeps it is the scratch database, where forgetting finds it.
 */
export class UnsavedText {
	readonly #scratch: Scratch;
	readonly #path: string;
	/** What stands there from here. */
	#kept: string | null = null;
	#last: Promise<unknown> = Promise.resolve();
	#waiting = 0;

	constructor(scratch: Scratch, path: string) {
		this.#scratch = scratch;
		this.#path = path;
	}

	/** Once everything that was asked for has been done. */
	get settled(): Promise<unknown> {
		return this.#last;
	}

	/** The last change is still on its way: a page that goes now would lose it. */
	get isOnItsWay(): boolean {
		return this.#waiting > 0;
	}

	async read(): Promise<UnsavedFile | undefined> {
		const left = await unsavedOf(this.#scratch, this.#path);
		if (left) this.#kept ??= left.text;
		return left;
	}

	keep(unsaved: Omit<UnsavedFile, 'path'>): void {
		this.#kept = unsaved.text;
		this.#then(() => putUnsaved(this.#scratch, { ...unsaved, path: this.#path }));
	}

	/** It is saved, or given up. */
	drop(): void {
		const text = this.#kept;
		if (text === null) return;
		this.#kept = null;
		this.#then(() => removeUnsaved(this.#scratch, { path: this.#path, text }));
	}

	#then(write: () => Promise<void>): void {
		this.#waiting++;
		this.#last = this.#last.then(write).finally(() => this.#waiting--);
	}
}

import type { Attached } from '#core/asking/attached.ts';
import type { Scratch } from '#db/schema.ts';
import { attachedOf } from '#db/scratch/unsent.ts';

export interface Attachment {
	readonly name: string;
	readonly block: Attached;
}

/** Files that stand unsent in the composer of a session, kept in the scratch database like its text. */
export class Attachments {
	#items = $state.raw<readonly Attachment[]>([]);
	#reading = $state(0);
	/** Sent, and perhaps not stored as a message yet. */
	#taken: readonly Attachment[] = [];
	/** As it was stored last by this tab, or found. */
	#kept: readonly Attachment[] = [];
	#touched = false;
	readonly #scratch: Scratch;
	readonly #sessionId: string;

	constructor(scratch: Scratch, sessionId: string) {
		this.#scratch = scratch;
		this.#sessionId = sessionId;
		void this.#restore();
	}

	get items(): readonly Attachment[] {
		return this.#items;
	}

	/** Files are being read that will stand here in a moment. */
	get isReading(): boolean {
		return this.#reading > 0;
	}

	get blocks(): readonly Attached[] {
		return this.#items.map(({ block }) => block);
	}

	/** Files are read, which takes as long as this. */
	async reading(work: Promise<unknown>): Promise<void> {
		this.#reading++;
		try {
			await work;
		} finally {
			this.#reading--;
		}
	}

	readonly put = (item: Attachment): void => {
		this.#set([...this.#items, item]);
	};

	readonly remove = (item: Attachment): void => {
		this.#set(this.#items.filter((one) => one !== item));
	};

	/** Take all, to be sent. They stay stored until they are let go of. */
	take(): readonly Attachment[] {
		this.#taken = this.#items;
		this.#set([]);
		return this.#taken;
	}

	/** What was taken is stored elsewhere. */
	letGo(taken: readonly Attachment[]): void {
		if (this.#taken !== taken) return;
		this.#taken = [];
		if (taken.length > 0) this.#set(this.#items);
	}

	/** Put back what could not be sent. */
	putBack(items: readonly Attachment[]): void {
		if (items.length > 0) this.#set([...items, ...this.#items]);
	}

	#set(items: readonly Attachment[]): void {
		this.#touched = true;
		this.#items = items;
		const was = this.#kept;
		const all = (this.#kept = [...this.#taken, ...items]);
		// Another tab may have files here of which this one knows nothing.
		if (was.length + all.length > 0)
			void import('#db/scratch/keep-attached.ts').then(({ keepAttached }) =>
				keepAttached(this.#scratch, this.#sessionId, { was, items: all })
			);
	}

	async #restore(): Promise<void> {
		const items = await attachedOf(this.#scratch, this.#sessionId);
		if (!this.#touched) this.#items = this.#kept = items;
		else this.putBack(items);
	}
}

import type { Attached } from '#core/asking/attached.ts';
import type { Scratch, UnsentFiles } from '#db/schema.ts';
import { attachedOf, isSameFile } from '#db/scratch/unsent.ts';
import { Live } from '#state/live.svelte.ts';

export type Attachment = UnsentFiles['items'][number];

/** Files that stand unsent in the composer of a session, kept in the scratch database like its text. */
export class Attachments {
	#items = $state.raw<readonly Attachment[]>([]);
	#reading = $state(0);
	/** Sent, and perhaps not stored as a message yet. */
	#taken: readonly Attachment[] = [];
	/** As it was stored last by this tab, or found. */
	#kept: readonly Attachment[] = [];
	#touched = false;
	/** Of those that stand here: stored when it was last looked, and what was and is no more. */
	#lying: readonly Attachment[] = [];
	#gone = $state.raw<readonly Attachment[]>([]);
	/** The same list as long as nothing of it changes: who waits with a message compares it. */
	readonly #here = $derived(
		this.#gone.length === 0 ? this.#items : this.#items.filter((one) => !this.#gone.includes(one))
	);
	readonly #scratch: Scratch;
	readonly #sessionId: string;
	readonly #stored: Live<null>;

	constructor(scratch: Scratch, sessionId: string) {
		this.#scratch = scratch;
		this.#sessionId = sessionId;
		this.#stored = new Live(async () => {
			this.#follow(await attachedOf(scratch, sessionId));
			return null;
		});
		void this.#restore();
	}

	/** Without what another tab has sent, moved or taken off. */
	get items(): readonly Attachment[] {
		// Whoever watches these hears of what is stored, though it tells nothing itself.
		return this.#stored.current ?? this.#here;
	}

	/** Files are being read that will stand here in a moment. */
	get isReading(): boolean {
		return this.#reading > 0;
	}

	get blocks(): readonly Attached[] {
		return this.items.map(({ block }) => block);
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

	/** `at`: its place; left out: behind the others. */
	readonly put = (item: Attachment, at = this.items.length): void => {
		this.#set(this.items.toSpliced(at, 0, item));
	};

	readonly remove = (item: Attachment): void => {
		this.#set(this.items.filter((one) => one !== item));
	};

	/** Take off what is the same, whichever view has put it here. */
	removeSame(items: readonly Attachment[]): void {
		this.#set(this.items.filter((one) => !items.some((other) => isSameFile(one, other))));
	}

	/** Take all, to be sent. They stay stored until they are let go of. */
	take(): readonly Attachment[] {
		this.#taken = this.items;
		this.#set([]);
		return this.#taken;
	}

	/** What was taken is stored elsewhere. */
	letGo(taken: readonly Attachment[]): void {
		if (this.#taken !== taken) return;
		this.#taken = [];
		if (taken.length > 0) this.#set(this.items);
	}

	/** Put back what could not be sent. */
	putBack(items: readonly Attachment[]): void {
		if (items.length > 0) this.#set([...items, ...this.items]);
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

	/** What this tab has put up and is not stored yet stays, and so does what comes back. */
	#follow(stored: readonly Attachment[]): void {
		const isStored = (one: Attachment): boolean => stored.some((other) => isSameFile(one, other));
		const lay = [...this.#lying, ...this.#gone];
		this.#lying = this.#items.filter(isStored);
		this.#gone = this.#items.filter((one) => lay.includes(one) && !isStored(one));
	}

	async #restore(): Promise<void> {
		const items = await attachedOf(this.#scratch, this.#sessionId);
		if (!this.#touched) this.#items = this.#kept = this.#lying = items;
		else this.putBack(items);
	}
}

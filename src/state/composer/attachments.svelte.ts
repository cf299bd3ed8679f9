import type { Attached } from '#core/asking/attached.ts';
import type { Scratch } from '#db/schema.ts';
import { attachedOf, putAttached } from '#db/scratch/unsent.ts';
import type { ReadFile } from '#state/data/read-file.ts';

/** What became of a file that somebody wanted to attach. */
export interface Added {
	readonly name: string;
	readonly outcome: ReadFile;
}

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

	/** Read files and put them up; what became of each, in their order. `mostPages`: what the model takes. */
	async add(files: readonly File[], mostPages: number): Promise<readonly Added[]> {
		this.#reading++;
		try {
			const { noRoomFor, readFile } = await import('#state/data/read-file.ts');
			const added: Added[] = [];
			for (const file of files) {
				const outcome = await readFile(file);
				// What the message may hold is looked at when the file has been read, for others may have come meanwhile.
				const reason =
					outcome.status === 'read' ? noRoomFor(outcome.block, this.blocks, mostPages) : null;
				const { name } = file;
				if (outcome.status === 'read' && !reason)
					this.#set([...this.#items, { name, block: outcome.block }]);
				added.push({ name, outcome: reason ? { status: 'refused', reason } : outcome });
			}
			return added;
		} finally {
			this.#reading--;
		}
	}

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
		void putAttached(this.#scratch, {
			sessionId: this.#sessionId,
			items: [...this.#taken, ...items]
		});
	}

	async #restore(): Promise<void> {
		const items = await attachedOf(this.#scratch, this.#sessionId);
		if (!this.#touched) this.#items = items;
		else this.putBack(items);
	}
}

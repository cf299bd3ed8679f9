import { takeEdit } from '#core/memory/file.ts';
import { takeAway } from '#core/memory/removed-meanwhile.ts';
import type { Failure } from '#core/failure.ts';
import type { MemoryFile } from '#core/memory/memory.ts';
import { memoryFile } from '#db/memory/files.ts';
import type { UnsavedFile } from '#db/schema.ts';
import { spared } from '#db/scratch/spared.ts';
import { everyUnsaved } from '#db/scratch/unsaved.ts';
import { onWrite, watch, type Watchable } from '#db/watch.ts';
import type { Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';
import { keepAnew } from '#state/tab/under-pen.ts';
import { UnsavedText } from '#state/memory/unsaved-text.svelte.ts';
import { Live } from '#state/live.svelte.ts';

/** A text that is not saved. */
export type Unsaved = Pick<UnsavedFile, 'text' | 'base'>;

/** The text under the pen of one memory file, beside what is stored there. It is kept with every change; others save it. */
export class FilePen {
	readonly file: Live<MemoryFile | null>;
	readonly #app: App;
	#written = $state.raw<string | null>(null);
	#base = $state.raw<number | null>(null);
	/** As it was stored from here last, until the watched row tells of it: that comes a moment later. */
	#saved = $state.raw<MemoryFile | null>(null);
	readonly #unsaved: UnsavedText;
	/** What was left unsaved has been looked for. */
	#isRead = $state(false);

	constructor(app: App, path: string) {
		this.#app = app;
		this.#unsaved = new UnsavedText(app, path);
		void this.#readUnsaved();
		this.file = new Live(this.#met(watch(async () => (await memoryFile(app.db, path)) ?? null)));
	}

	/** The watched file; what is written here follows before anybody sees it. */
	#met(source: Watchable<MemoryFile | null>): Watchable<MemoryFile | null> {
		return {
			subscribe: (next, failed) => {
				let before: MemoryFile | null = null;
				const unlisted = keepAnew(this.#keepAnew);
				const forgets = onWrite([this.#app.scratch.unsavedFiles], () => void this.#followKept());
				const end = source.subscribe((file) => {
					if (!file || file.rev >= (this.#saved?.rev ?? 0)) this.#saved = null;
					if (before && file) this.#follow(before, file);
					before = file;
					next(file);
				}, failed);
				return () => {
					unlisted();
					forgets();
					end();
				};
			}
		};
	}

	readonly #keepAnew = async (): Promise<void> => {
		if (this.#written === null) return;
		// What was written while the browser threw the database away found it shut, and nothing opens it again by itself.
		const { scratch } = this.#app;
		await spared(scratch, () => everyUnsaved(scratch), []);
		this.hold({ text: this.#written, base: this.#base });
		await this.settled;
	};

	/** A line that stands in no file is forgotten in what is kept of this text, and goes from the screen as well. */
	async #followKept(): Promise<void> {
		const cut = await spared(this.#app.scratch, () => this.#unsaved.cutSince(), null);
		if (!cut || this.#written === null) return;
		const left = takeAway({ ...cut, mine: this.#written });
		if (left) this.hold({ text: left.text, base: this.#base });
	}

	/** Lines that went from the file and nothing else: they were forgotten, or moved, and go from what is written too. */
	#follow(before: MemoryFile, { text: theirs, rev }: MemoryFile): void {
		const mine = this.#written;
		if (mine === null || before.text === theirs) return;
		const left = takeAway({ before: before.text, mine, theirs });
		if (!left) return;
		const isNext = left.isAll && this.#base === before.rev;
		this.hold({ text: left.text, base: isNext ? rev : this.#base });
		if (left.text === theirs) this.giveUp();
	}

	async #readUnsaved(): Promise<void> {
		const left = await spared(this.#app.scratch, () => this.#unsaved.read(), null);
		if (left) {
			this.#written = left.text;
			this.#base = left.base;
		}
		this.#isRead = true;
	}

	get isLoaded(): boolean {
		return this.file.current !== undefined && this.#isRead;
	}

	/** The file as it is stored. */
	get stored(): MemoryFile | null {
		return this.#saved ?? this.file.current ?? null;
	}

	/** Null while nothing has been changed. */
	get written(): string | null {
		return this.#written;
	}

	/** The rev the text being written started from; null: the file was not there. */
	get base(): number | null {
		return this.#base;
	}

	/** Why what is written could not be kept. */
	get failure(): Failure | null {
		return this.#unsaved.failure;
	}

	/** Once it is kept, or kept no more. */
	get settled(): Promise<unknown> {
		return this.#unsaved.settled;
	}

	/** The text on screen. */
	get text(): string {
		return this.#written ?? this.stored?.text ?? '';
	}

	get isChanged(): boolean {
		return this.#written !== null && this.#written !== (this.stored?.text ?? '');
	}

	/** What somebody else wrote to the file while it was being edited here, or null. */
	get theirs(): string | null {
		const isStale = this.isChanged && (this.stored?.rev ?? null) !== this.#base;
		return isStale ? (this.stored?.text ?? '') : null;
	}

	/** Take over what the text area holds after one edit; it shows line ends its own way. */
	write(shown: string): void {
		const base = this.isChanged ? this.#base : (this.stored?.rev ?? null);
		this.hold({ text: takeEdit(this.text, shown), base });
	}

	/** Hold a text as the one being written, and keep it where it differs from the file. */
	hold({ text, base }: Unsaved): void {
		this.#written = text;
		this.#base = base;
		if (this.isChanged) this.#unsaved.keep({ text, base, at: this.#app.clock.now() });
		else this.#unsaved.drop();
	}

	/** What was written last is not kept yet. */
	get isBeingKept(): boolean {
		return this.#unsaved.isOnItsWay;
	}

	/** What stands in the file is on screen again. */
	giveUp(): void {
		this.#written = null;
		this.#unsaved.drop();
	}

	/** The file as an act has left it, where the watched row does not tell of it yet. */
	tookIn(stored: MemoryFile): void {
		if ((this.file.current?.rev ?? 0) < stored.rev) this.#saved = stored;
	}

	/** What is on screen gives way to what an act has stored, but for text that is not saved: `theirs` asks about that. */
	async giveWay<T extends Done>(act: () => Promise<T>): Promise<T> {
		const saved = this.isChanged ? null : this.#written;
		const outcome = await act();
		if (outcome.status === 'done' && this.#written === saved) this.giveUp();
		return outcome;
	}
}

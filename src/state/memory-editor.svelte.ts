import type { Failure } from '#core/failure.ts';
import { takeEdit } from '#core/memory-file.ts';
import type { MemoryFile, MemoryOrigin, MemoryRevision } from '#core/memory.ts';
import { memoryFile, originsOf, revisionsOf } from '#db/memory.ts';
import { watch } from '#db/watch.ts';
import type { App } from '#flows/ports.ts';
import { deleteMemoryFile, restoreMemoryFile, saveMemoryFile } from '#flows/memory-files.ts';
import { Live } from '#state/live.svelte.ts';

/** One memory file in the editor: what is stored is watched; only the text being written is held here. */
export class MemoryEditor {
	readonly path: string;
	readonly file: Live<MemoryFile | null>;
	readonly revisions: Live<MemoryRevision[]>;
	readonly origins: Live<MemoryOrigin[]>;
	readonly #app: App;
	/** Null while nothing has been changed. */
	#written = $state.raw<string | null>(null);
	/** The rev the text being written started from; null: the file was not there. */
	#base: number | null = null;

	constructor(app: App, path: string) {
		this.#app = app;
		this.path = path;
		this.file = new Live(watch(async () => (await memoryFile(app.db, path)) ?? null));
		this.revisions = new Live(watch(() => revisionsOf(app.db, path)));
		this.origins = new Live(watch(() => originsOf(app.db, path)));
	}

	get isLoaded(): boolean {
		return this.file.current !== undefined;
	}

	/** The text on screen. */
	get text(): string {
		return this.#written ?? this.file.current?.text ?? '';
	}

	get isChanged(): boolean {
		return this.#written !== null && this.#written !== (this.file.current?.text ?? '');
	}

	/** Somebody else wrote to the file while it was being edited here. */
	get isStale(): boolean {
		return this.isChanged && (this.file.current?.rev ?? null) !== this.#base;
	}

	/** Take over what the text area holds after one edit; it shows line ends its own way. */
	write(shown: string): void {
		if (this.#written === null) this.#base = this.file.current?.rev ?? null;
		this.#written = takeEdit(this.text, shown);
	}

	async save(): Promise<Failure | null> {
		const text = this.#written;
		if (text === null) return null;
		const stored = await saveMemoryFile(this.#app, {
			path: this.path,
			text,
			expectedRev: this.#base
		});
		if (stored.status === 'failed') return stored.failure;
		this.#base = stored.value.rev;
		if (this.#written === text) this.#written = null;
		return null;
	}

	/** Go on from what somebody else wrote: theirs stays in the history, ours replaces it with the next save. */
	keepMine(): void {
		this.#base = this.file.current?.rev ?? null;
	}

	/** Drop what was written here. */
	takeTheirs(): void {
		this.#written = null;
	}

	async remove(): Promise<Failure | null> {
		this.#written = null;
		const outcome = await deleteMemoryFile(this.#app, this.path);
		return outcome.status === 'failed' ? outcome.failure : null;
	}

	async restore(revisionId: string): Promise<Failure | null> {
		this.#written = null;
		const outcome = await restoreMemoryFile(this.#app, this.path, revisionId);
		return outcome.status === 'failed' ? outcome.failure : null;
	}

	/** Bring back what stood before the last deletion. */
	async undelete(): Promise<Failure | null> {
		const kept = (await revisionsOf(this.#app.db, this.path)).find((row) => !row.deleted);
		return kept ? this.restore(kept.id) : null;
	}
}

import type { Failed, Failure } from '#core/failure.ts';
import type { LineSource } from '#core/provenance/line-story.ts';
import { bulletsOf, cleanFile, takeEdit } from '#core/memory/file.ts';
import { takeAway } from '#core/memory/removed-meanwhile.ts';
import type { MemoryFile, MemoryOrigin, MemoryRevision, MemoryScope } from '#core/memory/memory.ts';
import { memoryFile, memoryFiles, revisionsOf, setMemoryScope } from '#db/memory/files.ts';
import type { UnsavedFile } from '#db/schema.ts';
import { spared } from '#db/scratch/spared.ts';
import { onWrite, watch, type Watchable } from '#db/watch.ts';
import type { Done } from '#flows/done.ts';
import { bringBackMemoryFile } from '#flows/forgetting/bring-back-file.ts';
import type { App } from '#flows/ports.ts';
import {
	moveLines,
	renameMemoryFile,
	undoMemoryAct,
	type MemoryAct
} from '#flows/memory/memory-acts.ts';
import { lineSources, originsInFile } from '#flows/memory/line-sources.ts';
import { deleteMemoryFile, restoreMemoryFile, saveMemoryFile } from '#flows/memory/memory-files.ts';
import { redoMemoryWrite } from '#flows/memory/redo-memory.ts';
import { undoMemoryOf } from '#flows/sessions/undo-last.ts';
import type { AppState } from '#state/app.svelte.ts';
import { reachOf, type FileReach } from '#state/memory/file-reach.ts';
import { UnsavedText } from '#state/memory/unsaved-text.svelte.ts';
import { Live } from '#state/live.svelte.ts';

/** A text that is not saved. */
export type Unsaved = Pick<UnsavedFile, 'text' | 'base'>;

const failureOf = (outcome: Done): Failure | null =>
	outcome.status === 'failed' ? outcome.failure : null;

/** A save, for its undo. */
export interface Saved {
	readonly status: 'saved';
	/** How many signs that nobody sees were left out. */
	readonly removed: number;
	readonly revisionId: string;
}

/** One memory file in the editor: what is stored is watched; only the text being written is held here. */
export class MemoryEditor {
	readonly path: string;
	readonly file: Live<MemoryFile | null>;
	readonly revisions: Live<MemoryRevision[]>;
	readonly origins: Live<readonly MemoryOrigin[]>;
	/** By id of the origin: the message it leads back to; null where that is gone. */
	readonly sources: Live<ReadonlyMap<string, LineSource | null>>;
	/** Paths that are taken. */
	readonly paths: Live<string[]>;
	readonly #keepsake: Pick<AppState, 'app' | 'settings' | 'answerer'>;
	readonly #app: App;
	/** Null while nothing has been changed. */
	#written = $state.raw<string | null>(null);
	/** The rev the text being written started from; null: the file was not there. */
	#base = $state.raw<number | null>(null);
	/** As it was stored from here last, until the watched row tells of it: that comes a moment later. */
	#saved = $state.raw<MemoryFile | null>(null);
	readonly #lines = $derived(bulletsOf(this.#stored?.text ?? '').map((bullet) => bullet.text));
	/** Why the last save did not work. */
	#problem = $state.raw<Failure | null>(null);
	/** What was unsaved when the file was deleted here: an undo brings it back too. */
	#deleted: Unsaved | null = null;
	/** What was deleted here last. */
	#deletion: MemoryRevision | undefined;
	/** The rev with which the deleted file came back. */
	#backAt: number | undefined;
	readonly #unsaved: UnsavedText;
	/** What was left unsaved has been looked for. */
	#isRead = $state(false);

	constructor(keepsake: Pick<AppState, 'app' | 'settings' | 'answerer'>, path: string) {
		const { app } = keepsake;
		this.#keepsake = keepsake;
		this.#app = app;
		this.path = path;
		this.#unsaved = new UnsavedText(app, path);
		void this.#readUnsaved();
		this.file = new Live(this.#met(watch(async () => (await memoryFile(app.db, path)) ?? null)));
		this.revisions = new Live(watch(() => revisionsOf(app.db, path)));
		this.origins = new Live(watch(() => originsInFile(app, path)));
		this.sources = new Live(watch(async () => lineSources(app, await originsInFile(app, path))));
		this.paths = new Live(watch(async () => (await memoryFiles(app.db)).map((file) => file.path)));
	}

	/** The watched file; what is written here follows before anybody sees it. */
	#met(source: Watchable<MemoryFile | null>): Watchable<MemoryFile | null> {
		return {
			subscribe: (next, failed) => {
				let before: MemoryFile | null = null;
				const forgets = onWrite([this.#app.scratch.unsavedFiles], () => void this.#followKept());
				const end = source.subscribe((file) => {
					if (!file || file.rev >= (this.#saved?.rev ?? 0)) this.#saved = null;
					if (before && file) this.#follow(before, file);
					before = file;
					next(file);
				}, failed);
				return () => {
					forgets();
					end();
				};
			}
		};
	}

	/** A line that stands in no file is forgotten in what is kept of this text, and goes from the screen as well. */
	async #followKept(): Promise<void> {
		const cut = await spared(this.#app.scratch, () => this.#unsaved.cutSince(), null);
		if (!cut || this.#written === null) return;
		const left = takeAway({ ...cut, mine: this.#written });
		if (left) this.#hold({ text: left.text, base: this.#base });
	}

	/** Lines that went from the file and nothing else: they were forgotten, or moved, and go from what is written too. */
	#follow(before: MemoryFile, { text: theirs, rev }: MemoryFile): void {
		const mine = this.#written;
		if (mine === null || before.text === theirs) return;
		const left = takeAway({ before: before.text, mine, theirs });
		if (!left) return;
		const isNext = left.isAll && this.#base === before.rev;
		this.#hold({ text: left.text, base: isNext ? rev : this.#base });
		if (left.text === theirs) this.#giveUp();
	}

	async #readUnsaved(): Promise<void> {
		const left = await this.#unsaved.read();
		if (left) {
			this.#written = left.text;
			this.#base = left.base;
		}
		this.#isRead = true;
	}

	get isLoaded(): boolean {
		return this.file.current !== undefined && this.#isRead;
	}

	get #stored(): MemoryFile | null {
		return this.#saved ?? this.file.current ?? null;
	}

	/** The text on screen. */
	get text(): string {
		return this.#written ?? this.#stored?.text ?? '';
	}

	get isChanged(): boolean {
		return this.#written !== null && this.#written !== (this.#stored?.text ?? '');
	}

	/** What somebody else wrote to the file while it was being edited here, or null. */
	get theirs(): string | null {
		const isStale = this.isChanged && (this.#stored?.rev ?? null) !== this.#base;
		return isStale ? (this.#stored?.text ?? '') : null;
	}

	/** Why it could not be saved, or kept until it is. */
	get problem(): Failure | null {
		return this.#problem ?? this.#unsaved.failure;
	}

	/** Whether a line stands in the file, and not only in what is being written. */
	holds(line: string): boolean {
		return this.#lines.includes(line);
	}

	/** Undefined until the settings are read. */
	get reach(): FileReach | undefined {
		const scope = this.file.current?.scope ?? 'everywhere';
		return reachOf(this.#keepsake, { path: this.path, scope, text: this.text });
	}

	/** Take over what the text area holds after one edit; it shows line ends its own way. */
	write(shown: string): void {
		const base = this.isChanged ? this.#base : (this.#stored?.rev ?? null);
		this.#hold({ text: takeEdit(this.text, shown), base });
	}

	/** Hold a text as the one being written, and keep it where it differs from the file. */
	#hold({ text, base }: Unsaved): void {
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
	#giveUp(): void {
		this.#written = null;
		this.#unsaved.drop();
	}

	/** What is written goes into the file. Null: nothing is. */
	async save(): Promise<Saved | Failed | null> {
		const text = this.#written;
		if (text === null) return null;
		const stored = await saveMemoryFile(this.#app, {
			path: this.path,
			text,
			expectedRev: this.#base
		});
		this.#problem = stored.status === 'failed' ? stored.failure : null;
		if (stored.status === 'failed') return stored;
		this.#tookIn(stored.value);
		if (this.#written === text || this.#written === null) this.#giveUp();
		// What was written while it was being stored started from what is stored now.
		else this.#hold({ text: this.#written, base: stored.value.rev });
		await this.#unsaved.settled;
		const { revisionId } = stored;
		return { status: 'saved', removed: cleanFile(text).removed, revisionId };
	}

	/** The file as an act of this editor has left it, where the watched row does not tell of it yet. */
	#tookIn(stored: MemoryFile): void {
		if ((this.file.current?.rev ?? 0) < stored.rev) this.#saved = stored;
	}

	/** Go on from what somebody else wrote: theirs stays in the history, ours replaces it with the next save. */
	keepMine(): void {
		this.#problem = null;
		if (this.#written !== null)
			this.#hold({ text: this.#written, base: this.#stored?.rev ?? null });
	}

	/** Put what was dropped in the place of what is written, or (null) what stands in the file; returns what it was. */
	put(instead: Unsaved | null): Unsaved | null {
		const before = this.isChanged ? { text: this.text, base: this.#base } : null;
		this.#problem = null;
		if (instead) this.#hold(instead);
		else this.#giveUp();
		return before;
	}

	/** What is not saved goes with the file, unless it was written meanwhile. */
	async remove(expectedRev?: number): Promise<Failure | null> {
		const written = this.#written;
		const outcome = await deleteMemoryFile(this.#app, this.path, expectedRev);
		if (outcome.status === 'failed') return outcome.failure;
		[this.#deletion] = await revisionsOf(this.#app.db, this.path);
		if (this.#written === written) this.#deleted = this.put(null);
		return null;
	}

	/** Once more, where nothing was written to the file since it came back. */
	removeAgain(): Promise<Failure | null> {
		return this.remove(this.#backAt);
	}

	/** Take a save back: the file is what it was before. */
	async takeBack({ revisionId }: Pick<Saved, 'revisionId'>): Promise<Failure | null> {
		return failureOf(await this.#giveWay(() => undoMemoryOf(this.#app, null, revisionId)));
	}

	/** Save again what was taken back, where nothing was written since. */
	again(revisionId: string): ReturnType<typeof restoreMemoryFile> {
		const write = { path: this.path, revisionId, sessionId: null };
		return this.#giveWay(() => redoMemoryWrite(this.#app, write));
	}

	restore(revisionId: string): ReturnType<typeof restoreMemoryFile> {
		return this.#giveWay(() => restoreMemoryFile(this.#app, this.path, revisionId));
	}

	/** What is on screen gives way to what an act has stored, but for text that is not saved: `theirs` asks about that. */
	async #giveWay<T extends Done>(act: () => Promise<T>): Promise<T> {
		const saved = this.isChanged ? null : this.#written;
		const outcome = await act();
		if (outcome.status === 'done' && this.#written === saved) this.#giveUp();
		return outcome;
	}

	/** Bring back what was deleted here, before what was written there since, and what was not saved then. */
	async undelete(): Promise<Failure | null> {
		const lost = this.#deletion;
		if (!lost?.deleted) return null;
		const what = { path: this.path, deletedAt: lost.at };
		const failure = failureOf(await this.#giveWay(() => bringBackMemoryFile(this.#app, what)));
		const stored = await memoryFile(this.#app.db, this.path);
		this.#backAt = stored?.rev;
		if (failure || !stored || this.isChanged || !this.#deleted) return failure;
		this.#tookIn(stored);
		// What was not saved knows nothing of what was written since: `theirs` shows it.
		const base = stored.text === lost.text ? stored.rev : this.#deleted.base;
		this.#hold({ text: this.#deleted.text, base });
		this.#deleted = null;
		return null;
	}

	async setScope(scope: MemoryScope): Promise<Failure | null> {
		const stored = await setMemoryScope(this.#app.db, this.path, scope);
		return stored.status === 'failed' ? stored.failure : null;
	}

	/** Move lines to MEMORY.md, by where they start in the stored text. */
	move(starts: readonly number[]) {
		this.#giveUp();
		const expectedRev = this.#stored?.rev ?? 0;
		return moveLines(this.#app, { from: this.path, starts, expectedRev });
	}

	rename(to: string) {
		return renameMemoryFile(this.#app, { from: this.path, to });
	}

	async undo(act: MemoryAct): Promise<Failure | null> {
		return failureOf(await undoMemoryAct(this.#app, act));
	}
}

import type { Failed, Failure } from '#core/failure.ts';
import type { LineSource } from '#core/provenance/line-story.ts';
import { bulletsOf, cleanFile } from '#core/memory/file.ts';
import type { MemoryOrigin, MemoryRevision, MemoryScope } from '#core/memory/memory.ts';
import { memoryFile, memoryFiles, revisionsOf, setMemoryScope } from '#db/memory/files.ts';
import { copiesGiveWay } from '#flows/copies/give-way.ts';
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
import { FilePen, type Unsaved } from '#state/memory/file-pen.svelte.ts';
import { Live } from '#state/live.svelte.ts';

const failureOf = (outcome: Done): Failure | null =>
	outcome.status === 'failed' ? outcome.failure : null;

/** A save, for its undo. */
export interface Saved {
	readonly status: 'saved';
	/** How many signs that nobody sees were left out. */
	readonly removed: number;
	readonly revisionId: string;
}

/** One memory file in the editor, and what can be done with it; the text being written is held by its pen. */
export class MemoryEditor {
	readonly path: string;
	/** What is stored there, and the text being written. */
	readonly pen: FilePen;
	readonly revisions: Live<MemoryRevision[]>;
	readonly origins: Live<readonly MemoryOrigin[]>;
	/** By id of the origin: the message it leads back to; null where that is gone. */
	readonly sources: Live<ReadonlyMap<string, LineSource | null>>;
	/** Paths that are taken. */
	readonly paths: Live<string[]>;
	readonly #keepsake: Pick<AppState, 'app' | 'settings' | 'answerer'>;
	readonly #app: App;
	readonly #lines = $derived.by(() =>
		bulletsOf(this.pen.stored?.text ?? '').map((bullet) => bullet.text)
	);
	/** Why the last save did not work. */
	#problem = $state.raw<Failure | null>(null);
	/** What was unsaved when the file was deleted here: an undo brings it back too. */
	#deleted: Unsaved | null = null;
	/** What was deleted here last. */
	#deletion: MemoryRevision | undefined;
	/** The rev with which the deleted file came back. */
	#backAt: number | undefined;

	constructor(keepsake: Pick<AppState, 'app' | 'settings' | 'answerer'>, path: string) {
		const { app } = keepsake;
		this.#keepsake = keepsake;
		this.#app = app;
		this.path = path;
		this.pen = new FilePen(app, path);
		this.revisions = new Live(() => revisionsOf(app.db, path));
		this.origins = new Live(() => originsInFile(app, path));
		this.sources = new Live(async () => lineSources(app, await originsInFile(app, path)));
		this.paths = new Live(async () => (await memoryFiles(app.db)).map((file) => file.path));
	}

	/** Why it could not be saved, or kept until it is. */
	get problem(): Failure | null {
		return this.#problem ?? this.pen.failure;
	}

	/** Whether a line stands in the file, and not only in what is being written. */
	holds(line: string): boolean {
		return this.#lines.includes(line);
	}

	/** Undefined until the settings are read. */
	get reach(): FileReach | undefined {
		const scope = this.pen.file.current?.scope ?? 'everywhere';
		return reachOf(this.#keepsake, { path: this.path, scope, text: this.pen.text });
	}

	/** What is written goes into the file. Null: nothing is. */
	async save(): Promise<Saved | Failed | null> {
		const text = this.pen.written;
		if (text === null) return null;
		const stored = await saveMemoryFile(this.#app, {
			path: this.path,
			text,
			expectedRev: this.pen.base
		});
		this.#problem = stored.status === 'failed' ? stored.failure : null;
		if (stored.status === 'failed') return stored;
		this.pen.tookIn(stored.value);
		if (this.pen.written === text || this.pen.written === null) this.pen.giveUp();
		// What was written while it was being stored started from what is stored now.
		else this.pen.hold({ text: this.pen.written, base: stored.value.rev });
		await this.pen.settled;
		const { revisionId } = stored;
		return { status: 'saved', removed: cleanFile(text).removed, revisionId };
	}

	/** Go on from what somebody else wrote: theirs stays in the history, ours replaces it with the next save. */
	keepMine(): void {
		this.#problem = null;
		if (this.pen.written !== null)
			this.pen.hold({ text: this.pen.written, base: this.pen.stored?.rev ?? null });
	}

	/** Put what was dropped in the place of what is written, or (null) what stands in the file; returns what it was. */
	put(instead: Unsaved | null): Unsaved | null {
		const before = this.pen.isChanged ? { text: this.pen.text, base: this.pen.base } : null;
		this.#problem = null;
		if (instead) this.pen.hold(instead);
		else this.pen.giveUp();
		return before;
	}

	/** What is not saved goes with the file, unless it was written meanwhile. */
	async remove(expectedRev?: number): Promise<Failure | null> {
		const written = this.pen.written;
		const outcome = await copiesGiveWay(this.#app, () =>
			deleteMemoryFile(this.#app, this.path, expectedRev)
		);
		if (outcome.status === 'failed') return outcome.failure;
		[this.#deletion] = await revisionsOf(this.#app.db, this.path);
		if (this.pen.written === written) this.#deleted = this.put(null);
		return null;
	}

	/** Once more, where nothing was written to the file since it came back. */
	removeAgain(): Promise<Failure | null> {
		return this.remove(this.#backAt);
	}

	/** Take a save back: the file is what it was before. */
	async takeBack({ revisionId }: Pick<Saved, 'revisionId'>): Promise<Failure | null> {
		return failureOf(await this.pen.giveWay(() => undoMemoryOf(this.#app, null, revisionId)));
	}

	/** Save again what was taken back, where nothing was written since. */
	again(revisionId: string): ReturnType<typeof restoreMemoryFile> {
		const write = { path: this.path, revisionId, sessionId: null };
		return this.pen.giveWay(() => redoMemoryWrite(this.#app, write));
	}

	restore(revisionId: string): ReturnType<typeof restoreMemoryFile> {
		return this.pen.giveWay(() => restoreMemoryFile(this.#app, this.path, revisionId));
	}

	/** Bring back what was deleted here, before what was written there since, and what was not saved then. */
	async undelete(): Promise<Failure | null> {
		const lost = this.#deletion;
		if (!lost?.deleted) return null;
		const what = { path: this.path, deletedAt: lost.at };
		const failure = failureOf(await this.pen.giveWay(() => bringBackMemoryFile(this.#app, what)));
		const stored = await memoryFile(this.#app.db, this.path);
		this.#backAt = stored?.rev;
		if (failure || !stored || this.pen.isChanged || !this.#deleted) return failure;
		this.pen.tookIn(stored);
		// What was not saved knows nothing of what was written since: `theirs` shows it.
		const base = stored.text === lost.text ? stored.rev : this.#deleted.base;
		this.pen.hold({ text: this.#deleted.text, base });
		this.#deleted = null;
		return null;
	}

	async setScope(scope: MemoryScope): Promise<Failure | null> {
		const stored = await setMemoryScope(this.#app.db, this.path, scope);
		return stored.status === 'failed' ? stored.failure : null;
	}

	/** Move lines to MEMORY.md, by where they start in the stored text. */
	move(starts: readonly number[]) {
		this.pen.giveUp();
		const expectedRev = this.pen.stored?.rev ?? 0;
		return moveLines(this.#app, { from: this.path, starts, expectedRev });
	}

	rename(to: string) {
		return renameMemoryFile(this.#app, { from: this.path, to });
	}

	async undo(act: MemoryAct): Promise<Failure | null> {
		return failureOf(await undoMemoryAct(this.#app, act));
	}
}

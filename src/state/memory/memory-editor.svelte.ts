import type { UnsavedFile } from '#db/schema.ts';
import { hostOf } from '#core/wire/endpoint.ts';
import type { Failed, Failure } from '#core/failure.ts';
import type { LineSource } from '#core/lines/story.ts';
import { absenceOf, readerOf, type Absence } from '#core/memory/access.ts';
import { cleanFile, takeEdit } from '#core/memory/file.ts';
import type { MemoryFile, MemoryOrigin, MemoryRevision, MemoryScope } from '#core/memory/memory.ts';
import { onDevice } from '#core/settings.ts';
import { lastDays, localDayOf } from '#core/log/stamp.ts';
import { estimateTokens } from '#core/tokens/estimate.ts';
import { familyOf } from '#core/tokens/family.ts';
import {
	memoryFile,
	memoryFiles,
	originsOf,
	revisionsOf,
	setMemoryScope
} from '#db/memory/files.ts';
import { watch } from '#db/watch.ts';
import type { Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';
import {
	moveLines,
	renameMemoryFile,
	undoMemoryAct,
	type MemoryAct
} from '#flows/memory/memory-acts.ts';
import { lineSources } from '#flows/memory/line-sources.ts';
import { deleteMemoryFile, restoreMemoryFile, saveMemoryFile } from '#flows/memory/memory-files.ts';
import type { AppState } from '#state/app.svelte.ts';
import { UnsavedText } from '#state/memory/unsaved-text.ts';
import { Live } from '#state/live.svelte.ts';

/** Whether a file goes along with messages, and where those go. */
export interface FileReach {
	/** Null while everything is answered on this device. */
	readonly host: string | null;
	readonly main: Absence | null;
	readonly guest: Absence | null;
	/** Tokens a file may weigh before a clean-up is offered. */
	readonly budget: number;
	/** Estimated for the model in use. */
	readonly tokens: number;
}

/** One memory file in the editor: what is stored is watched; only the text being written is held here. */
export class MemoryEditor {
	readonly path: string;
	readonly file: Live<MemoryFile | null>;
	readonly revisions: Live<MemoryRevision[]>;
	readonly origins: Live<MemoryOrigin[]>;
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
	readonly #unsaved: UnsavedText;
	/** What was left unsaved has been looked for. */
	#isRead = $state(false);

	constructor(keepsake: Pick<AppState, 'app' | 'settings' | 'answerer'>, path: string) {
		const { app } = keepsake;
		this.#keepsake = keepsake;
		this.#app = app;
		this.path = path;
		this.#unsaved = new UnsavedText(app.scratch, path);
		void this.#readUnsaved();
		this.file = new Live(watch(async () => (await memoryFile(app.db, path)) ?? null));
		this.revisions = new Live(watch(() => revisionsOf(app.db, path)));
		this.origins = new Live(watch(() => originsOf(app.db, path)));
		this.sources = new Live(watch(async () => lineSources(app, await originsOf(app.db, path))));
		this.paths = new Live(watch(async () => (await memoryFiles(app.db)).map((file) => file.path)));
	}

	async #readUnsaved(): Promise<void> {
		const left = await this.#unsaved.read();
		const stored = await memoryFile(this.#app.db, this.path);
		if (left && (left.text === (stored?.text ?? '') || (await this.#wasSaved(left))))
			this.#unsaved.drop();
		else if (left) {
			this.#written = left.text;
			this.#base = left.base;
		}
		this.#isRead = true;
	}

	/** The page went between the save and the end of keeping; the file may have been changed since. */
	async #wasSaved({ text, at }: UnsavedFile): Promise<boolean> {
		const rows = await revisionsOf(this.#app.db, this.path);
		return rows.some((row) => row.at >= at && row.text === cleanFile(text).text);
	}

	get isLoaded(): boolean {
		return this.file.current !== undefined && this.#isRead;
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

	/** Undefined until the settings are read. */
	get reach(): FileReach | undefined {
		const settings = this.#keepsake.settings.current;
		if (!settings) return undefined;
		const answerer = this.#keepsake.answerer({ model: null });
		const here = answerer === onDevice;
		const { clock } = this.#app;
		const days = lastDays(localDayOf(clock.now(), clock.zone()), settings.noteDays);
		const place = { path: this.path, scope: this.file.current?.scope ?? 'everywhere' };
		return {
			host: here ? null : hostOf(settings.endpoint),
			main: absenceOf(place, { ...readerOf(settings, { kind: 'main', answerer }), days }),
			guest: absenceOf(place, { ...readerOf(settings, { kind: 'guest', answerer }), days }),
			budget: settings.memoryBudget,
			tokens: estimateTokens(this.text, familyOf(answerer))
		};
	}

	/** Take over what the text area holds after one edit; it shows line ends its own way. */
	write(shown: string): void {
		if (this.#written === null) this.#base = this.file.current?.rev ?? null;
		this.#written = takeEdit(this.text, shown);
		const base = this.#base;
		if (this.isChanged)
			this.#unsaved.keep({ text: this.#written, base, at: this.#app.clock.now() });
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

	/** `removed`: how many signs that nobody sees were left out. */
	async save(): Promise<{ readonly status: 'saved'; readonly removed: number } | Failed> {
		const text = this.#written;
		if (text === null) return { status: 'saved', removed: 0 };
		const stored = await saveMemoryFile(this.#app, {
			path: this.path,
			text,
			expectedRev: this.#base
		});
		if (stored.status === 'failed') return stored;
		this.#base = stored.value.rev;
		if (this.#written === text) this.#giveUp();
		await this.#unsaved.settled;
		return { status: 'saved', removed: cleanFile(text).removed };
	}

	/** Go on from what somebody else wrote: theirs stays in the history, ours replaces it with the next save. */
	keepMine(): void {
		this.#base = this.file.current?.rev ?? null;
	}

	/** Drop what was written here. */
	takeTheirs(): void {
		this.#giveUp();
	}

	remove(): Promise<Failure | null> {
		return this.#giveWay(() => deleteMemoryFile(this.#app, this.path));
	}

	restore(revisionId: string): Promise<Failure | null> {
		return this.#giveWay(() => restoreMemoryFile(this.#app, this.path, revisionId));
	}

	/** What is on screen gives way to what an act has stored, but for text that is not saved: `isStale` asks about that. */
	async #giveWay(act: () => Promise<Done>): Promise<Failure | null> {
		const saved = this.isChanged ? null : this.#written;
		const outcome = await act();
		if (outcome.status === 'failed') return outcome.failure;
		if (this.#written === saved) this.#giveUp();
		return null;
	}

	/** Bring back what stood before the last deletion. */
	async undelete(): Promise<Failure | null> {
		const kept = (await revisionsOf(this.#app.db, this.path)).find((row) => !row.deleted);
		return kept ? this.restore(kept.id) : null;
	}

	async setScope(scope: MemoryScope): Promise<Failure | null> {
		const stored = await setMemoryScope(this.#app.db, this.path, scope);
		return stored.status === 'failed' ? stored.failure : null;
	}

	/** Move lines to MEMORY.md, by where they start in the stored text. */
	move(starts: readonly number[]) {
		this.#giveUp();
		const expectedRev = this.file.current?.rev ?? 0;
		return moveLines(this.#app, { from: this.path, starts, expectedRev });
	}

	rename(to: string) {
		return renameMemoryFile(this.#app, { from: this.path, to });
	}

	async undo(act: MemoryAct): Promise<Failure | null> {
		const outcome = await undoMemoryAct(this.#app, act);
		return outcome.status === 'failed' ? outcome.failure : null;
	}
}

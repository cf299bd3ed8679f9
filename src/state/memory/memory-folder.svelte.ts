import { newFolder, type FolderState } from '#core/memory/outside-folder.ts';
import {
	folderState,
	dropPlace,
	keepPlace,
	placeFor,
	putFolderState
} from '#db/scratch/outside-places.ts';
import {
	memoryFileInFolder,
	memoryPurpose,
	writeMemoryFolder
} from '#flows/backups/keep-memory-folder.ts';
import { canChooseFolder, chooseFolder } from '#flows/backups/chosen-place.ts';
import type { App } from '#flows/ports.ts';
import { Live } from '#state/live.svelte.ts';

/** The folder that memory is written into, as pages show it. */
export class MemoryFolder {
	readonly #app: App;
	readonly canChoose = canChooseFolder();
	/** Name of the chosen folder; null where there is none. */
	readonly name: Live<string | null>;
	readonly current: Live<FolderState>;
	#working = $state(false);

	constructor(app: App) {
		this.#app = app;
		const { scratch } = app;
		this.name = new Live(async () => (await placeFor(scratch, memoryPurpose))?.name ?? null);
		this.current = new Live(() => folderState(scratch));
	}

	get isWorking(): boolean {
		return this.#working;
	}

	readonly choose = async (): Promise<void> => {
		const folder = await chooseFolder(memoryPurpose);
		if (!folder) return;
		// Nothing is known of what stands in this one.
		await putFolderState(this.#app.scratch, newFolder);
		await keepPlace(this.#app.scratch, memoryPurpose, folder);
		await this.write(null);
	};

	/** Within a press of a button. `over`: the file to be written over, as the person has decided. */
	async write(over: string | null): Promise<void> {
		this.#working = true;
		try {
			await writeMemoryFolder(this.#app, { ask: true, over });
		} finally {
			this.#working = false;
		}
	}

	readonly forget = async (): Promise<void> => {
		await dropPlace(this.#app.scratch, memoryPurpose);
		await putFolderState(this.#app.scratch, newFolder);
	};

	/** The file as it stands there, for the import preview. */
	readonly fileAt = (path: string): Promise<File | null> => memoryFileInFolder(this.#app, path);
}

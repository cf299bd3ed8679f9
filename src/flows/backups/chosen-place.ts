import type { Failed } from '#core/failure.ts';
import type { OutsidePlace } from '#db/scratch/kept-values.ts';
import { failed } from '#flows/done.ts';

/** Writing into a folder or file the user has chosen (File System Access), where the browser allows it. */

/** Parts of the platform that its types do not know yet. */
interface Pickers {
	showDirectoryPicker?(how: {
		readonly id: string;
		readonly mode: 'readwrite';
	}): Promise<FileSystemDirectoryHandle>;
	showSaveFilePicker?(how: {
		readonly id: string;
		readonly suggestedName: string;
	}): Promise<FileSystemFileHandle>;
}
interface Asked {
	queryPermission?(how: { readonly mode: 'readwrite' }): Promise<PermissionState>;
	requestPermission?(how: { readonly mode: 'readwrite' }): Promise<PermissionState>;
}

const pickers = globalThis as Pickers;

export const canChooseFolder = (): boolean => pickers.showDirectoryPicker !== undefined;
export const canChooseFile = (): boolean => pickers.showSaveFilePicker !== undefined;

/** Ask for a folder. Must be called from a button; null when the person has closed the dialog. */
export const chooseFolder = (purpose: string): Promise<FileSystemDirectoryHandle | null> =>
	chosen(() => pickers.showDirectoryPicker?.({ id: purpose, mode: 'readwrite' }));

/** Ask where a file shall be; it is written anew each time. */
export const chooseFile = (
	purpose: string,
	suggestedName: string
): Promise<FileSystemFileHandle | null> =>
	chosen(() => pickers.showSaveFilePicker?.({ id: purpose, suggestedName }));

async function chosen<T>(ask: () => Promise<T> | undefined): Promise<T | null> {
	try {
		return (await ask()) ?? null;
	} catch (error) {
		if (error instanceof DOMException && error.name === 'AbortError') return null;
		throw error;
	}
}

/** Whether the place may be written to. `ask`: the browser may ask the person, which needs a press of a button. */
export async function mayWrite(
	place: OutsidePlace,
	{ ask }: { readonly ask: boolean }
): Promise<boolean> {
	const asked = place as Asked;
	const how = { mode: 'readwrite' } as const;
	const state = (await asked.queryPermission?.(how)) ?? 'granted';
	if (state === 'granted' || !ask) return state === 'granted';
	return (await asked.requestPermission?.(how)) === 'granted';
}

/** What work in a place has come to. */
type InPlace<T> = { readonly status: 'done'; readonly value: T } | Failed;

/**
 * Runs work in a folder or file of the user, where any step may be refused: others remove, move and synchronise what
 * lies there.
 */
export async function inPlace<T>(place: OutsidePlace, work: () => Promise<T>): Promise<InPlace<T>> {
	try {
		return { status: 'done', value: await work() };
	} catch (error) {
		if (!(error instanceof DOMException)) throw error;
		return failed(
			error.name === 'QuotaExceededError'
				? { kind: 'storage-full' }
				: { kind: 'unreadable', what: place.name }
		);
	}
}

/** Write a whole file and read it back, so that it can be compared. In a folder it is written under `name`, a path. */
export const writeInto = (
	place: OutsidePlace,
	name: string,
	content: Blob
): Promise<InPlace<File>> =>
	inPlace(place, async () => {
		const handle =
			place.kind === 'directory' ? await fileHandle(place, name, { create: true }) : place;
		const out = await handle.createWritable();
		try {
			await out.write(content);
			// What was there is replaced only now.
			await out.close();
		} catch (error) {
			// What came so far lies beside it, and takes room.
			await out.abort().catch(() => undefined);
			throw error;
		}
		return handle.getFile();
	});

/** Null where what is looked for is not there. */
async function ifThere<T>(look: () => Promise<T>): Promise<T | null> {
	try {
		return await look();
	} catch (error) {
		if (error instanceof DOMException && error.name === 'NotFoundError') return null;
		throw error;
	}
}

/** A file of a folder as it stands there; null where there is none. */
export const fileIn = (
	folder: FileSystemDirectoryHandle,
	name: string
): Promise<InPlace<File | null>> =>
	inPlace(folder, () =>
		ifThere(async () => (await fileHandle(folder, name, { create: false })).getFile())
	);

/** Take a file out of a folder; its own folders stay. One that somebody else has removed is gone as well. */
export const removeFrom = (folder: FileSystemDirectoryHandle, name: string) =>
	inPlace(folder, () =>
		ifThere(async () => {
			const { parent, file } = await innermost(folder, name, { create: false });
			await parent.removeEntry(file);
		})
	);

async function fileHandle(
	folder: FileSystemDirectoryHandle,
	name: string,
	how: { readonly create: boolean }
): Promise<FileSystemFileHandle> {
	try {
		const { parent, file } = await innermost(folder, name, how);
		return await parent.getFileHandle(file, how);
	} catch (error) {
		// So a browser tells of a name that it gives to no file.
		if (error instanceof TypeError) throw new DOMException(error.message, 'TypeMismatchError');
		throw error;
	}
}

async function innermost(
	folder: FileSystemDirectoryHandle,
	name: string,
	how: { readonly create: boolean }
): Promise<{ readonly parent: FileSystemDirectoryHandle; readonly file: string }> {
	const parts = name.split('/');
	let parent = folder;
	for (const part of parts.slice(0, -1)) parent = await parent.getDirectoryHandle(part, how);
	return { parent, file: parts.at(-1) ?? '' };
}

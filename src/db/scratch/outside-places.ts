import { newFolder, type FolderState } from '#core/memory/folder.ts';
import type { Scratch } from '#db/schema.ts';

/** Folders and files outside the browser that the user has chosen, by what they are for. They never go into a backup. */

export type Place = FileSystemDirectoryHandle | FileSystemFileHandle;

const keyOf = (purpose: string): string => `place ${purpose}`;

export async function placeFor(db: Scratch, purpose: string): Promise<Place | null> {
	const row = await db.views.get(keyOf(purpose));
	return (row?.value as Place | undefined) ?? null;
}

export async function keepPlace(db: Scratch, purpose: string, place: Place): Promise<void> {
	await db.views.put({ key: keyOf(purpose), value: place });
}

export async function forgetPlace(db: Scratch, purpose: string): Promise<void> {
	await db.views.delete(keyOf(purpose));
}

const folderKey = 'memory folder';

/** What is known of the folder that memory is written into. */
export async function folderState(db: Scratch): Promise<FolderState> {
	const row = await db.views.get(folderKey);
	return (row?.value as FolderState | undefined) ?? newFolder;
}

export async function putFolderState(db: Scratch, value: FolderState): Promise<void> {
	await db.views.put({ key: folderKey, value });
}

const unsavedKey = 'unsaved since';

/** When this device first had something and no backup of it, Unix ms: `now` at the first question, or where a clock ran ahead then. */
export const unsavedSince = (db: Scratch, now: number): Promise<number> =>
	db.transaction('rw', db.views, async () => {
		const row = await db.views.get(unsavedKey);
		const noted = row?.value;
		if (typeof noted === 'number' && noted <= now) return noted;
		await db.views.put({ key: unsavedKey, value: now });
		return now;
	});

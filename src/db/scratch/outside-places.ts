import { newFolder, type FolderState } from '#core/memory/outside-folder.ts';
import type { Scratch } from '#db/schema.ts';
import { dropValue, keepValue, keptValue, type OutsidePlace } from '#db/scratch/kept-values.ts';

/** Folders and files outside the browser that the user has chosen, by what they are for. */

export const placeFor = (db: Scratch, purpose: string): Promise<OutsidePlace | null> =>
	keptValue(db, `place ${purpose}`);

export const keepPlace = (db: Scratch, purpose: string, place: OutsidePlace): Promise<void> =>
	keepValue(db, `place ${purpose}`, place);

export const dropPlace = (db: Scratch, purpose: string): Promise<void> =>
	dropValue(db, `place ${purpose}`);

export const folderState = async (db: Scratch): Promise<FolderState> =>
	(await keptValue(db, 'memory folder')) ?? newFolder;

export const putFolderState = (db: Scratch, state: FolderState): Promise<void> =>
	keepValue(db, 'memory folder', state);

/** When this device first had something and no backup of it, Unix ms: `now` at the first question, or where a clock ran ahead then. */
export const unbackedSince = (db: Scratch, now: number): Promise<number> =>
	db.transaction('rw', db.views, async () => {
		const noted = await keptValue(db, 'unsaved since');
		if (noted !== null && noted <= now) return noted;
		await keepValue(db, 'unsaved since', now);
		return now;
	});

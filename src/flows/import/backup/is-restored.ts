import { memoryFiles } from '#db/memory/files.ts';
import type { Truth } from '#db/schema.ts';
import type { BackupContent } from '#flows/import/ports.ts';

/** Whether a backup is believed: the preview says it, the import does it, and both ask here. */

/** Whether a backup holds all that is here: a profile is being restored, or the same backup is read again. */
export async function isRestored(db: Truth, { sessions, memory }: BackupContent): Promise<boolean> {
	const brought = new Set(sessions.map(({ id }) => id));
	const [here, files] = await Promise.all([
		db.sessions.toCollection().primaryKeys(),
		memoryFiles(db)
	]);
	return here.every((id) => brought.has(id)) && files.every(({ path }) => memory.has(path));
}

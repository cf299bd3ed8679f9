import { isBegunHere, type BegunRestore } from '#core/backup/believed.ts';
import { memoryFiles } from '#db/memory/files.ts';
import type { Truth } from '#db/schema.ts';
import { keepValue, keptValue } from '#db/scratch/kept-values.ts';
import { spared } from '#db/scratch/spared.ts';
import type { BackupContent, ImportPorts } from '#flows/import/ports.ts';

/** Whether a backup is believed: the preview says it, the import does it as long as that is so, and both ask here. */

type Databases = Pick<ImportPorts, 'db' | 'scratch'>;

/** A profile is being restored, the same backup is read again, or its restore broke off, whatever was written since. */
export const isBackupBelieved = async (
	{ db, scratch }: Databases,
	content: BackupContent
): Promise<boolean> =>
	(await holdsAll(db, content)) || (await wasBegun({ db, scratch }, content.hash));

async function holdsAll(db: Truth, { sessions, memory }: BackupContent): Promise<boolean> {
	const brought = new Set(sessions.map(({ id }) => id));
	const [here, files] = await Promise.all([
		db.sessions.toCollection().primaryKeys(),
		memoryFiles(db)
	]);
	return here.every((id) => brought.has(id)) && files.every(({ path }) => memory.has(path));
}

async function wasBegun({ db, scratch }: Databases, hash: string | null): Promise<boolean> {
	const begun = await spared(scratch, () => keptValue(scratch, 'begun restore'), null);
	return (
		begun !== null && isBegunHere(begun, { hash, noted: await db.activity.get(begun.importId) })
	);
}

/** From now on the file is believed until this restore of it has come to its end. Where that cannot be kept it goes on without. */
export const rememberBegun = (
	{ scratch }: Pick<ImportPorts, 'scratch'>,
	begun: BegunRestore
): Promise<void> => spared(scratch, () => keepValue(scratch, 'begun restore', begun), undefined);

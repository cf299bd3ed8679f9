import type { MemoryRevision } from '#core/memory/memory.ts';
import { memoryFile, type MemoryWrite } from '#db/memory/files.ts';
import { revise } from '#flows/memory/revise.ts';
import type { App } from '#flows/ports.ts';

/**
 * The write that takes one revision of a file back: the text before it, or no file where there was none. Going back
 * write by write therefore never goes forth again. `not-there` where no revision is meant or
 * its words were forgotten, `changed` where the file
 * is not what that revision made it: what was written since would be gone as well.
 */
export async function writeBack(
	{ db, clock }: Pick<App, 'db' | 'clock'>,
	path: string,
	isMeant: (revision: MemoryRevision) => boolean
): Promise<MemoryWrite | 'changed' | 'not-there'> {
	const rows = await db.memoryRevisions.where('path').equals(path).sortBy('at');
	const at = rows.findIndex(isMeant);
	const made = rows[at];
	if (!made) return 'not-there';
	const file = await memoryFile(db, path);
	// Of a file that was deleted and forgotten since, empty revisions are left: none to go back to.
	if (!file && rows.every(({ text }) => text === '')) return 'not-there';
	const stands = made.deleted ? !file : file?.text === made.text;
	if (!stands) return 'changed';
	const before = rows[at - 1];
	return {
		revision: revise(clock, {
			path,
			by: 'undo',
			text: before?.text ?? '',
			deleted: before === undefined || before.deleted
		}),
		expectedRev: file?.rev ?? null,
		origins: []
	};
}

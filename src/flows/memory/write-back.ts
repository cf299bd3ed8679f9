import { revisionBefore, type MemoryRevision } from '#core/memory/memory.ts';
import { fileTombstoneId } from '#core/forgetting/what.ts';
import { forgottenAmong } from '#db/forgetting/tombstones.ts';
import { memoryFile, revisionsOf, type MemoryWrite } from '#db/memory/files.ts';
import type { Truth } from '#db/schema.ts';
import { revise } from '#flows/memory/revise.ts';
import type { App } from '#flows/ports.ts';

/**
 * The write that takes one revision of a file back: the text before it, or no file where there was none. Going back
 * write by write therefore never goes forth again. `not-meant` where no revision is, `forgotten` where there are no
 * words to go back to, `changed` where the file is not what that revision made it: what was written since would be
 * gone as well.
 */
export async function writeBack(
	{ db, clock }: Pick<App, 'db' | 'clock'>,
	path: string,
	isMeant: (revision: MemoryRevision) => boolean
): Promise<MemoryWrite | 'changed' | 'forgotten' | 'not-meant'> {
	const rows = await revisionsOf(db, path);
	// A decision that was taken back and made again has written more than once: the last is meant.
	const made = rows.find(isMeant);
	if (!made) return 'not-meant';
	const file = await memoryFile(db, path);
	// Of a file that was deleted and forgotten since, empty revisions are left: none to go back to.
	if (!file && rows.every(({ text }) => text === '')) return 'forgotten';
	if (made.deleted && (await wasForgotten(db, made))) return 'forgotten';
	const stands = made.deleted ? !file : file?.text === made.text;
	if (!stands) return 'changed';
	const before = revisionBefore(rows, made);
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

/** Whether a file as it was deleted then is forgotten, whatever was written at its path since. */
async function wasForgotten(db: Truth, { path, at }: MemoryRevision): Promise<boolean> {
	const id = fileTombstoneId(path, at);
	return (await forgottenAmong(db, [id])).size > 0;
}

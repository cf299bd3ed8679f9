import type { StateLine } from '#core/backup/backup.ts';
import { fileTombstoneId } from '#core/forgetting/what.ts';
import { bulletsOf } from '#core/memory/file.ts';
import { formKey, lineKey } from '#core/lines/same-line.ts';
import type { Truth } from '#db/schema.ts';
import { forgottenAmong } from '#db/forgetting/tombstones.ts';
import { findTurn } from '#db/log/turns.ts';
import type { BackupContent } from '#flows/import/ports.ts';

export const isTombstone = ({ table }: StateLine): boolean => table === 'tombstones';

/**
 * Tombstones of a restored backup: they keep forgotten content from coming back with an older backup. If the content
 * is still here, its tombstone is not taken over: what was forgotten on another device only is decided by the user here.
 * `coming`: memory files of the backup that are still to be written, each in the place of the one that is here.
 */
export async function tombstonesToTake(
	db: Truth,
	lines: readonly StateLine[],
	coming: BackupContent['memory'] = new Map()
): Promise<readonly StateLine[]> {
	const ids = lines.map(({ row }) => String(row['id']));
	const known = await forgottenAmong(db, ids);
	const wanted = new Set(ids.filter((id) => !known.has(id)));
	if (wanted.size === 0) return [];
	const here = new Set([
		...(await rowsHere(db, [...wanted])),
		...(await turnsHere(db, wanted)),
		...(await memoryHere(db, coming)),
		...[...coming.values()].flatMap(keysOfLines)
	]);
	return lines.filter(({ row }) => !here.has(String(row['id'])));
}

async function rowsHere(db: Truth, ids: string[]): Promise<readonly string[]> {
	const tables = [db.sessions, db.summaries, db.compactions, db.archives];
	const keys = tables.map((table) => table.where('id').anyOf(ids).primaryKeys());
	return (await Promise.all(keys)).flat();
}

/** Turns that still say something, also those that an archive alone holds. */
async function turnsHere(db: Truth, wanted: ReadonlySet<string>): Promise<readonly string[]> {
	const [turns, cold] = await Promise.all([
		db.turns.filter(({ turnId }) => wanted.has(turnId)).toArray(),
		db.cold.toArray()
	]);
	for (const { sessionId, turnIds } of cold)
		for (const turnId of turnIds) {
			const turn = wanted.has(turnId) ? await findTurn(db, sessionId, turnId) : undefined;
			if (turn) turns.push(turn);
		}
	return turns.filter((turn) => turn.forgottenAt === undefined).map(({ turnId }) => turnId);
}

/** Lines of memory, and deleted files that can be brought back; `over`: by path, those that are written over. */
async function memoryHere(
	db: Truth,
	over: ReadonlyMap<string, unknown>
): Promise<readonly string[]> {
	const files = await db.memoryFiles.filter(({ path }) => !over.has(path)).toArray();
	return files.flatMap(({ path, text, deletedAt }) => {
		if (deletedAt === null) return keysOfLines(text);
		return text === '' ? [] : [fileTombstoneId(path, deletedAt)];
	});
}

const keysOfLines = (text: string): string[] =>
	bulletsOf(text).flatMap((bullet) => [lineKey(bullet.text), formKey(bullet.text)]);

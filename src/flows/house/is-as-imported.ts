import type { Session } from '#core/log/session.ts';
import { branchesOf } from '#db/log/sessions.ts';
import type { Truth } from '#db/schema.ts';

/**
 * Nothing was said here since it was imported. Years of conversations that are brought along at once are not read,
 * paid for and put away because they are old.
 */
export async function isAsImported(db: Truth, { id, branch }: Session): Promise<boolean> {
	const head = (await branchesOf(db, id)).find((row) => row.branch === branch);
	const turn = head && (await db.turns.get([id, branch, head.headSeq]));
	return turn?.source === 'import';
}

import type { Session } from '#core/session/session.ts';
import { branchesOf } from '#db/log/sessions.ts';
import type { Truth } from '#db/schema.ts';

/**
 * Whether nothing was said in a session since it was imported. Old conversations that were just imported are not reset
 * or summarised for their age: that would read and pay for years of them at once.
 */
export async function isAsImported(db: Truth, { id, branch }: Session): Promise<boolean> {
	const head = (await branchesOf(db, id)).find((row) => row.branch === branch);
	const turn = head && (await db.turns.get([id, branch, head.headSeq]));
	return turn?.source === 'import';
}

import type { Session } from '#core/session/session.ts';
import { readPath } from '#db/log/sessions.ts';
import type { Truth } from '#db/schema.ts';

/**
 * Whether nothing was said in a session since it was imported. Old conversations that were just imported are not reset
 * or summarised for their age: that would read and pay for years of them at once.
 */
export async function isAsImported(db: Truth, { id, branch }: Session): Promise<boolean> {
	// A branch that was just begun has no turn of its own.
	const head = (await readPath(db, id, branch)).at(-1);
	const turn = head && (await db.turns.get([id, head.branch, head.throughSeq]));
	return turn?.source === 'import';
}

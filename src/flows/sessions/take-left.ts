import type { Session } from '#core/session/session.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { moveUnsent, type MovedUnsent } from '#db/scratch/unsent.ts';
import type { App } from '#flows/ports.ts';

/**
 * What stood unsent in the session that a reset has ended goes on in the one that followed. Where it could not be moved
 * then it is moved now; null: nothing is left there, or something stands unsent here already.
 */
export async function takeLeft(
	{ db, scratch }: Pick<App, 'db' | 'scratch'>,
	{ id, continuedFrom }: Pick<Session, 'id' | 'continuedFrom'>
): Promise<MovedUnsent | null> {
	const before = continuedFrom === null ? undefined : await sessionOf(db, continuedFrom);
	if (!before || before.endedAt === null || before.deletedAt !== null) return null;
	return moveUnsent(scratch, { from: before.id, to: id });
}

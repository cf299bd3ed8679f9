import type { Session } from '#core/session/session.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { moveUnsent, placesOfUnsent, type MovedUnsent } from '#db/scratch/move-unsent.ts';
import type { App } from '#flows/ports.ts';

/**
 * What stood unsent in a session that a reset has ended goes on in the one that followed. Where it could not be moved
 * then it is moved now, however many resets came since: what lies nearest first. Null: nothing is left in those before
 * this one, or something stands unsent here already.
 */
export async function takeLeft(
	{ db, scratch }: Pick<App, 'db' | 'scratch'>,
	{ id, continuedFrom }: Pick<Session, 'id' | 'continuedFrom'>
): Promise<MovedUnsent | null> {
	const left = new Set<string>();
	for (const row of await db.sessions.bulkGet(await placesOfUnsent(scratch)))
		if (row && row.endedAt !== null && row.deletedAt === null) left.add(row.id);
	const seen = new Set([id]);
	let from = continuedFrom;
	// Few look back at all: most often nothing is left anywhere.
	while (from !== null && left.size > 0 && !seen.has(from)) {
		if (left.has(from)) return moveUnsent(scratch, { from, to: id });
		seen.add(from);
		const before = await sessionOf(db, from);
		// One that was gone back to keeps what is written in it.
		from = before && before.endedAt !== null ? before.continuedFrom : null;
	}
	return null;
}

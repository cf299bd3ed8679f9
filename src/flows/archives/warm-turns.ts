import { rangesToWarm } from '#core/archive/cooling.ts';
import type { Archive, ColdRange } from '#core/archive/stored.ts';
import { coldOf } from '#db/archives/cold.ts';
import { warmTurns } from '#db/archives/cooling.ts';
import type { Truth } from '#db/schema.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { summariesOf } from '#db/summaries/summaries.ts';

/** Turns that lie in archives alone get their rows back. May be ended at any moment and run again. */

/** Returns how many turns. */
export async function warmRanges(db: Truth, ranges: readonly ColdRange[]): Promise<number> {
	let turns = 0;
	for (const range of ranges) turns += await warmRange(db, range);
	return turns;
}

/** An archive that was written anew while it was read, because something in it was forgotten, is read again. */
async function warmRange(db: Truth, range: ColdRange): Promise<number> {
	const archive = await db.archives.get(range.archiveId);
	if (!archive) return 0;
	const exchanges = await db.openArchive(range);
	const stored = await warmTurns(db, { range, sha256: archive.sha256, exchanges });
	if (stored.status === 'stored') return exchanges.length;
	return stored.failure.kind === 'changed-meanwhile' ? warmRange(db, range) : 0;
}

/** Take everything of a session back, or what no summary covers any more. False when some of it could not be read. */
export async function warmSession(
	db: Truth,
	{ sessionId, all }: { readonly sessionId: string; readonly all: boolean }
): Promise<boolean> {
	const cold = await coldOf(db, sessionId);
	const session = await sessionOf(db, sessionId);
	return areBack(db, all ? cold : rangesToWarm(session, await summariesOf(db, sessionId), cold));
}

/** The same of what an archive alone holds. */
export const warmArchive = async (db: Truth, { id, sessionId }: Archive): Promise<boolean> =>
	areBack(
		db,
		(await coldOf(db, sessionId)).filter(({ archiveId }) => archiveId === id)
	);

async function areBack(db: Truth, ranges: readonly ColdRange[]): Promise<boolean> {
	await warmRanges(db, ranges);
	const left = await db.cold.bulkGet(ranges.map(({ id }) => id));
	return left.every((range) => range === undefined);
}

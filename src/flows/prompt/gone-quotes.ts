import { turnsMarked } from '#core/log/marks.ts';
import { isMemoryPath } from '#core/memory/memory.ts';
import { quotedPlaces, toSession, type BarredPlaces } from '#core/prompt/text/barred-quotes.ts';
import type { Exchange } from '#core/log/turn.ts';
import type { Session } from '#core/session/session.ts';
import { placesAt } from '#db/memory/files.ts';
import { findTurn, marksOf } from '#db/log/turns.ts';
import type { Truth } from '#db/schema.ts';

/** What results of our tools quote and may not go along any more: read where it stands now. */

/** Files that are quoted, and the links of what is deleted. */
export async function readQuoted(db: Truth, exchanges: readonly Exchange[]) {
	const places = quotedPlaces(exchanges);
	const paths = places.filter(isMemoryPath);
	const links = places.filter((place) => !isMemoryPath(place));
	const [quoted, gone] = await Promise.all([
		paths.length === 0 ? [] : placesAt(db, paths),
		links.length === 0 ? [] : deletedAmong(db, links)
	]);
	return { quoted, gone: new Map(gone.map((link) => [link, 'deleted'])) satisfies BarredPlaces };
}

/** Session and turn; a summary is quoted from the session alone. */
const partsOf = (link: string): readonly string[] => link.slice(toSession.length).split('#');

async function deletedAmong(db: Truth, links: readonly string[]): Promise<readonly string[]> {
	const ids = [...new Set(links.map((link) => partsOf(link)[0] ?? ''))];
	const sessions = await db.sessions.bulkGet(ids);
	const gone = await Promise.all(
		sessions.flatMap((session) =>
			session
				? deletedIn(
						db,
						session,
						links.filter((link) => partsOf(link)[0] === session.id)
					)
				: []
		)
	);
	return gone.flat();
}

/**
 * Of the links into a session those whose passage shows something deleted: the turn itself, the one before or behind it,
 * which was told beside it, and, where the first message is deleted, the title that was taken from it.
 */
async function deletedIn(
	db: Truth,
	{ id, deletedAt, titleFrom }: Session,
	links: readonly string[]
): Promise<readonly string[]> {
	if (deletedAt !== null) return links;
	const deleted = turnsMarked(await marksOf(db, id), 'deleted');
	if (deleted.size === 0) return [];
	const seqsOf = async (turnIds: readonly string[]) =>
		(await Promise.all(turnIds.map((turnId) => findTurn(db, id, turnId)))).map(
			(turn) => turn?.seq ?? -9
		);
	const gone = await seqsOf([...deleted]);
	if (gone.includes(0) && titleFrom !== 'user') return links;
	const quoted = await seqsOf(links.map((link) => partsOf(link)[1] ?? ''));
	return links.filter(
		(link, at) =>
			deleted.has(partsOf(link)[1] ?? '') ||
			gone.some((seq) => Math.abs(seq - (quoted[at] ?? -9)) === 1)
	);
}

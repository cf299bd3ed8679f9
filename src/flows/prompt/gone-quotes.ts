import { turnsMarked } from '#core/log/marks.ts';
import { isMemoryPath } from '#core/memory/memory.ts';
import { placeOfLink, quotedPlaces } from '#core/prompt/text/barred-quotes.ts';
import type { Exchange } from '#core/log/turn.ts';
import type { Session } from '#core/session/session.ts';
import { placesAt } from '#db/memory/files.ts';
import { findTurn, marksOf } from '#db/log/turns.ts';
import type { Truth } from '#db/schema.ts';

/** What results of our tools quote and may not go along any more: read where it stands now. */

/** Files that are quoted, and the places in conversations that are deleted. */
export async function readQuoted(db: Truth, exchanges: readonly Exchange[]) {
	const places = quotedPlaces(exchanges);
	const paths = places.filter(isMemoryPath);
	const links = places.filter((place) => !isMemoryPath(place));
	const [quoted, gone] = await Promise.all([
		paths.length === 0 ? [] : placesAt(db, paths),
		links.length === 0 ? [] : deletedAmong(db, links)
	]);
	return { quoted, gone };
}

async function deletedAmong(db: Truth, links: readonly string[]): Promise<readonly string[]> {
	const bySession = new Map<string, string[]>();
	for (const link of links) {
		const { sessionId } = placeOfLink(link);
		bySession.set(sessionId, [...(bySession.get(sessionId) ?? []), link]);
	}
	const sessions = await db.sessions.bulkGet([...bySession.keys()]);
	const gone = await Promise.all(
		sessions.flatMap((session) =>
			session ? deletedIn(db, session, bySession.get(session.id) ?? []) : []
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
	const seqOf = async (turnId: string) => (await findTurn(db, id, turnId))?.seq;
	const seqs = new Set(await Promise.all([...deleted].map(seqOf)));
	if (seqs.has(0) && titleFrom !== 'user') return links;
	const shows = await Promise.all(
		links.map(async (link) => {
			const { turnId } = placeOfLink(link);
			if (turnId === null) return false;
			const seq = deleted.has(turnId) ? undefined : await seqOf(turnId);
			return deleted.has(turnId) || (seq !== undefined && (seqs.has(seq - 1) || seqs.has(seq + 1)));
		})
	);
	return links.filter((_, at) => shows[at]);
}

import { grouped } from '#core/grouped.ts';
import { keptBack } from '#core/log/marks.ts';
import type { Path } from '#core/log/path.ts';
import type { Exchange } from '#core/log/turn.ts';
import { isMemoryPath } from '#core/memory/memory.ts';
import { quotedPlaces } from '#core/prompt/text/barred-quotes.ts';
import type { GonePlaces } from '#core/prompt/text/gone-places.ts';
import { goneAmong, sessionOfPlace } from '#core/prompt/text/said-places.ts';
import type { Session } from '#core/session/session.ts';
import { findTurns, marksOf } from '#db/log/turns.ts';
import { placesAt } from '#db/memory/files.ts';
import type { Truth } from '#db/schema.ts';

/** What results of our tools quote and may not go along any more: read where it stands now. */

/** Files that are quoted, and the places of what is kept back. `path`: of the exchanges. */
export async function readQuoted(db: Truth, exchanges: readonly Exchange[], path: Path) {
	const places = quotedPlaces(exchanges);
	const paths = places.filter(isMemoryPath);
	const said = places.filter((place) => !isMemoryPath(place));
	const [quoted, gone] = await Promise.all([
		paths.length === 0 ? [] : placesAt(db, paths),
		said.length === 0
			? new Map<string, number>()
			: readGone(db, said, { path, sessionId: exchanges[0]?.turn.sessionId })
	]);
	return { quoted, gone };
}

/** Where results of tools stand that quote something. */
interface Quoting {
	readonly sessionId: string | undefined;
	readonly path: Path;
}

async function readGone(db: Truth, said: readonly string[], quoting: Quoting): Promise<GonePlaces> {
	const bySession = grouped(said, sessionOfPlace);
	const sessions = await db.sessions.bulkGet([...bySession.keys()]);
	const gone = await Promise.all(
		sessions
			.filter((session) => session !== undefined)
			.map((session) => goneIn(db, session, bySession.get(session.id) ?? [], quoting))
	);
	return new Map(gone.flatMap((one) => [...one]));
}

async function goneIn(
	db: Truth,
	{ id, deletedAt }: Session,
	places: readonly string[],
	{ sessionId, path }: Quoting
): Promise<Iterable<readonly [string, number]>> {
	if (deletedAt !== null) return places.map((place) => [place, deletedAt] as const);
	const marks = keptBack(await marksOf(db, id), { isElsewhere: id !== sessionId });
	if (marks.length === 0) return [];
	const turns = await findTurns(db, id, new Set(marks.map(({ turnId }) => turnId)));
	return goneAmong(places, { marks, turns, path });
}

import { pathOf, slicePath, type PathPart } from '#core/log/path.ts';
import type { Branch } from '#core/session/session.ts';
import type { Exchange, Mark, Turn } from '#core/log/turn.ts';
import type { Truth } from '#db/schema.ts';
import { branchesOf } from '#db/log/sessions.ts';
import { marksOf, readHotExchanges, withArchived } from '#db/log/turns.ts';

/** Where something was found. */
type FoundPlace = Pick<Turn, 'sessionId' | 'branch' | 'seq'>;

interface FoundTurns {
	/** For each place its turn and, where asked for, those beside it on its path, in order; without what is gone. */
	readonly exchanges: readonly (readonly Exchange[])[];
	/** Marks of their sessions. */
	readonly marks: ReadonlyMap<string, readonly Mark[]>;
}

/**
 * Turns of many places. All rows that are here are read in one transaction, for that is what costs: a search shows
 * thirty hits, and beginning a transaction for each of their rows takes longer than finding them.
 */
export async function readFound(
	db: Truth,
	places: readonly FoundPlace[],
	{ beside }: { readonly beside: boolean }
): Promise<FoundTurns> {
	const ids = [...new Set(places.map(({ sessionId }) => sessionId))];
	const { hot, marks } = await db.transaction(
		'r',
		[db.branches, db.marks, db.turns, db.steps],
		async () => {
			const [branches, marks] = await Promise.all([
				bySession(ids, (id) => branchesOf(db, id)),
				bySession(ids, (id) => marksOf(db, id))
			]);
			const hot = await Promise.all(
				places.map((place) =>
					Promise.all(
						partsOf(place, beside ? branches.get(place.sessionId) : []).map(async (part) => ({
							part,
							rows: await readHotExchanges(db, place.sessionId, [part])
						}))
					)
				)
			);
			return { hot, marks };
		}
	);
	const exchanges = await Promise.all(
		hot.map(async (parts, at) => {
			const id = places[at]?.sessionId ?? '';
			const read = parts.map(({ part, rows }) => withArchived(db, id, part, rows));
			return (await Promise.all(read)).flat();
		})
	);
	return { exchanges, marks };
}

async function bySession<T>(
	ids: readonly string[],
	read: (id: string) => Promise<T>
): Promise<ReadonlyMap<string, T>> {
	const all = await Promise.all(ids.map(read));
	return new Map(all.map((one, at) => [ids[at] ?? '', one]));
}

/** Without branches the turn alone. */
function partsOf(
	{ branch, seq }: FoundPlace,
	branches: readonly Branch[] = []
): readonly PathPart[] {
	return branches.length === 0
		? [{ branch, fromSeq: seq, throughSeq: seq }]
		: slicePath(pathOf(branches, branch), seq - 1, seq + 1);
}

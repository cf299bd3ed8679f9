import { exchangesOf, type ArchiveLine } from '#core/archive/archive.ts';
import type { StateLine } from '#core/backup/backup.ts';
import { outOfPlace, turnIdsOf } from '#core/backup/in-place.ts';
import { readWholeSession } from '#db/log/whole-session.ts';
import type { Truth } from '#db/schema.ts';
import type { Archived } from '#flows/import/backup/archived.ts';
import { coldRows } from '#flows/import/backup/warmed-lines.ts';

/** Rows of the state of a backup that have no place beside a session that is here; none where it is not. */
export async function placelessHere(
	db: Truth,
	archived: Archived,
	lines: readonly ArchiveLine[]
): Promise<readonly StateLine[]> {
	const head = lines.find((line) => line.type === 'session');
	const session = head && (await db.sessions.get(head.id));
	if (!session) return [];
	const idsOf = (exchanges: ReturnType<typeof exchangesOf>['exchanges']) =>
		exchanges.map(({ turn }) => turn.turnId);
	const { exchanges, branches, cold, summaries } = await readWholeSession(db, head.id);
	const file = exchangesOf(lines).exchanges;
	const named = new Map(file.map(({ turn: { turnId, branch } }) => [turnId, branch]));
	const isMoved = exchanges.some(
		({ turn: { turnId, branch } }) => (named.get(turnId) ?? branch) !== branch
	);
	const here = new Set<unknown>([...idsOf(exchanges), ...cold.flatMap(({ turnIds }) => turnIds)]);
	const turnIds = new Set([...idsOf(file), ...coldRows(archived, lines).flatMap(turnIdsOf)]);
	return outOfPlace(
		{
			endedAt: session.endedAt,
			turnIds: here,
			branches,
			archiveIds: new Set(summaries.map(({ archiveId }) => archiveId))
		},
		{ endedAt: head.endedAt, turnIds, isMoved },
		archived.rows.get(head.id) ?? []
	);
}

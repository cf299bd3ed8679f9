import { exchangesOf, type ArchiveLine } from '#core/archive/archive.ts';
import type { StateLine } from '#core/backup/backup.ts';
import { outOfPlace, turnIdsOf } from '#core/backup/in-place.ts';
import { readWholeSession } from '#db/log/whole-session.ts';
import type { Truth } from '#db/schema.ts';
import type { Archived } from '#flows/import/backup/archived.ts';
import { coldRows } from '#flows/import/backup/warmed-lines.ts';

/** How a session of a backup stands to the same one here, beyond what it has grown by. */
interface Beside {
	/** Rows of the state that have no place here. */
	readonly placeless: readonly StateLine[];
	/** It holds turns that are not here: this one went on in another way. */
	readonly wentOn: boolean;
}

/** Null where it is not here. */
export async function besideHere(
	db: Truth,
	archived: Archived,
	lines: readonly ArchiveLine[]
): Promise<Beside | null> {
	const head = lines.find((line) => line.type === 'session');
	const session = head && (await db.sessions.get(head.id));
	if (!session) return null;
	const idsOf = (exchanges: ReturnType<typeof exchangesOf>['exchanges']) =>
		exchanges.map(({ turn }) => turn.turnId);
	const { exchanges, branches, cold, summaries } = await readWholeSession(db, head.id);
	const here = new Set<unknown>([...idsOf(exchanges), ...cold.flatMap(({ turnIds }) => turnIds)]);
	const turnIds = new Set([
		...idsOf(exchangesOf(lines).exchanges),
		...coldRows(archived, lines).flatMap(turnIdsOf)
	]);
	return {
		placeless: outOfPlace(
			{
				endedAt: session.endedAt,
				turnIds: here,
				branches,
				archiveIds: new Set(summaries.map(({ archiveId }) => archiveId))
			},
			{ endedAt: head.endedAt, turnIds },
			archived.rows.get(head.id) ?? []
		),
		wentOn: [...turnIds].some((id) => !here.has(id))
	};
}

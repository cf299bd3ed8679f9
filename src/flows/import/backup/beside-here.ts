import { exchangesOf, type ArchiveLine } from '#core/archive/archive.ts';
import type { StateLine } from '#core/backup/backup.ts';
import { outOfPlace, turnIdsOf } from '#core/backup/in-place.ts';
import type { Turn } from '#core/log/turn.ts';
import { readWholeSession } from '#db/log/whole-session.ts';
import type { Truth } from '#db/schema.ts';
import type { Archived } from '#flows/import/backup/archived.ts';
import { coldRows } from '#flows/import/backup/warmed-lines.ts';
import type { GrowthToCome } from '#flows/import/growth-to-come.ts';

/**
 * Rows of the state of a backup that have no place beside a session that is here; none where it is not. `toCome`: what the
 * file adds to the session, where that has not come yet.
 */
export async function placelessHere(
	db: Truth,
	archived: Archived,
	lines: readonly ArchiveLine[],
	toCome: GrowthToCome | null = null
): Promise<readonly StateLine[]> {
	const head = lines.find((line) => line.type === 'session');
	const stored = head && archived.rows.has(head.id) && (await db.sessions.get(head.id));
	if (!stored) return [];
	const { session, turns, beside } = toCome?.grown
		? { ...toCome.grown, turns: toCome.growth.turns }
		: { session: stored, turns: [], beside: { summaries: [] } };
	const there = await readWholeSession(db, head.id);
	const hot = [...there.exchanges.map(({ turn }) => turn), ...turns];
	const file = exchangesOf(lines).exchanges.map(({ turn }) => turn);
	const named = new Map(file.map(({ turnId, branch }) => [turnId, branch]));
	const isMoved = hot.some(({ turnId, branch }) => (named.get(turnId) ?? branch) !== branch);
	const idsOf = (rows: readonly Turn[]) => rows.map(({ turnId }) => turnId);
	const here = new Set<unknown>([...idsOf(hot), ...there.cold.flatMap(({ turnIds }) => turnIds)]);
	const turnIds = new Set([...idsOf(file), ...coldRows(archived, lines).flatMap(turnIdsOf)]);
	const summaries = new Map(
		[...there.summaries, ...beside.summaries].map(({ id, archiveId }) => [id, archiveId])
	);
	return outOfPlace(
		{
			endedAt: session.endedAt,
			turnIds: here,
			branches: [...there.branches, ...(toCome?.growth.branches ?? [])],
			archiveIds: new Set(summaries.values())
		},
		{ endedAt: head.endedAt, turnIds, isMoved },
		archived.rows.get(head.id) ?? []
	);
}

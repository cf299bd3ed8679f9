import type { StateLine } from '#core/backup/backup.ts';
import type { Row } from '#core/json.ts';
import type { Branch } from '#core/session/session.ts';

/**
 * Which rows of a backup have a place beside a session that is here already. It may have gone on differently, or
 * further: a foreign archive would take the path of one of its own, and turns in it the place of its own turns.
 */

/** A session, here or in a file. */
interface Standing {
	readonly endedAt: number | null;
	/** Ids of its turns, whether their rows are here or in an archive. */
	readonly turnIds: ReadonlySet<unknown>;
}

/** The rows of archives, of turns that lie in them alone, and of work under way, that have no place beside it. */
export function outOfPlace(
	here: Standing & {
		readonly branches: readonly Branch[];
		/** Archives of what its summaries cover. */
		readonly archiveIds: ReadonlySet<unknown>;
	},
	/** `isMoved`: turns stand in other branches here, so that rows which name a branch are of another. */
	inFile: Standing & { readonly isMoved: boolean },
	rows: readonly StateLine[]
): StateLine[] {
	const isWithin = !inFile.isMoved && [...here.turnIds].every((id) => inFile.turnIds.has(id));
	const gaps = rows.filter(
		({ table, row }) =>
			table === 'cold' &&
			isWithin &&
			!turnIdsOf(row).some((id) => here.turnIds.has(id)) &&
			here.branches.some(
				({ branch, headSeq }) => branch === row['branch'] && headSeq >= Number(row['throughSeq'])
			)
	);
	return rows.filter((line) => {
		const { table, row } = line;
		if (table === 'cold') return !gaps.includes(line);
		// Work goes on over the turns it was begun with.
		if (table !== 'archives') return !isWithin;
		if (gaps.some((gap) => gap.row['archiveId'] === row['id'])) return false;
		// The same reset has ended both: its archive holds what is here.
		return row['round'] === null
			? here.endedAt === null || here.endedAt !== inFile.endedAt
			: !here.archiveIds.has(row['id']);
	});
}

/** Ids of the turns that a row of the cold ones names. */
export const turnIdsOf = (row: Row): readonly unknown[] => row['turnIds'] as readonly unknown[];

import type { ArchiveLine } from '#core/archive/archive.ts';
import type { ImportItem } from '#core/backup/import-preview.ts';
import { readExchanges } from '#db/log/turns.ts';
import type { Session } from '#core/session/session.ts';
import type { Truth } from '#db/schema.ts';
import { readGrowth } from '#flows/import/foreign/read-growth.ts';
import { sessionToCome, setsLater } from '#flows/import/later-state.ts';
import { comingRows } from '#flows/import/store-session.ts';

/** How a session of a file stands to what is here: what importing it would really do. */

/**
 * The turns are those it would bring, or all of it where it brings none; `reopens`: it was archived here. `comesWhole`:
 * with its archive. `isBelieved`: see there. `lines` are made only where they matter.
 */
export async function standingIn(
	db: Truth,
	{
		id,
		turns,
		comesWhole = () => false,
		isBelieved = false
	}: {
		readonly id: string;
		readonly turns: number;
		readonly comesWhole?: (there: Session) => boolean;
		readonly isBelieved?: boolean;
	},
	lines: () => Promise<readonly ArchiveLine[]>
): Promise<
	Pick<ImportItem, 'state' | 'count'> &
		Partial<Pick<ImportItem, 'reason' | 'reopens' | 'isHeldBack' | 'isBeside' | 'branchesLeftOut'>>
> {
	const [session, gone] = await Promise.all([db.sessions.get(id), db.tombstones.get(id)]);
	if (gone) return { state: 'forgotten', count: turns };
	if (session && session.deletedAt !== null)
		return { state: 'forgotten', reason: 'can-come-back', count: turns };
	if (!session) return { state: 'new', count: turns };
	const read = await lines();
	const rows = comingRows(read, { comesWhole: comesWhole(session) });
	const growth = rows && (await readGrowth(db, rows, { read: readExchanges, isBelieved }));
	const isMore = growth && growth.steps.length + growth.turns.length > 0;
	const told = growth && { ...growth, lines: read };
	if (!told || (!isMore && !(await setsLater(db, rows, told))))
		return {
			...(growth?.isHeldBack === true
				? { state: 'left-alone', reason: 'went-on' }
				: { state: 'there' }),
			count: turns,
			branchesLeftOut: growth?.leftOut ?? 0
		};
	// Only the end of the last answer may be missing here; none: what comes was set beside the turns.
	const count = isMore ? Math.max(1, growth.turns.length) : 0;
	const { session: later, isBeside } = await sessionToCome(db, session, rows, told);
	const reopens = session.endedAt !== null && later.endedAt === null;
	const { isHeldBack, leftOut } = told;
	return { state: 'changed', count, reopens, isHeldBack, isBeside, branchesLeftOut: leftOut };
}

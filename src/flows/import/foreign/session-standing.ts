import type { ArchiveLine } from '#core/archive/archive.ts';
import type { ImportItem } from '#core/backup/import-preview.ts';
import { readExchanges } from '#db/log/turns.ts';
import type { Truth } from '#db/schema.ts';
import { growthToCome, type GrowthToCome } from '#flows/import/growth-to-come.ts';
import { comingRows } from '#flows/import/store-session.ts';

/** How a session of a file stands to what is here: what importing it would really do. */

interface Standing {
	readonly standing: Pick<ImportItem, 'state' | 'count'> &
		Partial<Pick<ImportItem, 'reason' | 'reopens' | 'isHeldBack' | 'isBeside' | 'branchesLeftOut'>>;
	/** What it adds to the session that is here. */
	readonly toCome?: GrowthToCome;
}

/**
 * The turns are those it would bring, or all of it where it brings none; `reopens`: it was archived here. `comesWhole`:
 * with its archive. `isBelieved`: see there. `lines` are made only where they matter.
 */
export async function standingIn(
	db: Truth,
	{
		id,
		turns,
		comesWhole = false,
		isBelieved = false
	}: {
		readonly id: string;
		readonly turns: number;
		readonly comesWhole?: boolean;
		readonly isBelieved?: boolean;
	},
	lines: () => Promise<readonly ArchiveLine[]>
): Promise<Standing> {
	const [session, gone] = await Promise.all([db.sessions.get(id), db.tombstones.get(id)]);
	if (gone) return { standing: { state: 'forgotten', count: turns } };
	if (session && session.deletedAt !== null)
		return { standing: { state: 'forgotten', reason: 'can-come-back', count: turns } };
	if (!session) return { standing: { state: 'new', count: turns } };
	const read = await lines();
	const rows = comingRows(read, { comesWhole });
	if (!rows) return { standing: { state: 'there', count: turns } };
	const how = { lines: read, read: readExchanges, isBelieved };
	const toCome = await growthToCome(db, session, rows, how);
	const { growth, grown } = toCome;
	const { isHeldBack, leftOut: branchesLeftOut } = growth;
	if (!grown) {
		const asItIs = isHeldBack
			? ({ state: 'left-alone', reason: 'went-on' } as const)
			: ({ state: 'there' } as const);
		return { standing: { ...asItIs, count: turns, branchesLeftOut } };
	}
	// Only the end of the last answer may be missing here; none: what comes was set beside the turns.
	const isMore = growth.steps.length + growth.turns.length > 0;
	const standing = {
		state: 'changed',
		count: isMore ? Math.max(1, growth.turns.length) : 0,
		reopens: session.endedAt !== null && grown.session.endedAt === null,
		isHeldBack,
		isBeside: grown.isBeside,
		branchesLeftOut
	} as const;
	return { standing, toCome };
}

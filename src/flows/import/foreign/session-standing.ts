import type { ArchiveLine } from '#core/archive/archive.ts';
import type { ImportItem } from '#core/backup/import-preview.ts';
import { readExchanges } from '#db/log/turns.ts';
import type { Truth } from '#db/schema.ts';
import { readGrowth } from '#flows/import/foreign/read-growth.ts';
import { rowsOf } from '#flows/import/store-session.ts';

/** How a session of a file stands to what is here: what importing it would really do. */

/**
 * The turns are those it would bring, or all of it where it brings none; `reopens`: it was archived here. `lines` are
 * made only where they matter.
 */
export async function standingIn(
	db: Truth,
	{ id, turns }: { readonly id: string; readonly turns: number },
	lines: () => Promise<readonly ArchiveLine[]>
): Promise<Pick<ImportItem, 'state' | 'count'> & { readonly reopens?: boolean }> {
	const [session, gone] = await Promise.all([db.sessions.get(id), db.tombstones.get(id)]);
	if (gone || (session && session.deletedAt !== null)) return { state: 'forgotten', count: turns };
	if (!session) return { state: 'new', count: turns };
	const rows = rowsOf(await lines());
	const growth = rows && (await readGrowth(db, rows, readExchanges));
	if (!growth || growth.steps.length + growth.turns.length === 0)
		return { state: 'there', count: turns };
	// Only the end of the last answer may be missing here.
	const count = Math.max(1, growth.turns.length);
	return {
		state: 'changed',
		count,
		reopens: session.endedAt !== null && rows.session.endedAt === null
	};
}

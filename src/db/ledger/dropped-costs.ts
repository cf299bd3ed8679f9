import { dayMs } from '#core/day-ms.ts';
import type { LedgerEntry } from '#core/wire/ledger-entry.ts';
import type { Truth } from '#db/schema.ts';

/**
 * What calls have cost that are no longer on file: the limit of a day counts them until the day is over. Of each only
 * the time (ms) and the price are kept (US dollars). A row among the settings that is none: nothing reads it as one.
 */

type DroppedCost = Pick<LedgerEntry, 'at' | 'cost'>;

const key = 'droppedCosts';

/** Longer than any day, wherever the user travels meanwhile. */
const keptFor = 2 * dayMs;

export const droppedCosts = async (db: Truth): Promise<readonly DroppedCost[]> =>
	((await db.settings.get(key))?.value as readonly DroppedCost[] | undefined) ?? [];

/** Inside a transaction over the settings, or in one of its own. */
export async function keepCosts(
	db: Truth,
	gone: readonly DroppedCost[],
	now: number
): Promise<void> {
	const isOfToday = ({ at, cost }: DroppedCost): boolean => at > now - keptFor && (cost ?? 0) > 0;
	const added = gone.filter(isOfToday).map(({ at, cost }) => ({ at, cost }));
	if (added.length === 0) return;
	await db.transaction('rw', db.settings, async () => {
		const before = await droppedCosts(db);
		await db.settings.put({ key, value: [...before.filter(isOfToday), ...added] });
	});
}

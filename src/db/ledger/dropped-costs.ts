import { dayMs } from '#core/day-ms.ts';
import type { LedgerEntry } from '#core/wire/ledger-entry.ts';
import type { Truth } from '#db/schema.ts';

/**
 * What calls have cost that are no longer on file: the limit of a day counts them until the day is over. Of each only
 * the time (ms) and the price are kept (US dollars). A row among the settings that is none: nothing reads it as one, and
 * no backup takes it along.
 */

type DroppedCost = Pick<LedgerEntry, 'at' | 'cost'>;

const key = 'droppedCosts';

/** Longer than any day, wherever the user travels meanwhile. */
const keptFor = 2 * dayMs;

export const droppedCosts = async (db: Truth): Promise<readonly DroppedCost[]> =>
	((await db.settings.get(key))?.value as readonly DroppedCost[] | undefined) ?? [];

const countsAt =
	(now: number) =>
	({ at, cost }: DroppedCost): boolean =>
		at > now - keptFor && (cost ?? 0) > 0;

/** Inside a transaction over the settings, or in one of its own. */
export async function keepCosts(
	db: Truth,
	gone: readonly DroppedCost[],
	now: number
): Promise<void> {
	const added = gone.filter(countsAt(now)).map(({ at, cost }) => ({ at, cost }));
	if (added.length === 0) return;
	await db.transaction('rw', db.settings, async () => {
		const before = await droppedCosts(db);
		await db.settings.put({ key, value: [...before.filter(countsAt(now)), ...added] });
	});
}

/** Take away those that count no more. Nothing is written where there are none: the house looks every minute. */
export async function dropOldCosts(db: Truth, now: number): Promise<void> {
	if ((await droppedCosts(db)).every(countsAt(now))) return;
	await db.transaction('rw', db.settings, async () => {
		const left = (await droppedCosts(db)).filter(countsAt(now));
		if (left.length === 0) await db.settings.delete(key);
		else await db.settings.put({ key, value: left });
	});
}

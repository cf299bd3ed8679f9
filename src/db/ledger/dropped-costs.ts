import { dayMs } from '#core/time/day-ms.ts';
import type { LedgerEntry } from '#core/ledger/ledger-entry.ts';
import type { Truth } from '#db/schema.ts';

/**
 * What calls have cost that are no longer on file: the limit of a day counts them until the day is over. Of each only
 * the time (ms) and the price are kept (US dollars). A row among the settings that is none: nothing reads it as one, and
 * no backup takes it along.
 */

export type DroppedCost = Pick<LedgerEntry, 'at' | 'cost'>;

export const costsKey = 'droppedCosts';

/** Longer than any day, wherever the user travels meanwhile. */
const keptFor = 2 * dayMs;

export const droppedCosts = async (db: Truth): Promise<readonly DroppedCost[]> =>
	((await db.settings.get(costsKey))?.value as readonly DroppedCost[] | undefined) ?? [];

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
		await db.settings.put({ key: costsKey, value: [...before.filter(countsAt(now)), ...added] });
	});
}

/** Before a copy takes the place of the ledger: what its calls have cost counts all the same. */
export const keepFiledCosts = async (db: Truth, now: number): Promise<void> =>
	keepCosts(db, await filedCosts(db, now), now);

/** Costs of calls on file that may still count. */
const filedCosts = (db: Truth, now: number): Promise<readonly DroppedCost[]> =>
	db.ledger
		.where('at')
		.aboveOrEqual(now - keptFor)
		.toArray();

/**
 * A copy has taken the place of the ledger: each call counts once, whether it is on file again, was dropped before the
 * copy was made (`brought`), or since.
 */
export const mergeCosts = (
	db: Truth,
	brought: readonly DroppedCost[],
	now: number
): Promise<void> =>
	db.transaction('rw', db.ledger, db.settings, async () => {
		const named = ({ at, cost }: DroppedCost) => `${String(at)} ${String(cost)}`;
		const before = await droppedCosts(db);
		const costs = new Map(
			[...brought, ...before].filter(countsAt(now)).map((one) => [named(one), one])
		);
		for (const one of await filedCosts(db, now)) costs.delete(named(one));
		if (costs.size > 0) await db.settings.put({ key: costsKey, value: [...costs.values()] });
		else if (before.length > 0) await db.settings.delete(costsKey);
	});

/** Take away those that count no more. Nothing is written where there are none: the house looks every minute. */
export async function dropOldCosts(db: Truth, now: number): Promise<void> {
	if ((await droppedCosts(db)).every(countsAt(now))) return;
	await db.transaction('rw', db.settings, async () => {
		const left = (await droppedCosts(db)).filter(countsAt(now));
		if (left.length === 0) await db.settings.delete(costsKey);
		else await db.settings.put({ key: costsKey, value: left });
	});
}

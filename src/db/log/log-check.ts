import { Dexie } from 'dexie';
import type { RowsHeld } from '#core/copies/rows-held.ts';
import type { Branch } from '#core/session/session.ts';
import type { Exchange } from '#core/log/turn.ts';
import { coldOf } from '#db/archives/cold.ts';
import { stretches } from '#db/copies/dump.ts';
import type { Truth } from '#db/schema.ts';
import { readHotExchanges } from '#db/log/turns.ts';

/** Reading the log in order to see whether it is whole. */

/** Turns counted in one transaction, about: nobody who sends a message waits for more. */
const turnsAtOnce = 4_000;

/** Counts all rows. What is taken out of an archive meanwhile is counted twice, and never missed. */
export async function rowsHeld(db: Truth): Promise<RowsHeld> {
	const ranges = await db.cold.toArray();
	const cold = ranges.reduce((sum, { turnIds }) => sum + turnIds.length, 0);
	let turns = 0;
	let steps = 0;
	let from: unknown = Dexie.minKey;
	for (const through of await stretches(db, turnsAtOnce)) {
		const to = through === null ? Dexie.maxKey : [through, []];
		turns += await db.turns.where(':id').between(from, to).count();
		steps += await db.steps.where(':id').between(from, to).count();
		from = to;
	}
	return { turns: turns + cold, steps, cold, cooledAt: Math.max(0, ...ranges.map(({ at }) => at)) };
}

/** The session behind this one in the order of ids, the first one behind null; undefined behind the last. */
export const sessionBehind = (db: Truth, id: string | null): Promise<string | undefined> =>
	db.sessions
		.where('id')
		.above(id ?? Dexie.minKey)
		.limit(1)
		.primaryKeys()
		.then(([next]) => next);

/** A stretch of a branch: by seq the turns whose rows are here, and whether one lies in an archive. */
export const readStretchOfBranch = (
	db: Truth,
	{ sessionId, branch }: Pick<Branch, 'sessionId' | 'branch'>,
	{ fromSeq, throughSeq }: { readonly fromSeq: number; readonly throughSeq: number }
): Promise<{
	readonly hot: ReadonlyMap<number, Exchange>;
	readonly isCold: (seq: number) => boolean;
}> =>
	db.transaction('r', db.turns, db.steps, db.cold, async () => {
		const hot = await readHotExchanges(db, sessionId, [{ branch, fromSeq, throughSeq }]);
		const cold = (await coldOf(db, sessionId)).filter((range) => range.branch === branch);
		return {
			hot: new Map(hot.map((exchange) => [exchange.turn.seq, exchange])),
			isCold: (seq) => cold.some((range) => range.fromSeq <= seq && seq <= range.throughSeq)
		};
	});

import { stagedCopy } from '#db/copies/staging.ts';
import { forgettingNow } from '#db/forgetting/tombstones.ts';
import { latestRecovery } from '#db/ledger/activity.ts';
import type { Truth } from '#db/schema.ts';

/**
 * Another one as soon as what is read is not what was read before. While a copy waits to take the place of everything, what is
 * here is counted too: it may be taking it just now, or have been cut off there, and then what is left can be exported.
 */
export async function standing(db: Truth): Promise<string> {
	const staged = await stagedCopy(db);
	const coming = staged && [staged, await Promise.all(db.tables.map((table) => table.count()))];
	return JSON.stringify([await forgettingNow(db), (await latestRecovery(db))?.id, coming]);
}

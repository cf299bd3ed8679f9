import { flushesOf } from '#db/ledger/activity.ts';
import type { Truth } from '#db/schema.ts';

/** What a cycle has had of its flush turn. A cycle lasts from one summary in use to the next. */

/** Its name: the summary in use, or the beginning. */
export const cycleOf = (summary: { readonly id: string } | null): string => summary?.id ?? 'start';

/** Tries in a cycle that came to nothing (checklist 188): each is a paid call that nobody asked for. */
const mostFailures = 2;

/** Once per cycle. One that failed before it did anything may come again. */
export async function isOver(db: Truth, sessionId: string, cycle: string): Promise<boolean> {
	const noted = await flushesOf(db, sessionId, cycle);
	return (
		noted.length >= mostFailures ||
		noted.some(({ failure, details }) => failure === null || details['hasRun'] === true)
	);
}

/** Whether it came through: the model has said all that it had to. */
export const isThrough = async (db: Truth, sessionId: string, cycle: string): Promise<boolean> =>
	(await flushesOf(db, sessionId, cycle)).some(
		({ failure, details }) => failure === null && details['stopped'] !== true
	);

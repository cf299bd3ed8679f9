import { dayLimitBar } from '#core/models/day-limit.ts';
import type { Failure } from '#core/failure.ts';
import { dayMs } from '#core/time/day-ms.ts';
import { beginOfDay, localDayOf } from '#core/time/stamp.ts';
import { isLocalEndpoint } from '#core/wire/endpoint.ts';
import { costsBetween } from '#db/ledger/ledger.ts';
import { readSetting } from '#db/settings.ts';
import type { App } from '#flows/ports.ts';

/**
 * Why a call may not be made today; null: it may. Who answers on this device or in its network costs nothing and is
 * never held. It lies between Enter and the request, so the ledger is read only where there is a limit.
 */
export async function heldToday(
	{ db, clock }: Pick<App, 'db' | 'clock'>,
	/** Base URL; null: it is answered on this device. */
	endpoint: string | null
): Promise<Failure | null> {
	if (endpoint === null || isLocalEndpoint(endpoint)) return null;
	const limit = await readSetting(db, 'dayLimit');
	if (limit === null) return null;
	const zone = clock.zone();
	const beginOf = (at: number) => beginOfDay(localDayOf(at, zone), zone);
	const midnight = beginOf(clock.now());
	// What was filed while the clock was ahead counts on no day but its own.
	const next = beginOf(midnight + 1.5 * dayMs);
	return dayLimitBar(await costsBetween(db, midnight, next), limit);
}

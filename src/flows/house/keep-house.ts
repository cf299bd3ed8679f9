import { dayMs } from '#core/time/day-ms.ts';
import { dropOldCosts } from '#db/ledger/dropped-costs.ts';
import { dropOldRequests } from '#db/ledger/ledger.ts';
import type { Truth } from '#db/schema.ts';
import { readSettings } from '#db/settings.ts';
import { storing } from '#db/storing.ts';
import { forgetDeleted } from '#flows/forgetting/forget.ts';
import { archiveMissing } from '#flows/house/archive-missing.ts';
import { closeLeftRequests } from '#flows/house/close-left-requests.ts';
import { compactIdleSessions } from '#flows/house/compact-idle.ts';
import { fetchMissingModels } from '#flows/house/fetch-models.ts';
import { finishCompactions } from '#flows/house/finish-compactions.ts';
import { resetDueSessions } from '#flows/house/reset-due.ts';
import { firstRound, type Rounds } from '#flows/house/rounds.ts';
import type { App } from '#flows/ports.ts';
import { waitOrStop } from '#flows/ports/waiting.ts';

/**
 * Housekeeping, done by the one tab that holds the lock `keeper`. Every job looks at what is stored and may be run
 * again at any time: another tab that takes over does nothing twice.
 */

/** One round. A first one weighs idle sessions again and tries again what failed: the next start of the app does. */
export async function keepHouse(
	app: App,
	signal: AbortSignal,
	rounds: Rounds = firstRound(app.clock.now())
): Promise<void> {
	// First of all: nothing is archived while something is still to be forgotten.
	const believed = await forgetDeleted(app, signal);
	await finishCompactions(app, rounds, signal);
	await archiveMissing(app, rounds, signal);
	if (signal.aborted) return;
	if (believed !== null) await dropExpiredRequests(app.db, believed, app.clock.now());
	await resetDueSessions(app, rounds, signal);
	// Behind what needs no telephone: one that cannot start ends the round.
	await compactIdleSessions(app, rounds, signal);
	// Last of all: an endpoint may be silent for long.
	await fetchMissingModels(app, rounds, signal);
}

/**
 * The ledger keeps what was sent for as many days as the user set; content that nothing points at any more goes too. By
 * the time that is believed: a clock that runs ahead for a minute would take all of it.
 */
async function dropExpiredRequests(db: Truth, believed: number, now: number): Promise<void> {
	const { ledgerDays } = await readSettings(db);
	await dropOldRequests(db, believed - ledgerDays * dayMs, now);
	await dropOldCosts(db, believed);
}

/**
 * Keep house every minute for as long as this tab holds the lock, and at the beginning close what others have left of
 * their requests. Ends with the signal.
 */
export async function runKeeper(app: App, signal: AbortSignal): Promise<void> {
	const rounds = firstRound(app.clock.now());
	await app.locks.hold(
		'keeper',
		async () => {
			// What is left of a reply tells of its request: where that cannot be read, the next start closes it.
			if (!signal.aborted) await storing(() => closeLeftRequests(app));
			while (!signal.aborted) {
				await keepHouse(app, signal, rounds);
				await waitOrStop(60_000, signal);
			}
		},
		{ wait: true }
	);
}

import { resetPolicyOf } from '#core/settings.ts';
import { latestSession } from '#db/log/sessions.ts';
import { readSettings } from '#db/settings.ts';
import type { App } from '#flows/ports.ts';
import { neverStops, waitOrStop } from '#flows/ports/waiting.ts';

/** How long the first screen waits at most, ms: a long session takes its time, and a model may be asked before it ends. */
const patience = 3000;

/**
 * A session whose hour came while the app was closed ends before one goes on in it: what is said in it after its hour
 * would keep it, and housekeeping, which comes later, would take it from under the hands of whoever writes. Resolves
 * when that is done, or has taken long enough; then it goes on behind the screen. False where nothing can have ended.
 */
export async function resetFirst(app: App): Promise<boolean> {
	const { db, clock } = app;
	const [latest, settings] = await Promise.all([latestSession(db, clock.now()), readSettings(db)]);
	if (!latest || resetPolicyOf(settings, latest).kind === 'manual') return false;
	const [{ resetDueSessions }, { firstRound }] = await Promise.all([
		import('#flows/house/reset-due.ts'),
		import('#flows/house/rounds.ts')
	]);
	const reset = resetDueSessions(app, firstRound(clock.now()), neverStops());
	await Promise.race([reset, waitOrStop(patience, neverStops())]);
	return true;
}

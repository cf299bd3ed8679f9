import { openSessions } from '#db/log/sessions.ts';
import { readSettings } from '#db/settings.ts';
import { noteActivity } from '#flows/activity.ts';
import { isAsImported } from '#flows/house/is-as-imported.ts';
import { isResting, type Rounds } from '#flows/house/rounds.ts';
import type { App } from '#flows/ports.ts';
import { dueNow } from '#flows/sessions/due-now.ts';
import { resetSession } from '#flows/sessions/reset-session.ts';

/** Reset the sessions whose hour or idle time has come. */
export async function resetDueSessions(
	app: App,
	rounds: Rounds,
	signal: AbortSignal
): Promise<void> {
	const { db, clock } = app;
	const settings = await readSettings(db);
	for (const session of await openSessions(db)) {
		if (signal.aborted) return;
		const due = await dueNow(app, settings, session);
		if (due === null || isResting(rounds, session.id, clock.now())) continue;
		if (await isAsImported(db, session)) continue;
		const outcome = await resetSession(app, session.id, { by: due }, signal);
		if (outcome.status !== 'failed') continue;
		const { failure } = outcome;
		// Something is being forgotten: the next round looks again.
		if (failure.kind === 'changed-meanwhile') continue;
		rounds.resting.set(session.id, clock.now());
		const details = { what: 'reset', title: session.title, by: due } as const;
		await noteActivity(app, { kind: 'failure', sessionId: session.id, details, failure });
	}
}

import { afterCall, type ReportedCall } from '#core/prompt/weight/reported-call.ts';
import { countLost } from '#core/wire/broken-usage.ts';
import { changeSession } from '#db/log/sessions.ts';
import type { Stored } from '#db/storing.ts';
import type { App } from '#flows/ports.ts';

/** Adds a call of which nothing was reported to its session. */
export const recordLost = (
	{ db }: Pick<App, 'db'>,
	sessionId: string,
	model: string
): Promise<Stored<unknown>> =>
	changeSession(db, sessionId, ({ counters }) => ({
		counters: countLost(counters, { model, usage: null, cost: null })
	}));

/** Adds what a call reported to its session. `isCounted`: its sums stand there already. */
export const recordUsage = (
	{ db, clock }: Pick<App, 'db' | 'clock'>,
	sessionId: string,
	reported: ReportedCall,
	{ isCounted = false } = {}
): Promise<Stored<unknown>> =>
	changeSession(db, sessionId, (session) => {
		const { counters, ...measured } = afterCall(session, reported, clock.now());
		return isCounted ? measured : { counters, ...measured };
	});

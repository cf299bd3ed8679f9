import type { Activity, Happening } from '#core/activity.ts';
import { addActivity } from '#db/ledger/activity.ts';
import type { Stored } from '#db/storing.ts';
import type { App } from '#flows/ports.ts';

/** What is to stand in the list of what happened; unless it says otherwise now, of no session and no failure. */
export type Noted = Happening & Partial<Pick<Activity, 'at' | 'sessionId' | 'failure'>>;

/** The row of what happened, for whoever stores it with what it tells of. */
export const activityOf = ({ clock }: Pick<App, 'clock'>, noted: Noted): Activity => ({
	id: clock.newId(),
	at: clock.now(),
	sessionId: null,
	failure: null,
	...noted
});

/** Write down what changed nothing that is stored, or what was stored piece by piece. */
export const noteActivity = (app: Pick<App, 'db' | 'clock'>, noted: Noted): Promise<Stored<void>> =>
	addActivity(app.db, activityOf(app, noted));

import type { Activity, Happening } from '#core/activity.ts';
import { addActivity } from '#db/ledger/activity.ts';
import type { Stored } from '#db/storing.ts';
import type { App } from '#flows/ports.ts';

/** An entry for the activity list. Without more it is of now, of no session and of no failure. */
export type Noted = Happening & Partial<Pick<Activity, 'at' | 'sessionId' | 'failure'>>;

/** The row of the activity list, for whoever stores it in the same transaction as the change itself. */
export const activityOf = ({ clock }: Pick<App, 'clock'>, noted: Noted): Activity => ({
	id: clock.newId(),
	at: clock.now(),
	sessionId: null,
	failure: null,
	...noted
});

/** Add an entry for what changed no stored row, or changed many one after the other. */
export const noteActivity = (app: Pick<App, 'db' | 'clock'>, noted: Noted): Promise<Stored<void>> =>
	addActivity(app.db, activityOf(app, noted));

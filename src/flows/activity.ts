import type { Activity } from '#core/jobs.ts';
import { addActivity } from '#db/records.ts';
import type { Stored } from '#db/storing.ts';
import type { App } from '#flows/ports.ts';

/** What is to stand in the list of what happened; unless it says otherwise now, of no session and no failure. */
export type Happening = Pick<Activity, 'kind' | 'details'> &
	Partial<Pick<Activity, 'at' | 'sessionId' | 'failure'>>;

export const noteActivity = (
	{ db, clock }: Pick<App, 'db' | 'clock'>,
	happening: Happening
): Promise<Stored<void>> =>
	addActivity(db, {
		id: clock.newId(),
		at: clock.now(),
		sessionId: null,
		failure: null,
		...happening
	});

import type { Activity } from '#core/activity.ts';
import type { LedgerEntry } from '#core/wire/ledger-entry.ts';
import { latestRequests } from '#db/ledger/ledger.ts';
import { latestActivity, allActivity } from '#db/ledger/activity.ts';
import { watch } from '#db/watch.ts';
import type { App } from '#flows/ports.ts';
import { Live } from '#state/live.svelte.ts';

/** The newest things that happened. */
export const watchActivity = ({ db }: Pick<App, 'db'>, limit: number): Live<Activity[]> =>
	new Live(watch(() => latestActivity(db, limit)));

/** The newest requests, as they were sent. */
export const watchRequests = ({ db }: Pick<App, 'db'>, limit: number): Live<LedgerEntry[]> =>
	new Live(watch(() => latestRequests(db, limit)));

/** Everything that happened, newest first, for a file. */
export const everyActivity = ({ db }: Pick<App, 'db'>): Promise<Activity[]> => allActivity(db);

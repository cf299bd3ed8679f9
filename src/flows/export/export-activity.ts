import { forFile, type Activity } from '#core/activity.ts';
import { allActivity } from '#db/ledger/activity.ts';
import { everySession } from '#db/log/sessions.ts';
import type { App } from '#flows/ports.ts';

/** Everything that happened, newest first, as it leaves in a file. */
export async function exportActivity({ db }: Pick<App, 'db'>): Promise<Activity[]> {
	const [rows, sessions] = await Promise.all([allActivity(db), everySession(db)]);
	const here = new Set(sessions.flatMap(({ id, deletedAt }) => (deletedAt === null ? [id] : [])));
	return rows.map((row) => forFile(row, (sessionId) => here.has(sessionId)));
}

import { expect, test } from 'vitest';
import { addActivity } from '#db/ledger/activity.ts';
import { exportActivity } from '#flows/export/export-activity.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { storeSession } from '../../support/builders/stored-session.ts';

let app: TestApp;
withApp((own) => (app = own));

test('what happened leaves newest first, with titles of sessions that are here and of no other', async () => {
	await storeSession(app.db, aSession({ id: 's1', title: 'Beans' }), []);
	await storeSession(app.db, aSession({ id: 's2', title: 'Locker', deletedAt: 5 }), []);
	for (const [at, sessionId, title] of [
		[1, 's1', 'Beans'],
		[2, 's2', 'Locker'],
		[3, 's3', 'Forgotten']
	] as const)
		await addActivity(app.db, {
			id: sessionId,
			at,
			kind: 'failure',
			sessionId,
			details: { what: 'reset', title, by: 'daily' },
			failure: null
		});
	const file = await exportActivity(app);
	expect(file.map(({ id, details }) => [id, details.title])).toEqual([
		['s3', undefined],
		['s2', undefined],
		['s1', 'Beans']
	]);
});

import { expect, test } from 'vitest';
import { tellDeleted } from '#flows/forgetting/tell-deleted.ts';
import { deleteTurn } from '#flows/sessions/delete-turn.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';

let app: TestApp;
withApp((own) => (app = own));

test('deleted messages are told with how they begin, a session with its title alone', async () => {
	await storeSession(app.db, aSession({ title: 'Numbers' }), someExchanges(3));
	const gone = aSession({ id: 's2', title: 'Ferries', deletedAt: app.clock.now() - 1 });
	await storeSession(app.db, gone, someExchanges(1, { sessionId: 's2' }));
	for (const seq of [0, 2])
		await deleteTurn(app, { sessionId: 's1', turnId: `s1-trunk-${String(seq)}` });
	const told = (await tellDeleted(app)).map(({ title, said }) => [title, said]);
	expect(told).toHaveLength(3);
	expect(told).toEqual(
		expect.arrayContaining([
			['Numbers', 'What about number 0? 👋'],
			['Numbers', 'What about number 2? 👋'],
			['Ferries', '']
		])
	);
});

import { Dexie } from 'dexie';
import { expect, test, vi } from 'vitest';
import { refuseTheFuture } from '#db/open.ts';
import type { IndexStore } from '#db/schema.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { withForgetting } from '../../support/apps/with-forgetting.ts';
import { say } from '../../support/scripted/scripted-model.ts';

/** An older version of the app that finds the search index of a newer one forgets all the same: that index knows the words. */

let app: TestApp;
let index: IndexStore;
withForgetting((own, store) => {
	app = own;
	index = store;
});

test('what is forgotten is in no index, and no forgetting is left to be done', async () => {
	const session = newSession(app);
	app.model.next(say('Noted.'));
	await sendWords(app, session, 'The heron nests here');
	index.close();
	const newer = new Dexie(index.name);
	newer.version(50).stores({ parts: 'key', later: 'id' });
	await newer.table('later').put({ id: 'heron' });
	newer.close();
	const said = vi.spyOn(console, 'warn').mockReturnValue(undefined);
	refuseTheFuture(index, () => undefined);

	const what = { kind: 'session', sessionId: session.id } as const;
	const outcome = await forget(app, { what, lines: [], summaries: {} });
	said.mockRestore();
	expect(outcome).toMatchObject({ status: 'forgotten' });
	expect((await app.db.tombstones.toArray()).every(({ pending }) => !pending)).toBe(true);
	expect(await Dexie.getDatabaseNames()).not.toContain(index.name);
});

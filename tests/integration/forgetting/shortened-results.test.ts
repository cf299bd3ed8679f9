import { expect, test } from 'vitest';
import type { IndexStore } from '#db/schema.ts';
import { writeSetting } from '#db/settings.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { renameSession } from '#flows/sessions/change-session.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { logOf, sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { withAppAndWorkshop } from '../../support/apps/with-workshop.ts';
import { call } from '../../support/builders/a-turn.ts';
import { tablesWith } from '../../support/find-bytes.ts';
import { answer, say } from '../../support/scripted/scripted-model.ts';

/** What a tool had shown goes out shortened later: the cut takes along the signs by which it is known. */

let app: TestApp;
let index: IndexStore;

withAppAndWorkshop((own, store) => ([app, index] = [own, store]));

const long = 'We spoke of the beds, the wet soil and the price of cedar wood. '.repeat(40);

test('a shortened result that tells of a forgotten message goes from the requests on file', async () => {
	await writeSetting(app.db, 'preset', 'spec-008');
	const session = newSession(app, { kind: 'main', offRecord: false });
	const told = (word: string) => `The word is ${word}. ${long}`;
	const words = [told('quartz-1'), told('quartz-2'), told('quartz-3'), 'Fine.', told('quartz-4')];
	for (const said of ['Good day.', ...words]) {
		app.model.next(say('Noted.'));
		await sendWords(app, session, said);
	}
	// So that the cut lies in what stood behind the second message.
	await renameSession(app, session.id, 'Cedar '.repeat(16));
	app.model.next(answer([call('c1', 'recall', { query: 'word beds cedar' })]), say('Found.'));
	await sendWords(app, session, 'What was the word?');
	for (let more = 0; more < 4; more++) {
		app.model.next(say('Yes.'));
		await sendWords(app, session, 'And then?');
	}
	const sent = JSON.stringify(app.model.bodies);
	expect(/ after it: The word is quartz-3[^<>]*characters left out here/.test(sent)).toBe(true);
	const third = (await logOf(app, session.id))[3]?.turn.turnId ?? '';
	const what = { kind: 'turn', sessionId: session.id, turnId: third } as const;
	await forget(app, { what, lines: [], summaries: {} });
	expect(await tablesWith([app.db, app.scratch, index], 'quartz-3')).toEqual([]);
	expect(await tablesWith([app.db], 'quartz-2')).toContain('blobs');
});

import { expect, test } from 'vitest';
import type { IndexStore } from '#db/schema.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { logOf, sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { withAppAndWorkshop } from '../../support/apps/with-workshop.ts';
import { tablesWith } from '../../support/find-bytes.ts';
import { say } from '../../support/scripted/scripted-model.ts';

/** Forgetting leaves holes in the requests on file, by which the next one finds its way. */

let app: TestApp;
let index: IndexStore;

withAppAndWorkshop((own, store) => ([app, index] = [own, store]));

test('an answer goes from the requests on file, though its question went from them with a pin before', async () => {
	const session = newSession(app, { kind: 'main', offRecord: false });
	const send = async (said: string, answered: string) => {
		app.model.next(say(answered));
		await sendWords(app, session, said);
	};
	await send('The first word, please', 'It is kaolin.');
	await send('And basalt?', 'That too.');
	const turnIds = (await logOf(app, session.id)).map(({ turn }) => turn.turnId);
	const [first = '', second = ''] = turnIds;
	await setMark(app, { sessionId: session.id, turnId: second, kind: 'pinned', on: true });
	await send('Go on', 'That too.');
	for (const turnId of [second, first]) {
		const what = { kind: 'turn', sessionId: session.id, turnId } as const;
		await forget(app, { what, lines: [], summaries: {} });
	}
	expect(await tablesWith([app.db, app.scratch, index], 'kaolin')).toEqual([]);
	expect(await tablesWith([app.db, app.scratch, index], 'basalt')).toEqual([]);
	// Said again by a turn that stays.
	expect(await tablesWith([app.db], 'That too.')).toContain('blobs');
});

import { expect, test } from 'vitest';
import type { UserBlock } from '#core/log/blocks.ts';
import type { IndexStore } from '#db/schema.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { deleteTurn, restoreTurn } from '#flows/sessions/delete-turn.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withAppAndWorkshop } from '../../support/apps/with-workshop.ts';
import { text } from '../../support/builders/a-turn.ts';
import { tablesWith } from '../../support/find-bytes.ts';
import { never, unseen } from '../../support/never.ts';
import { say } from '../../support/scripted/scripted-model.ts';

/** Words of a message that is not the first are no title: nothing that is deleted or forgotten would look for them there. */

let app: TestApp;
let index: IndexStore;

withAppAndWorkshop((made, kept) => ([app, index] = [made, kept]));

const picture: UserBlock = {
	type: 'image',
	source: { type: 'base64', media_type: 'image/png', data: 'aaaa' }
};

test.each([
	['of a picture', async () => told([picture])],
	[
		'of one that was forgotten',
		async () => {
			const begun = await told([text('Hello')]);
			await forget(app, { what: { kind: 'turn', ...begun }, lines: [], summaries: {} });
			return begun;
		}
	]
])('behind a first message %s', async (_, begin) => {
	const { sessionId } = await begin();
	const later = await told([text('The vault code is kaolin')], sessionId);
	await deleteTurn(app, later);
	expect((await sessionOf(app.db, sessionId))?.title).not.toContain('kaolin');
	await forget(app, { what: { kind: 'turn', ...later }, lines: [], summaries: {} });
	expect(await tablesWith([app.db, app.scratch, index], 'kaolin')).toEqual([]);
});

test('where one is forgotten, the title that was deleted with the first message still comes back with that', async () => {
	const first = await told([text('Where do quinces grow?')]);
	const later = await told([text('And medlars?')], first.sessionId);
	await deleteTurn(app, first);
	await forget(app, { what: { kind: 'turn', ...later }, lines: [], summaries: {} });
	await restoreTurn(app, first);
	expect((await sessionOf(app.db, first.sessionId))?.title).toBe('Where do quinces grow?');
});

async function told(blocks: readonly UserBlock[], id?: string) {
	const session =
		(id !== undefined && (await sessionOf(app.db, id))) ||
		newSession(app, { kind: 'main', offRecord: false });
	app.model.next(say('Fine.'));
	const sent = await sendMessage(app, { session, blocks }, unseen, never);
	return { sessionId: session.id, turnId: ('turnId' in sent && sent.turnId) || '' };
}

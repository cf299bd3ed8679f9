import { afterEach, beforeEach, expect, it } from 'vitest';
import { countPlaces } from '#db/lifecycle.ts';
import { sessionOf } from '#db/sessions.ts';
import { editMessage } from '#flows/answer/edit-message.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { anApp, type TestApp } from '../support/an-app.ts';
import { text } from '../support/a-turn.ts';
import { say } from '../support/scripted-model.ts';

/** What the picture of the places a fact lives in counts. */

let app: TestApp;
const never = new AbortController().signal;

beforeEach(async () => {
	app = await anApp();
});

afterEach(() => app.close());

async function talk(messages: readonly string[]): Promise<string> {
	const session = newSession(app, { kind: 'main', offRecord: false });
	for (const words of messages) {
		app.model.next(say(`Answer to ${words}`));
		const now = (await sessionOf(app.db, session.id)) ?? session;
		await sendMessage(app, { session: now, blocks: [text(words)] }, () => undefined, never);
	}
	return session.id;
}

it('counts the messages of conversations that go on, in the branch on screen', async () => {
	await talk(['One', 'Two', 'Three']);
	const ended = await talk(['Four', 'Five']);
	expect(await countPlaces(app.db)).toMatchObject({ sessions: 2, turns: 5 });
	await app.db.sessions.update(ended, { endedAt: 1 });
	expect(await countPlaces(app.db)).toMatchObject({ sessions: 1, turns: 3 });
});

it('counts an edited message once, and messages whose rows lie in an archive alone', async () => {
	const sessionId = await talk(['One', 'Two', 'Three']);
	const second = (await app.db.turns.toArray())[1];
	if (!second) throw new Error('A turn was stored');
	app.model.next(say('Another answer'));
	await editMessage(
		app,
		{ sessionId, turnId: second.turnId, blocks: [text('Else')] },
		() => undefined,
		never
	);
	expect(await countPlaces(app.db)).toMatchObject({ sessions: 1, turns: 2 });
	await app.db.turns.clear();
	expect(await countPlaces(app.db)).toMatchObject({ sessions: 1, turns: 2 });
});

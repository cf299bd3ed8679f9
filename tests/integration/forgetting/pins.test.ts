import { beforeEach, expect, test } from 'vitest';
import type { Session } from '#core/session/session.ts';
import type { IndexStore } from '#db/schema.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { deleteTurn } from '#flows/sessions/delete-turn.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { pinText, unpin } from '#flows/sessions/pin-text.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { withAppAndWorkshop } from '../../support/apps/with-workshop.ts';
import { tablesWith } from '../../support/find-bytes.ts';
import { say } from '../../support/scripted/scripted-model.ts';

/** Pins go verbatim with every message, so forgetting looks for its words in those of other messages too. */

const canary = 'xyloquartz';

let app: TestApp;
let index: IndexStore;
let session: Session;

withAppAndWorkshop((own, store) => {
	app = own;
	index = store;
});
beforeEach(async () => {
	session = newSession(app, { kind: 'main', offRecord: false });
	for (const words of ['I like tea.', `The word is ${canary}.`, 'Go on.']) await send(words);
});

const send = (words: string) => {
	app.model.next(say('Fine.'));
	return sendWords(app, session, words);
};
const pins = async () => (await app.db.pins.toArray()).map(({ text }) => text);

async function forgetTurn(seq: number): Promise<void> {
	const { sessionId, turnId } = (await app.db.turns.toArray())[seq]!;
	await deleteTurn(app, { sessionId, turnId });
	await forget(app, { what: { kind: 'turn', sessionId, turnId }, lines: [], summaries: {} });
}

test('a pin of an earlier message that goes on into the forgotten one loses what only that said', async () => {
	const [one] = await app.db.turns.toArray();
	const over = { sessionId: session.id, turnId: one!.turnId };
	await pinText(app, { ...over, text: `I like tea.\nFine.\nThe word is ${canary}.` });
	await pinText(app, { ...over, text: 'I like tea.' });
	await pinText(app, { ...over, text: `is ${canary}.` });
	await forgetTurn(1);
	expect(await pins()).toEqual(expect.arrayContaining(['I like tea.\nFine.', 'I like tea.']));
	expect(await pins()).toHaveLength(2);
	await send('Go on again.');
	expect(JSON.stringify(app.model.bodies.at(-1))).not.toContain(canary);
	expect(await tablesWith([app.db, app.scratch, index], canary)).toEqual([]);
});

test('a pin that tells what others say too stays as it is, and one of another session', async () => {
	await send(`Once more: ${canary}.`);
	const [one] = await app.db.turns.toArray();
	const text = `I like ${canary}.`;
	await pinText(app, { sessionId: session.id, turnId: one!.turnId, text });
	await forgetTurn(1);
	expect(await pins()).toEqual([text]);
});

test('a pin of a deleted message keeps what that says too: it can be brought back', async () => {
	await send(`Remember ${canary} for me.`);
	const { sessionId, turnId } = (await app.db.turns.toArray())[3]!;
	const text = `Remember ${canary} for me.`;
	await pinText(app, { sessionId, turnId, text });
	await deleteTurn(app, { sessionId, turnId });
	await forgetTurn(1);
	expect(await pins()).toEqual([text]);
	await forgetTurn(3);
	expect(await tablesWith([app.db, app.scratch, index], canary)).toEqual([]);
});

test('one that was let go is not brought back with words that are forgotten by then', async () => {
	const [one] = await app.db.turns.toArray();
	const text = `I like tea.\nFine.\nThe word is ${canary}.`;
	await pinText(app, { sessionId: session.id, turnId: one!.turnId, text });
	const { back } = await unpin(app, (await app.db.pins.toArray())[0]!);
	await forgetTurn(1);
	expect(await back?.()).toMatchObject({ status: 'failed', failure: { kind: 'forgotten' } });
	expect(await pins()).toEqual([]);
});

test('one that was pinned once more is not put back as it was with words that are forgotten by then', async () => {
	const [one] = await app.db.turns.toArray();
	const { turnId } = one!;
	const pinned = { sessionId: session.id, turnId, text: `I like tea. The word is ${canary}.` };
	await pinText(app, pinned);
	await setMark(app, { sessionId: session.id, turnId, kind: 'left-out', on: true });
	const { back } = await pinText(app, pinned);
	expect(await pins()).toEqual([pinned.text]);
	await forgetTurn(1);
	expect(await back?.()).toMatchObject({ status: 'failed', failure: { kind: 'forgotten' } });
	expect(await tablesWith([app.db, app.scratch, index], canary)).toEqual([]);
});

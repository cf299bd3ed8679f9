import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Session } from '#core/session/session.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { IndexStore } from '#db/schema.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import { deleteSessions, restoreSessions, renameSession } from '#flows/sessions/change-session.ts';
import { deleteTurn, restoreTurn } from '#flows/sessions/delete-turn.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { anApp, logOf, sendWords, type TestApp } from '../../../support/apps/an-app.ts';
import { withWorkshop } from '../../../support/apps/with-workshop.ts';
import { call } from '../../../support/builders/a-turn.ts';
import { answer, say } from '../../../support/scripted/scripted-model.ts';

/** What recall had quoted in one conversation, and was deleted in another since: it goes out with no later request. */

let app: TestApp;
let index: IndexStore;
let runs = 0;
/** Where it was said, and where it was quoted. */
let first: Session;
let second: Session;
let turnIds: string[];

const openSession = (): Session => newSession(app, { kind: 'main', offRecord: false });
async function send(to: Session, words: string): Promise<string> {
	const { turnId } = await sendWords(app, to, words);
	app.clock.at += 60_000;
	return turnId ?? '';
}

beforeEach(async () => {
	index = new IndexStore(`quoted-deleted-${String(++runs)}`);
	app = withWorkshop(await anApp(), index);
	first = openSession();
	app.model.next(say('Good morning.'), say('Noted.'), say('Fine.'), say('A hive.'));
	turnIds = [];
	for (const words of ['Good morning', 'My locker is xyloquartz', 'Bees hum', 'What is a skep?'])
		turnIds.push(await send(first, words));
	second = openSession();
});
afterEach(async () => {
	await app.close();
	await index.delete();
});

async function recall(query: string) {
	app.model.next(answer([call('r', 'recall', { query })]), say('Done.'));
	await send(second, 'Look it up please');
}
const place = (seq: number) => ({ sessionId: first.id, turnId: turnIds[seq] ?? '' });

/** What the next message in the second conversation would take along. */
async function next() {
	const session = (await sessionOf(app.db, second.id)) ?? second;
	const { body, segments, epochKey } = await previewPrompt(app, { session, unsent: [] });
	const { cleared = [] } = segments.find(({ source }) => source === 'Recent messages') ?? {};
	return { text: JSON.stringify(body.messages), cleared, epochKey };
}

it('leaves out what was deleted where it was said, and takes it along when it is back', async () => {
	await recall('locker');
	const before = await next();
	expect(before.text).toContain('xyloquartz');
	expect(before.cleared).toEqual([]);
	await deleteTurn(app, place(1));
	const without = await next();
	expect(without.text).not.toContain('xyloquartz');
	expect(without.text).toContain('[Cleared: the user has deleted what was shown here.');
	expect(without.cleared).toContain(`/chat/${first.id}#${place(1).turnId}`);
	expect(without.epochKey).not.toBe(before.epochKey);
	// What was said there stays as it is stored.
	expect(JSON.stringify(await logOf(app, second.id))).toContain('xyloquartz');
	await restoreTurn(app, place(1));
	expect(await next()).toEqual(before);
});

it('leaves out a passage that tells the deleted message beside it, and no other', async () => {
	await recall('hum');
	expect((await next()).text).toContain('before it: My locker is xyloquartz');
	await deleteTurn(app, place(1));
	expect((await next()).text).not.toContain('xyloquartz');
	await restoreTurn(app, place(1));
	await deleteTurn(app, place(3));
	expect((await next()).text).not.toContain('What is a skep?');
});

it('leaves out what tells the title that the deleted first message gave, but not one that was given by hand', async () => {
	await recall('skep');
	expect((await next()).text).toContain('“Good morning”');
	await deleteTurn(app, place(0));
	expect((await next()).text).not.toContain('Good morning');
	await restoreTurn(app, place(0));
	await renameSession(app, first.id, 'Hives');
	await deleteTurn(app, place(0));
	expect((await next()).text).toContain('skep');
});

it('leaves out what is quoted of a conversation that was deleted', async () => {
	await recall('locker');
	await deleteSessions(app, [first.id]);
	expect((await next()).text).not.toContain('xyloquartz');
	await restoreSessions(app, [first.id]);
	expect((await next()).text).toContain('xyloquartz');
});

import { beforeEach, expect, test } from 'vitest';
import type { Session } from '#core/session/session.ts';
import { turnsMarked } from '#core/log/marks.ts';
import { marksOf } from '#db/log/turns.ts';
import type { IndexStore } from '#db/schema.ts';
import { editMessage, regenerateReply } from '#flows/answer/edit-message.ts';
import { deletedThings, forget } from '#flows/forgetting/forget.ts';
import { deleteSessions, renameSession } from '#flows/sessions/change-session.ts';
import { deleteTurn, restoreTurn } from '#flows/sessions/delete-turn.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { undoLast } from '#flows/sessions/undo-last.ts';
import { logOf, sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { withAppAndWorkshop } from '../../support/apps/with-workshop.ts';
import { call, text } from '../../support/builders/a-turn.ts';
import { tablesWith } from '../../support/find-bytes.ts';
import { never, unseen } from '../../support/never.ts';
import { answer, say } from '../../support/scripted/scripted-model.ts';

/** A message that was asked again stands in two branches with the same words: what is decided about it holds for both. */

const secret = 'My locker code is xyloquartz and the locker stands in Fulda';
const line = 'The locker stands in Fulda, code xyloquartz';
let app: TestApp;
let index: IndexStore;
let session: Session;
/** The attempt that is not on screen any more, and the one that is. */
let first: string;
let second: string;

const openSession = (): Session => newSession(app, { kind: 'main', offRecord: false });

async function send(to: Session, words: string): Promise<string> {
	const sent = await sendWords(app, to, words);
	app.clock.at += 60_000;
	return sent.turnId ?? '';
}

withAppAndWorkshop((own, store) => {
	app = own;
	index = store;
});
beforeEach(async () => {
	session = openSession();
	app.model.next(answer([call('a', 'save_memory', { text: line })]), say('Noted.'), say('Again.'));
	first = await send(session, secret);
	const place = { sessionId: session.id, turnId: first };
	second = (await regenerateReply(app, place, unseen, never)).turnId ?? '';
	app.clock.at += 60_000;
});

const onScreen = () => ({ sessionId: session.id, turnId: second });

/** What a model is told that searches in another conversation. */
async function recalledElsewhere(): Promise<string> {
	const other = openSession();
	app.model.next(answer([call('r', 'recall', { query: 'locker code' })]), say('Done.'));
	await send(other, 'Look it up please');
	return JSON.stringify((await logOf(app, other.id)).map(({ steps }) => steps));
}

const marked = async (kind: 'off-record' | 'left-out' | 'deleted') =>
	[...turnsMarked(await marksOf(app.db, session.id), kind)].sort();
const waiting = () => app.db.proposals.where('status').equals('waiting').count();

test('unmarked it is found from another conversation', async () => {
	expect(await recalledElsewhere()).toContain('xyloquartz');
});

test.each(['off-record', 'left-out'] as const)(
	'%s holds for both attempts, and so does taking it back',
	async (kind) => {
		await setMark(app, { ...onScreen(), kind, on: true });
		expect(await marked(kind)).toEqual([first, second].sort());
		expect(await recalledElsewhere()).not.toContain('xyloquartz');
		await setMark(app, { ...onScreen(), kind, on: false });
		expect(await marked(kind)).toEqual([]);
	}
);

test('a line learnt from the attempt before leaves the desk, and waits again when it is taken back', async () => {
	expect(await waiting()).toBe(1);
	await setMark(app, { ...onScreen(), kind: 'off-record', on: true });
	expect(await waiting()).toBe(0);
	await setMark(app, { ...onScreen(), kind: 'off-record', on: false });
	expect(await waiting()).toBe(1);
});

test('deleted on screen it is found nowhere, is one deleted thing, and comes back as a whole', async () => {
	await deleteTurn(app, onScreen());
	expect(await recalledElsewhere()).not.toContain('xyloquartz');
	const [deleted, ...others] = await deletedThings(app);
	expect(others).toEqual([]);
	expect(deleted?.what.of).toMatchObject({ kind: 'turn', sessionId: session.id });
	await restoreTurn(app, { sessionId: session.id, turnId: first });
	expect(await marked('deleted')).toEqual([]);
	await deleteTurn(app, onScreen());
	expect(await undoLast(app, session.id)).toMatchObject({ status: 'undone' });
	expect(await marked('deleted')).toEqual([]);
});

test('forgotten it is in no store, whichever attempt it was asked for', async () => {
	app.model.next(say('Fine.'));
	await send(session, 'And what about bees?');
	await app.db.proposals.clear();
	await deleteTurn(app, onScreen());
	await forget(app, { what: { kind: 'turn', ...onScreen() }, lines: [], summaries: {} });
	expect(await tablesWith([app.db, app.scratch, index], 'xyloquartz')).toEqual([]);
	expect(await deletedThings(app)).toEqual([]);
	expect(await restoreTurn(app, { sessionId: session.id, turnId: first })).toMatchObject({
		status: 'failed',
		failure: { kind: 'forgotten' }
	});
});

test('asked in other words it is another message, and stays', async () => {
	app.model.next(say('Good.'));
	const edited = await editMessage(
		app,
		{ ...onScreen(), blocks: [text('I like bees')] },
		unseen,
		never
	);
	await deleteTurn(app, onScreen());
	expect(await marked('deleted')).toEqual([first, second].sort());
	await restoreTurn(app, onScreen());
	await deleteTurn(app, { sessionId: session.id, turnId: edited.turnId ?? '' });
	expect(await marked('deleted')).toEqual([edited.turnId]);
});

test('another picture in its place, without words, is another message, and stays', async () => {
	const picture = (data: string) =>
		({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }) as const;
	const place = { sessionId: session.id, turnId: second };
	const sent: string[] = [];
	for (const data of ['iVBORw0KGgo=', 'iVBORw0KGgp=']) {
		app.model.next(say('Seen.'));
		const { turnId } = await editMessage(app, { ...place, blocks: [picture(data)] }, unseen, never);
		sent.push(turnId ?? '');
	}
	await deleteTurn(app, { sessionId: session.id, turnId: sent[1] ?? '' });
	expect(await marked('deleted')).toEqual([sent[1]]);
});

test('an attempt that was deleted alone before stays deleted when the other comes back', async () => {
	await app.db.marks.put({ sessionId: session.id, turnId: first, kind: 'deleted', at: 1 });
	await deleteTurn(app, onScreen());
	expect(await deletedThings(app)).toHaveLength(2);
	await restoreTurn(app, onScreen());
	expect(await marked('deleted')).toEqual([first]);
});

test('the title it gave goes with it and comes back with it, but not one that was given by hand', async () => {
	const title = async () => (await app.db.sessions.get(session.id))?.title;
	const named = await title();
	expect(named).toContain('xyloquartz');
	await deleteTurn(app, onScreen());
	expect(await title()).toBe('');
	app.model.next(say('Fine.'));
	await send(session, 'And what about bees?');
	expect(await title()).toBe('');
	await restoreTurn(app, onScreen());
	expect(await title()).toBe(named);
	await deleteTurn(app, onScreen());
	await renameSession(app, session.id, 'Lockers');
	await restoreTurn(app, onScreen());
	await deleteTurn(app, onScreen());
	expect(await title()).toBe('Lockers');
});

test('forgotten it has given no title, neither here nor where it was quoted, and no later message gives one', async () => {
	app.model.next(say('Fine.'));
	await send(session, 'And what about bees?');
	await recalledElsewhere();
	await app.db.proposals.clear();
	await deleteTurn(app, onScreen());
	await forget(app, { what: { kind: 'turn', ...onScreen() }, lines: [], summaries: {} });
	expect(await tablesWith([app.db, app.scratch, index], 'xyloquartz')).toEqual([]);
	app.model.next(say('Fine.'));
	await send(session, 'And hives?');
	expect((await app.db.sessions.get(session.id))?.title).toBe('');
});

test('said in another conversation it is one of the other messages there, and none of them once it is deleted', async () => {
	const other = openSession();
	app.model.next(say('Fine.'));
	const again = await send(other, secret);
	await app.db.proposals.clear();
	const elsewhere = async () => {
		const what = { kind: 'turn' as const, sessionId: other.id, turnId: again };
		const weighed = await app.workshop.run('weigh-forgetting', { what }, never);
		if (weighed.status !== 'weighed') throw new Error(weighed.status);
		return weighed.found.elsewhere;
	};
	expect(await elsewhere()).toMatchObject([{ ...onScreen(), said: secret }]);
	await deleteTurn(app, onScreen());
	expect(await elsewhere()).toEqual([]);
	await restoreTurn(app, onScreen());
	expect(await elsewhere()).toHaveLength(1);
	await deleteSessions(app, [session.id]);
	expect(await elsewhere()).toEqual([]);
});

/** What a reset cannot take along of a composer is found again: in the composer of the session that followed, or where it was written. */
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Scratch } from '#db/schema.ts';
import { attachedOf, composerKey, putAttached, putUnsent, unsentOf } from '#db/scratch/unsent.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { archiveSession } from '#flows/archives/archive-covered.ts';
import { deleteSessions, restoreSessions } from '#flows/sessions/change-session.ts';
import { resetSession, undoReset } from '#flows/sessions/reset-session.ts';
import { takeLeft } from '#flows/sessions/take-left.ts';
import { bringLeft, LeftUnsent } from '#state/composer/left-unsent.svelte.ts';
import { SessionView } from '#state/chat/session-view.svelte.ts';
import { lasting } from '#state/lasting.svelte.ts';
import { packer } from '#worker/workshop/packer.ts';
import { appWith, type TestApp } from '../../../support/apps/an-app.ts';
import {
	breakingStorage,
	type BreakingStorage
} from '../../../support/breaking/breaking-storage.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../../support/builders/stored-session.ts';
import { eventually } from '../../../support/eventually.ts';
import { written } from '../../../support/written.ts';
import { never } from '../../../support/never.ts';

let app: TestApp;
let storage: BreakingStorage;
let count = 0;
beforeEach(async () => {
	const scratch = new Scratch(`left-unsent-${String(++count)}`);
	storage = breakingStorage(scratch);
	app = appWith({ scratch });
	app.jobs['archive-session'] = (ask) =>
		archiveSession({ db: app.db, clock: app.clock, packer }, ask);
	app.jobs.extract = () => Promise.resolve({ status: 'extracted', proposals: 0 });
	await storeSession(app.db, aSession(), someExchanges(2));
	await putUnsent(scratch, { sessionId: 's1', text: 'half a thought', at: 1 });
	await putAttached(scratch, { sessionId: 's1', items: [aFile] });
});
afterEach(() => vi.restoreAllMocks());
// The databases stay open: what a composer still stores may come to its end.

const aFile = {
	name: 'notes.txt',
	block: {
		type: 'document',
		source: { type: 'text', media_type: 'text/plain', data: 'tea' },
		title: 'notes.txt'
	}
} as const;

async function reset(id = 's1'): Promise<string> {
	const outcome = await resetSession(app, id, { by: 'user' }, never);
	if (outcome.status !== 'reset' || !outcome.next) throw new Error(outcome.status);
	return outcome.next.id;
}

/** A reset during which nothing can be done with the scratch database. */
async function resetUnmoved(id = 's1'): Promise<string> {
	storage.breakAt(0, 'unknown', true);
	const next = await reset(id);
	expect(storage.mend()).toBe(true);
	return next;
}

async function viewOf(id: string): Promise<SessionView> {
	const session = await sessionOf(app.db, id);
	const view = lasting(() => new SessionView(app, session ?? aSession({ id }), false));
	// What stands unsent has been read by then.
	await Promise.all([unsentOf(app.scratch, id), attachedOf(app.scratch, id)]);
	await new Promise((resolve) => setTimeout(resolve));
	return view;
}

const inComposer = ({ unsent, attachments }: SessionView) => [
	unsent.text,
	attachments.items.map(({ name }) => name)
];

/** What the screen of a session that has ended shows of it. */
async function leftIn(view: SessionView) {
	const left = lasting(() => new LeftUnsent(app, view));
	// What lies there has been read by then.
	await Promise.allSettled([unsentOf(app.scratch, view.id), attachedOf(app.scratch, view.id)]);
	await new Promise((resolve) => setTimeout(resolve));
	flushSync();
	return left;
}

const shown = ({ text, files }: LeftUnsent) => [text, files.map(({ name }) => name)];

const whole = ['half a thought', ['notes.txt']];
const nothing = ['', []];

test('it comes into the composer of the session that followed as soon as that is on screen', async () => {
	const next = await resetUnmoved();
	const view = await viewOf(next);
	expect(inComposer(view)).toEqual(nothing);
	await bringLeft(app, view);
	expect(inComposer(view)).toEqual(whole);
	expect(inComposer(await viewOf(next))).toEqual(whole);
	expect(await unsentOf(app.scratch, 's1')).toBeUndefined();
	await bringLeft(app, view);
	expect(inComposer(view)).toEqual(whole);
});

test('it is taken along by the next reset where that comes first', async () => {
	const last = await reset(await talkIn(await resetUnmoved()));
	expect(inComposer(await viewOf(last))).toEqual(whole);
});

/** Something is said in it. */
async function talkIn(id: string): Promise<string> {
	await app.db.branches.update([id, 'trunk'], { headSeq: 0 });
	await app.db.turns.bulkAdd(someExchanges(1, { sessionId: id }).map(({ turn }) => turn));
	return id;
}

test('it is found over several resets that could not take it along, also where something was written between them', async () => {
	const second = await resetUnmoved();
	await putUnsent(app.scratch, { sessionId: second, text: 'a second thought', at: 2 });
	const last = await resetUnmoved(await talkIn(await resetUnmoved(await talkIn(second))));
	const view = await viewOf(last);
	await bringLeft(app, view);
	expect(inComposer(view)).toEqual(['a second thought', []]);
	await bringLeft(app, view);
	expect(inComposer(view)).toEqual(['a second thought', []]);
	const { letGo } = view.take();
	letGo();
	await eventually(async () => expect(await unsentOf(app.scratch, last)).toBeUndefined());
	await bringLeft(app, view);
	expect(inComposer(view)).toEqual(whole);
	expect(await app.scratch.unsent.count()).toBe(1);
});

test('it stays where it was written as long as that is deleted', async () => {
	const next = (await sessionOf(app.db, await resetUnmoved()))!;
	await deleteSessions(app, ['s1']);
	expect(await takeLeft(app, next)).toBeNull();
	await restoreSessions(app, ['s1']);
	expect(await takeLeft(app, next)).toMatchObject({ unsent: { text: 'half a thought' } });
});

test('it stays stored where it was written until it is stored where it goes on', async () => {
	const next = await resetUnmoved();
	await putUnsent(app.scratch, { sessionId: next, text: 'a new one', at: 2 });
	const [ended, there] = [await viewOf('s1'), await viewOf(next)];
	const left = await leftIn(ended);
	const put = app.scratch.unsent.put.bind(app.scratch.unsent);
	vi.spyOn(app.scratch.unsent, 'put').mockImplementation((row) => {
		if (row.sessionId === next) throw new DOMException('no room', 'QuotaExceededError');
		return put(row);
	});
	await left.moveTo(there);
	expect(inComposer(there)).toEqual(['half a thought\n\na new one', ['notes.txt']]);
	await written(app.scratch);
	expect((await unsentOf(app.scratch, 's1'))?.text).toBe('half a thought');
	expect(await attachedOf(app.scratch, 's1')).toHaveLength(1);
});

test('a page that goes right after it was taken along leaves nothing where it was written', async () => {
	const next = await resetUnmoved();
	const [ended, there] = [await viewOf('s1'), await viewOf(next)];
	const left = await leftIn(ended);
	const put = vi.spyOn(app.scratch.unsent, 'put');
	await left.moveTo(there);
	const places = put.mock.calls.map(([{ sessionId, text }]) => (text === '' ? '' : sessionId));
	const lastHere = places.findLastIndex((place) => place.startsWith('s1'));
	expect(lastHere).toBeGreaterThanOrEqual(0);
	expect(places.indexOf(next)).toBeGreaterThan(lastHere);
});

test('where something else stands there it is shown where it was written, and taken along on a press', async () => {
	const next = await resetUnmoved();
	await putUnsent(app.scratch, { sessionId: next, text: 'a new one', at: 2 });
	const there = await viewOf(next);
	await bringLeft(app, there);
	expect(inComposer(there)).toEqual(['a new one', []]);
	const ended = await viewOf('s1');
	const left = await leftIn(ended);
	expect(shown(left)).toEqual(whole);
	await left.moveTo(there);
	expect(inComposer(there)).toEqual(['half a thought\n\na new one', ['notes.txt']]);
	expect(shown(left)).toEqual(nothing);
	await eventually(async () => {
		expect(await unsentOf(app.scratch, 's1')).toBeUndefined();
		expect(await attachedOf(app.scratch, 's1')).toEqual([]);
		expect(await attachedOf(app.scratch, next)).toHaveLength(1);
	});
});

test('words of two tabs are shown together, and once they are sent nothing of them is left', async () => {
	const next = await resetUnmoved();
	await putUnsent(app.scratch, { sessionId: next, text: 'a new one', at: 2 });
	const ended = await viewOf('s1');
	ended.unsent.text = 'of this tab';
	await ended.unsent.kept();
	const other = { sessionId: composerKey('s1', 'other'), text: 'of the other', at: 1 };
	await putUnsent(app.scratch, other);
	const there = await viewOf(next);
	const left = await leftIn(ended);
	expect(left.text).toBe('of the other\n\nof this tab');
	await left.moveTo(there);
	expect(there.unsent.text).toBe('of the other\n\nof this tab\n\na new one');
	await there.unsent.kept();
	there.take().letGo();
	await eventually(async () => expect(await app.scratch.unsent.toArray()).toEqual([]));
});

test('it is shown also where what stands in the next one holds the same letters', async () => {
	const next = await resetUnmoved();
	await putUnsent(app.scratch, { sessionId: next, text: 'not half a thought', at: 2 });
	expect(shown(await leftIn(await viewOf('s1')))).toEqual(whole);
});

test('it is shown where no session followed, and where the scratch database still fails', async () => {
	const view = await viewOf('s1');
	await resetUnmoved();
	expect(shown(await leftIn(await viewOf('s1')))).toEqual(whole);
	storage.breakAt(0, 'unknown', true);
	expect(shown(await leftIn(view))).toEqual(whole);
	storage.mend();
});

test('what was taken along is not shown as left, nor kept twice, and stands there again when the reset is undone', async () => {
	const view = await viewOf('s1');
	view.unsent.text += ' and more';
	view.unsent.store();
	const next = await reset();
	expect(shown(await leftIn(view))).toEqual(nothing);
	view.unsent.leave();
	await written(app.scratch);
	expect(await unsentOf(app.scratch, 's1')).toBeUndefined();
	await undoReset(app, { ended: 's1', next });
	expect(inComposer(view)).toEqual(['half a thought and more', ['notes.txt']]);
	expect(inComposer(await viewOf('s1'))).toEqual(['half a thought and more', ['notes.txt']]);
	view.unsent.text += ' than that';
	await view.unsent.kept();
	view.take().letGo();
	await eventually(async () => expect(await app.scratch.unsent.toArray()).toEqual([]));
});

test('what is written in a session that was gone back to stays in it, and so does what is left in those before it', async () => {
	const next = await reset();
	await undoReset(app, { ended: 's1', next });
	await storeSession(
		app.db,
		aSession({ id: 's0', endedAt: 1 }),
		someExchanges(1, { sessionId: 's0' })
	);
	await putUnsent(app.scratch, { sessionId: 's0', text: 'An older thought', at: 1 });
	await app.db.sessions.update('s1', { continuedFrom: 's0' });
	await storeSession(
		app.db,
		aSession({ id: 'n', continuedFrom: 's1' }),
		someExchanges(1, { sessionId: 'n' })
	);
	const view = await viewOf('n');
	await bringLeft(app, view);
	expect(inComposer(view)).toEqual(nothing);
	expect(inComposer(await viewOf('s1'))).toEqual(whole);
	expect((await unsentOf(app.scratch, 's0'))?.text).toBe('An older thought');
});

test('sessions of a file that follow one another in a circle are looked through once', async () => {
	for (const [id, continuedFrom] of [
		['a', 'b'],
		['b', 'a']
	] as const) {
		const session = aSession({ id, continuedFrom, endedAt: 1 });
		await storeSession(app.db, session, someExchanges(1, { sessionId: id }));
	}
	await app.db.sessions.update('s1', { endedAt: 1 });
	const next = aSession({ id: 'n', continuedFrom: 'a' });
	await storeSession(app.db, next, someExchanges(1, { sessionId: 'n' }));
	const view = await viewOf('n');
	await bringLeft(app, view);
	expect(inComposer(view)).toEqual(nothing);
});

test('files that are put up while those that stand there are still being read do not take their place', async () => {
	const view = lasting(() => new SessionView(app, aSession(), false));
	const other = { ...aFile, name: 'other.txt' };
	view.attachments.putBack([other]);
	await eventually(() => expect(view.attachments.items).toEqual([aFile, other]));
	await eventually(async () => expect(await attachedOf(app.scratch, 's1')).toHaveLength(2));
});

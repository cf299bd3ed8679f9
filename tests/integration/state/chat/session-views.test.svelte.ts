/** What was chosen and attached in a chat that is not sent yet is there again after a look at another one. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sessionOf } from '#db/log/sessions.ts';
import { attachedOf, putAttached, unsentOf } from '#db/scratch/unsent.ts';
import { keepLastWords } from '#flows/sessions/last-words.ts';
import { begunKey } from '#state/chat/begun-session.ts';
import { SessionViews } from '#state/chat/session-views.ts';
import { locksOfThisTab } from '#worker/locks.ts';
import { addFiles } from '#state/composer/add-files.ts';
import {
	anApp,
	anotherTab,
	appWith,
	sendWords,
	type TestApp
} from '../../../support/apps/an-app.ts';
import { text } from '../../../support/builders/a-turn.ts';
import { onScreen } from '../../../support/on-screen.svelte.ts';
import { say } from '../../../support/scripted/scripted-model.ts';
import { eventually } from '../../../support/eventually.ts';

let app: TestApp;
beforeEach(async () => {
	sessionStorage.clear();
	localStorage.clear();
	app = await anApp();
});
// The databases stay open: what a view still reads may come to its end.

const main = { kind: 'main', offRecord: false } as const;
const guest = { kind: 'guest', offRecord: false } as const;
const offRecord = { kind: 'main', offRecord: true } as const;

const words = 'My diagnosis is private.';

/** Begin a chat and write into it. */
async function write(views: SessionViews, how: Parameters<SessionViews['begin']>[0]) {
	const id = await views.begin(how);
	const { unsent } = views.of(id);
	unsent.text = words;
	unsent.store();
	await eventually(async () => expect(await unsentOf(app.scratch, id)).toBeDefined());
	return id;
}

/** What stands in the composer of a chat, once that is read. */
const standsIn = async (views: SessionViews, id: string, text: string) => {
	const { unsent } = views.of(id);
	await eventually(() => expect(unsent.text).toBe(text));
};

/** Whether its screen says that no session is there. */
async function isMissing(views: SessionViews, id: string): Promise<boolean> {
	const view = views.of(id);
	const { leave } = await onScreen(view);
	const found = view.isMissing;
	leave();
	return found;
}

/** All tabs are closed, and the app is opened again. */
function openAgain(): SessionViews {
	sessionStorage.clear();
	const { db, scratch, clock } = app;
	return new SessionViews(appWith({ db, scratch, clock }));
}

test('what was chosen for a chat that was begun holds behind a look at another, and over a reload', async () => {
	const views = new SessionViews(app);
	const id = await views.begin(main);
	const { choices } = views.of(id);
	await choices.setModel('claude-chosen');
	await choices.switchPart('MEMORY.md', false);
	await choices.setPolicy({ preset: 'gsv' });
	await choices.setResetPolicy({ kind: 'idle', minutes: 5 });
	const chosen = {
		model: 'claude-chosen',
		switchedOff: ['MEMORY.md'],
		policy: { preset: 'gsv', automatic: null },
		resetPolicy: { kind: 'idle', minutes: 5 }
	};
	expect(views.of('another').session).toMatchObject({ model: null, switchedOff: [] });
	expect(views.of(id).session).toMatchObject({ id, ...chosen });
	expect(new SessionViews(app).of(id).session).toMatchObject({ id, ...chosen });

	// Of another kind it is the same chat, with the same choices.
	const guest = { kind: 'guest', offRecord: true } as const;
	expect(await views.begin(guest)).toBe(id);
	expect(new SessionViews(app).of(id).session).toMatchObject({ ...chosen, ...guest });
});

test('a file that is still being read is attached where one comes back to', async () => {
	const views = new SessionViews(app);
	const id = await views.begin(main);
	let read: (bytes: ArrayBuffer) => void = () => undefined;
	const bytes = new Promise<ArrayBuffer>((resolve) => (read = resolve));
	const slow = new File(['Words'], 'slow.txt');
	slow.arrayBuffer = () => bytes;
	const before = views.of(id).attachments;
	const adding = before.reading(addFiles(before, [slow], 100));
	await eventually(() => {
		expect(views.of(id).attachments.isReading).toBe(true);
	});
	views.of('another');
	expect(await views.begin(offRecord)).not.toBe(id);
	const { attachments } = views.of(id);
	read(new TextEncoder().encode('Words').buffer);
	await adding;
	await eventually(async () => {
		expect(attachments.items.map(({ name }) => name)).toEqual(['slow.txt']);
		expect(await attachedOf(app.scratch, id)).toMatchObject([{ name: 'slow.txt' }]);
	});
});

test('one that a version before kept for its tab alone is there after another was begun', async () => {
	const views = new SessionViews(app);
	const id = await write(views, main);
	localStorage.clear();
	const other = await views.begin(offRecord);
	expect(other).not.toBe(id);
	await standsIn(openAgain(), id, words);
	expect(await isMissing(openAgain(), id)).toBe(false);
});

describe('a chat that was begun, with words in it,', () => {
	test.each([guest, offRecord])('stays what it is, %o, whatever is looked at', async (how) => {
		const views = new SessionViews(app);
		const id = await write(views, how);
		views.of('another');
		const next = await views.begin(main);
		expect(next).not.toBe(id);
		expect(views.of(next).session).toMatchObject(main);
		await standsIn(views, next, '');
		// Back, and over a reload.
		for (const tab of [views, new SessionViews(app)]) {
			expect(tab.of(id).session).toMatchObject(how);
			await standsIn(tab, id, words);
			expect(await isMissing(tab, id)).toBe(false);
		}
		expect(await views.begin(how)).toBe(id);
		expect(await views.begin(main)).toBe(next);
	});

	test('stays what it is where nothing but a file stands in it', async () => {
		const views = new SessionViews(app);
		const id = await views.begin(offRecord);
		const source = { type: 'base64', media_type: 'image/png', data: 'AAAA' } as const;
		const block = { type: 'image', source } as const;
		await putAttached(app.scratch, { sessionId: id, items: [{ name: 'a.txt', block }] });
		expect(await new SessionViews(app).begin(main)).not.toBe(id);
	});

	test('is gone on in when the app was closed and is opened again', async () => {
		const id = await write(new SessionViews(app), main);
		const secret = await write(new SessionViews(app), offRecord);
		const views = openAgain();
		expect(await views.begin(main)).toBe(id);
		await standsIn(views, id, words);
		expect(await views.begin(offRecord)).toBe(secret);
		expect(views.of(secret).session).toMatchObject(offRecord);
	});

	test('stays with a tab that lives', async () => {
		const views = new SessionViews(app);
		const id = await write(views, main);
		views.of('another');
		sessionStorage.clear();
		const other = new SessionViews(anotherTab(app));
		expect(await other.begin(main)).not.toBe(id);
		expect(await views.begin(main)).toBe(id);
	});

	test('is nobody else’s where no browser can tell whether its tab lives, unless it was left long ago', async () => {
		const id = await write(new SessionViews(app), main);
		sessionStorage.clear();
		const { db, scratch, clock } = app;
		const lone = () => new SessionViews(appWith({ db, scratch, clock, locks: locksOfThisTab() }));
		expect(await lone().begin(main)).not.toBe(id);
		sessionStorage.clear();
		app.clock.at += 600_000;
		expect(await lone().begin(main)).toBe(id);
	});

	test('is not begun again once it was sent', async () => {
		const views = new SessionViews(app);
		const id = await write(views, main);
		app.model.next(say('Good morning.'));
		await sendWords(app, views.of(id).session, words);
		expect(await views.begin(main)).not.toBe(id);
		expect(Object.keys(localStorage)).toHaveLength(1);
	});

	test('is not begun again once it was sent and forgotten', async () => {
		const id = await write(new SessionViews(app), main);
		await app.db.tombstones.put({ id, kind: 'session', at: 1 });
		expect(await openAgain().begin(main)).not.toBe(id);
	});
});

test('chats that were begun and left empty are not kept for good', async () => {
	for (let count = 0; count < 40; count++) await openAgain().begin(main);
	expect(Object.keys(localStorage).length).toBeLessThan(25);
});

test('an empty chat of a tab that lives, or may live, is kept however many were begun since', async () => {
	const views = new SessionViews(app);
	const id = await views.begin(main);
	await views.of(id).choices.setModel('claude-chosen');
	const { db, scratch, clock, locks } = app;
	for (const other of [locks, locksOfThisTab()])
		for (let count = 0; count < 25; count++) {
			sessionStorage.clear();
			await new SessionViews(appWith({ db, scratch, clock, locks: other })).begin(main);
		}
	expect(JSON.parse(localStorage.getItem(begunKey + id) ?? '{}')).toMatchObject({
		model: 'claude-chosen'
	});
});

test('a message that waits to go out behind an answer keeps a new version waiting, until it is changed', async () => {
	const views = new SessionViews(app);
	const { unsent, queued } = views.of(await views.begin(main));
	unsent.text = words;
	expect(views.isBusy).toBe(false);
	queued.begin();
	expect(views.isBusy).toBe(true);
	unsent.text = `${words} Still.`;
	expect(views.isBusy).toBe(false);
});

test('a chat of its own is there again over a reload, whatever else was begun', async () => {
	const views = new SessionViews(app);
	await views.begin(guest);
	const apart = views.beginApart();
	const again = new SessionViews(app);
	expect(await isMissing(again, apart.id)).toBe(false);
});

test('where the browser takes no more into its storage a chat is begun all the same, and lives as long as its tab', async () => {
	const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
		throw new DOMException('no room', 'QuotaExceededError');
	});
	const views = new SessionViews(app);
	const id = await views.begin(guest);
	expect(views.of(id).session).toMatchObject({ id, ...guest });
	const apart = views.beginApart();
	expect(await isMissing(views, apart.id)).toBe(false);
	keepLastWords(id, 'typed', Promise.resolve());
	full.mockRestore();
	// Once there is room it lies where a reload finds it.
	const again = await views.begin(main);
	expect(Object.keys(localStorage)).toContain(`keepsake-begun${again}`);
});

test('what is chosen for a new chat while its first message waits for what sends it is chosen for it', async () => {
	const views = new SessionViews(app);
	const view = views.of(await write(views, main));
	let open: (failure: null) => void = () => undefined;
	app.telephone.open = () => new Promise((resolve) => (open = resolve));
	app.model.next(say('Good morning.'));
	const sent = view.send([text(words)], view.take());
	await view.choices.setModel('claude-chosen');
	open(null);
	expect(await sent).toMatchObject({ status: 'answered' });
	expect(await sessionOf(app.db, view.id)).toMatchObject({ model: 'claude-chosen' });
	expect(app.model.bodies.at(-1)).toMatchObject({ model: 'claude-chosen' });
});

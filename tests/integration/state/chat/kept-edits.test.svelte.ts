import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Dexie } from 'dexie';
import { textOf } from '#core/log/blocks.ts';
import type { Forgotten } from '#core/forgetting/what.ts';
import { Scratch } from '#db/schema.ts';
import { addTombstone } from '#db/forgetting/intents.ts';
import { putUnsent, unsentOf } from '#db/scratch/unsent.ts';
import { unsentEditsOf } from '#db/scratch/unsent-edits.ts';
import { deleteTurn, restoreTurn } from '#flows/sessions/delete-turn.ts';
import { penLock } from '#flows/ports/lock-names.ts';
import { forgetInTab } from '#flows/forgetting/forget-in-tab.ts';
import { placesWithLastWords } from '#flows/sessions/last-words.ts';
import { AppState } from '#state/app.svelte.ts';
import { movePen, penAgain } from '#state/chat/pen-again.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { KeptEdits } from '#state/composer/kept-edits.ts';
import { isTabGone, noTab } from '#state/tab/living-tabs.ts';
import { messagesUnderPen } from '#state/tab/under-pen.ts';
import {
	answerActions,
	type Begins
} from '../../../../src/routes/chat/acts/turn/answer-actions.ts';
import { anApp, locksInMemory, logOf, type TestApp } from '../../../support/apps/an-app.ts';
import { text } from '../../../support/builders/a-turn.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../../support/builders/stored-session.ts';
import { eventually } from '../../../support/eventually.ts';
import { written } from '../../../support/written.ts';
import { say } from '../../../support/scripted/scripted-model.ts';

/** Other wordings of messages that are being written are there after a reload. */

let scratch: Scratch;
let now = 0;

beforeEach(() => {
	scratch = new Scratch(`scratch-${crypto.randomUUID()}`);
	now = 0;
});

afterEach(async () => {
	vi.restoreAllMocks();
	sessionStorage.clear();
	await scratch.delete();
});

const opened = () => new KeptEdits(scratch, 's1', () => ++now);
const read = async () => [...(await opened().read())];
const words = (text: string) => ({ text, pasted: [{ from: 0, to: 1 }] });

test('each by its turn, with what of it was pasted, the newest last', async () => {
	const edits = opened();
	edits.keep('t2', words('two'));
	edits.keep('t1', words('on'));
	edits.store();
	edits.keep('t1', words('one'));
	edits.store();
	await eventually(async () =>
		expect(await read()).toEqual([
			['t2', words('two')],
			['t1', words('one')]
		])
	);
	expect([...(await new KeptEdits(scratch, 's', () => 1).read())]).toEqual([]);
	expect(await unsentOf(scratch, 's1')).toBeUndefined();
});

const settled = (signal: AbortSignal) =>
	new Promise<void>((end) => {
		signal.addEventListener('abort', () => {
			end();
		});
	});
const inTab = (id: string) => new KeptEdits(scratch, 's1', () => ++now, { ...noTab, id });

test('each tab its own: what is given up or sent in one leaves what the other has written before or since', async () => {
	const [one, other] = [inTab('one'), inTab('other')];
	one.keep('t1', words('one'));
	one.store();
	other.keep('t1', words('other'));
	other.store();
	await eventually(async () => expect(await unsentEditsOf(scratch, 's1')).toHaveLength(2));
	expect(await read()).toEqual([['t1', words('other')]]);
	other.keep('t1', null);
	await eventually(async () => expect(await read()).toEqual([['t1', words('one')]]));
	one.take('t1')();
	await eventually(async () => expect(await read()).toEqual([]));
});

test('a page that is loaded anew goes on from its own, and leaves what another tab wrote before', async () => {
	for (const tab of ['one', 'other']) {
		const edits = inTab(tab);
		edits.keep('t1', words(tab));
		edits.store();
		await eventually(async () => expect(await read()).toEqual([['t1', words(tab)]]));
	}
	const again = inTab('other');
	expect([...(await again.read())]).toEqual([['t1', words('other')]]);
	again.keep('t1', words('other still'));
	again.store();
	await written(scratch);
	const left = (await unsentEditsOf(scratch, 's1')).map((row) => row.text);
	expect(left.sort()).toEqual(['one', 'other still']);
});

test('what another tab has left is gone on from, and stands once; where that lives it has its own again', async () => {
	const one = inTab('one');
	one.keep('t1', words('one'));
	one.store();
	messagesUnderPen.set('t1', words('one'));
	await eventually(async () => expect(await read()).toHaveLength(1));
	const other = inTab('other');
	expect([...(await other.read())]).toEqual([['t1', words('one')]]);
	expect(await read()).toHaveLength(1);
	other.keep('t1', words('one and more'));
	other.store();
	await eventually(async () =>
		expect((await unsentEditsOf(scratch, 's1')).map(({ text }) => text)).toEqual(['one and more'])
	);
	other.keep('t1', null);
	await eventually(async () => expect(await read()).toEqual([]));
	one.leave();
	await eventually(async () => expect(await read()).toEqual([['t1', words('one')]]));
	// As it is given up there, or forgotten.
	messagesUnderPen.clear();
	await inTab('third').read();
	one.keep('t1', null);
	await eventually(async () => expect(await read()).toEqual([]));
	one.leave();
	await written(scratch);
	expect(await read()).toEqual([]);
});

test('of a tab that lives stand in no other one, where they would be asked once more, until it is gone', async () => {
	for (const tab of ['one', 'gone']) {
		const edits = inTab(tab);
		edits.keep(tab, words(tab));
		edits.store();
	}
	await eventually(async () => expect(await read()).toHaveLength(2));
	const locks = locksInMemory();
	const living = new AbortController();
	const page = locks.hold(penLock('one'), () => settled(living.signal));
	const next = (tab = 'next') =>
		new KeptEdits(scratch, 's1', () => ++now, { id: tab, isGone: isTabGone({ locks }) });
	expect([...(await next().read()).keys()]).toEqual(['gone']);
	// There they are again with their screen.
	expect([...(await next('one').read()).keys()].toSorted()).toEqual(['gone', 'one']);
	living.abort();
	await page;
	expect([...(await next().read()).keys()].toSorted()).toEqual(['gone', 'one']);
});

test('what is written while it is waited for another tab to go stays as it is, and what one that is gone has left lies there', async () => {
	const gone = inTab('gone');
	gone.keep('t1', words('one'));
	gone.store();
	const own = inTab('own');
	own.keep('t2', words('two'));
	own.store();
	await eventually(async () => expect(await read()).toHaveLength(2));
	let answer: (isGone: boolean) => void = () => undefined;
	const isGone = () => new Promise<boolean>((resolve) => (answer = resolve));
	const edits = new KeptEdits(scratch, 's1', () => ++now, { id: 'own', isGone });
	const reading = edits.read();
	await written(scratch);
	edits.keep('t2', words('two and more'));
	edits.store();
	await written(scratch);
	edits.keep('t1', words('mine'));
	answer(true);
	expect((await reading).get('t2')).toEqual(words('two and more'));
	edits.store();
	edits.keep('t2', null);
	await written(scratch);
	const left = (await unsentEditsOf(scratch, 's1')).map((row) => row.text);
	expect(left.toSorted()).toEqual(['mine', 'one']);
});

test('in each of two tabs that write of the same message: what one gives up or sends is its own', async () => {
	const [one, other] = [opened(), opened()];
	one.keep('t1', words('one'));
	one.store();
	other.keep('t1', words('other'));
	other.store();
	await eventually(async () => expect(await read()).toEqual([['t1', words('other')]]));
	one.keep('t1', null);
	one.take('t1')();
	await written(scratch);
	expect(await read()).toEqual([['t1', words('other')]]);
	other.keep('t1', null);
	await eventually(async () => expect(await read()).toEqual([]));
});

test('until they are sent or given up', async () => {
	const edits = opened();
	edits.keep('t1', words('one'));
	edits.store();
	await eventually(async () => expect(await read()).toHaveLength(1));
	edits.keep('t1', null);
	await eventually(async () => expect(await read()).toEqual([]));
});

test('also those that a page could not store before it went', async () => {
	const disk = vi
		.spyOn(scratch.unsent, 'put')
		.mockImplementation(() => new Dexie.Promise(() => undefined));
	const edits = opened();
	edits.keep('t1', words('one'));
	edits.leave();
	expect(await read()).toEqual([['t1', words('one')]]);
	expect(await read()).toEqual([['t1', words('one')]]);
	disk.mockRestore();
	await read();
	await eventually(() => expect(placesWithLastWords()).toEqual([]));
	expect(await read()).toEqual([['t1', words('one')]]);
});

/** A page writes of a turn with its last key, and goes before that is stored. */
function lastKey(edits: KeptEdits, turnId: string, last: string): void {
	const disk = vi
		.spyOn(scratch.unsent, 'put')
		.mockImplementation(() => new Dexie.Promise(() => undefined));
	edits.keep(turnId, words(last));
	edits.leave();
	disk.mockRestore();
}
const lying = async () => (await unsentEditsOf(scratch, 's1')).map((row) => row.text).sort();
async function storedIn(edits: KeptEdits, turnId: string, text: string): Promise<KeptEdits> {
	edits.keep(turnId, words(text));
	edits.store();
	await eventually(async () => expect(await lying()).toContain(text));
	return edits;
}

test('those of another tab that is gone wait behind those that a page could not store', async () => {
	await storedIn(inTab('gone'), 't1', 'of another');
	lastKey(inTab('mine'), 't1', 'mine');
	const next = inTab('mine');
	expect([...(await next.read())]).toEqual([['t1', words('mine')]]);
	await storedIn(next, 't1', 'mine and more');
	await written(scratch);
	expect(await lying()).toEqual(['mine and more', 'of another']);
});

test('those that a page wrote last stand last, and are there once, whether they were stored or not', async () => {
	const page = await storedIn(inTab('mine'), 't1', 'one');
	await storedIn(page, 't2', 'two');
	lastKey(page, 't1', 'one');
	const next = inTab('mine');
	expect([...(await next.read()).keys()]).toEqual(['t2', 't1']);
	await written(scratch);
	expect(await lying()).toEqual(['one', 'two']);
	// A page that crashed had another id.
	lastKey(next, 't1', 'one and more');
	const last = inTab('its next id');
	expect([...(await last.read()).values()].at(-1)).toEqual(words('one and more'));
	last.take('t1')();
	await eventually(async () => expect(await lying()).toEqual(['two']));
});

test('the last key before a page goes is not lost behind what was stored before', async () => {
	const edits = await storedIn(opened(), 't1', 'one');
	messagesUnderPen.set('t1', words('one'));
	edits.keep('t1', words('one and more'));
	edits.leave();
	messagesUnderPen.clear();
	await written(scratch);
	expect(await lying()).toEqual(['one and more']);
});

test('what a closed tab that is open again has written since stays, where another went on from what it had left', async () => {
	const closed = await storedIn(inTab('closed'), 't1', 'one');
	const other = inTab('other');
	expect([...(await other.read())]).toEqual([['t1', words('one')]]);
	await storedIn(closed, 't1', 'one once more');
	await storedIn(other, 't1', 'one in other words');
	await written(scratch);
	expect(await lying()).toEqual(['one in other words', 'one once more']);
});

const forgottenIn = (app: TestApp, what: Forgotten) =>
	addTombstone(app.db, { what, lines: [], summaries: {} }, 1);

test('no tab keeps them of a turn that was forgotten, nor of one of a forgotten session', async () => {
	const app = await anApp();
	const disk = vi
		.spyOn(app.scratch.unsent, 'put')
		.mockImplementation(() => new Dexie.Promise(() => undefined));
	const edits = new KeptEdits(app.scratch, 's1', () => 1);
	for (const turnId of ['t1', 't2']) edits.keep(turnId, words(turnId));
	edits.leave();
	const other = new KeptEdits(app.scratch, 's2', () => 1);
	other.keep('t3', words('t3'));
	other.leave();
	for (const turnId of ['t1', 't2', 't3']) messagesUnderPen.set(turnId, words(turnId));
	const tab = new AbortController();
	await forgottenIn(app, { kind: 'turn', sessionId: 's1', turnId: 't1' });
	forgetInTab(app, messagesUnderPen, tab.signal);
	await eventually(() => expect(placesWithLastWords().sort()).toEqual(['s1 t2', 's2 t3']));
	await forgottenIn(app, { kind: 'session', sessionId: 's2' });
	await eventually(() => expect(placesWithLastWords()).toEqual(['s1 t2']));
	expect([...messagesUnderPen.keys()]).not.toContain('t1');
	tab.abort();
	disk.mockRestore();
	messagesUnderPen.clear();
	await app.close();
});

test('what is still written of something that is forgotten does not stay, whichever tab writes it and whenever', async () => {
	const app = await anApp();
	const kept = () => app.scratch.unsent.toCollection().primaryKeys();
	const write = async () => {
		for (const place of ['s1 t1', 's1 t2', 's1', 's2', 's2 t3'])
			await putUnsent(app.scratch, { sessionId: place, text: place, at: 1 });
	};
	await forgottenIn(app, { kind: 'turn', sessionId: 's1', turnId: 't1' });
	await forgottenIn(app, { kind: 'session', sessionId: 's2' });
	// By a page that was closed with it, before this one began.
	await write();
	const tab = new AbortController();
	forgetInTab(app, new Map(), tab.signal);
	await eventually(async () => expect(await kept()).toEqual(['s1', 's1 t2', 's2']));
	// By one that has not heard of it, or had it under way.
	await write();
	await eventually(async () => expect(await kept()).toEqual(['s1', 's1 t2', 's2']));
	tab.abort();
	await app.close();
});

test('where nothing of it is forgotten nothing is written, for every write is looked at', async () => {
	const app = await anApp();
	await putUnsent(app.scratch, { sessionId: 's1 t2', text: 'another wording', at: 1 });
	const looked = vi.spyOn(app.scratch.unsent, 'toCollection');
	const tab = new AbortController();
	forgetInTab(app, new Map(), tab.signal);
	await putUnsent(app.scratch, { sessionId: 's1 t2', text: 'another wording yet', at: 2 });
	// Each look that writes is followed by the next.
	for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setTimeout(resolve));
	expect(looked.mock.calls.length).toBeLessThan(4);
	tab.abort();
	await app.close();
});

test('the newest whose message is on screen is opened again: no deleted one, whose words wait until it is back', async () => {
	const app = await anApp();
	await storeSession(app.db, aSession(), someExchanges(3));
	const edits = opened();
	for (const seq of [0, 1]) edits.keep(`s1-trunk-${String(seq)}`, words(String(seq)));
	edits.store();
	await eventually(async () => expect(await read()).toHaveLength(2));
	const path = [{ branch: 'trunk', fromSeq: 0, throughSeq: 2 }];
	const view = { id: 's1', excerpt: { path } } as unknown as SessionView;
	const again = () => penAgain(app, view, opened(), vi.fn());
	expect(await again()).toMatchObject({ seq: 1 });
	messagesUnderPen.clear();
	const place = { sessionId: 's1', turnId: 's1-trunk-1' };
	await deleteTurn(app, place);
	expect(await again()).toMatchObject({ seq: 0 });
	expect([...messagesUnderPen.keys()]).toEqual(['s1-trunk-0']);
	await restoreTurn(app, place);
	expect(await again()).toMatchObject({ seq: 1 });
	messagesUnderPen.clear();
	await app.close();
});

test('of a message that a restored copy does not know they stand in the composer once that is over, and are kept there', async () => {
	const app = await anApp();
	const view = new AppState(app).views.of('s1');
	const edits = new KeptEdits(app.scratch, 's1', () => app.clock.now());
	const kept = async () => (await unsentEditsOf(app.scratch, 's1')).map((row) => row.text);
	const move = (turnId: string) => movePen(app, view, edits, { turnId, tell });
	const tell = vi.fn();
	for (const turnId of ['s1-trunk-0', 'gone']) {
		messagesUnderPen.set(turnId, words(turnId));
		edits.keep(turnId, words(turnId));
	}
	let end: () => void = () => undefined;
	const restoring = new Promise<void>((resolve) => (end = resolve));
	void app.locks.hold('copies', () => restoring, { wait: true });
	const moved = Promise.all([move('s1-trunk-0'), move('gone')]);
	await storeSession(app.db, aSession(), someExchanges(1));
	expect(view.unsent.text).toBe('');
	end();
	await moved;
	expect([view.unsent.text, [...messagesUnderPen.keys()]]).toEqual(['gone', ['s1-trunk-0']]);
	expect(tell).toHaveBeenCalledTimes(1);
	edits.store();
	await eventually(async () => expect(await kept()).toEqual(['s1-trunk-0']));
	expect((await unsentOf(app.scratch, 's1'))?.text).toBe('gone');
	messagesUnderPen.clear();
	// The next page finds them too, where this one could not.
	edits.keep('gone', words('once more'));
	edits.store();
	await eventually(async () => expect(await kept()).toContain('once more'));
	await penAgain(app, view, new KeptEdits(app.scratch, 's1', () => app.clock.now()), tell);
	await eventually(() => {
		expect(view.unsent.text).toBe('once more\n\ngone');
	});
	await eventually(async () => expect(await kept()).toEqual(['s1-trunk-0']));
	messagesUnderPen.clear();
	await app.close();
});

test('of a message that was forgotten they go for good, also where a restored copy does not know it', async () => {
	const app = await anApp();
	await storeSession(app.db, aSession(), someExchanges(1));
	const view = new AppState(app).views.of('s1');
	messagesUnderPen.set('gone', words('gone'));
	await app.db.tombstones.put({ id: 'gone', kind: 'turn', at: 1 });
	const tell = vi.fn();
	await movePen(app, view, new KeptEdits(app.scratch, 's1', () => 1), { turnId: 'gone', tell });
	expect(view.unsent.text).toBe('');
	expect(tell).not.toHaveBeenCalled();
	messagesUnderPen.clear();
	await app.close();
});

test('of a message that another branch has taken off the screen they stay with it, and that is told', async () => {
	const app = await anApp();
	await storeSession(app.db, aSession(), someExchanges(2));
	const edits = new KeptEdits(app.scratch, 's1', () => app.clock.now());
	const putBefore = vi.fn();
	const unsent = { putBefore } as unknown as SessionView['unsent'];
	messagesUnderPen.set('s1-trunk-1', words('kept'));
	const tell = vi.fn();
	const aside = vi.fn();
	const left = async (branch: string) => {
		const excerpt = { path: [{ branch, fromSeq: 0, throughSeq: 1 }] };
		await movePen(app, { id: 's1', unsent, excerpt }, edits, { turnId: 's1-trunk-1', tell, aside });
	};
	await left('trunk');
	expect(aside).not.toHaveBeenCalled();
	await left('other');
	expect(aside).toHaveBeenCalledOnce();
	expect([...messagesUnderPen.keys()]).toEqual(['s1-trunk-1']);
	expect(putBefore).not.toHaveBeenCalled();
	expect(tell).not.toHaveBeenCalled();
	messagesUnderPen.clear();
	await app.close();
});

/** A session on screen, with the buttons of its messages. */
async function atMessage() {
	const app = await anApp();
	await storeSession(app.db, aSession(), someExchanges(1));
	const keepsake = new AppState(app);
	const view = keepsake.views.of('s1');
	const edits = new KeptEdits(app.scratch, 's1', () => app.clock.now());
	const nothing = () => undefined;
	const answers: Promise<unknown>[] = [];
	const begins = {
		answering: (one: Promise<unknown>) => (answers.push(one), one),
		composer: nothing
	};
	const actions = answerActions(keepsake, view, begins as unknown as Begins, edits);
	edits.keep('s1-trunk-0', words('Where is the black pot?'));
	const send = () =>
		actions.edit('s1-trunk-0', [text('Where is the black pot?')], [{ from: 0, to: 1 }]);
	const kept = async () => (await unsentEditsOf(app.scratch, 's1')).map((row) => row.text);
	const { notices } = keepsake;
	return { app, view, edits, notices, send, kept, over: () => Promise.allSettled(answers) };
}

test('where the browser has thrown everything away they wait for the copy that knows their message', async () => {
	const app = await anApp();
	const putBefore = vi.fn();
	const unsent = { putBefore, kept: vi.fn() } as unknown as SessionView['unsent'];
	const excerpt = { path: [] };
	const edits = new KeptEdits(app.scratch, 's1', () => app.clock.now());
	messagesUnderPen.set('s1-trunk-0', words('kept'));
	await movePen(app, { id: 's1', unsent, excerpt }, edits, { turnId: 's1-trunk-0', tell: vi.fn() });
	expect(putBefore).not.toHaveBeenCalled();
	expect([...messagesUnderPen.keys()]).toEqual(['s1-trunk-0']);
	messagesUnderPen.clear();
	await app.close();
});

test('words that are sent are kept until they are stored as a message', async () => {
	const { app, view, send, kept, over } = await atMessage();
	const before: string[][] = [];
	const locks = locksInMemory();
	vi.spyOn(app.locks, 'hold').mockImplementation(async (...asked) => {
		before.push(await kept());
		return locks.hold(...asked);
	});
	app.model.next(say('Here'));
	expect(send()).toBe(true);
	await over();
	expect(before[0]).toEqual(['Where is the black pot?']);
	await eventually(async () => expect(await kept()).toEqual([]));
	const said = (await logOf(app, 's1')).map(({ turn }) => textOf(turn.asked));
	expect([said, view.unsent.text]).toEqual([['Where is the black pot?'], '']);
});

test('words that cannot be stored as a message stand in the composer, and are kept there', async () => {
	const { app, view, send, kept, over } = await atMessage();
	const full = new DOMException('no room', 'QuotaExceededError');
	vi.spyOn(app.db.turns, 'add').mockRejectedValue(full);
	send();
	await over();
	expect(view.unsent.text).toBe('Where is the black pot?');
	await eventually(async () => expect(await kept()).toEqual([]));
	expect((await unsentOf(app.scratch, 's1'))?.text).toBe('Where is the black pot?');
});

test('words that the composer cannot store either stay where they are kept', async () => {
	const { app, view, send, kept, over } = await atMessage();
	await eventually(async () => expect(await kept()).toHaveLength(1));
	const full = new DOMException('no room', 'QuotaExceededError');
	vi.spyOn(app.db.turns, 'add').mockRejectedValue(full);
	vi.spyOn(app.scratch.unsent, 'put').mockRejectedValue(full);
	send();
	await over();
	expect(view.unsent.text).toBe('Where is the black pot?');
	await written(app.scratch);
	expect(await kept()).toEqual(['Where is the black pot?']);
});

test('words of a session that has ended meanwhile stay where they are, and it is said why', async () => {
	const { view, notices, send, kept } = await atMessage();
	vi.spyOn(view, 'session', 'get').mockReturnValue(aSession({ endedAt: 1 }));
	expect(send()).toBe(false);
	expect(notices.current?.text).toContain('was reset in the meantime');
	expect(view.unsent.text).toBe('');
	await eventually(async () => expect(await kept()).toEqual(['Where is the black pot?']));
});

test('words of which a flow knows nothing, because it broke, stand in the composer', async () => {
	const { app, view, send, over } = await atMessage();
	vi.spyOn(app.locks, 'hold').mockRejectedValue(new Error('a bug'));
	send();
	await over();
	expect(view.unsent.text).toBe('Where is the black pot?');
});

test('what is written of the same message while others of its words are sent stays', async () => {
	const edits = opened();
	edits.keep('t1', words('one'));
	const letGo = edits.take('t1');
	await eventually(async () => expect(await read()).toEqual([['t1', words('one')]]));
	// The editor is opened again, and holds what was said.
	edits.keep('t1', null);
	expect(await read()).toEqual([['t1', words('one')]]);
	edits.keep('t1', words('two'));
	edits.store();
	letGo();
	await eventually(async () => expect(await read()).toEqual([['t1', words('two')]]));
});

test('words that are sent with the last key are there again where the page goes before they are stored', () => {
	const disk = vi
		.spyOn(scratch.unsent, 'put')
		.mockImplementation(() => new Dexie.Promise(() => undefined));
	const edits = opened();
	edits.keep('t1', words('one'));
	edits.take('t1');
	edits.leave();
	expect(placesWithLastWords()).toEqual(['s1 t1']);
	disk.mockRestore();
});

test('what was sent is let go of once: what another tab has written of the same message since stays', async () => {
	const edits = opened();
	edits.keep('t1', words('one'));
	const letGo = edits.take('t1');
	letGo();
	await eventually(async () => expect(await read()).toEqual([]));
	const elsewhere = opened();
	elsewhere.keep('t1', words('two'));
	elsewhere.store();
	await eventually(async () => expect(await read()).toHaveLength(1));
	letGo();
	await written(scratch);
	expect(await read()).toEqual([['t1', words('two')]]);
});

test('words found from a page that went are kept once more where what kept them was thrown away', async () => {
	const left = inTab('left');
	left.keep('t1', words('one'));
	left.store();
	const edits = inTab('here');
	await eventually(async () => expect((await edits.read()).size).toBe(1));
	messagesUnderPen.set('t1', words('one'));
	await scratch.unsent.clear();
	edits.keepAnew();
	await eventually(async () => expect(await read()).toEqual([['t1', words('one')]]));
	messagesUnderPen.delete('t1');
});

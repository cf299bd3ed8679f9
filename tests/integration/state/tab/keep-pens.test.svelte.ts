import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { clearForCopy } from '#db/copies/dump.ts';
import { dropPens, everyPen, handOver, putPen, type Pen } from '#db/scratch/pens.ts';
import { shortLivedName } from '#db/renew-browser-log.ts';
import { penLock } from '#flows/ports/lock-names.ts';
import { keepPens } from '#state/tab/keep-pens.ts';
import { readingPens } from '#state/tab/reading-pens.svelte.ts';
import {
	keptAnew,
	linesUnderPen,
	sourcesUnderPen,
	summariesUnderPen
} from '#state/tab/under-pen.ts';
import { anotherTab, type TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { aMemoryFile } from '../../../support/builders/a-prompt.ts';
import { aProposal } from '../../../support/builders/a-proposal.ts';
import { aSummary } from '../../../support/builders/a-summary.ts';

/** Words under the pen of a page that goes, and of one that lives. */

let app: TestApp;
let page: AbortController;

const all = [summariesUnderPen, sourcesUnderPen, linesUnderPen];
const before = { text: 'They spoke about tea.', anchors: '' };
const summary = { text: 'They spoke about green tea.', anchors: '', before };
const rows = async () => (await everyPen(app.scratch)).map(({ kind, id }) => `${kind} ${id}`);

/** The page goes, in whatever way; what it held goes with it. */
function crash() {
	page.abort();
	for (const held of all) held.clear();
}

/** Another page is opened. */
async function open() {
	page = new AbortController();
	await keepPens(anotherTab(app), page.signal);
}

/** As another tab has written it. */
const theirs = (id: string, words: string, at = 1, by = 'them'): Pen => ({
	kind: 'line',
	id,
	by,
	words,
	at
});

withApp((own) => (app = own));
beforeEach(async () => {
	// Pages of other tests may still be on the list.
	keptAnew.clear();
	await app.db.summaries.put(aSummary(3));
	for (const id of ['one', 'two']) await app.db.proposals.put(aProposal('Likes tea', { id }));
	await open();
});

afterEach(() => {
	crash();
});

it('for which there is no room ask before they go with the page, until they are kept, or are no more', async () => {
	const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
	const disk = vi
		.spyOn(app.scratch.views, 'put')
		.mockRejectedValue(new DOMException('no room', 'QuotaExceededError'));
	linesUnderPen.set('one', 'Likes green tea');
	sourcesUnderPen.set('System', { text: 'Be brief.', before: '' });
	await vi.waitFor(() => expect(isAsked()).toBe(true));
	disk.mockRestore();
	linesUnderPen.set('one', 'Likes black tea');
	await vi.waitFor(async () => expect(await rows()).toEqual(['line one']));
	expect(isAsked()).toBe(true);
	sourcesUnderPen.delete('System');
	await vi.waitFor(() => expect(isAsked()).toBe(false));
});

it('are there in the next one: of a summary, of a part of the prompt and of a waiting line', async () => {
	summariesUnderPen.set('m1', summary);
	sourcesUnderPen.set('System', { text: 'Be brief.', before: '' });
	linesUnderPen.set('one', 'Likes gr');
	linesUnderPen.set('one', 'Likes green tea');
	await vi.waitFor(async () => expect(await rows()).toHaveLength(3));
	crash();
	await open();
	expect(summariesUnderPen.get('m1')).toEqual(summary);
	expect(sourcesUnderPen.get('System')).toEqual({ text: 'Be brief.', before: '' });
	expect(linesUnderPen.get('one')).toBe('Likes green tea');
	expect(await rows()).toHaveLength(3);
	// Its own by now: they outlive this page as well.
	crash();
	await open();
	expect(linesUnderPen.get('one')).toBe('Likes green tea');
});

it('are kept once more where the browser has thrown away what kept them', async () => {
	linesUnderPen.set('one', 'Likes green tea');
	linesUnderPen.set('two', 'Likes cake');
	await vi.waitFor(async () => expect(await rows()).toHaveLength(2));
	await app.scratch.views.clear();
	await Promise.all([...keptAnew].map((keep) => keep()));
	expect([...linesUnderPen.keys()]).toEqual(['one', 'two']);
	expect(await rows()).toHaveLength(2);
	crash();
	expect(keptAnew.size).toBe(0);
	await open();
	expect(linesUnderPen.get('one')).toBe('Likes green tea');
});

it('go when they are saved or given up', async () => {
	linesUnderPen.set('one', 'Likes green tea');
	await vi.waitFor(async () => expect(await rows()).toEqual(['line one']));
	linesUnderPen.delete('one');
	await vi.waitFor(async () => expect(await rows()).toEqual([]));
});

it('stay with a tab that lives', async () => {
	await putPen(app.scratch, theirs('one', 'Likes black tea'));
	const living = new AbortController();
	void app.locks.hold(
		penLock('them'),
		() => new Promise((end) => living.signal.addEventListener('abort', end, { once: true }))
	);
	crash();
	await open();
	expect(linesUnderPen.has('one')).toBe(false);
	expect(await rows()).toEqual(['line one']);
	living.abort();
	crash();
	await open();
	expect(linesUnderPen.get('one')).toBe('Likes black tea');
});

it('stay with the page they are written in where another is opened beside it', async () => {
	linesUnderPen.set('one', 'Likes green tea');
	await vi.waitFor(async () => expect(await rows()).toEqual(['line one']));
	const written = await everyPen(app.scratch);
	const first = page;
	// The other has none of what this one holds.
	for (const held of all) held.clear();
	await open();
	expect(linesUnderPen.has('one')).toBe(false);
	expect(await everyPen(app.scratch)).toEqual(written);
	first.abort();
});

it('of two pages that are gone the later words come first, and the others when these are done', async () => {
	await putPen(app.scratch, theirs('one', 'Likes black tea', 1, 'first'));
	await putPen(app.scratch, theirs('one', 'Likes white tea', 2, 'second'));
	crash();
	await open();
	expect(linesUnderPen.get('one')).toBe('Likes white tea');
	linesUnderPen.delete('one');
	await vi.waitFor(async () => expect(await rows()).toEqual(['line one']));
	crash();
	await open();
	expect(linesUnderPen.get('one')).toBe('Likes black tea');
});

it('are swept where what they write on is no more', async () => {
	await putPen(app.scratch, theirs('gone', 'Likes green tea'));
	crash();
	await open();
	expect([...linesUnderPen.keys()]).toEqual([]);
	expect(await rows()).toEqual([]);
});

it('are there in the next one also where the line was decided meanwhile: they can wait anew', async () => {
	linesUnderPen.set('one', 'Likes green tea');
	await vi.waitFor(async () => expect(await rows()).toEqual(['line one']));
	crash();
	await app.db.proposals.update('one', { status: 'rejected' });
	await open();
	expect(linesUnderPen.get('one')).toBe('Likes green tea');
});

it('of a part of the prompt are swept where its file is deleted or its summary is not in use', async () => {
	const { db, scratch } = app;
	const file = { text: 'Tea', updatedAt: 1, rev: 1, scope: 'everywhere' } as const;
	await db.memoryFiles.put({ ...file, path: 'MEMORY.md', deletedAt: null });
	await db.memoryFiles.put({ ...file, path: 'memory/old.md', deletedAt: 1 });
	await db.summaries.put(aSummary(3, { id: 'm0', status: 'superseded' }));
	const ids = ['System', 'MEMORY.md', 'memory/old.md', 'memory/none.md'];
	for (const id of [...ids, 'Summary m1', 'Anchors m0', 'Summary none'])
		await putPen(scratch, {
			kind: 'source',
			id,
			by: 'them',
			at: 1,
			words: { text: 'Green tea', before: 'Tea' }
		});
	crash();
	await open();
	expect((await rows()).sort()).toEqual(['source MEMORY.md', 'source Summary m1', 'source System']);
});

it('leave this tab when something is forgotten and they write on nothing any more', async () => {
	linesUnderPen.set('one', 'Likes green tea');
	linesUnderPen.set('two', 'Likes black tea');
	await vi.waitFor(async () => expect(await rows()).toHaveLength(2));
	await app.db.proposals.update('one', { text: '' });
	await app.db.tombstones.put({ id: 's1', kind: 'session', at: 1 } as never);
	await vi.waitFor(async () => expect(await rows()).toEqual(['line two']));
	expect([...linesUnderPen.keys()]).toEqual(['two']);
});

it('stay in this tab where a copy that does not know the line has taken the place of everything', async () => {
	linesUnderPen.set('one', 'Likes green tea');
	linesUnderPen.set('two', 'Likes black tea');
	await vi.waitFor(async () => expect(await rows()).toHaveLength(2));
	await app.db.proposals.delete('one');
	await app.db.proposals.update('two', { text: '' });
	await app.db.tombstones.put({ id: 's1', kind: 'session', at: 1 } as never);
	await vi.waitFor(async () => expect(await rows()).toEqual(['line one']));
	expect([...linesUnderPen.keys()]).toEqual(['one']);
});

it('stay in this tab while a copy takes the place of everything, and where it knows nothing of what they write on', async () => {
	const source = { text: 'Green tea', before: 'Tea' };
	summariesUnderPen.set('m1', { ...summary, sessionId: 's1' });
	const sources = ['Summary m1 s1', 'MEMORY.md'];
	for (const id of sources) sourcesUnderPen.set(id, source);
	await vi.waitFor(async () => expect(await rows()).toHaveLength(3));
	const told = readingPens.forgotten;
	await clearForCopy(app.db, null);
	await app.db.tombstones.put({ id: 's2', kind: 'session', at: 1 });
	await vi.waitFor(() => expect(readingPens.forgotten).toBeGreaterThan(told));
	expect(summariesUnderPen.get('m1')?.text).toBe(summary.text);
	expect([...sourcesUnderPen.keys()]).toEqual(sources);
	expect(await rows()).toHaveLength(3);
	// Of a session that was forgotten nothing is left, wherever it was written since.
	await app.db.tombstones.put({ id: 's1', kind: 'session', at: 1 });
	await vi.waitFor(async () => expect(await rows()).toEqual(['source MEMORY.md']));
	expect(summariesUnderPen.size).toBe(0);
});

describe('what is forgotten while it stands under the pen of a tab that lives', () => {
	const source = { text: '- Tea\n- Gold\n', before: '- Tea\n' };
	const cut = { text: '- Tea\n', before: '- Tea\n' };
	const heard = () => app.db.tombstones.put({ id: 's1', kind: 'session', at: 1 });
	const stored = async () => (await everyPen(app.scratch)).map(({ words }) => words);

	/** As the walk of a forgetting does. */
	async function walk() {
		for (const pen of await everyPen(app.scratch))
			if (pen.kind === 'source') await putPen(app.scratch, { ...pen, words: cut });
			else await dropPens(app.scratch, [pen]);
	}

	beforeEach(async () => {
		summariesUnderPen.set('m1', summary);
		sourcesUnderPen.set('System', source);
		await vi.waitFor(async () => expect(await stored()).toHaveLength(2));
		await vi.waitFor(async () => expect(await stored()).toContainEqual(source));
	});

	it('goes when that is heard of', async () => {
		await walk();
		await heard();
		await vi.waitFor(() => expect(sourcesUnderPen.get('System')).toEqual(cut));
		expect([...summariesUnderPen.keys()]).toEqual([]);
		await vi.waitFor(async () => expect(await stored()).toEqual([cut]));
	});

	it('goes with the next key that is pressed before it is heard of', async () => {
		await walk();
		summariesUnderPen.set('m1', { ...summary, text: 'They spoke about green tea!' });
		sourcesUnderPen.set('System', { ...source, text: '- Tea\n- Gold!\n' });
		await vi.waitFor(() => expect(sourcesUnderPen.get('System')).toEqual(cut));
		await vi.waitFor(() => expect([...summariesUnderPen.keys()]).toEqual([]));
		await vi.waitFor(async () => expect(await stored()).toEqual([cut]));
	});

	it('stays where the forgetting was of something else', async () => {
		linesUnderPen.set('one', 'Likes green tea');
		await app.db.proposals.update('one', { status: 'accepted' });
		// What can be undone takes nobody's words.
		await app.db.memoryFiles.put(aMemoryFile('memory/old.md', '- Tea\n', { deletedAt: 1 }));
		await app.db.summaries.put(aSummary(3, { id: 'm0', status: 'superseded' }));
		const undoable = ['memory/old.md', 'Summary m0'];
		for (const id of undoable) sourcesUnderPen.set(id, source);
		const told = readingPens.forgotten;
		await heard();
		await vi.waitFor(() => expect(readingPens.forgotten).toBeGreaterThan(told));
		expect(summariesUnderPen.get('m1')).toEqual(summary);
		expect([...sourcesUnderPen.keys()]).toEqual(['System', ...undoable]);
		expect(sourcesUnderPen.get('System')).toEqual(source);
		expect(linesUnderPen.get('one')).toBe('Likes green tea');
	});
});

it('are taken up as they stand when their tab is gone, not as they were read before', async () => {
	await putPen(app.scratch, theirs('one', 'Likes black'));
	const living = new AbortController();
	void app.locks.hold(
		penLock('them'),
		() => new Promise((end) => living.signal.addEventListener('abort', end, { once: true }))
	);
	crash();
	const asks = vi.spyOn(app.locks, 'hold');
	const opened = open();
	await vi.waitFor(() => expect(asks.mock.calls.map(([name]) => name)).toContain(penLock('them')));
	await putPen(app.scratch, theirs('one', 'Likes black tea', 2));
	living.abort();
	await opened;
	expect(linesUnderPen.get('one')).toBe('Likes black tea');
	await vi.waitFor(async () => expect(await rows()).toEqual(['line one']));
	expect((await everyPen(app.scratch))[0]?.words).toBe('Likes black tea');
});

it('are handed to one tab alone', async () => {
	const pen = theirs('one', 'Likes black tea');
	await putPen(app.scratch, pen);
	expect(await handOver(app.scratch, pen, 'me')).toEqual({ ...pen, by: 'me' });
	expect(await handOver(app.scratch, pen, 'you')).toBeNull();
});

/** The next page is one of a browser that tells of no other tab. */
async function openAlone() {
	page = new AbortController();
	const locks = { ...app.locks, reach: 'this-tab' as const };
	await keepPens({ ...anotherTab(app), locks }, page.signal);
}

it('stay in a silent tab that another took for gone, whatever is forgotten meanwhile', async () => {
	crash();
	await openAlone();
	linesUnderPen.set('one', 'Likes green tea');
	await vi.waitFor(async () => expect(await rows()).toEqual(['line one']));
	const [pen] = await everyPen(app.scratch);
	await handOver(app.scratch, pen!, 'another');
	const told = readingPens.forgotten;
	await app.db.tombstones.put({ id: 's1', kind: 'session', at: 1 });
	await vi.waitFor(() => expect(readingPens.forgotten).toBeGreaterThan(told));
	expect(linesUnderPen.get('one')).toBe('Likes green tea');
});

it('of a tab that may live are left to it where no lock tells, until it has long been silent', async () => {
	await putPen(app.scratch, theirs('one', 'Likes black tea', app.clock.at));
	await putPen(app.scratch, theirs('gone', 'Likes tea', app.clock.at));
	await putPen(app.scratch, theirs('two', 'Likes white tea', app.clock.at - 60 * 60_000));
	crash();
	await openAlone();
	expect([...linesUnderPen]).toEqual([['two', 'Likes white tea']]);
	expect((await rows()).sort()).toEqual(['line gone', 'line one', 'line two']);
});

it('are stored with their newest words alone where many keys wait', async () => {
	const put = vi.spyOn(app.scratch.views, 'put');
	for (const words of ['L', 'Li', 'Lik', 'Like', 'Likes']) linesUnderPen.set('one', words);
	await vi.waitFor(async () => expect(await rows()).toEqual(['line one']));
	expect((await everyPen(app.scratch))[0]?.words).toBe('Likes');
	expect(put).toHaveBeenCalledTimes(1);
});

it('an open page whose databases the browser has closed waits for room on a full disk, and begins their log anew before anything is written', async () => {
	let isFull = true;
	const getFileHandle = vi.fn(() =>
		Promise.reject(isFull ? new DOMException('no room', 'QuotaExceededError') : new TypeError('no'))
	);
	const getDirectory = () => Promise.resolve({ getFileHandle });
	vi.stubGlobal('navigator', { storage: { getDirectory, estimate: () => Promise.resolve({}) } });
	onTestFinished(() => {
		vi.unstubAllGlobals();
	});
	const opened = vi.spyOn(indexedDB, 'open');
	let isOver = false;
	const waiting = Promise.allSettled([...keptAnew].map((keep) => keep())).then(() => {
		isOver = true;
	});
	await vi.waitFor(() => expect(getFileHandle).toHaveBeenCalled());
	const made = () => opened.mock.calls.map(([name]) => name);
	expect(made()).not.toContain(shortLivedName(app.db));
	expect(isOver).toBe(false);
	isFull = false;
	await waiting;
	expect(made()).toContain(shortLivedName(app.db));
	opened.mockRestore();
});

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { IndexStore, type Truth } from '#db/schema.ts';
import { deleteSessions, restoreSessions } from '#flows/sessions/change-session.ts';
import { deleteTurn, restoreTurn } from '#flows/sessions/delete-turn.ts';
import { deleteMemoryFile, restoreMemoryFile } from '#flows/memory/memory-files.ts';
import type { SearchAsk } from '#core/search/found.ts';
import { createIndex } from '#core/search/search-index.ts';
import { beginIndexAnew } from '#db/search-index.ts';
import { noCursor } from '#flows/search/cursor.ts';
import { readIntoIndex } from '#flows/search/read-into-index.ts';
import { createSearcher, type Searcher } from '#flows/search/search-everything.ts';
import { phrasesFor } from '#model/device/phrases.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { anApp, type TestApp } from '../../support/apps/an-app.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { never } from '../../support/never.ts';
import { searchWith } from '../../support/searching.ts';
import { whileFull } from '../../support/breaking/while-full.ts';

/** The index follows the truth: whatever changes there is so at the next question. */

let app: TestApp;
let db: Truth;
let store: IndexStore;
let searcher: Searcher;
let runs = 0;

const searcherOver = (now = () => app.clock.now()) => createSearcher({ db, store, now });

beforeEach(async () => {
	app = await anApp();
	({ db } = app);
	store = new IndexStore(`search-index-${String(++runs)}`);
	searcher = searcherOver();
	await storeSession(db, aSession(), someExchanges(12));
});
afterEach(async () => {
	await app.close();
	await store.delete();
});

const asking = (query: string, over: Partial<SearchAsk> = {}): SearchAsk => ({
	query,
	limit: 50,
	now: app.clock.now(),
	guest: false,
	sessionId: null,
	fromAt: null,
	throughAt: null,
	prefix: true,
	...over
});
const found = async (query: string, over: Partial<SearchAsk> = {}, by = searcher) =>
	(await searchWith(by, asking(query, over))).hits;
const seqs = async (query: string, over: Partial<SearchAsk> = {}) =>
	(await found(query, over)).map((hit) => hit.seq);

const second = aSession({ id: 's2', title: 'Another', endedAt: 1_700_000_900_000 });
const storeSecond = () => storeSession(db, second, someExchanges(3, { sessionId: 's2' }));
const turn = (seq: number) => ({ sessionId: 's1', turnId: `s1-trunk-${String(seq)}` });

/** An index that is read piece by piece: time is always up after the first. */
function aReading() {
	const index = createIndex();
	const cursor = noCursor(0);
	const readUntil = (isDue: () => boolean) => readIntoIndex({ db, index, cursor, isDue });
	const readPiece = () => {
		let looks = 0;
		return readUntil(() => looks++ > 0);
	};
	return {
		readPiece,
		readAll: async () => {
			for (let calls = 0; calls < 20; calls++) if ((await readPiece()).unread === 0) return;
			throw new Error('it reads on for ever');
		},
		readAtOnce: () => readUntil(() => false),
		ids: () => [...index.byId.keys()].toSorted()
	};
}

async function idsAtOnce(): Promise<string[]> {
	const reading = aReading();
	await reading.readAtOnce();
	return reading.ids();
}

describe('what changes is found so at once', () => {
	test('a turn that was added, also by steps that came late', async () => {
		expect(await seqs('"number 7 is fine"')).toEqual([7]);
		const late = someExchanges(1, { sessionId: 's3' })[0];
		if (!late) throw new Error('no exchange');
		await storeSession(db, aSession({ id: 's3' }), [{ turn: late.turn, steps: [] }]);
		expect(await found('fine', { sessionId: 's3' })).toEqual([]);
		await db.steps.bulkPut([...late.steps]);
		await db.sessions.update('s3', { rev: 2 });
		expect(await found('fine', { sessionId: 's3' })).toHaveLength(1);
	});

	test('a turn that waited for its answer while others followed', async () => {
		const all = someExchanges(4, { sessionId: 's3' });
		const answered = all.map((one) => (one.turn.seq === 1 ? { ...one, steps: [] } : one));
		await storeSession(db, aSession({ id: 's3' }), answered);
		expect(await seqs('fine', { sessionId: 's3' })).not.toContain(1);
		await db.steps.bulkPut([...(all[1]?.steps ?? [])]);
		await db.sessions.update('s3', { rev: 2 });
		expect(await seqs('fine', { sessionId: 's3' })).toContain(1);
	});

	test('a conversation with a turn that never got its answer, however little is read at once', async () => {
		await db.sessions.clear();
		const all = someExchanges(420, { sessionId: 's3' });
		const unanswered = all.map((one) => (one.turn.seq === 0 ? { ...one, steps: [] } : one));
		await storeSession(db, aSession({ id: 's3' }), unanswered);
		const slow = aReading();
		await slow.readAll();
		expect(slow.ids()).toEqual(await idsAtOnce());
	});

	test('an answer that comes in the middle of reading, when its turn has been gone by', async () => {
		await db.sessions.clear();
		const all = someExchanges(120, { sessionId: 's3' });
		const unanswered = all.map((one) => (one.turn.seq === 20 ? { ...one, steps: [] } : one));
		await storeSession(db, aSession({ id: 's3' }), unanswered);
		const slow = aReading();
		await slow.readPiece();
		await db.steps.bulkPut([...(all[20]?.steps ?? [])]);
		await db.sessions.update('s3', { rev: 1 });
		await slow.readAll();
		expect(slow.ids()).toEqual(await idsAtOnce());
	});

	test('a deleted turn takes no place of another, and comes back', async () => {
		const before = await searchWith(searcher, asking('fine', { inFull: true }));
		await deleteTurn(app, turn(7));
		const without = await searchWith(searcher, asking('fine', { inFull: true }));
		expect(without.hits.map((hit) => hit.seq)).not.toContain(7);
		expect(without.counts?.all).toBe((before.counts?.all ?? 0) - 1);
		await restoreTurn(app, turn(7));
		const again = await searchWith(searcher, asking('fine', { inFull: true }));
		expect(again.hits.map((hit) => hit.seq)).toContain(7);
		expect(again.counts).toEqual(before.counts);
	});

	test('the middle of a long file that the user attached, until its turn is deleted', async () => {
		const data = `${'noise on the line '.repeat(3000)}quicksilver${' more of the noise'.repeat(1000)}`;
		const source = { type: 'text' as const, media_type: 'text/plain' as const, data };
		const asked = [{ type: 'document' as const, title: 'log.txt', source }];
		const log = someExchanges(3, { sessionId: 's2' }).map((exchange) =>
			exchange.turn.seq === 1 ? { ...exchange, turn: { ...exchange.turn, asked } } : exchange
		);
		await storeSession(db, second, log);
		const [hit, ...others] = await found('quicksilver');
		expect(hit).toMatchObject({ seq: 1, sessionId: 's2', role: 'user' });
		expect(hit?.text).toContain('quicksilver');
		expect(others).toEqual([]);
		await deleteTurn(app, { sessionId: 's2', turnId: 's2-trunk-1' });
		expect(await found('quicksilver')).toEqual([]);
	});

	test('a deleted conversation, and the same brought back', async () => {
		await storeSecond();
		expect(await found('fine', { sessionId: 's2' })).toHaveLength(3);
		await deleteSessions(app, ['s2']);
		expect(await found('fine', { sessionId: 's2' })).toEqual([]);
		const { counts } = await searchWith(searcher, asking('fine', { inFull: true }));
		expect(counts?.bySession.map(({ sessionId }) => sessionId)).toEqual(['s1']);
		await restoreSessions(app, ['s2']);
		expect(await found('fine', { sessionId: 's2' })).toHaveLength(3);
	});

	test('a memory file that is written, edited, deleted and restored', async () => {
		await db.memoryFiles.put({
			path: 'memory/2023-11-02.md',
			text: '# Notes\n### Saved in conversation (10:00)\n- Likes quinces\n',
			scope: 'everywhere',
			rev: 1,
			updatedAt: app.clock.now(),
			deletedAt: null
		});
		const [line] = await found('quinces', { inFull: true });
		expect(line).toMatchObject({
			kind: 'memory',
			place: 'memory/2023-11-02.md',
			line: 2,
			at: Date.parse('2023-11-02T12:00:00Z'),
			before: { text: 'Saved in conversation (10:00)' }
		});
		await deleteMemoryFile(app, 'memory/2023-11-02.md');
		expect(await found('quinces')).toEqual([]);
		const [deletion] = await db.memoryRevisions.toArray();
		await restoreMemoryFile(app, 'memory/2023-11-02.md', deletion?.id ?? '');
		expect(await found('quinces')).toHaveLength(1);
	});

	test('another database in the place of the one that was read', async () => {
		await searchWith(searcher, asking('fine'));
		await searcher.save();
		const short = someExchanges(2, { sessionId: 's1', branch: 'trunk' });
		await db.turns.clear();
		await db.steps.clear();
		await db.branches.clear();
		await db.sessions.clear();
		await storeSession(db, aSession(), short);
		await beginIndexAnew(store, app.clock.now());
		expect(new Set(await seqs('fine'))).toEqual(new Set([0, 1]));
		expect(await store.parts.get('index')).toBeUndefined();
	});
});

describe('who may find what', () => {
	test('a model finds nothing that is off the record elsewhere; its own conversation and the user do', async () => {
		await storeSession(
			db,
			aSession({ id: 's2', offRecord: true }),
			someExchanges(3, { sessionId: 's2' })
		);
		const from = async (askedIn?: string) =>
			new Set(
				(await found('fine', { prefix: false, ...(askedIn && { askedIn }) })).map(
					(hit) => hit.sessionId
				)
			);
		expect(await from()).toEqual(new Set(['s1', 's2']));
		expect(await from('s1')).toEqual(new Set(['s1']));
		expect(await from('s2')).toEqual(new Set(['s1', 's2']));
	});

	test('a model finds no turn of another conversation that is marked off the record or left out', async () => {
		await storeSecond();
		await setMark(app, { ...turn(3), kind: 'off-record', on: true });
		await setMark(app, { ...turn(4), kind: 'left-out', on: true });
		const elsewhere = await seqs('fine', { askedIn: 's2', sessionId: 's1', prefix: false });
		expect(elsewhere).not.toContain(3);
		expect(elsewhere).not.toContain(4);
		expect(elsewhere).toContain(5);
		const here = await seqs('fine', { askedIn: 's1', sessionId: 's1', prefix: false });
		expect(here).toContain(3);
		expect(here).not.toContain(4);
		expect(await seqs('fine', { sessionId: 's1' })).toContain(4);
	});

	test('of a conversation with a message off the record a model elsewhere gets neither a name nor a summary made of it', async () => {
		await storeSecond();
		await db.summaries.put(aSummary(5, { text: 'They spoke about a fine walk.' }));
		await db.sessions.update('s1', { titleFrom: 'first-message', title: 'A fine secret', rev: 9 });
		const of = async (askedIn?: string) => {
			const hits = await found('fine', {
				prefix: false,
				sessionId: 's1',
				...(askedIn && { askedIn })
			});
			return {
				titles: [...new Set(hits.map((hit) => hit.sessionTitle))],
				hasSummary: hits.some((hit) => hit.kind === 'summary')
			};
		};
		const whole = { titles: ['A fine secret'], hasSummary: true };
		expect(await of('s2')).toEqual(whole);
		await setMark(app, { ...turn(3), kind: 'off-record', on: true });
		expect(await of('s2')).toEqual({ titles: [''], hasSummary: false });
		expect(await of('s1')).toEqual(whole);
		expect(await of()).toEqual(whole);
		// A name that was given by hand says what its owner wants it to say.
		await db.sessions.update('s1', { titleFrom: 'user', title: 'Walks', rev: 99 });
		expect(await of('s2')).toEqual({ titles: ['Walks'], hasSummary: false });
	});

	test('a name in code is meant sign for sign', async () => {
		const said = ['Colormode or colormode, colormode!', 'COLORMODE', 'It is colorMode, they say.'];
		const exchanges = someExchanges(3, { sessionId: 's3' }).map((exchange, at) => ({
			turn: { ...exchange.turn, asked: [{ type: 'text' as const, text: said[at] ?? '' }] },
			steps: []
		}));
		await storeSession(db, aSession({ id: 's3' }), exchanges);
		const first = async (query: string) => (await found(query, { prefix: false }))[0]?.text;
		expect(await first('colorMode')).toBe(said[2]);
		expect(await first('COLORMODE')).toBe(said[1]);
	});

	test('of a long message the part comes that was asked for, not its beginning', async () => {
		const [long] = someExchanges(1, { sessionId: 's3' });
		if (!long) throw new Error('no exchange');
		const story = 'It was a walk like any other. '.repeat(300);
		const asked = [{ type: 'text' as const, text: `${story}A zeppelin came by. ${story}` }];
		await storeSession(db, aSession({ id: 's3' }), [{ turn: { ...long.turn, asked }, steps: [] }]);
		const [hit] = await found('zeppelin', { prefix: false });
		expect(hit?.text).toContain('A zeppelin came by.');
		expect(hit?.text.length).toBeLessThan(4_100);
	});

	test('what a tool of ours handed on is found where it stands, not once more', async () => {
		expect(await found('"found 7"', { prefix: false })).toEqual([]);
		const [own] = someExchanges(1, { sessionId: 's3' });
		if (!own) throw new Error('no exchange');
		const steps = own.steps.map((step) => ({
			...step,
			content: step.content.map((block) =>
				block.type === 'tool_use' ? { ...block, name: 'web_search' } : block
			)
		}));
		await storeSession(db, aSession({ id: 's3' }), [{ turn: own.turn, steps }]);
		expect(await found('"found 0"', { prefix: false })).toMatchObject([
			{ sessionId: 's3', role: 'tool' }
		]);
	});

	test('a typo is forgiven although the question that holds it is stored by now', async () => {
		const [typo] = someExchanges(1, { sessionId: 's3' });
		if (!typo) throw new Error('no exchange');
		const asked = [{ type: 'text' as const, text: 'numbre fin' }];
		await storeSession(db, aSession({ id: 's3' }), [{ turn: { ...typo.turn, asked }, steps: [] }]);
		const except = { sessionId: 's3', branch: 'trunk', seq: 0 };
		const over = { prefix: false, askedIn: 's3', except };
		const hits = await found('numbre', over);
		expect(hits.length).toBeGreaterThan(0);
		expect(hits.map((hit) => hit.sessionId)).not.toContain('s3');
		expect(await found('numbre', { prefix: false })).toMatchObject([{ sessionId: 's3' }]);
	});

	test('a guest finds guests and daily notes only', async () => {
		await storeSession(
			db,
			aSession({ id: 's2', kind: 'guest' }),
			someExchanges(3, { sessionId: 's2' })
		);
		const hits = await found('fine', { guest: true, prefix: false });
		expect(new Set(hits.map((hit) => hit.sessionId))).toEqual(new Set(['s2']));
	});
});

describe('a search narrowed', () => {
	beforeEach(storeSecond);

	test('to roles, places, a conversation and days, alone and together', async () => {
		const all = await found('number');
		expect(new Set(all.map((hit) => hit.role))).toEqual(new Set(['user', 'assistant']));
		const mine = await found('number', { roles: ['user'] });
		expect(mine.every((hit) => hit.role === 'user')).toBe(true);
		expect(mine).toHaveLength(15);
		const archived = await found('number', { places: ['archive'], roles: ['user'] });
		expect(archived.map((hit) => hit.sessionId)).toEqual(['s2', 's2', 's2']);
		const at = 1_700_000_000_000 + 5 * 60_000;
		const then = await found('number', { fromAt: at, throughAt: at, roles: ['user'] });
		expect(then.map((hit) => hit.seq)).toEqual([5]);
	});

	test('a question that is stopped is not answered, and the one behind it is', async () => {
		const stop = new AbortController();
		const first = searcher.search(asking('fine'), new AbortController().signal);
		const stopped = searcher.search(asking('fine'), stop.signal);
		const last = searcher.search(asking('fine'), new AbortController().signal);
		stop.abort();
		expect((await first).status).toBe('found');
		expect(await stopped).toEqual({ status: 'stopped' });
		expect(await last).toEqual(await first);
	});

	test('what a stopped question has read is kept for the next one', async () => {
		const stop = new AbortController();
		let looks = 0;
		const slow = searcherOver(() => {
			if (++looks === 2) stop.abort();
			return looks;
		});
		expect(await slow.search(asking('fine'), stop.signal)).toEqual({ status: 'stopped' });
		expect((await searchWith(slow, asking('fine', { limit: 200 }))).hits).toEqual(
			(await searchWith(searcher, asking('fine', { limit: 200 }))).hits
		);
	});

	test('counts what each other choice would leave', async () => {
		const { counts } = await searchWith(
			searcher,
			asking('number', { inFull: true, roles: ['user'], places: ['archive'] })
		);
		expect(counts?.all).toBe(3);
		expect(counts?.byPlace).toEqual({ message: 12, archive: 3 });
		expect(counts?.byRole).toEqual({ user: 3, assistant: 3 });
		expect(counts?.bySession).toMatchObject([{ sessionId: 's2', title: 'Another', count: 3 }]);
	});

	test('finds everything of a choice without a word, newest first', async () => {
		const { hits } = await searchWith(
			searcher,
			asking('', { inFull: true, sessionId: 's1', roles: ['user'] })
		);
		expect(hits.map((hit) => hit.seq)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
		expect((await searchWith(searcher, asking('', { inFull: true }))).hits).toEqual([]);
	});

	test('gives a hit what was said before and after it, without what is deleted', async () => {
		await deleteTurn(app, turn(8));
		const [hit] = await found('"What about number 7"', { inFull: true });
		expect(hit).toMatchObject({
			seq: 7,
			before: { role: 'assistant', text: 'Number 6 is fine.' },
			after: { role: 'assistant', text: 'Number 7 is fine.' }
		});
		const [last] = await found('"Number 7 is fine"', { inFull: true });
		expect(last?.before).toEqual({ role: 'user', text: 'What about number 7? 👋' });
		expect(last?.after).toBeUndefined();
	});

	test('shows an answer of this device without the line that stands over all of them', async () => {
		const [one] = someExchanges(1, { sessionId: 's3' });
		const [step] = one?.steps ?? [];
		if (!one || !step) throw new Error('no exchange');
		const text = `${phrasesFor('').head}\n\nThe lighthouse is red.`;
		const steps = [{ ...step, content: [{ type: 'text' as const, text }], results: null }];
		await storeSession(db, aSession({ id: 's3' }), [{ turn: one.turn, steps }]);
		const shown = async (query: string) =>
			(await found(query, { inFull: true, sessionId: 's3' }))[0];
		const words = (await shown('lighthouse'))?.snippet.map((piece) => piece.text).join('');
		expect(words).toBe('The lighthouse is red.');
		expect((await shown('"What about number 0"'))?.after?.text).toBe('The lighthouse is red.');
	});
});

describe('an index that is lost', () => {
	test('is read from where it is kept, and made again where that is damaged or gone', async () => {
		const all = await seqs('fine');
		await searcher.save();
		const kept = await store.parts.get('index');
		expect(await seqs('fine')).toEqual(all);
		const cursor = await store.parts.get('cursor');
		if (!kept || !cursor) throw new Error('nothing was kept');
		const damaged = [
			{ ...kept, bytes: kept.bytes.slice(0, kept.bytes.length / 2) },
			{ ...kept, bytes: kept.bytes.map((byte, at) => (at === 40 ? byte ^ 255 : byte)) },
			{ ...kept, bytes: new Uint8Array() },
			{ ...cursor, bytes: new TextEncoder().encode('{"version":3') },
			{ ...cursor, bytes: new TextEncoder().encode('null') }
		];
		for (const part of damaged) {
			await store.parts.bulkPut([kept, cursor, part]);
			expect((await found('fine', {}, searcherOver())).map((hit) => hit.seq)).toEqual(all);
		}
		await store.parts.clear();
		expect((await found('fine', {}, searcherOver())).map((hit) => hit.seq)).toEqual(all);
	});

	test('answers from what it has read when patience ends, newest first, and reads on by itself', async () => {
		await storeSession(
			db,
			aSession({ id: 's2', activeAt: 1_800_000_000_000 }),
			someExchanges(120, { sessionId: 's2' })
		);
		let time = 0;
		const slow = searcherOver(() => (time += 150));
		const early = await searchWith(slow, asking('fine', { patience: 0, limit: 200 }));
		expect(early.unread).toBe(2);
		await expect
			.poll(async () => (await searchWith(slow, asking('fine', { patience: 0 }))).unread, {
				timeout: 20_000
			})
			.toBeUndefined();
		expect(await found('fine', { limit: 200 }, slow)).toHaveLength(132);
	});

	test('that cannot be read this once is read at the next question', async () => {
		await searcher.search(asking('fine'), never);
		await searcher.save();
		const later = searcherOver();
		vi.spyOn(store.parts, 'bulkGet').mockRejectedValueOnce(new Error('not this time'));
		await expect(found('fine', {}, later)).rejects.toThrow('not this time');
		expect(await found('fine', {}, later)).toHaveLength(12);
	});

	test('that cannot be kept for want of room is searched all the same', async () => {
		const full = new IndexStore(`${store.name}-full`);
		await full.open();
		const without = createSearcher({ db, store: full, now: () => app.clock.now() });
		await whileFull(full.parts.hook('creating'), async () => {
			expect(await found('fine', {}, without)).toHaveLength(12);
			await without.save();
		});
		expect(await full.parts.count()).toBe(0);
		await full.delete();
	});
});

test('what was prepared is there at the first search, and the index is read from its store once', async () => {
	await found('fine');
	await searcher.save();
	await storeSecond();
	const anew = searcherOver();
	const reading = vi.spyOn(store.parts, 'bulkGet');
	const filing = vi.spyOn(store.parts, 'bulkPut');
	await anew.prepare();
	expect(reading).toHaveBeenCalledTimes(1);
	expect(filing).toHaveBeenCalledTimes(1);
	const first = await searchWith(anew, asking('fine', { sessionId: 's2', patience: 0 }));
	expect(first.hits).toHaveLength(3);
	expect(first.unread).toBeUndefined();
	expect(reading).toHaveBeenCalledTimes(1);
});

test('what is found is read in as many transactions for thirty hits as for three', async () => {
	await storeSession(db, aSession({ id: 's3' }), someExchanges(40, { sessionId: 's3' }));
	await searchWith(searcher, asking('fine'));
	const transactions = vi.spyOn(db.core, 'transaction');
	const countFor = async (limit: number) => {
		transactions.mockClear();
		expect(await found('fine', { sessionId: 's3', inFull: true, limit })).toHaveLength(limit);
		return transactions.mock.calls.length;
	};
	expect(await countFor(30)).toBe(await countFor(3));
});

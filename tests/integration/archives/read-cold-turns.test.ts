import { Dexie } from 'dexie';
import { expect, test, vi } from 'vitest';
import { chainStart, chainEnd, brokenLink } from '#core/log/chain.ts';
import { putArchive } from '#db/archives/archives.ts';
import { readFound } from '#db/log/found-turns.ts';
import { IndexStore } from '#db/schema.ts';
import { readPath } from '#db/log/sessions.ts';
import { textOf } from '#core/log/blocks.ts';
import { readOf, withCold } from '#db/archives/cold.ts';
import { pinLost } from '#flows/compaction/restore-loss.ts';
import { undoCompaction } from '#flows/compaction/undo-compaction.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { readPrompt } from '#flows/prompt/read-prompt.ts';
import { retryReply } from '#flows/answer/answer-turn.ts';
import { editMessage } from '#flows/answer/edit-message.ts';
import { sendWords } from '../../support/apps/an-app.ts';
import { never, unseen } from '../../support/never.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { anExchange, text } from '../../support/builders/a-turn.ts';
import { say } from '../../support/scripted/scripted-model.ts';
import { findTurn, readExchange, readExchanges } from '#db/log/turns.ts';
import { serveArchives } from '#flows/archives/cool-turns.ts';
import { warmSession } from '#flows/archives/warm-turns.ts';
import { makeTurn } from '#flows/answer/make-turn.ts';
import { createSearcher } from '#flows/search/search-everything.ts';
import { packer } from '#worker/workshop/packer.ts';
import type { TestVault } from '../../support/builders/a-vault.ts';
import { searchWith } from '../../support/searching.ts';
import { withCooling } from '../../support/apps/with-cooling.ts';

/** Whoever reads turns cannot tell which of them are cold, also while one copy of their archive is damaged or they come back. */

const cooling = withCooling();
const { exchanges, snapshot, cool, hotSeqs, openFrom, readAll } = cooling;

test('#155 a reader cannot tell what is cold: the session reads word for word as before', async () => {
	await snapshot();
	await cool();
	const read = await readAll();
	expect(read).toEqual(exchanges);
	expect(brokenLink(chainStart('s1'), read)).toBeNull();
	const path = await readPath(cooling.db, 's1', 'trunk');
	const range = { fromSeq: 12, throughSeq: 33 };
	expect(await readExchanges(cooling.db, 's1', path, range)).toEqual(exchanges.slice(12, 34));
	expect(await readExchange(cooling.db, { sessionId: 's1', branch: 'trunk', seq: 5 })).toEqual(
		exchanges[5]
	);
	expect(await findTurn(cooling.db, 's1', exchanges[7]!.turn.turnId)).toEqual(exchanges[7]!.turn);
});

test('a row that is here stands as it is, whatever an archive says of it', async () => {
	const hot = [anExchange(2, 'As it stands here')];
	const archived = [1, 2, 3].map((seq) => anExchange(seq));
	vi.spyOn(cooling.db, 'openArchive').mockResolvedValueOnce(archived);
	const part = { branch: 'trunk', fromSeq: 1, throughSeq: 3 };
	const range = { ...part, id: 'r', sessionId: 's1', archiveId: 'a', turnIds: [], at: 0 };
	const read = await withCold(cooling.db, { part, hot, cold: [range] });
	expect(read).toEqual([archived[0], hot[0], archived[2]]);
});

test('a draft of another branch is put to use where what it covers is cold', async () => {
	await snapshot();
	await cool();
	const { app, db } = cooling;
	const { turn } = exchanges[20]!;
	app.model.next(say('Gladly.'));
	const place = { sessionId: 's1', turnId: turn.turnId };
	const edited = { ...place, blocks: [text('Said in other words')] };
	expect(await editMessage(app, edited, unseen, never)).toMatchObject({ status: 'answered' });
	const last = exchanges[15]!;
	const through = { seq: 15, step: last.steps.at(-1)!.index };
	const over = { id: 'draft', round: 2, status: 'draft', committedAt: null } as const;
	await db.summaries.put(aSummary(15, { ...over, through, throughHash: 'of others' }));
	expect(await useSummary(app, 'draft')).toMatchObject({ status: 'failed' });
	await db.summaries.update('draft', { throughHash: chainEnd(last) });
	expect(await useSummary(app, 'draft')).toMatchObject({ status: 'used' });
	expect(await hotSeqs()).not.toContain(15);
});

const notLoaded = { status: 'failed', failure: { kind: 'not-loaded' } } as const;

/** As the page has it where the workshop cannot be started: its script is gone, or it has crashed. */
const cannotOpen = () => {
	const { openArchive } = cooling.db;
	cooling.db.openArchive = () => Promise.resolve().then(() => readOf(notLoaded));
	return () => (cooling.db.openArchive = openArchive);
};

test('while archives cannot be opened nothing is sent without what lies there, and the next try has it', async () => {
	await snapshot();
	await cool();
	const { app, db } = cooling;
	app.jobs['warm-session'] = () => Promise.resolve(notLoaded);
	await undoCompaction(app, 's1', 'm1');
	const again = cannotOpen();
	const session = (await db.sessions.get('s1'))!;
	expect(await sendWords(app, session, 'What did I say first?')).toEqual({
		...notLoaded,
		turnId: null
	});
	await expect(readAll()).rejects.toThrow('not-loaded');
	again();
	app.model.next(say('That.'));
	expect(await sendWords(app, session, 'What did I say first?')).toMatchObject({
		status: 'answered'
	});
	expect(JSON.stringify(app.model.bodies.at(-1))).toContain(textOf(exchanges[0]!.turn.asked));
});

test('an answer that cannot read what it is asked about fails at its message', async () => {
	await snapshot();
	await cool();
	const { app } = cooling;
	await undoCompaction({ ...app, workshop: { run: () => Promise.resolve(notLoaded) } }, 's1', 'm1');
	const again = cannotOpen();
	const { turnId } = exchanges.at(-1)!.turn;
	const outcome = await retryReply(app, { sessionId: 's1', turnId }, unseen, never);
	expect(outcome).toMatchObject({ ...notLoaded, turnId });
	again();
});

test('what a summary before had kept is not pinned while nobody can look who said it', async () => {
	await snapshot();
	await cool();
	const { app, db } = cooling;
	const again = cannotOpen();
	const item = { text: 'Never said.', turnId: null, seq: 20 };
	const pinned = await pinLost(app, { sessionId: 's1', item, on: true });
	expect(pinned).toEqual({ outcome: notLoaded, back: null });
	again();
	expect(await db.pins.count()).toBe(0);
});

test('what is damaged in both places is named in the prompt as missing', async () => {
	await snapshot();
	await cool();
	const { app, db } = cooling;
	db.openArchive = () => Promise.resolve([]);
	await undoCompaction(app, 's1', 'm1');
	const session = (await db.sessions.get('s1'))!;
	const read = await readPrompt(app, { session, asked: { kind: 'unsent', blocks: [] } });
	const missing = read.prompt.segments.find(({ source }) => source === 'Recent messages');
	expect(missing?.text).toContain('Turns 2–30 of');
	expect(JSON.stringify(read.prompt.body.messages)).toContain('are missing below');
	expect(read.prompt.segments.map(({ source }) => source)).not.toContain('Summary');
});

test('when the bytes in the database are damaged later, the kept copy takes their place', async () => {
	await snapshot();
	await cool();
	const row = (await cooling.db.archiveBytes.toArray())[0]!;
	await cooling.db.archiveBytes.put({ ...row, bytes: row.bytes.slice(0, 200) });
	openFrom(cooling.db);
	expect(await readAll()).toEqual(exchanges);
	expect((await cooling.db.archiveBytes.get(row.id))?.bytes).toEqual(row.bytes);
});

test('a disk too full to mend the bytes in the database keeps nobody from reading the kept copy', async () => {
	await snapshot();
	await cool();
	const row = (await cooling.db.archiveBytes.toArray())[0]!;
	await cooling.db.archiveBytes.put({ ...row, bytes: row.bytes.slice(0, 200) });
	openFrom(cooling.db);
	const put = vi.spyOn(cooling.db.archiveBytes, 'put').mockImplementation(() => {
		throw new DOMException('no room', 'QuotaExceededError');
	});
	expect(await readAll()).toEqual(exchanges);
	put.mockRestore();
});

test('an archive that could not be read once is read the next time', async () => {
	await snapshot();
	await cool();
	openFrom(cooling.db);
	const get = vi.spyOn(cooling.db.archiveBytes, 'get').mockImplementationOnce(() => {
		throw new DOMException('not now', 'AbortError');
	});
	await expect(readAll()).rejects.toThrow('not now');
	expect(await readAll()).toEqual(exchanges);
	// Nor is what could only be read in part kept, once the other copy can be reached.
	const row = (await cooling.db.archiveBytes.toArray())[0]!;
	await cooling.db.archiveBytes.put({ ...row, bytes: row.bytes.slice(0, 200) });
	let there: TestVault | null = null;
	serveArchives(cooling.db, packer, () => Promise.resolve(there));
	expect((await readAll()).length).toBeLessThan(40);
	there = cooling.vault;
	expect(await readAll()).toEqual(exchanges);
	get.mockRestore();
});

const at17 = { sessionId: 's1', branch: 'trunk', seq: 17 };

test.each([
	['a path', async () => (await readAll()).length, 40],
	[
		'what was found',
		async () => (await readFound(cooling.db, [at17], { beside: true })).exchanges[0]?.length,
		3
	],
	['a link', async () => (await findTurn(cooling.db, 's1', 's1-trunk-17'))?.seq, 17]
])('no turn is missing from %s that is read while the rows come back', async (_, read, whole) => {
	await snapshot();
	await cool();
	const where = cooling.db.cold.where('sessionId');
	let warmed = Promise.resolve(false);
	vi.spyOn(cooling.db.cold, 'where').mockImplementationOnce((() => ({
		equals: (id: string) => ({
			toArray: async () => {
				warmed = Dexie.ignoreTransaction(() =>
					warmSession(cooling.db, { sessionId: 's1', all: true })
				);
				// Who reads in a transaction is not waited for by the rows.
				if (!(Dexie.currentTransaction as unknown)) await warmed;
				return where.equals(id).toArray();
			}
		})
	})) as never);
	expect(await read()).toBe(whole);
	expect(await warmed).toBe(true);
	expect(await hotSeqs()).toHaveLength(40);
});

test('where turns lie is looked up once more when their archive is gone', async () => {
	await snapshot();
	await cool();
	const open = cooling.db.openArchive;
	let looks = 0;
	cooling.db.openArchive = async (wanted) => {
		if (looks++ === 0) {
			// As its rounds are gathered in the archive of the whole session.
			const [row] = await cooling.db.archives.toArray();
			const { bytes } = (await cooling.db.archiveBytes.get(row!.id))!;
			await cooling.db.archives.delete(row!.id);
			await putArchive(cooling.db, { archive: { ...row!, id: 'whole' }, bytes }, 0);
			await cooling.db.cold.toCollection().modify({ archiveId: 'whole' });
		}
		return open(wanted);
	};
	expect(await readAll()).toEqual(exchanges);
});

test('a cold turn can be forked: what follows is chained to it', async () => {
	await snapshot();
	await cool();
	await cooling.db.branches.put({
		sessionId: 's1',
		branch: 'edited',
		parent: 'trunk',
		forkSeq: 11,
		headSeq: 10,
		createdAt: 1
	});
	const path = await readPath(cooling.db, 's1', 'edited');
	const blocks = [{ type: 'text' as const, text: 'Another way' }];
	const place = { sessionId: 's1', branch: 'edited', seq: 11, path };
	const turn = await makeTurn(cooling.app, place, { blocks });
	expect(brokenLink(chainStart('s1'), [...exchanges.slice(0, 11), { turn, steps: [] }])).toBeNull();
});

test('search finds and shows cold turns, also with an index made anew', async () => {
	await snapshot();
	await cool();
	const store = new IndexStore(`${cooling.db.name}-index`);
	const { clock } = cooling.app;
	const clocks = { now: () => clock.now(), zone: () => clock.zone() };
	const searcher = createSearcher({ db: cooling.db, store, ...clocks });
	const { hits } = await searchWith(searcher, {
		query: 'number 17',
		limit: 5,
		now: cooling.app.clock.now(),
		guest: false,
		sessionId: null,
		fromAt: null,
		throughAt: null,
		prefix: false
	});
	expect(hits.some((hit) => hit.seq === 17 && hit.text.includes('17'))).toBe(true);
	await store.delete();
});

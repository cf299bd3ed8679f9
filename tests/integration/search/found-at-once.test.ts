import { describe, expect, test } from 'vitest';
import { deleteSessions, restoreSessions } from '#flows/sessions/change-session.ts';
import { deleteTurn, restoreTurn } from '#flows/sessions/delete-turn.ts';
import { deleteMemoryFile, restoreMemoryFile, saveMemoryFile } from '#flows/memory/memory-files.ts';
import { createIndex } from '#core/search/search-index.ts';
import { beginIndexAnew } from '#db/search-index.ts';
import { noCursor } from '#flows/search/cursor.ts';
import { readIntoIndex } from '#flows/search/read-into-index.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { copyJobs } from '#worker/workshop/copy-jobs.ts';
import { packer } from '#worker/workshop/packer.ts';
import { seal } from '#worker/workshop/seal.ts';
import { writeZip } from '#worker/zip/write.ts';
import { sendWords } from '../../support/apps/an-app.ts';
import { never, unseen } from '../../support/never.ts';
import { say } from '../../support/scripted/scripted-model.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { searchWith } from '../../support/searching.ts';
import { second, turn, withSearch } from '../../support/apps/with-search.ts';

/** The index follows the truth: whatever changes there is so at the next question. */

const searching = withSearch();
const { asking, found, seqs, storeSecond } = searching;

/** An index that is read piece by piece: time is always up after the first. */
function aReading() {
	const index = createIndex();
	const cursor = noCursor(0);
	const readUntil = (isDue: () => boolean) =>
		readIntoIndex({ db: searching.db, index, cursor, zone: 'UTC', isDue });
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
		await storeSession(searching.db, aSession({ id: 's3' }), [{ turn: late.turn, steps: [] }]);
		expect(await found('fine', { sessionId: 's3' })).toEqual([]);
		await searching.db.steps.bulkPut([...late.steps]);
		await searching.db.sessions.update('s3', { rev: 2 });
		expect(await found('fine', { sessionId: 's3' })).toHaveLength(1);
	});

	test('a turn that waited for its answer while others followed', async () => {
		const all = someExchanges(4, { sessionId: 's3' });
		const answered = all.map((one) => (one.turn.seq === 1 ? { ...one, steps: [] } : one));
		await storeSession(searching.db, aSession({ id: 's3' }), answered);
		expect(await seqs('fine', { sessionId: 's3' })).not.toContain(1);
		await searching.db.steps.bulkPut([...(all[1]?.steps ?? [])]);
		await searching.db.sessions.update('s3', { rev: 2 });
		expect(await seqs('fine', { sessionId: 's3' })).toContain(1);
	});

	test('a conversation with a turn that never got its answer, however little is read at once', async () => {
		await searching.db.sessions.clear();
		const all = someExchanges(420, { sessionId: 's3' });
		const unanswered = all.map((one) => (one.turn.seq === 0 ? { ...one, steps: [] } : one));
		await storeSession(searching.db, aSession({ id: 's3' }), unanswered);
		const slow = aReading();
		await slow.readAll();
		expect(slow.ids()).toEqual(await idsAtOnce());
	});

	test('an answer that comes in the middle of reading, when its turn has been gone by', async () => {
		await searching.db.sessions.clear();
		const all = someExchanges(120, { sessionId: 's3' });
		const unanswered = all.map((one) => (one.turn.seq === 20 ? { ...one, steps: [] } : one));
		await storeSession(searching.db, aSession({ id: 's3' }), unanswered);
		const slow = aReading();
		await slow.readPiece();
		await searching.db.steps.bulkPut([...(all[20]?.steps ?? [])]);
		await searching.db.sessions.update('s3', { rev: 1 });
		await slow.readAll();
		expect(slow.ids()).toEqual(await idsAtOnce());
	});

	test('an answer that was stopped, until another is written in its place', async () => {
		const [made] = someExchanges(1, { sessionId: 's3' });
		const last = made?.steps[1];
		if (!made || !last) throw new Error('no steps');
		const content = [{ type: 'text' as const, text: 'The harbour has a pier of larch.' }];
		const stopped = { ...last, state: 'stopped' as const, content };
		const session = aSession({ id: 's3' });
		await storeSession(searching.db, session, [{ ...made, steps: [stopped] }]);
		const reading = aReading();
		await reading.readAtOnce();
		expect(await found('larch')).toHaveLength(1);
		await searching.db.steps.put({ ...last, index: 2 });
		await searching.db.sessions.update('s3', { rev: 2 });
		expect(await found('larch')).toEqual([]);
		expect(await found('fine', { sessionId: 's3' })).toHaveLength(1);
		await reading.readAtOnce();
		expect(reading.ids()).toEqual(await idsAtOnce());
	});

	test('a deleted turn takes no place of another, and comes back', async () => {
		const before = await searchWith(searching.searcher, asking('fine', { inFull: true }));
		await deleteTurn(searching.app, turn(7));
		const without = await searchWith(searching.searcher, asking('fine', { inFull: true }));
		expect(without.hits.map((hit) => hit.seq)).not.toContain(7);
		expect(without.counts?.all).toBe((before.counts?.all ?? 0) - 1);
		await restoreTurn(searching.app, turn(7));
		const again = await searchWith(searching.searcher, asking('fine', { inFull: true }));
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
		await storeSession(searching.db, second, log);
		const [hit, ...others] = await found('quicksilver');
		expect(hit).toMatchObject({ seq: 1, sessionId: 's2', role: 'user' });
		expect(hit?.text).toContain('quicksilver');
		expect(others).toEqual([]);
		await deleteTurn(searching.app, { sessionId: 's2', turnId: 's2-trunk-1' });
		expect(await found('quicksilver')).toEqual([]);
	});

	test('a deleted conversation, and the same brought back', async () => {
		await storeSecond();
		expect(await found('fine', { sessionId: 's2' })).toHaveLength(3);
		await deleteSessions(searching.app, ['s2']);
		expect(await found('fine', { sessionId: 's2' })).toEqual([]);
		const { counts } = await searchWith(searching.searcher, asking('fine', { inFull: true }));
		expect(counts?.bySession.map(({ sessionId }) => sessionId)).toEqual(['s1']);
		await restoreSessions(searching.app, ['s2']);
		expect(await found('fine', { sessionId: 's2' })).toHaveLength(3);
	});

	test('a memory file that is written, edited, deleted and restored', async () => {
		await searching.db.memoryFiles.put({
			path: 'memory/2023-11-02.md',
			text: '# Notes\n### Saved in conversation (10:00)\n- Likes quinces\n',
			scope: 'everywhere',
			rev: 1,
			updatedAt: searching.app.clock.now(),
			deletedAt: null
		});
		const [line] = await found('quinces', { inFull: true });
		expect(line).toMatchObject({
			kind: 'memory',
			place: 'memory/2023-11-02.md',
			line: 2,
			at: Date.parse('2023-11-02T12:00:00+01:00'),
			before: { text: 'Saved in conversation (10:00)' }
		});
		await deleteMemoryFile(searching.app, 'memory/2023-11-02.md');
		expect(await found('quinces')).toEqual([]);
		const [deletion] = await searching.db.memoryRevisions.toArray();
		await restoreMemoryFile(searching.app, 'memory/2023-11-02.md', deletion?.id ?? '');
		expect(await found('quinces')).toHaveLength(1);
	});

	test('another database in the place of the one that was read', async () => {
		await searchWith(searching.searcher, asking('fine'));
		await searching.searcher.save();
		const short = someExchanges(2, { sessionId: 's1', branch: 'trunk' });
		await searching.db.turns.clear();
		await searching.db.steps.clear();
		await searching.db.branches.clear();
		await searching.db.sessions.clear();
		await storeSession(searching.db, aSession(), short);
		await beginIndexAnew(searching.store, searching.app.clock.now());
		expect(new Set(await seqs('fine'))).toEqual(new Set([0, 1]));
		expect(await searching.store.parts.get('index')).toBeUndefined();
	});

	test.each([false, true])(
		'less than was read before, with which the user goes on (with nothing: %s)',
		async (empty) => {
			const { app, db, store } = searching;
			await saveMemoryFile(app, {
				path: 'MEMORY.md',
				text: '- I like quinces\n',
				expectedRev: null
			});
			expect(await found('fine')).toHaveLength(12);
			expect(await found('quinces')).toHaveLength(1);
			await searching.searcher.save();
			// The end of the log is gone, and the file with its revisions.
			const row = (await db.branches.get(['s1', 'trunk']))!;
			await db.turns.where(':id').above(['s1', 'trunk', 5]).delete();
			await db.branches.put({ ...row, headSeq: 5 });
			await Promise.all([db.memoryFiles.clear(), db.memoryRevisions.clear()]);
			const exporting = { packer, zip: writeZip, seal, app: 'test' };
			const jobs = copyJobs({ db, index: store, clock: app.clock, exporting }, () =>
				Promise.resolve(app.vault)
			);
			const running = { signal: never, tell: unseen };
			await jobs['accept-database']({ empty }, running);
			if (empty) await storeSession(db, aSession(), []);
			// Whoever begins afresh has no model.
			(empty ? app.here : app.model).next(say('Nothing about it.'));
			await sendWords(app, (await sessionOf(db, 's1'))!, 'Tell me of zanzibar');
			await saveMemoryFile(app, {
				path: 'MEMORY.md',
				text: '- I like medlars\n',
				expectedRev: null
			});
			const later = searching.searcherOver();
			expect(await found('zanzibar', {}, later)).not.toEqual([]);
			expect(await found('medlars', {}, later)).toHaveLength(1);
			expect(await found('quinces', {}, later)).toEqual([]);
		}
	);
});

/** A session that was exported as Markdown is known again where it is here, and comes where it is not. */
import { expect, test } from 'vitest';
import { chainEnd } from '#core/log/chain.ts';
import type { Step } from '#core/log/turn.ts';
import type { Truth } from '#db/schema.ts';
import { readPath } from '#db/log/sessions.ts';
import { readExchanges } from '#db/log/turns.ts';
import { exportSession } from '#flows/export/export-session.ts';
import { another, db, previewOf, withTarget } from '../../support/apps/import-target.ts';
import { importFile, type FileToImport } from '../../support/apps/importing.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { text } from '../../support/builders/a-turn.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';

withTarget();

const said = someExchanges(3);
const session = aSession({ title: 'Numbers', titleFrom: 'user' });

async function exported(from: Truth, sessionId = 's1'): Promise<FileToImport> {
	const made = await exportSession({ db: from }, { sessionId, as: 'markdown', day: '2026-11-20' });
	if (made.status !== 'made') throw new Error(made.status);
	return { file: made.file, name: made.name };
}

const standing = async (file: FileToImport) =>
	(await previewOf([file])).items.map(({ state, reason, count }) => ({ state, reason, count }));

test('read where its session is, it is there already and brings no second one', async () => {
	await storeSession(db, session, said);
	const file = await exported(db);
	expect(await standing(file)).toEqual([{ state: 'there', reason: null, count: 3 }]);
	expect(await importFile(db, file)).toMatchObject({ sessions: 0, there: 1 });
	expect(await db.sessions.count()).toBe(1);
});

test('so it is with one that has gone on since, or that was exported without a deleted message', async () => {
	await storeSession(db, session, said);
	await db.marks.put({ sessionId: 's1', turnId: said[1]!.turn.turnId, kind: 'deleted', at: 1 });
	const without = await exported(db);
	await db.marks.clear();
	expect(await standing(without)).toEqual([{ state: 'there', reason: null, count: 2 }]);
	const whole = await exported(db);
	const [next] = someExchanges(1, { from: 3, previous: chainEnd(said[2]!) });
	await db.turns.put(next!.turn);
	await db.steps.bulkPut([...next!.steps]);
	await db.branches.update(['s1', 'trunk'], { headSeq: 3 });
	expect(await readExchanges(db, 's1', await readPath(db, 's1'))).toHaveLength(4);
	expect(await standing(whole)).toEqual([{ state: 'there', reason: null, count: 3 }]);
});

test.each([
	['before its tool had answered', { steps: 1, results: false }],
	['between two calls', { steps: 1, results: true }],
	['and stopped in the middle of a sentence', { steps: 2, results: true }]
])('so it is with one whose last answer was being written %s', async (_, { steps, results }) => {
	const [first, last] = said;
	const begun = last!.steps.slice(0, steps).map((step, at): Step => {
		if (!results) return { ...step, results: null, resultsHash: null };
		const half = [{ type: 'text' as const, text: 'Number 1 is' }];
		return at === 0 ? step : { ...step, content: half, state: 'stopped' };
	});
	await storeSession(db, session, [first!, { turn: last!.turn, steps: begun }]);
	const file = await exported(db);
	await db.steps.bulkPut([...last!.steps]);
	expect(await standing(file)).toEqual([{ state: 'there', reason: null, count: 2 }]);
	// Where other words were said there, it is another answer.
	await db.steps.bulkPut(last!.steps.map((step) => ({ ...step, content: [text('No.')] })));
	expect(await standing(file)).toEqual([{ state: 'new', reason: null, count: 2 }]);
});

test('one that says more than is here comes beside it, and once', async () => {
	const laptop = another();
	await storeSession(laptop, session, someExchanges(5));
	await storeSession(db, session, said);
	const file = await exported(laptop);
	expect(await standing(file)).toEqual([{ state: 'new', reason: null, count: 5 }]);
	expect(await importFile(db, file)).toMatchObject({ sessions: 1 });
	expect(await standing(file)).toEqual([{ state: 'there', reason: null, count: 5 }]);
});

test('an export of what came from such a file is known as well', async () => {
	const laptop = another();
	await storeSession(laptop, session, said);
	await importFile(db, await exported(laptop));
	const [copy] = await db.sessions.toArray();
	expect(copy?.id).not.toBe('s1');
	expect(await standing(await exported(db, copy!.id))).toMatchObject([{ state: 'there' }]);
});

test('what was deleted or forgotten here is told as that', async () => {
	await storeSession(db, session, said);
	const file = await exported(db);
	await db.sessions.update('s1', { deletedAt: 1 });
	expect(await standing(file)).toMatchObject([{ state: 'forgotten', reason: 'can-come-back' }]);
	await db.sessions.delete('s1');
	await db.tombstones.put({ id: 's1', kind: 'session', at: 1 });
	expect(await standing(file)).toMatchObject([{ state: 'forgotten', reason: null }]);
	expect(await importFile(db, file)).toMatchObject({ sessions: 0 });
	expect(await db.sessions.count()).toBe(0);
});

test('a guest session comes as one, and what was off the record or left out of prompts there stays so', async () => {
	const laptop = another();
	await storeSession(laptop, { ...session, kind: 'guest', offRecord: true }, said);
	const [first, second] = said.map(({ turn }) => turn.turnId);
	await laptop.marks.bulkPut([
		{ sessionId: 's1', turnId: first!, kind: 'off-record', at: 1 },
		{ sessionId: 's1', turnId: first!, kind: 'left-out', at: 1 },
		{ sessionId: 's1', turnId: second!, kind: 'pinned', at: 1 }
	]);
	await importFile(db, await exported(laptop));
	const [copy] = await db.sessions.toArray();
	expect(copy).toMatchObject({ kind: 'guest', offRecord: true });
	const [asked] = await readExchanges(db, copy!.id, await readPath(db, copy!.id));
	const marks = await db.marks.toArray();
	expect(marks.map(({ sessionId, turnId, kind }) => [sessionId, turnId, kind])).toEqual([
		[copy!.id, asked!.turn.turnId, 'left-out'],
		[copy!.id, asked!.turn.turnId, 'off-record']
	]);
});

import { expect, test } from 'vitest';
import { archiveLines } from '#core/archive/archive.ts';
import type { Pin } from '#core/log/pin.ts';
import type { Exchange, Mark, MarkKind } from '#core/log/turn.ts';
import type { Session } from '#core/session/session.ts';
import type { Truth } from '#db/schema.ts';
import { besideTurns } from '#flows/import/brought-marks.ts';
import { storeSession } from '#flows/import/store-session.ts';
import { withDatabase } from '../../support/builders/a-database.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aTurn } from '../../support/builders/a-turn.ts';
import { someExchanges, storeSession as store } from '../../support/builders/stored-session.ts';

/** One conversation of a file, as it is written: what was decided here holds, also in the moment in which it is. */

let db: Truth;
withDatabase((own) => (db = own));

const branch = { sessionId: 's1', branch: 'trunk', parent: null, forkSeq: 0, createdAt: 0 };
const fileOf = (count: number, over: Partial<Session> = {}, exchanges = someExchanges(count)) =>
	archiveLines({
		session: aSession(over),
		branches: [{ ...branch, headSeq: count - 1 }],
		exchanges,
		summaries: []
	});

test('one that is forgotten while its file is read does not come', async () => {
	await db.tombstones.put({ id: 's1', kind: 'session', at: 1 });
	expect(await storeSession(db, fileOf(3))).toMatchObject({ status: 'forgotten' });
	expect([await db.sessions.count(), await db.turns.count()]).toEqual([0, 0]);
});

test('one that is deleted here does not grow', async () => {
	await store(db, aSession({ deletedAt: 1 }), someExchanges(2));
	expect(await storeSession(db, fileOf(4))).toMatchObject({ status: 'there' });
	expect(await db.turns.count()).toBe(2);
	await db.sessions.update('s1', { deletedAt: null });
	expect(await storeSession(db, fileOf(4))).toMatchObject({ status: 'grown', turns: 2 });
});

test.each([
	[3, 9],
	[9, 3]
])(
	'one of another product that grows is as new as the newer of both: %i here, %i in the file',
	async (here, file) => {
		const imported = someExchanges(4).map(({ turn, steps }): Exchange => ({
			turn: { ...turn, source: 'import' },
			steps
		}));
		await store(db, aSession({ activeAt: here }), imported.slice(0, 2));
		const lines = fileOf(4, { activeAt: file }, imported);
		expect(await storeSession(db, lines)).toMatchObject({ status: 'grown', turns: 2 });
		expect(await db.sessions.get('s1')).toMatchObject({ activeAt: 9 });
	}
);

const mark = (turnId: string, kind: MarkKind): Mark => ({ sessionId: 's1', turnId, kind, at: 1 });
const kinds = ['deleted', 'off-record', 'left-out', 'pinned', 'waiting'] as const;

test('a turn that comes brings what was decided of it, but waits for nobody: what waited there is sent there', () => {
	const pins = ['t1', 't2'].map((turnId): Pin => ({
		id: turnId,
		sessionId: 's1',
		turnId,
		text: 'Words',
		at: 1
	}));
	const marks = kinds.flatMap((kind) => [mark('t1', kind), mark('t2', kind)]);
	const came = besideTurns({ marks, pins }, { turns: [aTurn(1)], copies: new Map() });
	expect(came.marks).toEqual(kinds.slice(0, 4).map((kind) => mark('t1', kind)));
	expect(came.pins).toEqual(pins.slice(0, 1));
});

test('a copy of a turn is kept out as that is, and neither pinned nor sent', () => {
	const marks = kinds.map((kind) => mark('t1', kind));
	const came = besideTurns({ marks, pins: [] }, { turns: [], copies: new Map([['t1', 'copy']]) });
	expect(came.marks).toEqual(kinds.slice(0, 3).map((kind) => mark('copy', kind)));
});

/** What was forgotten here does not come back by what another device made of it. */
import { expect, test } from 'vitest';
import { sha256 } from '#core/sha256.ts';
import type { Exchange } from '#core/log/turn.ts';
import { IndexStore, type Truth } from '#db/schema.ts';
import { archiveSession, archiveSummary } from '#flows/archives/archive-covered.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { packer } from '#worker/workshop/packer.ts';
import { anApp } from '../../support/apps/an-app.ts';
import { another, withTarget } from '../../support/apps/import-target.ts';
import {
	importClock as clock,
	importFile,
	importInto,
	readFile,
	runRead,
	wholeBackup
} from '../../support/apps/importing.ts';
import { never } from '../../support/never.ts';
import { withWorkshop } from '../../support/apps/with-workshop.ts';
import { aCompaction } from '../../support/builders/a-compaction.ts';
import { aLedgerEntry } from '../../support/builders/a-ledger-entry.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';

withTarget();

const secret = 'xyloquartz';
const words = `The user told of ${secret}.`;

/** Six turns; the one of that number tells it. */
const telling = (at: number): Exchange[] =>
	someExchanges(6).map((exchange, seq) =>
		seq === at
			? { ...exchange, turn: { ...exchange.turn, asked: [{ type: 'text', text: `My ${secret}` }] } }
			: exchange
	);

/** A step of a tool of ours that hands a turn on. */
const handingOn = (exchange: Exchange, turnId: string): Exchange => ({
	...exchange,
	steps: exchange.steps.map((step) =>
		step.results
			? {
					...step,
					results: step.results.map((result) => ({
						...result,
						content: `<passage link="/chat/s1#${turnId}">\nMy ${secret}\n</passage>`
					}))
				}
			: step
	)
});

/** A part of a request that is on file. */
async function filed(db: Truth, text: string): Promise<string> {
	const bytes = new TextEncoder().encode(JSON.stringify({ role: 'user', content: text }));
	const hash = sha256(bytes);
	await db.blobs.put({ sha256: hash, bytes, mediaType: 'application/json', at: 1 });
	return hash;
}

async function tablesHolding(db: Truth): Promise<string[]> {
	const found: string[] = [];
	for (const table of db.tables)
		for (const row of (await table.toArray()) as Record<string, unknown>[]) {
			const { bytes } = row;
			const isPacked = table.name === 'archiveBytes' && bytes instanceof Uint8Array;
			const said = isPacked
				? (await packer.unpack(bytes)).lines.join('\n')
				: bytes instanceof Uint8Array
					? new TextDecoder().decode(bytes)
					: JSON.stringify(row);
			if (said.includes(secret)) found.push(table.name);
		}
	return found;
}

async function appWithout(at: number, exchanges: readonly Exchange[]) {
	const index = new IndexStore('forgotten-elsewhere');
	const app = withWorkshop(await anApp(), index);
	importInto(app);
	await storeSession(app.db, aSession(), exchanges);
	const what = { kind: 'turn', sessionId: 's1', turnId: exchanges[at]!.turn.turnId } as const;
	await forget(app, { what, lines: [], summaries: {} });
	const end = async () => {
		await app.close();
		await index.delete();
	};
	return { app, end };
}

const job = aCompaction({ focus: words, updatedAt: clock.now() });

test('a turn that was forgotten here comes back in no store by what another device made of it', async () => {
	const other = another();
	const all = telling(1);
	const { turnId, askedAt } = all[1]!.turn;
	const { app, end } = await appWithout(1, all.slice(0, 4));
	await storeSession(other, aSession({ rev: 4, endedAt: 5 }), [
		...all.slice(0, 5),
		handingOn(all[5]!, turnId)
	]);
	const beside = someExchanges(1, { sessionId: 's2' }).map((one) => handingOn(one, turnId));
	await storeSession(other, aSession({ id: 's2' }), beside);
	await other.summaries.bulkPut([
		aSummary(0, { id: 'm1', text: 'Nothing yet.', status: 'superseded' }),
		aSummary(3, { id: 'm2', round: 2, text: words, originalText: words })
	]);
	await archiveSummary({ db: other, clock, packer }, { summaryId: 'm2' });
	await archiveSession({ db: other, clock, packer }, { sessionId: 's1' });
	const early = await filed(other, 'Said before');
	const late = await filed(other, words);
	const recalled = await filed(other, `<passage link="/chat/s1#${turnId}">My ${secret}</passage>`);
	await other.ledger.bulkPut([
		aLedgerEntry({ id: 'r1', sessionId: 's1', at: askedAt - 1, messages: [early] }),
		aLedgerEntry({ id: 'r2', sessionId: 's1', at: askedAt + 1, messages: [early, late] }),
		aLedgerEntry({ id: 'r3', sessionId: 's2', at: askedAt + 1, messages: [recalled] })
	]);
	await other.compactions.bulkPut([job, { ...job, id: 'c0', focus: null, updatedAt: 1 }]);
	await other.activity.put({
		id: 'a1',
		at: clock.now(),
		kind: 'edit',
		sessionId: 's1',
		details: { summaryId: 'm2', text: words },
		failure: null
	} as never);
	expect(await tablesHolding(other)).not.toEqual([]);

	await importFile(app.db, await wholeBackup(other));
	expect(await tablesHolding(app.db)).toEqual([]);
	// The rest has come.
	expect(await app.db.turns.count()).toBe(7);
	expect(await app.db.summaries.toCollection().primaryKeys()).toEqual(['m1']);
	expect(await app.db.ledger.count()).toBe(3);
	expect((await app.db.blobs.get(early))?.bytes.length).toBeGreaterThan(0);
	expect((await app.db.blobs.get(late))?.bytes.length).toBe(0);
	expect(await app.db.compactions.toCollection().primaryKeys()).toEqual(['c0']);
	await end();
});

test('what is forgotten while a backup is restored comes with none of its later sessions: the restore ends there, and the next brings the rest', async () => {
	const other = another();
	const all = telling(1);
	const { app, end } = await appWithout(1, all.slice(0, 4));
	await storeSession(other, aSession({ id: 's0' }), someExchanges(1, { sessionId: 's0' }));
	await storeSession(other, aSession(), all);
	await other.summaries.put(aSummary(3, { text: words, originalText: words }));
	await storeSession(other, aSession({ id: 's2' }), someExchanges(1, { sessionId: 's2' }));
	const backup = await wholeBackup(other);
	const tombstones = await app.db.tombstones.toArray();
	await app.db.tombstones.clear();
	const { read } = await readFile(app.db, backup);
	const ran = await runRead(app.db, read!, [], never, ({ done }) => {
		if (done === 1) void app.db.tombstones.bulkPut(tombstones);
	});
	expect(ran).toMatchObject({ failure: { kind: 'changed-meanwhile' }, isBegun: true });
	expect(await app.db.sessions.toCollection().primaryKeys()).toEqual(['s1', 's2']);
	expect(await importFile(app.db, backup)).toMatchObject({ sessions: 1, grown: 1 });
	expect(await tablesHolding(app.db)).toEqual([]);
	await end();
});

test('a summary that is here keeps the words it was left with, and the session its title', async () => {
	const other = another();
	const all = telling(0);
	const title = `My ${secret}`;
	const { app, end } = await appWithout(0, all.slice(0, 4));
	await app.db.sessions.update('s1', { title: 'Mine', titleFrom: 'user' });
	await app.db.summaries.put(aSummary(2, { text: 'What is left.', originalText: 'What is left.' }));
	const named = { title, titleFrom: 'first-message', rev: 4 } as const;
	await storeSession(other, aSession(named), all);
	await other.summaries.put(
		aSummary(2, { text: words, originalText: words, status: 'superseded' })
	);
	await archiveSession({ db: other, clock, packer }, { sessionId: 's1' });
	await importFile(app.db, await wholeBackup(other));
	expect(await app.db.turns.count()).toBe(6);
	expect(await tablesHolding(app.db)).toEqual([]);
	expect(await app.db.summaries.toArray()).toMatchObject([
		{ text: 'What is left.', status: 'active' }
	]);
	expect((await app.db.sessions.get('s1'))?.title).toBe('Mine');
	await end();
});

test('what was settled since on the other device comes, though both have a summary that tells of what is forgotten here', async () => {
	const other = another();
	const all = telling(1);
	const { app, end } = await appWithout(1, all.slice(0, 4));
	await app.db.summaries.put(aSummary(3, { text: 'What is left.', originalText: 'What is left.' }));
	await storeSession(other, aSession({ rev: 4 }), all);
	await other.summaries.put(aSummary(3, { text: words, originalText: words }));
	const mark = { sessionId: 's1', turnId: all[5]!.turn.turnId, kind: 'left-out', at: 7 } as const;
	await other.marks.put(mark);
	await importFile(app.db, await wholeBackup(other));
	expect(await app.db.turns.count()).toBe(6);
	expect(await app.db.marks.toArray()).toContainEqual(mark);
	expect(await tablesHolding(app.db)).toEqual([]);
	await end();
});

/** Written inside the conversation: its model had read as far as the message behind its end that tells it. */
const inside = {
	promptId: 'summary-recommended-1-inside-2',
	saidBefore: { path: [{ branch: 'trunk', fromSeq: 0, throughSeq: 3 }], step: 0 },
	text: words,
	originalText: words
};

test('a summary that was written inside the conversation does not bring back what was said behind its end, nor does the round after it', async () => {
	const other = another();
	const all = telling(3);
	const { app, end } = await appWithout(3, all.slice(0, 4));
	await storeSession(other, aSession({ rev: 4 }), all);
	await other.summaries.bulkPut([
		aSummary(1, { ...inside, id: 'm1', status: 'superseded' }),
		aSummary(2, { id: 'm2', round: 2, text: words, originalText: words })
	]);
	await archiveSummary({ db: other, clock, packer }, { summaryId: 'm1' });
	await importFile(app.db, await wholeBackup(other));
	expect(await app.db.turns.count()).toBe(6);
	expect(await tablesHolding(app.db)).toEqual([]);
	await end();
});

test('what was settled since comes beside such a summary too', async () => {
	const other = another();
	const all = telling(3);
	const { app, end } = await appWithout(3, all.slice(0, 4));
	await app.db.summaries.put(aSummary(1, { ...inside, text: 'Left.', originalText: 'Left.' }));
	await storeSession(other, aSession({ rev: 4 }), all);
	await other.summaries.put(aSummary(1, inside));
	const mark = { sessionId: 's1', turnId: all[5]!.turn.turnId, kind: 'left-out', at: 7 } as const;
	await other.marks.put(mark);
	await importFile(app.db, await wholeBackup(other));
	expect(await app.db.marks.toArray()).toContainEqual(mark);
	expect(await app.db.summaries.toArray()).toMatchObject([{ text: 'Left.' }]);
	expect(await tablesHolding(app.db)).toEqual([]);
	await end();
});

test('a conversation that was forgotten whole comes back in no quotation of it and in no notice of its reset', async () => {
	const other = another();
	const { app, end } = await appWithout(1, telling(1).slice(0, 4));
	await forget(app, { what: { kind: 'session', sessionId: 's1' }, lines: [], summaries: {} });
	const [quoting] = someExchanges(1, { sessionId: 's2' });
	await storeSession(other, aSession({ id: 's2' }), [handingOn(quoting!, 'no turn of here')]);
	const details = { undo: 'reset', ended: 's1', title: `My ${secret}` };
	await other.activity.put({
		id: 'a1',
		at: 1,
		kind: 'reset',
		sessionId: 's2',
		details,
		failure: null
	});
	await importFile(app.db, await wholeBackup(other));
	expect(await app.db.turns.count()).toBe(1);
	expect(await tablesHolding(app.db)).toEqual([]);
	await end();
});

test('a title of before it was named comes back in no result of a tool, whether archives or the session still have it', async () => {
	const other = another();
	const all = telling(0);
	const { app, end } = await appWithout(0, all.slice(0, 4));
	const title = `My ${secret}`;
	await storeSession(other, aSession({ rev: 4, title, titleFrom: 'first-message' }), all);
	await other.summaries.put(aSummary(3, { id: 'm1', text: 'Nothing yet.' }));
	await archiveSummary({ db: other, clock, packer }, { summaryId: 'm1' });
	await other.sessions.update('s1', { title: 'Mine', titleFrom: 'user' });
	await other.summaries.put(aSummary(4, { id: 'm2', round: 2, text: 'Nothing yet.' }));
	await archiveSummary({ db: other, clock, packer }, { summaryId: 'm2' });
	const found = `<passage link="/chat/s1#${all[2]!.turn.turnId}" place="“${title}”, turn 3">\nNumber 2\n</passage>`;
	const [beside] = someExchanges(1, { sessionId: 's2' });
	const steps = beside!.steps.map((step) => ({
		...step,
		results: step.results?.map((result) => ({ ...result, content: found })) ?? null
	}));
	await storeSession(other, aSession({ id: 's2' }), [{ ...beside!, steps }]);
	await importFile(app.db, await wholeBackup(other));
	expect(await app.db.turns.count()).toBe(7);
	expect(await tablesHolding(app.db)).toEqual([]);
	await end();
});

test('what the other device has forgotten as well comes whole: nothing in it tells any more', async () => {
	const other = another();
	const all = telling(1);
	const { app, end } = await appWithout(1, all.slice(0, 4));
	const blank = (await app.db.turns.toArray())[1]!;
	await storeSession(other, aSession({ rev: 4 }), all);
	await other.turns.put(blank);
	await other.summaries.put(aSummary(3, { id: 'm2' }));
	const part = await filed(other, 'Said since');
	const at = blank.askedAt + 1;
	await other.ledger.put(aLedgerEntry({ id: 'r1', sessionId: 's1', at, messages: [part] }));
	await importFile(app.db, await wholeBackup(other));
	expect(await app.db.summaries.count()).toBe(1);
	expect((await app.db.blobs.get(part))?.bytes.length).toBeGreaterThan(0);
	await end();
});

test('a line that was forgotten here comes back in no request', async () => {
	const other = another();
	const { app, end } = await appWithout(1, telling(1).slice(0, 4));
	const line = `Owns a ${secret}`;
	await forget(app, { what: { kind: 'line', line }, lines: [], summaries: {} });
	const memory = await filed(other, `<memory>\n- Likes tea\n- ${line}\n</memory>`);
	const plain = await filed(other, 'Likes tea');
	await other.ledger.put(aLedgerEntry({ id: 'r1', sessionId: null, system: [memory, plain] }));
	await importFile(app.db, await wholeBackup(other));
	expect(await tablesHolding(app.db)).toEqual([]);
	expect((await app.db.blobs.get(memory))?.bytes.length).toBe(0);
	expect((await app.db.blobs.get(plain))?.bytes.length).toBeGreaterThan(0);
	await end();
});

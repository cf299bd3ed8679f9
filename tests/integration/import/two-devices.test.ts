/** Two devices go on in one session and carry backups to each other: what each said comes to the other as a branch. */
import { beforeEach, describe, expect, test } from 'vitest';
import { textOf } from '#core/log/blocks.ts';
import { brokenLink, chainEnd, chainStart, linkTurn } from '#core/log/chain.ts';
import type { Exchange, Mark, MarkKind } from '#core/log/turn.ts';
import type { Session } from '#core/session/session.ts';
import { IndexStore, type Truth } from '#db/schema.ts';
import { branchesOf, changeSession, readPath } from '#db/log/sessions.ts';
import { readExchanges } from '#db/log/turns.ts';
import { archiveSession, archiveSummary } from '#flows/archives/archive-covered.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { createSearcher } from '#flows/search/search-everything.ts';
import { importedText } from '#ui/words/import-text.ts';
import { packer } from '#worker/workshop/packer.ts';
import { anApp } from '../../support/apps/an-app.ts';
import { another } from '../../support/apps/import-target.ts';
import {
	importClock as clock,
	importFile,
	importInto,
	previewFrom,
	wholeBackup
} from '../../support/apps/importing.ts';
import { laptop, phone, saidOn, withTwoDevices } from '../../support/apps/two-devices.ts';
import { withWorkshop } from '../../support/apps/with-workshop.ts';
import { aCompaction } from '../../support/builders/a-compaction.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { aBranch, someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { searchWith } from '../../support/searching.ts';

withTwoDevices();

const shared = someExchanges(2);
const link = chainEnd(shared[1]!);

const onLaptop = saidOn('laptop', 2, shared);
const onPhone = saidOn('phone', 3, shared);

async function goOn(db: Truth, exchanges: readonly Exchange[]): Promise<void> {
	const { branch, seq } = exchanges.at(-1)!.turn;
	await db.turns.bulkPut(exchanges.map(({ turn }) => turn));
	await db.steps.bulkPut(exchanges.flatMap(({ steps }) => steps));
	await db.branches.update(['s1', branch], { headSeq: seq });
	await changeSession(db, 's1', () => ({ activeAt: clock.now() }));
}

const begin = (db: Truth, over: Partial<Session> = {}) =>
	storeSession(db, aSession({ activeAt: clock.now(), ...over }), shared);

beforeEach(async () => {
	for (const db of [laptop, phone]) await begin(db);
	await goOn(laptop, onLaptop);
	await goOn(phone, onPhone);
});

const bring = async (from: Truth, to: Truth) => importFile(to, await wholeBackup(from));

const sessionIn = async (from: Truth, to: Truth) =>
	(await previewFrom(to, [await wholeBackup(from)])).items.find(({ id }) => id.includes('s1'));

/** The ids on every way from the first turn on; the one on screen has a star. */
async function waysIn(db: Truth): Promise<string[]> {
	const session = await db.sessions.get('s1');
	const ways: string[] = [];
	for (const { branch } of await branchesOf(db, 's1')) {
		const way = await readExchanges(db, 's1', await readPath(db, 's1', branch));
		expect(brokenLink(chainStart('s1'), way)).toBeNull();
		const ids = way.map(({ turn }) => turn.turnId.replace('s1-', ''));
		ways.push(`${session?.branch === branch ? '* ' : ''}${ids.join(' ')}`);
	}
	return ways.toSorted();
}

const common = 'trunk-0 trunk-1';
const ofLaptop = `${common} laptop-2 laptop-3`;
const ofPhone = `${common} phone-2 phone-3 phone-4`;

const stranger = (db: Truth, id: string) =>
	storeSession(db, aSession({ id }), someExchanges(1, { sessionId: id }));

describe.each([
	['each believes', false],
	['each has sessions of its own beside, so that none is believed', true]
])('of two backups that %s', (_, isForeign) => {
	beforeEach(async () => {
		if (!isForeign) return;
		await stranger(laptop, 'l1');
		await stranger(phone, 'p1');
	});

	test('the other’s turns come as a branch, what is on screen stays, and both say so', async () => {
		const [turns, steps] = [await phone.turns.toArray(), await phone.steps.toArray()];
		expect(await sessionIn(laptop, phone)).toMatchObject({
			state: 'changed',
			count: 2,
			isBeside: true,
			isHeldBack: false
		});
		const came = await bring(laptop, phone);
		expect(came).toMatchObject({ grown: 1, heldBack: 0, beside: 1 });
		if (came.status !== 'imported') throw new Error(came.status);
		expect(importedText(came)).toContain('1 session went on here too: what came is a branch');
		expect(await waysIn(phone)).toEqual([`* ${ofPhone}`, ofLaptop]);
		expect(await phone.turns.toArray()).toEqual(expect.arrayContaining(turns));
		expect(await phone.steps.toArray()).toEqual(expect.arrayContaining(steps));
		// Under the ids and hashes that they have there, so that whatever names them finds them.
		const hashes = async (db: Truth) => (await db.turns.toArray()).map(({ hash }) => hash);
		expect(await hashes(phone)).toEqual(expect.arrayContaining(await hashes(laptop)));
		const sources = (await phone.turns.toArray()).flatMap(({ turnId, source }) =>
			turnId.includes('laptop') ? [source] : []
		);
		expect(new Set(sources)).toEqual(new Set([isForeign ? 'import' : 'typed']));
	});

	test('the same once more brings nothing', async () => {
		await bring(laptop, phone);
		const rows = async () => [
			await phone.turns.toArray(),
			await phone.steps.toArray(),
			await phone.branches.toArray(),
			await phone.sessions.toArray()
		];
		const before = await rows();
		expect(await sessionIn(laptop, phone)).toMatchObject({ state: 'there' });
		expect(await bring(laptop, phone)).toMatchObject({ grown: 0, turns: 0, beside: 0 });
		expect(await rows()).toEqual(before);
	});

	test('to and fro, while both go on, both come to hold all of it, each with its own on screen', async () => {
		await bring(laptop, phone);
		await bring(phone, laptop);
		const laterOnLaptop = saidOn('laptop', 1, onLaptop);
		const laterOnPhone = saidOn('phone', 1, onPhone);
		await goOn(laptop, laterOnLaptop);
		await goOn(phone, laterOnPhone);
		expect(await bring(laptop, phone)).toMatchObject({ grown: 1, beside: 1 });
		expect(await bring(phone, laptop)).toMatchObject({ grown: 1, beside: 1 });
		expect(await waysIn(phone)).toEqual([`* ${ofPhone} phone-5`, `${ofLaptop} laptop-4`]);
		expect(await waysIn(laptop)).toEqual([`* ${ofLaptop} laptop-4`, `${ofPhone} phone-5`]);
		for (const [from, to] of [
			[laptop, phone],
			[phone, laptop]
		] as const)
			expect(await bring(from, to)).toMatchObject({ grown: 0, turns: 0 });
	});
});

const mark = (turnId: string, kind: MarkKind): Mark => ({
	sessionId: 's1',
	turnId: `s1-${turnId}`,
	kind,
	at: 7
});

test('what was decided there about turns that come is decided here too, and nothing about others', async () => {
	await laptop.marks.bulkPut([
		mark('laptop-2', 'off-record'),
		mark('laptop-3', 'deleted'),
		mark('trunk-1', 'left-out')
	]);
	const pin = { id: 'p', sessionId: 's1', text: 'fine', turnId: 's1-laptop-3', at: 1 };
	await laptop.pins.bulkPut([pin, { ...pin, id: 'q', turnId: null }]);
	await bring(laptop, phone);
	expect(await phone.marks.toArray()).toEqual([
		mark('laptop-2', 'off-record'),
		mark('laptop-3', 'deleted')
	]);
	expect(await phone.pins.toArray()).toEqual([pin]);
});

test('a question that was deleted here and asked again there stays deleted, and is brought back with it', async () => {
	await phone.marks.put(mark('phone-2', 'deleted'));
	const again = saidOn('again', 1, shared)[0]!;
	const asked = onPhone[0]!.turn.asked;
	await bring(phone, laptop);
	const { branch: parent } = (await laptop.turns.toArray()).find(
		({ turnId }) => turnId === 's1-phone-2'
	)!;
	const turn = { ...again.turn, branch: 'b2', asked, hash: linkTurn(link, 's1-again-2', asked) };
	await laptop.turns.put(turn);
	await laptop.branches.put(aBranch({ branch: 'b2', parent, forkSeq: 2, headSeq: 2 }));
	await bring(laptop, phone);
	expect(
		(await phone.marks.toArray()).toSorted((a, b) => a.turnId.localeCompare(b.turnId))
	).toEqual([mark('again-2', 'deleted'), mark('phone-2', 'deleted')]);
});

test('what was said there below a message that is deleted or forgotten here comes, and that message does not', async () => {
	const index = new IndexStore('two-devices-forgotten');
	const app = withWorkshop(await anApp(), index);
	importInto(app);
	await begin(app.db);
	await goOn(app.db, onPhone);
	await app.db.marks.put(mark('trunk-0', 'deleted'));
	const turnId = 's1-trunk-1';
	await forget(app, { what: { kind: 'turn', sessionId: 's1', turnId }, lines: [], summaries: {} });
	await bring(laptop, app.db);
	expect(await waysIn(app.db)).toEqual([`* ${ofPhone}`, ofLaptop]);
	const gone = (await app.db.turns.toArray()).find((turn) => turn.turnId === turnId)!;
	expect(gone.asked).toEqual([]);
	expect(JSON.stringify(await app.db.steps.toArray())).not.toContain('Number 1 is fine');
	expect(await app.db.marks.toArray()).toContainEqual(mark('trunk-0', 'deleted'));
	await app.close();
	await index.delete();
});

test('once it holds all that is here, a backup of the other brings names and rules, and its summaries to the branch they are of', async () => {
	await bring(phone, laptop);
	const { branch } = (await laptop.turns.toArray()).find(({ turnId }) => turnId === 's1-phone-4')!;
	const two = { id: 'm2', branch, round: 2, committedAt: 2 };
	const path = [{ branch, fromSeq: 0, throughSeq: 4 }];
	await laptop.summaries.bulkPut([
		aSummary(3, { committedAt: 1, text: 'Of the laptop' }),
		aSummary(3, { ...two, text: 'Of the phone', saidBefore: { path, step: 0 } })
	]);
	await archiveSummary({ db: laptop, clock, packer }, { summaryId: 'm1' });
	await laptop.compactions.put(aCompaction({ status: 'running', leaseUntil: 1 }));
	await changeSession(laptop, 's1', () => ({ title: 'After', folder: 'Garden' }));
	const counters = (await phone.sessions.get('s1'))!.counters;
	await bring(laptop, phone);
	expect(await phone.sessions.get('s1')).toMatchObject({
		title: 'After',
		folder: 'Garden',
		branch: 'trunk',
		counters
	});
	const there = (await phone.turns.toArray()).find(({ turnId }) => turnId === 's1-laptop-3')!;
	expect(
		(await phone.summaries.toArray()).map(({ text, branch: of, archiveId }) => [
			text,
			of,
			archiveId
		])
	).toEqual([
		['Of the laptop', there.branch, null],
		['Of the phone', 'trunk', null]
	]);
	expect(await phone.archives.count()).toBe(0);
	expect(await phone.compactions.count()).toBe(0);
	expect(await sessionIn(laptop, phone)).toMatchObject({ state: 'there' });
});

test('one that has ended here is open again, one that has ended there ends nothing here', async () => {
	await changeSession(laptop, 's1', () => ({ endedAt: 5 }));
	await archiveSession({ db: laptop, clock, packer }, { sessionId: 's1' });
	await bring(laptop, phone);
	await bring(phone, laptop);
	for (const db of [laptop, phone]) {
		expect(await db.sessions.get('s1')).toMatchObject({ endedAt: null });
		expect(await db.archives.count()).toBe(0);
		expect(await waysIn(db)).toHaveLength(2);
	}
});

test('one that has ended there goes on here also where all that is here had come there, and its archive stays there', async () => {
	await bring(phone, laptop);
	await changeSession(laptop, 's1', () => ({ endedAt: 5, title: 'After' }));
	await archiveSession({ db: laptop, clock, packer }, { sessionId: 's1' });
	await bring(laptop, phone);
	expect(await phone.sessions.get('s1')).toMatchObject({ title: 'After', endedAt: null });
	expect(await phone.archives.count()).toBe(0);
});

test('an answer that both have written to one question stands beside the other, once, and is kept out as that is', async () => {
	const open = someExchanges(1, { branch: 'open', from: 2, previous: link })[0]!;
	const turn = { ...open.turn, branch: 'trunk' };
	const devices = [another(), another()];
	for (const [at, db] of devices.entries()) {
		await begin(db);
		const text = ['Yes.', 'No.'][at]!;
		const step = { ...open.steps[1]!, branch: 'trunk', index: 0, hash: `answer-${text}` };
		await goOn(db, [{ turn, steps: [{ ...step, content: [{ type: 'text', text }] }] }]);
	}
	const [one, two] = devices as [Truth, Truth];
	await two.marks.put({ ...mark('', 'off-record'), turnId: turn.turnId });
	for (let round = 0; round < 2; round++) {
		await bring(two, one);
		await bring(one, two);
	}
	for (const db of devices) {
		const steps = (await db.steps.toArray()).filter(({ seq }) => seq === 2);
		expect(steps.map(({ content }) => textOf(content)).toSorted()).toEqual(['No.', 'Yes.']);
		const ids = new Set(steps.map(({ turnId }) => turnId));
		expect(ids.size).toBe(2);
	}
	const kept = (await one.marks.toArray()).map(({ turnId }) => turnId);
	const other = (await one.turns.toArray()).find(
		({ seq, turnId }) => seq === 2 && turnId !== turn.turnId
	)!;
	expect(kept).toContain(other.turnId);
});

test('what came is found, and nothing waits at the desk for it', async () => {
	const index = new IndexStore('two-devices');
	const searcher = createSearcher({ db: phone, store: index, now: () => 1, zone: () => 'UTC' });
	const ask = { limit: 5, now: 1, guest: false, sessionId: null, fromAt: null, throughAt: null };
	const found = async (query: string) =>
		(await searchWith(searcher, { ...ask, query, prefix: false })).hits.length;
	const rare = { type: 'text' as const, text: 'Xyloquartz it is.' };
	const [last] = saidOn('rare', 1, onLaptop);
	await goOn(laptop, [{ turn: { ...last!.turn, asked: [rare] }, steps: [] }]);
	expect(await found('xyloquartz')).toBe(0);
	await bring(laptop, phone);
	expect(await found('xyloquartz')).toBeGreaterThan(0);
	expect(await phone.proposals.count()).toBe(0);
	await index.delete();
});

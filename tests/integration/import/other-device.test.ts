/** A backup of another device, in a profile in which the same conversation went on: nothing that is here is overwritten or blocked. */
import { expect, test } from 'vitest';
import { chainEnd } from '#core/log/chain.ts';
import type { Exchange } from '#core/log/turn.ts';
import { readPath } from '#db/log/sessions.ts';
import { readExchanges } from '#db/log/turns.ts';
import type { Truth } from '#db/schema.ts';
import { archiveSession, archiveSummary } from '#flows/archives/archive-covered.ts';
import { coolEverything, serveArchives } from '#flows/archives/cool-turns.ts';
import { keepSnapshot } from '#flows/copies/keep-snapshot.ts';
import { packer, pieceByPiece } from '#worker/workshop/packer.ts';
import {
	importClock as clock,
	readFile,
	runRead,
	wholeBackup
} from '../../support/apps/importing.ts';
import { another } from '../../support/apps/import-target.ts';
import { laptop, phone, saidOn, withTwoDevices } from '../../support/apps/two-devices.ts';
import { aCompaction } from '../../support/builders/a-compaction.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { aVault } from '../../support/builders/a-vault.ts';
import { aBranch, someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { never, unseen } from '../../support/never.ts';

withTwoDevices();

const shared = someExchanges(2);
const link = chainEnd(shared[1]!);
const onLaptop = someExchanges(6, { from: 2, previous: link });

const onPhone = (count: number) => saidOn('phone', count, shared);

const store = (
	db: Truth,
	exchanges: readonly Exchange[],
	over: Parameters<typeof aSession>[0] = {}
) => storeSession(db, aSession({ activeAt: clock.now(), ...over }), [...shared, ...exchanges]);

/** A round of compaction that covers everything through a turn, with its archive. */
async function compact(db: Truth, throughSeq: number, id: string) {
	await db.summaries.put(aSummary(throughSeq, { id, committedAt: 1 }));
	return archiveSummary({ db, clock, packer }, { summaryId: id });
}

/** Turns go cold, or come back, as the house does it every hour. */
async function cool(db: Truth, afterDays?: number) {
	const vault = aVault();
	serveArchives(db, packer, () => Promise.resolve(vault));
	await keepSnapshot({ db, vault, clock, pieces: pieceByPiece }, { reason: 'safety' }, never);
	const when = afterDays === undefined ? {} : { afterDays };
	return coolEverything({ db, clock, packer, vault }, when, never, unseen);
}

const told = async (db: Truth) => readExchanges(db, 's1', await readPath(db, 's1'));

/** Restores the backup of the laptop on the phone as it is offered; what was offered. */
async function restore(db = phone) {
	const { outcome, read } = await readFile(db, await wholeBackup(laptop));
	if (outcome.status !== 'read' || !read) throw new Error(outcome.status);
	const { items } = outcome.preview;
	const without = items.filter(({ isChosen, state }) => state === 'changed' && !isChosen);
	await runRead(
		db,
		read,
		without.map(({ id }) => id)
	);
	return items;
}

test('a conversation that went on differently keeps its words when turns of the other device lie in archives', async () => {
	await store(laptop, onLaptop);
	await compact(laptop, 7, 'm1');
	expect(await cool(laptop, 0)).toMatchObject({ status: 'cooled' });
	expect(await laptop.cold.count()).toBe(1);
	await store(phone, onPhone(10));
	const before = await told(phone);
	const items = await restore();
	expect(await told(phone)).toEqual(before);
	await cool(phone);
	expect(await told(phone)).toEqual(before);
	expect(await phone.cold.count()).toBe(0);
	// The preview promises no archive that does not come, and what lay in one comes all the same.
	expect(items).toMatchObject([
		{ what: 'session', state: 'changed', isBeside: true, count: 6 },
		{ what: 'records' }
	]);
	const ids = (await phone.turns.toArray()).map(({ turnId }) => turnId);
	expect(ids).toEqual(expect.arrayContaining(onLaptop.map(({ turn }) => turn.turnId)));
	const records = items.find(({ what }) => what === 'records')!;
	expect(records.count).toBe(await laptop.activity.count());
});

/** Another question in the place of the first that the laptop asked alone. */
async function editOnLaptop() {
	const [side] = someExchanges(1, { branch: 'b2', from: 2, previous: link });
	await laptop.branches.put(aBranch({ branch: 'b2', parent: 'trunk', forkSeq: 2, headSeq: 2 }));
	await laptop.turns.put(side!.turn);
	await laptop.steps.bulkPut(side!.steps);
}

test('a question that was edited on the other device comes where its backup is a stranger’s, too', async () => {
	await store(laptop, onLaptop);
	await restore();
	await storeSession(phone, aSession({ id: 's2' }), someExchanges(1, { sessionId: 's2' }));
	await editOnLaptop();
	expect(await restore()).toMatchObject([{ state: 'changed', count: 1, isHeldBack: false }]);
	expect(await readExchanges(phone, 's1', await readPath(phone, 's1', 'b2'))).toHaveLength(3);
	expect(await told(phone)).toEqual([...shared, ...onLaptop]);
	expect(await restore()).toMatchObject([{ state: 'there' }]);
});

test('what the other device said elsewhere comes, and what went on differently as well', async () => {
	await store(laptop, onLaptop);
	await editOnLaptop();
	await store(phone, onPhone(3));
	const { outcome, read } = await readFile(phone, await wholeBackup(laptop));
	expect(outcome).toMatchObject({
		preview: { items: [{ state: 'changed', count: 7, isHeldBack: false, isBeside: true }] }
	});
	expect(await runRead(phone, read!)).toMatchObject({ grown: 1, turns: 7, heldBack: 0, beside: 1 });
});

test('where turns are missing here, what went on differently stays out and is told', async () => {
	await store(laptop, onLaptop);
	await store(phone, onPhone(3));
	await phone.turns.delete(['s1', 'trunk', 0]);
	const { outcome, read } = await readFile(phone, await wholeBackup(laptop));
	expect(outcome).toMatchObject({
		preview: { items: [{ state: 'left-alone', reason: 'went-on' }] }
	});
	expect(await runRead(phone, read!)).toMatchObject({ grown: 0, turns: 0, heldBack: 1 });
});

test('a cold row that was taken over once puts no row in the place of one that is here', async () => {
	await store(laptop, onLaptop);
	await compact(laptop, 7, 'm1');
	await cool(laptop, 0);
	await store(phone, onPhone(10));
	const before = await told(phone);
	for (const table of ['archives', 'archiveBytes', 'cold'] as const)
		await phone.table(table).bulkPut(await laptop.table(table).toArray());
	await cool(phone);
	expect(await told(phone)).toEqual(before);
	expect(await phone.cold.count()).toBe(0);
});

test('one that went on differently is archived here, though the other device has ended its own', async () => {
	await store(laptop, onLaptop, { endedAt: 5 });
	await archiveSession({ db: laptop, clock, packer }, { sessionId: 's1' });
	await store(phone, onPhone(3));
	await restore();
	expect(await phone.archives.count()).toBe(0);
	expect(await archiveSession({ db: phone, clock, packer }, { sessionId: 's1' })).toMatchObject({
		status: 'archived'
	});
});

test('a round of the other device does not take the place of a round of the same number here', async () => {
	await store(laptop, onLaptop);
	await compact(laptop, 3, 'm1');
	// It has all of the laptop's turns and more.
	await store(phone, someExchanges(9, { from: 2, previous: link }));
	const items = await restore();
	expect(items).toMatchObject([{ what: 'session', state: 'there' }, { what: 'records' }]);
	expect(await compact(phone, 5, 'p1')).toMatchObject({ status: 'archived' });
});

test('a conversation that has gone on elsewhere comes with the archives of its rounds', async () => {
	await store(laptop, onLaptop);
	await compact(laptop, 7, 'm1');
	await cool(laptop, 0);
	await store(phone, onLaptop.slice(0, 2));
	const items = await restore();
	expect(items).toMatchObject([
		{ state: 'changed', count: 4 },
		{ what: 'archives', state: 'new', count: 1 },
		{ what: 'records' }
	]);
	expect(await told(phone)).toEqual([...shared, ...onLaptop]);
	expect(await phone.archives.toArray()).toEqual(await laptop.archives.toArray());
	expect(await cool(phone, 0)).toMatchObject({ status: 'cooled' });
	expect(await told(phone)).toEqual([...shared, ...onLaptop]);
});

test('a gap that a damaged archive has left is filled by a whole backup', async () => {
	await store(laptop, onLaptop);
	await compact(laptop, 7, 'm1');
	await cool(laptop, 0);
	await restore();
	await phone.archives.clear();
	await phone.archiveBytes.clear();
	await phone.cold.clear();
	expect(await told(phone)).toHaveLength(2);
	await restore();
	await cool(phone, 0);
	expect(await told(phone)).toEqual([...shared, ...onLaptop]);
});

test('work on a summary that was under way there is not gone on with over other turns', async () => {
	const job = aCompaction({ status: 'running', leaseUntil: 1 });
	await store(laptop, onLaptop);
	await laptop.compactions.bulkPut([job, { ...job, id: 'c2', status: 'committed' }]);
	await store(phone, onPhone(3));
	await restore();
	expect(await phone.compactions.toCollection().primaryKeys()).toEqual(['c2']);
	const empty = another();
	await restore(empty);
	expect(await empty.compactions.count()).toBe(2);
});

test.each([
	['a stranger’s', true],
	['one’s own', false]
])(
	'records that %s backup does not bring are not called new, however often it is read',
	async (_, isForeign) => {
		await store(laptop, onLaptop);
		await store(phone, onLaptop);
		if (isForeign)
			await storeSession(phone, aSession({ id: 's2' }), someExchanges(1, { sessionId: 's2' }));
		const at = clock.now();
		await laptop.activity.bulkPut([
			{ id: 'e1', at, kind: 'export', sessionId: null, details: {}, failure: null },
			{ id: 'e2', at, kind: 'reset', sessionId: 's3', details: {}, failure: null }
		] as never);
		// Forgotten there and not here, and the other way round.
		await laptop.tombstones.bulkPut([
			{ id: shared[0]!.turn.turnId, kind: 'turn', at },
			{ id: 's4', kind: 'session', at }
		]);
		await phone.tombstones.put({ id: 's3', kind: 'session', at });
		const records = async () => (await restore()).find(({ what }) => what === 'records');
		const [first, second] = [await records(), await records()];
		if (isForeign) expect([first, second]).toEqual([undefined, undefined]);
		else expect([first, second]).toMatchObject([{ state: 'new', count: 2 }, { state: 'there' }]);
	}
);

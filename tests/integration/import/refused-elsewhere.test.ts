/** What is not to be remembered on one device waits on the other no longer, once its backup has come. */
import { beforeEach, expect, test } from 'vitest';
import type { Truth } from '#db/schema.ts';
import { changeProposal } from '#db/memory/proposals.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import { allowLine, refuseLine, rejectProposal } from '#flows/desk/review-desk.ts';
import { another } from '../../support/apps/import-target.ts';
import { importClock as clock, importFile, wholeBackup } from '../../support/apps/importing.ts';
import { laptop, phone, withTwoDevices } from '../../support/apps/two-devices.ts';
import { aProposal } from '../../support/builders/a-proposal.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';

withTwoDevices();

const line = 'Prefers window seats on trains.';
const other = 'Lives in a house with a red door.';
const said = aProposal(line);

beforeEach(async () => {
	const session = aSession({ activeAt: clock.now() });
	for (const db of [laptop, phone]) {
		await storeSession(db, session, someExchanges(1));
		await db.proposals.bulkPut([said, aProposal(other)]);
	}
});

const bring = async (from: Truth, to: Truth) => importFile(to, await wholeBackup(from));
const ports = (db: Truth) => ({ db, clock });
const waiting = async (db: Truth) => (await waitingProposals(db)).map(({ text }) => text);

test('a line that waits on both and was rejected on one', async () => {
	await rejectProposal(ports(laptop), said.id);
	await bring(laptop, phone);
	expect(await waiting(phone)).toEqual([other]);
});

test('a line of which each device has one of its own', async () => {
	await phone.proposals.delete(said.id);
	await phone.proposals.put(aProposal(line, { id: 'of the phone' }));
	await rejectProposal(ports(laptop), said.id);
	await bring(laptop, phone);
	expect(await waiting(phone)).toEqual([other]);
});

test('a line that comes to where it was refused', async () => {
	await laptop.proposals.clear();
	await refuseLine(ports(laptop), line);
	await bring(phone, laptop);
	expect(await waiting(laptop)).toEqual([other]);
});

test('it waits again where it is taken off the list', async () => {
	await refuseLine(ports(laptop), line);
	await bring(laptop, phone);
	const [refusal] = await phone.refusals.toArray();
	await allowLine(ports(phone), refusal?.hash ?? '');
	expect((await waiting(phone)).toSorted()).toEqual([other, line].toSorted());
});

test('what somebody has written into a line stays, on either side', async () => {
	await refuseLine(ports(laptop), line);
	const put = { text: line, hash: said.hash };
	expect((await changeProposal(laptop, `p-${other}`, put)).status).toBe('stored');
	const elsewhere = another();
	await bring(laptop, elsewhere);
	expect(await waiting(elsewhere)).toEqual([line]);
	await bring(phone, laptop);
	expect(await waiting(laptop)).toEqual([line]);
});

test('also where the words in which that line was offered are forgotten', async () => {
	await phone.proposals.update(said.id, { offered: '' });
	await refuseLine(ports(laptop), line);
	await bring(laptop, phone);
	expect((await waiting(phone)).toSorted()).toEqual([other, line].toSorted());
});

test('a line leaves the desk, and waits again where it is taken off the list, also where each device has sessions of its own', async () => {
	await storeSession(phone, aSession({ id: 'of the phone' }), someExchanges(1));
	await refuseLine(ports(laptop), line);
	await bring(laptop, phone);
	expect(await waiting(phone)).toEqual([other]);
	const [refusal] = await phone.refusals.toArray();
	await allowLine(ports(phone), refusal?.hash ?? '');
	expect((await waiting(phone)).toSorted()).toEqual([other, line].toSorted());
});

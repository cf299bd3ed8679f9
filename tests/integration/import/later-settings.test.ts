/** What was changed of a session without a new turn comes along with a later backup of one's own. */
import { beforeEach, expect, test } from 'vitest';
import type { Exchange } from '#core/log/turn.ts';
import type { Session } from '#core/session/session.ts';
import { addBranch } from '#db/log/forks.ts';
import { changeSession, readPath } from '#db/log/sessions.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import type { Truth } from '#db/schema.ts';
import { archiveSession, archiveSummary } from '#flows/archives/archive-covered.ts';
import { coolEverything, serveArchives } from '#flows/archives/cool-turns.ts';
import { keepSnapshot } from '#flows/copies/keep-snapshot.ts';
import { pinText } from '#flows/sessions/pin-text.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { packer, pieceByPiece } from '#worker/workshop/packer.ts';
import {
	importClock as clock,
	importFile,
	previewFrom,
	wholeBackup
} from '../../support/apps/importing.ts';
import { laptop, phone, saidOn, withTwoDevices } from '../../support/apps/two-devices.ts';
import { aProposal } from '../../support/builders/a-proposal.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { aVault } from '../../support/builders/a-vault.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { never, unseen } from '../../support/never.ts';

withTwoDevices();
beforeEach(async () => {
	await storeSession(
		laptop,
		aSession({ title: 'Before', titleFrom: 'user', activeAt: clock.now() }),
		someExchanges(8)
	);
	await laptop.summaries.put(aSummary(4, { id: 'm1', committedAt: 1 }));
	await archiveSummary({ db: laptop, clock, packer }, { summaryId: 'm1' });
	await importFile(phone, await wholeBackup(laptop));
});

const changed = {
	title: 'After',
	titleFrom: 'user',
	pinned: true,
	folder: 'Garden',
	resetPolicy: { kind: 'daily', hour: 4 }
} as const satisfies Partial<Session>;

const change = (db: Truth, fields: Partial<Session>) => changeSession(db, 's1', () => fields);

const sessionsIn = async (from: Truth, to: Truth) =>
	(await previewFrom(to, [await wholeBackup(from)])).items.filter(({ what }) => what === 'session');

test('its name, its folder, its rules, marks and pins, and the preview says so; a second time nothing comes', async () => {
	await change(laptop, changed);
	const mark = { sessionId: 's1', turnId: 's1-trunk-6', kind: 'deleted', at: clock.now() } as const;
	await laptop.marks.put(mark);
	await pinText({ db: laptop, clock }, { sessionId: 's1', text: 'Peas first', turnId: null });
	expect(await sessionsIn(laptop, phone)).toMatchObject([
		{ state: 'changed', count: 0, isChosen: true }
	]);
	expect(await importFile(phone, await wholeBackup(laptop))).toMatchObject({
		status: 'imported',
		grown: 1,
		turns: 0
	});
	expect(await phone.sessions.get('s1')).toMatchObject(changed);
	expect(await phone.marks.toArray()).toEqual([mark]);
	expect(await phone.pins.toArray()).toEqual(await laptop.pins.toArray());
	expect(await phone.turns.count()).toBe(8);
	expect(await sessionsIn(laptop, phone)).toMatchObject([{ state: 'there', count: 8 }]);
});

test('a pin alone comes, and a summary', async () => {
	await pinText({ db: laptop, clock }, { sessionId: 's1', text: 'Peas first', turnId: null });
	await importFile(phone, await wholeBackup(laptop));
	expect(await phone.pins.count()).toBe(1);
	await laptop.summaries.put(aSummary(5, { id: 'm2', round: 2, committedAt: 2 }));
	await change(laptop, {});
	await importFile(phone, await wholeBackup(laptop));
	expect((await phone.summaries.toArray()).map(({ id }) => id)).toEqual(['m1', 'm2']);
});

test('an older backup takes back nothing that was changed here since', async () => {
	await change(phone, changed);
	expect(await sessionsIn(laptop, phone)).toMatchObject([{ state: 'there' }]);
	await importFile(phone, await wholeBackup(laptop));
	expect(await phone.sessions.get('s1')).toMatchObject(changed);
});

test('it comes to and fro, also after new turns came', async () => {
	await change(phone, { title: 'On the phone' });
	await importFile(laptop, await wholeBackup(phone));
	expect(await laptop.sessions.get('s1')).toMatchObject({ title: 'On the phone' });
	await change(laptop, { title: 'On the laptop' });
	await importFile(phone, await wholeBackup(laptop));
	expect(await phone.sessions.get('s1')).toMatchObject({ title: 'On the laptop' });
});

test('with turns come its settings as well, however often it was changed here, and it stays as new as it is here', async () => {
	const activeAt = clock.now() + 5;
	for (const title of ['One', 'Two', 'Three']) await change(phone, { title, activeAt });
	const [more] = saidOn('laptop', 1, someExchanges(8));
	await laptop.turns.put(more!.turn);
	await laptop.steps.bulkPut(more!.steps);
	await laptop.branches.update(['s1', 'trunk'], { headSeq: 8 });
	await change(laptop, { title: 'After' });
	expect(await importFile(phone, await wholeBackup(laptop))).toMatchObject({ turns: 1 });
	expect(await phone.sessions.get('s1')).toMatchObject({ title: 'After', activeAt });
});

test('words of a summary that were edited here stay, whatever else comes; those edited later come', async () => {
	await phone.summaries.update('m1', { text: 'Mine', anchors: 'Peas', editedAt: 5 });
	await change(phone, {});
	for (const title of ['One', 'Two']) await change(laptop, { title });
	await importFile(phone, await wholeBackup(laptop));
	expect(await phone.sessions.get('s1')).toMatchObject({ title: 'Two' });
	expect(await phone.summaries.get('m1')).toMatchObject({
		text: 'Mine',
		anchors: 'Peas',
		editedAt: 5
	});
	expect(await sessionsIn(laptop, phone)).toMatchObject([{ state: 'there' }]);
	await laptop.summaries.update('m1', { text: 'Later', editedAt: 6 });
	for (const title of ['Three', 'Four']) await change(laptop, { title });
	await importFile(phone, await wholeBackup(laptop));
	expect(await phone.summaries.get('m1')).toMatchObject({ text: 'Later', editedAt: 6 });
});

test('what was put off the record here stays so', async () => {
	await change(phone, { offRecord: true });
	for (const title of ['One', 'Two']) await change(laptop, { title });
	await importFile(phone, await wholeBackup(laptop));
	expect(await phone.sessions.get('s1')).toMatchObject({ title: 'Two', offRecord: true });
});

test('what only was counted is no change', async () => {
	await change(laptop, { noPlanKey: 'x', reminded: 'threshold', epoch: 3 });
	expect(await sessionsIn(laptop, phone)).toMatchObject([{ state: 'there' }]);
});

test('a session whose turns have gone cold here stays whole with it', async () => {
	const vault = aVault();
	serveArchives(phone, packer, () => Promise.resolve(vault));
	await keepSnapshot(
		{ db: phone, vault, clock, pieces: pieceByPiece },
		{ reason: 'safety' },
		never
	);
	await coolEverything({ db: phone, clock, packer, vault }, { afterDays: 0 }, never, unseen);
	expect(await phone.cold.count()).toBe(1);
	await change(laptop, changed);
	expect(await sessionsIn(laptop, phone)).toMatchObject([{ state: 'changed', count: 0 }]);
	await importFile(phone, await wholeBackup(laptop));
	expect(await phone.sessions.get('s1')).toMatchObject(changed);
	const cold = (await phone.cold.toArray()).flatMap(({ turnIds }) => turnIds);
	expect((await phone.turns.count()) + cold.length).toBe(8);
});

test('one that was reset there has ended here too, and its archive with it', async () => {
	await change(laptop, { endedAt: 5 });
	await archiveSession({ db: laptop, clock, packer }, { sessionId: 's1' });
	await importFile(phone, await wholeBackup(laptop));
	expect(await phone.sessions.get('s1')).toMatchObject({ endedAt: 5 });
	expect((await phone.archives.toArray()).filter(({ round }) => round === null)).toHaveLength(1);
});

test('one that has ended here stays ended, with its archive', async () => {
	await change(phone, { endedAt: 5 });
	await archiveSession({ db: phone, clock, packer }, { sessionId: 's1' });
	const [before, archives] = [await phone.sessions.get('s1'), await phone.archives.toArray()];
	for (const title of ['After', 'Later', 'Last']) await change(laptop, { title });
	await importFile(phone, await wholeBackup(laptop));
	expect(await phone.sessions.get('s1')).toEqual(before);
	expect(await phone.archives.toArray()).toEqual(archives);
});

test('a name that was forgotten there is not taken away here', async () => {
	await change(laptop, { title: '', titleFrom: 'none', pinned: true });
	await importFile(phone, await wholeBackup(laptop));
	expect(await phone.sessions.get('s1')).toMatchObject({ title: 'Before', pinned: true });
});

test.each([3, 4])(
	'it comes beside what was forgotten here of message %i, which a summary there still tells of',
	async (seq) => {
		const turnId = `s1-trunk-${String(seq)}`;
		await phone.turns.update(['s1', 'trunk', seq], { asked: [], forgottenAt: clock.now() });
		await phone.tombstones.put({ id: turnId, kind: 'turn', at: clock.now() });
		await change(laptop, changed);
		await importFile(phone, await wholeBackup(laptop));
		expect(await phone.sessions.get('s1')).toMatchObject(changed);
	}
);

test('one in which somebody branched there and has said nothing yet opens here as it did', async () => {
	const branch = { sessionId: 's1', branch: 'b2', parent: 'trunk', createdAt: 5 };
	await addBranch(laptop, { ...branch, forkSeq: 4, headSeq: 3 });
	expect(await sessionsIn(laptop, phone)).toMatchObject([{ state: 'there' }]);
	await change(laptop, changed);
	await importFile(phone, await wholeBackup(laptop));
	expect(await phone.sessions.get('s1')).toMatchObject({ ...changed, branch: 'trunk' });
	expect(await readPath(phone, 's1')).toEqual([{ branch: 'trunk', fromSeq: 0, throughSeq: 7 }]);
});

test('a conversation that was imported brings what was set of it like any other', async () => {
	const imported = someExchanges(3, { sessionId: 's2' }).map(({ turn, steps }): Exchange => ({
		turn: { ...turn, source: 'import' },
		steps
	}));
	const session = aSession({ id: 's2', title: 'Chat', titleFrom: 'import' });
	await storeSession(laptop, session, imported);
	await importFile(phone, await wholeBackup(laptop));
	await changeSession(laptop, 's2', () => changed);
	expect(await sessionsIn(laptop, phone)).toMatchObject([
		{ state: 'there' },
		{ state: 'changed', count: 0, isChosen: true }
	]);
	expect(await importFile(phone, await wholeBackup(laptop))).toMatchObject({ grown: 1, turns: 0 });
	expect(await phone.sessions.get('s2')).toMatchObject(changed);
	expect(await phone.turns.where(':id').between(['s2'], ['s2', []]).count()).toBe(3);
	expect(await sessionsIn(laptop, phone)).toMatchObject([{ state: 'there' }, { state: 'there' }]);
});

test('what was put off the record there takes the lines from the desk here that were learnt from it', async () => {
	const [learnt, told, other] = ['Is fond of cups', 'Number 6 is what counts', 'Likes peas'];
	const waits = (line: string, at: number) =>
		aProposal(line, { sessionId: 's1', turnIds: [`s1-trunk-${String(at)}`] });
	await phone.proposals.bulkPut([waits(learnt, 6), waits(told, 5), waits(other, 5)]);
	const mark = { sessionId: 's1', turnId: 's1-trunk-6', kind: 'off-record', at: 5 } as const;
	await laptop.marks.put(mark);
	await change(laptop, {});
	await importFile(phone, await wholeBackup(laptop));
	expect(await phone.marks.toArray()).toEqual([mark]);
	expect((await waitingProposals(phone)).map(({ text }) => text)).toEqual([other]);
	// On the record again here, it waits as before.
	await setMark({ db: phone, clock }, { ...mark, on: false });
	expect(await waitingProposals(phone)).toHaveLength(3);
});

test('that of a stranger brings nothing of it, whatever it was', async () => {
	await phone.sessions.put(aSession({ id: 'own' }));
	for (const title of ['One', 'Two']) await change(laptop, { title });
	await importFile(phone, await wholeBackup(laptop));
	expect(await phone.sessions.get('s1')).toMatchObject({ title: 'Before' });
});

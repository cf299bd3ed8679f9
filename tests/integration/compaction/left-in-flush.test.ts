import { beforeEach, expect, test, vi } from 'vitest';
import type { Session } from '#core/session/session.ts';
import { foreseeCompaction } from '#flows/compaction/foresee-compaction.ts';
import { callOff, prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { finishCompactions } from '#flows/house/finish-compactions.ts';
import { firstRound } from '#flows/house/rounds.ts';
import { anotherTab, requestKinds, sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { compacting } from '../../support/apps/compacting.ts';
import { longGarden } from '../../support/apps/compactable.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { faults } from '../../support/breaking/breaking-storage.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aCard } from '../../support/builders/a-prompt.ts';
import { call } from '../../support/builders/a-turn.ts';
import { storeSession } from '../../support/builders/stored-session.ts';
import { never } from '../../support/never.ts';
import { answer, say, type Line } from '../../support/scripted/scripted-model.ts';

/** A summary is wanted with a preset that asks first what to remember, and the tab is closed while that is asked. */

const card = aCard({ window: 60_000, maxOutput: 1000 });

let app: TestApp;
let session: Session;

withApp((own) => (app = own), { models: { [card.id]: card }, preset: 'spec-008' });
beforeEach(() => {
	session = aSession();
});

const store = (tokens: number) => storeSession(app.db, session, longGarden(tokens));

function working(tab: TestApp): TestApp {
	tab.jobs.foresee = (ask) => foreseeCompaction(tab, ask);
	return compacting(tab);
}

const closes: Line = async function* () {
	await Promise.resolve();
	yield* [];
	throw new Error('the tab is gone');
};
const saves = answer([call('a', 'save_memory', { text: 'The user lives in Porto.' })]);

const byHand = (tab: TestApp, focus: string | null = null) =>
	prepareDraft(tab, { sessionId: session.id, trigger: 'manual', focus }, never);
const left = (focus: string | null = null) =>
	expect(byHand(working(app), focus)).rejects.toThrow('the tab is gone');

/** A tab that keeps house finds what was left; its model says these lines. */
async function takesUp(...lines: readonly Line[]): Promise<TestApp> {
	const tab = working(anotherTab(app));
	tab.model.next(...lines);
	await finishCompactions(tab, firstRound(tab.clock.at), never);
	return tab;
}

const jobs = async () =>
	(await app.db.compactions.toArray()).map(({ status, focus }) => ({ status, focus }));
const flushes = () => app.db.activity.filter(({ kind }) => kind === 'flush').toArray();

test('the wish is on file before anybody is asked: a closed tab leaves it to whoever keeps house, question and all', async () => {
	await store(30_000);
	app.model.next(closes);
	await left('the beds');
	expect(await jobs()).toEqual([{ status: 'running', focus: 'the beds' }]);

	await takesUp(saves, say('SILENT'), say('The beds are wet.'));
	expect(await jobs()).toEqual([{ status: 'review', focus: 'the beds' }]);
	expect(await requestKinds(app, session)).toEqual(['flush', 'flush', 'flush', 'summary']);
	expect(await app.db.summaries.toArray()).toMatchObject([
		{ status: 'draft', text: expect.stringContaining('The beds are wet.') as string }
	]);
	expect(await app.db.proposals.count()).toBe(1);
});

test('#188 a question whose tools had run is not asked again', async () => {
	await store(30_000);
	app.model.next(saves, closes);
	await left();
	await takesUp(say('The beds are wet.'));
	expect(await jobs()).toMatchObject([{ status: 'review' }]);
	expect(await requestKinds(app, session)).toEqual(['flush', 'flush', 'summary']);
	expect(await flushes()).toMatchObject([{ details: { hasRun: true, stopped: true } }]);
});

test('#188 nor with a message whose tab was closed', async () => {
	await store(51_000);
	app.model.next(saves, closes);
	await expect(sendWords(app, session, 'First')).rejects.toThrow('the tab is gone');
	app.model.next(say('Rain again.'));
	expect((await sendWords(app, session, 'Second')).status).toBe('answered');
	expect(await requestKinds(app, session)).toEqual(['flush', 'flush', 'chat']);
});

test('a question that is cut off with its tab each time is asked twice, and then the summary made without', async () => {
	await store(30_000);
	app.model.next(closes);
	await left();
	await expect(takesUp(closes)).rejects.toThrow('the tab is gone');
	await takesUp(say('The beds are wet.'));
	expect(await jobs()).toMatchObject([{ status: 'review' }]);
	expect(await requestKinds(app, session)).toEqual(['flush', 'flush', 'summary']);
});

test('where the conversation cannot be read just now it waits, and housekeeping goes on', async () => {
	await store(30_000);
	app.model.next(closes);
	await left();
	const tab = working(anotherTab(app));
	tab.jobs.foresee = async (ask) => {
		const seen = await foreseeCompaction(tab, ask);
		vi.spyOn(tab.db.turns, 'where').mockImplementation(() => {
			throw faults.lost();
		});
		return seen;
	};
	await finishCompactions(tab, firstRound(tab.clock.at), never);
	vi.restoreAllMocks();
	expect(await jobs()).toMatchObject([{ status: 'running' }]);
	await takesUp(say('SILENT'), say('The beds are wet.'));
	expect(await jobs()).toMatchObject([{ status: 'review' }]);
});

test('it goes on with whoever asks for the same anew', async () => {
	await store(30_000);
	app.model.next(closes);
	await left();
	const tab = working(anotherTab(app));
	tab.model.next(say('SILENT'), say('The beds are wet.'));
	expect((await byHand(tab)).status).toBe('drafted');
	expect(await jobs()).toEqual([{ status: 'review', focus: null }]);
});

test('it gives way to another that is asked for', async () => {
	await store(30_000);
	app.model.next(closes);
	await left();
	const tab = working(anotherTab(app));
	tab.model.next(say('SILENT'), say('The fence is wet.'));
	expect((await byHand(tab, 'the fence')).status).toBe('drafted');
	const came = (await jobs()).toSorted((a, b) => a.status.localeCompare(b.status));
	expect(came).toEqual([
		{ status: 'cancelled', focus: null },
		{ status: 'review', focus: 'the fence' }
	]);
});

test('parts that are paid for are not paid for twice, though what to remember is asked first', async () => {
	await store(30_000);
	app.model.next(say('SILENT'), say('The beds are wet.'));
	expect((await byHand(working(app))).status).toBe('drafted');
	// The browser had no room for the end of it.
	await app.db.summaries.clear();
	const unstored = {
		status: 'failed',
		failure: { kind: 'storage-full' },
		summaryId: null
	} as const;
	await app.db.compactions.toCollection().modify(unstored);
	expect((await byHand(working(anotherTab(app)))).status).toBe('drafted');
	expect(await jobs()).toMatchObject([{ status: 'review' }]);
	expect(await requestKinds(app, session)).toEqual(['flush', 'summary']);
});

test('called off as the question ends, nothing of it is left that others would finish', async () => {
	await store(30_000);
	const stop = new AbortController();
	app.model.next(saves, say('SILENT'));
	const tab = working(app);
	const keyStatus = tab.telephone.keyStatus.bind(tab.telephone);
	tab.telephone.keyStatus = async () => {
		if ((await flushes()).some(({ details }) => !details['stopped'])) stop.abort();
		return keyStatus();
	};
	const wanted = { sessionId: session.id, trigger: 'manual' } as const;
	expect(await prepareDraft(tab, wanted, stop.signal)).toEqual({ status: 'stopped' });
	expect(stop.signal.aborted).toBe(true);
	expect((await jobs()).filter(({ status }) => status === 'running')).toEqual([]);
});

test('called off in another tab it asks nothing more, and makes no summary', async () => {
	await store(30_000);
	app.model.next(async function* () {
		const [job] = await app.db.compactions.toArray();
		expect(job).toMatchObject({ status: 'running' });
		expect(job!.leaseUntil).toBeGreaterThan(app.clock.at);
		await callOff(anotherTab(app), job!.id);
		app.clock.at += 10_000;
		yield* saves;
	});
	expect(await byHand(working(app))).toEqual({ status: 'stopped' });
	expect(await jobs()).toMatchObject([{ status: 'cancelled' }]);
	expect(await requestKinds(app, session)).toEqual(['flush']);
	expect(await app.db.proposals.count()).toBe(0);
});

test('what nobody pressed a button for is not taken up where paid calls are not allowed any more', async () => {
	await store(51_000);
	await app.db.settings.put({ key: 'backgroundDrafts', value: 'yes' });
	app.model.next(closes);
	const wanted = { sessionId: session.id, trigger: 'soft' } as const;
	await expect(prepareDraft(working(app), wanted, never)).rejects.toThrow('the tab is gone');
	await app.db.settings.put({ key: 'backgroundDrafts', value: 'no' });
	await takesUp();
	expect(await app.db.compactions.toArray()).toMatchObject([
		{ status: 'failed', failure: { kind: 'changed-meanwhile', why: 'switched-off' } }
	]);
	expect(await requestKinds(app, session)).toEqual(['flush']);
});

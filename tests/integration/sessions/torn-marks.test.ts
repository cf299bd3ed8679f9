/** Marks and pins in which the storage breaks at any step: mark, pin and what waits at the desk go together, and what is told is so. */
import { afterEach, expect, test } from 'vitest';
import type { Pin } from '#core/log/pin.ts';
import { addTombstone } from '#db/forgetting/intents.ts';
import { pinsOf } from '#db/log/pins.ts';
import { marksOf } from '#db/log/turns.ts';
import type { Done } from '#flows/done.ts';
import { deleteTurn } from '#flows/sessions/delete-turn.ts';
import { pinText, unpin } from '#flows/sessions/pin-text.ts';
import { setMark, type MarkAsk } from '#flows/sessions/set-mark.ts';
import { appWith, type TestApp } from '../../support/apps/an-app.ts';
import { breakingStorage, faultAt } from '../../support/breaking/breaking-storage.ts';
import { aProposal } from '../../support/builders/a-proposal.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';

const open: TestApp[] = [];
afterEach(() => Promise.all(open.splice(0).map((app) => app.close())));

const exchanges = someExchanges(2);
const turnId = exchanges[1]?.turn.turnId ?? '';
const place = { sessionId: 's1', turnId };

async function aPlace() {
	const app = appWith({});
	const { db } = app;
	const storage = breakingStorage(db);
	app.clock.now = () => app.clock.at;
	open.push(app);
	await storeSession(db, aSession(), exchanges);
	await db.proposals.put(
		aProposal('Likes tea', { id: 'p', sessionId: 's1', turnIds: [turnId], time: '12:00' })
	);
	return { app, storage };
}

/** Marks, pins and the desk, but that ids which were made here are as good as others. */
async function left({ db }: TestApp): Promise<string> {
	const rows = [
		await marksOf(db, 's1'),
		await pinsOf(db, 's1'),
		(await db.proposals.toArray()).map(({ status }) => status)
	];
	return JSON.stringify(rows).replace(/id-\d{6}/g, 'id');
}

type Act = (app: TestApp) => Promise<Done>;

const mark =
	(ask: Partial<MarkAsk> & Pick<MarkAsk, 'kind' | 'on'>): Act =>
	(app) =>
		setMark(app, { ...place, ...ask });

const pinOf = async ({ db }: TestApp): Promise<Pin> => {
	const [pin] = await pinsOf(db, 's1');
	if (!pin) throw new Error('nothing is pinned');
	return pin;
};

const nothing: Act = () => Promise.resolve({ status: 'done' });
const pinned = mark({ kind: 'pinned', on: true });
const letGo: Act = async (app) => (await unpin(app, await pinOf(app))).outcome;

test.each<readonly [string, Act, Act]>([
	['pinning a message', nothing, pinned],
	['pinning its other side', mark({ kind: 'pinned', on: true, side: 'user' }), pinned],
	['letting it go', pinned, mark({ kind: 'pinned', on: false })],
	['letting it go in the list of pins', pinned, letGo],
	[
		'pinning words',
		nothing,
		async (app) => (await pinText(app, { ...place, text: 'tea' })).outcome
	],
	['off the record', nothing, mark({ kind: 'off-record', on: true })],
	[
		'on the record',
		mark({ kind: 'off-record', on: true }),
		mark({ kind: 'off-record', on: false })
	],
	['left out', nothing, mark({ kind: 'left-out', on: true })]
])('%s', async (_, before, act) => {
	const unbroken = await aPlace();
	await before(unbroken.app);
	const as = await left(unbroken.app);
	unbroken.storage.breakAt(Infinity, 'full');
	expect(await act(unbroken.app)).toEqual({ status: 'done' });
	const { calls } = unbroken.storage;
	const whole = await left(unbroken.app);
	expect(whole).not.toBe(as);
	for (let at = 0; at < calls; at++)
		for (const isForGood of [false, true]) {
			const { app, storage } = await aPlace();
			await before(app);
			storage.breakAt(at, faultAt(at), isForGood);
			const outcome = await act(app).catch((error: unknown) => error as Error);
			expect([at, storage.mend()]).toEqual([at, true]);
			const status = 'status' in outcome ? outcome.status : 'failed';
			expect([at, isForGood, await left(app)]).toEqual([
				at,
				isForGood,
				status === 'done' ? whole : as
			]);
			if (status !== 'done') expect(await act(app)).toEqual({ status: 'done' });
			expect(await left(app)).toBe(whole);
		}
});

test('a tab that has not heard of it yet says nothing more of a message that was forgotten', async () => {
	const { app } = await aPlace();
	await mark({ kind: 'off-record', on: true })(app);
	await addTombstone(
		app.db,
		{ what: { kind: 'turn', sessionId: 's1', turnId }, lines: [], summaries: {} },
		1
	);
	const as = await left(app);
	const acts = [
		(['off-record', 'left-out'] as const).map((kind) => mark({ kind, on: true })),
		mark({ kind: 'off-record', on: false }),
		(one: TestApp) => deleteTurn(one, place)
	].flat();
	for (const act of acts)
		expect(await act(app)).toEqual({ status: 'failed', failure: { kind: 'forgotten' } });
	expect(await left(app)).toBe(as);
	expect(await app.db.activity.count()).toBe(0);
});

test('no pin brings back words of a message that was forgotten since', async () => {
	const { app } = await aPlace();
	await pinned(app);
	const { back } = await unpin(app, await pinOf(app));
	await addTombstone(
		app.db,
		{ what: { kind: 'turn', sessionId: 's1', turnId }, lines: [], summaries: {} },
		1
	);
	const forgotten = { status: 'failed', failure: { kind: 'forgotten' } };
	expect(await back?.()).toEqual(forgotten);
	expect((await pinText(app, { ...place, text: 'tea' })).outcome).toEqual(forgotten);
	expect(await pinned(app)).toEqual(forgotten);
	expect(await pinsOf(app.db, 's1')).toEqual([]);
});

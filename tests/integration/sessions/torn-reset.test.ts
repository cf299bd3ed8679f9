import { afterEach, expect, test } from 'vitest';
import { readPath } from '#db/log/sessions.ts';
import { readExchanges } from '#db/log/turns.ts';
import { IndexStore } from '#db/schema.ts';
import { putUnsent } from '#db/scratch/unsent.ts';
import { resetSession, undoReset } from '#flows/sessions/reset-session.ts';
import { appWith, type TestApp } from '../../support/apps/an-app.ts';
import { withWorkshop } from '../../support/apps/with-workshop.ts';
import { breakingStorage, faultAt } from '../../support/breaking/breaking-storage.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { plainTables } from '../../support/builders/full-profile.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { never } from '../../support/never.ts';

/** Resets, and what takes them back, in which the storage breaks at any step: nothing is half done, and done again they leave what unbroken ones leave. */

const open: { readonly app: TestApp; readonly index: IndexStore }[] = [];
afterEach(async () => {
	for (const { app, index } of open.splice(0)) {
		await app.close();
		await index.delete();
	}
});

/** A session in which something was said, and words that were not sent. */
async function aPlace() {
	const app = appWith({});
	const { db, scratch } = app;
	const storage = breakingStorage(db, scratch);
	const index = new IndexStore(`${db.name}-index`);
	withWorkshop(app, index, ['extract']);
	app.clock.now = () => app.clock.at;
	open.push({ app, index });
	await storeSession(db, aSession({ id: 'a' }), someExchanges(3, { sessionId: 'a' }));
	await putUnsent(scratch, { sessionId: 'a', text: 'not sent', pasted: [], at: 1 });
	return { app, storage };
}

const anId = /id-\d{6}|[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g;
const times = /"(?:rev|createdAt|at|activeAt)":\d+/g;

/** All that is there, but that ids and times which were made here are as good as others. */
async function left({ db, scratch }: TestApp): Promise<string> {
	const rows = [await plainTables(db), await plainTables(scratch as never)];
	return JSON.stringify(rows).replace(anId, 'id').replace(times, '');
}

const said = async ({ db }: TestApp) => readExchanges(db, 'a', await readPath(db, 'a', 'trunk'));
const reset = (app: TestApp) => resetSession(app, 'a', { by: 'user' }, never);
const unsentIn = async ({ scratch }: TestApp) =>
	(await scratch.unsent.toArray()).map(({ text }) => text);
const others = async ({ db }: TestApp) =>
	(await db.sessions.toArray()).filter(({ id }) => id !== 'a');

test('a reset', async () => {
	const unbroken = await aPlace();
	const words = await said(unbroken.app);
	unbroken.storage.breakAt(Infinity, 'full');
	expect(await reset(unbroken.app)).toMatchObject({ status: 'reset' });
	const { calls } = unbroken.storage;
	const whole = await left(unbroken.app);
	for (let at = 0; at < calls; at++) {
		const { app, storage } = await aPlace();
		storage.breakAt(at, faultAt(at), at % 2 === 0);
		const outcome = await reset(app).catch((error: unknown) => error);
		expect([at, storage.mend()]).toEqual([at, true]);
		const isEnded = (await app.db.sessions.get('a'))?.endedAt !== null;
		const status = outcome instanceof Error ? 'failed' : (outcome as { status: string }).status;
		// What is told is so.
		expect([at, status]).toEqual([at, isEnded ? 'reset' : 'failed']);
		expect([at, (await others(app)).length]).toEqual([at, isEnded ? 1 : 0]);
		if (!isEnded) expect(await reset(app)).toMatchObject({ status: 'reset' });
		expect([at, await said(app), await unsentIn(app)]).toEqual([at, words, ['not sent']]);
		const now = await left(app);
		if (status === 'failed') expect([at, now]).toEqual([at, whole]);
	}
});

test('undoing a reset', async () => {
	const resetPlace = async () => {
		const place = await aPlace();
		const outcome = await reset(place.app);
		if (outcome.status !== 'reset') throw new Error(outcome.status);
		const next = outcome.next?.id ?? '';
		const undo = () => undoReset(place.app, { ended: 'a', next });
		return { ...place, undo };
	};
	const unbroken = await resetPlace();
	const words = await said(unbroken.app);
	unbroken.storage.breakAt(Infinity, 'full');
	expect(await unbroken.undo()).toEqual({ status: 'done' });
	const { calls } = unbroken.storage;
	const whole = await left(unbroken.app);
	for (let at = 0; at < calls; at++) {
		const { app, storage, undo } = await resetPlace();
		storage.breakAt(at, faultAt(at), at % 2 === 0);
		const outcome = await undo().catch((error: unknown) => error);
		expect([at, storage.mend()]).toEqual([at, true]);
		const isOpen = (await app.db.sessions.get('a'))?.endedAt === null;
		const status = outcome instanceof Error ? 'failed' : (outcome as { status: string }).status;
		expect([at, status]).toEqual([at, isOpen ? 'done' : 'failed']);
		expect([at, (await others(app)).length]).toEqual([at, isOpen ? 0 : 1]);
		if (!isOpen) expect(await undo()).toEqual({ status: 'done' });
		expect([at, await said(app), await unsentIn(app)]).toEqual([at, words, ['not sent']]);
		if (status === 'failed') expect([at, await left(app)]).toEqual([at, whole]);
	}
});

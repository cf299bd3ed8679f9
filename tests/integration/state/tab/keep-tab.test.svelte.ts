import { expect, test, vi } from 'vitest';
import { newLearning } from '#core/learning/import-learning.ts';
import { writeCanary } from '#flows/copies/canary.ts';
import { putLearning } from '#db/scratch/learning.ts';
import { readSetting, writeSetting } from '#db/settings.ts';
import { watch } from '#db/watch.ts';
import { AppState } from '#state/app.svelte.ts';
import { Edge } from '#state/tab/edge.ts';
import { keepTab } from '#state/tab/keep-tab.ts';
import { UnderWay } from '#state/tab/under-way.svelte.ts';
import { StartCheck } from '#state/tab/start-check.svelte.ts';
import { anApp, type TestApp } from '../../../support/apps/an-app.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../../support/builders/stored-session.ts';
import { eventually } from '../../../support/eventually.ts';
import { unseen } from '../../../support/never.ts';

/** What a tab keeps for all of them ends as soon as something is found missing: from then on the person decides. */

/** A tab that has settled, in which something was said and counted. */
async function aTab() {
	const app = await anApp();
	await storeSession(app.db, aSession(), someExchanges(3));
	await writeCanary(app, { accept: false });
	const canary = vi.fn(() => writeCanary(app, { accept: false }));
	app.jobs['write-canary'] = canary;
	const learn = vi.fn(() => Promise.resolve({ status: 'learnt' as const }));
	app.jobs.learn = learn;
	const check = new StartCheck(app);
	const stop = new AbortController();
	const underWay = new UnderWay();
	const keep = () =>
		keepTab(app, { edge: new Edge(app, unseen), check, remind: unseen, underWay }, stop.signal);
	return {
		underWay,
		app,
		check,
		canary,
		learn,
		keep,
		stop
	};
}

/** The conversations are gone; nobody has touched the settings. */
const emptied = async ({ db }: TestApp) => {
	for (const table of [db.sessions, db.branches, db.turns, db.steps]) await table.clear();
};

const quote = { sessions: 1, calls: 1, input: 1, output: 1, dollars: 1, models: ['claude-test-5'] };
const learning = newLearning({
	id: 'job',
	answerer: 'claude-test-5',
	endpoint: 'https://api.anthropic.com',
	sessionIds: ['s1'],
	quote
});

test('behind the recovery screen of a running app nothing goes on by itself', async () => {
	const { app, check, learn, keep, stop } = await aTab();
	try {
		await emptied(app);
		// Over once every keeper has ended: nobody else tells them to.
		await keep();
		expect(check.verdict).toMatchObject({ status: 'lost', loss: 'empty' });
		await putLearning(app.scratch, learning);
		for (const lock of ['keeper', 'copies-keeper', 'backups', 'learning', 'memory-folder-keeper'])
			expect(await app.locks.hold(lock, () => Promise.resolve(true))).toMatchObject({
				value: true
			});
		expect(learn).not.toHaveBeenCalled();
	} finally {
		stop.abort();
		await app.close();
	}
});

test('nor where the browser has taken the database away, and not at all where that was found before', async () => {
	const { app, check, canary, learn, keep, stop } = await aTab();
	try {
		const kept = keep();
		await eventually(() => expect(canary).toHaveBeenCalledOnce());
		expect((await check.look()).status).toBe('well');
		await emptied(app);
		expect((await check.look()).status).toBe('lost');
		await kept;
		await putLearning(app.scratch, learning);
		await keep();
		expect(canary).toHaveBeenCalledOnce();
		expect(learn).not.toHaveBeenCalled();
	} finally {
		stop.abort();
		await app.close();
	}
});

test('a key under a passphrase is still locked when nobody looks at the recovery screen', async () => {
	const { app, check, keep, stop } = await aTab();
	const lock = vi.spyOn(app.telephone, 'lock');
	const sight = vi.spyOn(document, 'visibilityState', 'get');
	try {
		await emptied(app);
		await keep();
		expect(check.verdict).toMatchObject({ status: 'lost' });
		sight.mockReturnValue('hidden');
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		document.dispatchEvent(new Event('visibilitychange'));
		app.clock.at += 5 * 60_000;
		await vi.advanceTimersByTimeAsync(5 * 60_000);
		expect(lock).toHaveBeenCalledOnce();
	} finally {
		vi.useRealTimers();
		sight.mockRestore();
		stop.abort();
		await app.close();
	}
});

test('the telephone is pointed nowhere else by settings that come and go behind the recovery screen', async () => {
	const { app } = await aTab();
	const configure = vi.spyOn(app.telephone, 'configure');
	const keepsake = new AppState(app);
	const endpoints: string[] = [];
	const stop = keepsake.start({ remind: unseen, tell: unseen });
	// Hears of a change behind whoever has listened for longer.
	const unwatch = watch(() => readSetting(app.db, 'endpoint')).subscribe(
		(endpoint) => endpoints.push(endpoint),
		unseen
	);
	const pointedTo = async (endpoint: string) => {
		await writeSetting(app.db, 'endpoint', endpoint);
		await eventually(() => expect(endpoints.at(-1)).toBe(endpoint));
	};
	try {
		await eventually(() => expect(keepsake.key.status).not.toBeNull());
		await pointedTo('https://one.example');
		await eventually(() => expect(configure).toHaveBeenCalledOnce());
		await emptied(app);
		expect((await keepsake.check.look()).status).toBe('lost');
		await pointedTo('https://two.example');
		expect(configure).toHaveBeenCalledOnce();
	} finally {
		unwatch();
		stop();
		await app.close();
	}
});

test('what is made in the background holds the page until it has ended', async () => {
	const { app, learn, keep, stop, underWay } = await aTab();
	let end = (): void => undefined;
	learn.mockReturnValue(new Promise((resolve) => (end = () => resolve({ status: 'learnt' }))));
	try {
		await putLearning(app.scratch, learning);
		const kept = keep();
		await eventually(() => expect(learn).toHaveBeenCalled());
		expect(underWay.isAny).toBe(true);
		stop.abort();
		end();
		await kept;
		expect(underWay.isAny).toBe(false);
	} finally {
		stop.abort();
		await app.close();
	}
});

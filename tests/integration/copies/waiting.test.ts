import { getEventListeners } from 'node:events';
import { Dexie } from 'dexie';
import { beforeEach, expect, it, vi } from 'vitest';
import { keepBackups } from '#flows/backups/keep-backups.ts';
import { keepMemoryFolder } from '#flows/backups/keep-memory-folder.ts';
import { keepCopies } from '#flows/copies/keep-copies.ts';
import { runKeeper } from '#flows/house/keep-house.ts';
import { waitFor, waitOrStop } from '#flows/ports/waiting.ts';
import { aFolder } from '../../support/builders/a-folder.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { eventually } from '../../support/eventually.ts';

/** Waiting leaves nothing behind, and a stop is heard whenever it comes. */

let app: TestApp;
let stop: AbortController;
withApp((own) => (app = own));
beforeEach(() => {
	stop = new AbortController();
});

const heard = () => getEventListeners(stop.signal, 'abort').length;
const day = 24 * 60 * 60_000;

it('a wait that is over leaves nothing on the signal, and one after the stop is none', async () => {
	for (let i = 0; i < 5; i++) await waitOrStop(1, stop.signal);
	expect(heard()).toBe(0);
	const waiting = waitOrStop(60_000, stop.signal);
	stop.abort();
	await waiting;
	await waitOrStop(60_000, stop.signal);
	expect(heard()).toBe(0);
});

it('what was begun is ended once, also when it was met at once or failed', async () => {
	const end = vi.fn();
	await waitFor(stop.signal, (met) => {
		met();
		met();
		return end;
	});
	expect(end).toHaveBeenCalledTimes(1);
	const failing = waitFor(stop.signal, (_, failed) => {
		failed(new Error('no'));
		return end;
	});
	await expect(failing).rejects.toThrow('no');
	expect(end).toHaveBeenCalledTimes(2);
	expect(heard()).toBe(0);
});

it('the keeper of the house ends at once when it is stopped in the middle of its work', async () => {
	await storeSession(app.db, aSession(), someExchanges(4));
	await app.db.summaries.put(aSummary(3));
	app.jobs['archive-summary'] = () => {
		stop.abort();
		return Promise.resolve({ status: 'failed', failure: { kind: 'storage-full' } });
	};
	await runKeeper(app, stop.signal);
	expect(stop.signal.aborted).toBe(true);
});

const hold = <T>(work: () => Promise<T>): Promise<T> => work();

it('and so does the keeper of backups', async () => {
	await storeSession(app.db, aSession(), someExchanges(4));
	const keeping = keepBackups(app, stop.signal, () => undefined, hold);
	await eventually(() => expect(heard()).toBe(1));
	stop.abort();
	await keeping;
	app.clock.at += 30 * day;
	stop = new AbortController();
	await keepBackups(
		app,
		stop.signal,
		() => {
			stop.abort();
		},
		hold
	);
	expect(stop.signal.aborted).toBe(true);
});

it('a keeper of copies with no place for them leaves nothing that listens', async () => {
	const listening = () =>
		(Dexie.on.storagemutated as unknown as { subscribers: unknown[] }).subscribers.length;
	const before = listening();
	app.jobs['write-canary'] = () => Promise.resolve({ status: 'no-vault' });
	await keepCopies(app, stop.signal, { lost: () => undefined, broken: () => undefined });
	expect(listening()).toBe(before);
	expect(heard()).toBe(0);
});

it('a keeper of the memory folder that a mistake of ours has ended does not look any more', async () => {
	const get = app.scratch.views.get.bind(app.scratch.views) as (key: string) => Promise<unknown>;
	app.scratch.views.get = ((key: string) =>
		key === 'place memory'
			? Promise.resolve({ key, value: aFolder().handle })
			: get(key)) as unknown as typeof app.scratch.views.get;
	vi.spyOn(app.scratch.views, 'put').mockImplementation(() => {
		throw new Error('a bug');
	});
	await expect(keepMemoryFolder(app, stop.signal, () => undefined)).rejects.toThrow('a bug');
	expect(heard()).toBe(0);
});

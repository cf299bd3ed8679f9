import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Failure } from '#core/failure.ts';
import { latestActivity } from '#db/ledger/activity.ts';
import { Edge, notShown } from '#state/tab/edge.ts';
import { activityText } from '#ui/settings/activity/activity-text.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { eventually } from '../../../support/eventually.ts';

/** What nobody caught is told once and listed by its kind, and a keeper that broke off begins again. */

let app: TestApp;
let told: Failure[];
let edge: Edge;
let stop: () => void;

withApp((own) => (app = own));
beforeEach(() => {
	told = [];
	edge = new Edge(app, (failure) => told.push(failure));
	stop = edge.listen();
});
afterEach(() => {
	stop();
});

const rows = () => latestActivity(app.db, 10);
const throwUp = (error: unknown) => window.dispatchEvent(new ErrorEvent('error', { error }));
const reject = (reason: unknown) =>
	window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
const hour = 60 * 60_000;

it('an error and a rejection are told and listed once, with no word of what they say', async () => {
	for (let i = 0; i < 5; i++) throwUp(new TypeError('Cannot read "my secret plan"'));
	reject(new RangeError('my secret plan'));
	reject('my secret plan');
	expect(told.map(({ kind }) => kind)).toEqual(['crashed', 'crashed', 'crashed']);
	await eventually(async () => expect(await rows()).toHaveLength(3));
	expect((await rows()).map(activityText).toSorted()).toEqual([
		'Something unexpected happened · RangeError',
		'Something unexpected happened · TypeError',
		'Something unexpected happened · string'
	]);
	expect(JSON.stringify([told, await rows()])).not.toContain('secret');
	app.clock.at += hour;
	throwUp(new TypeError('again'));
	expect(told).toHaveLength(4);
});

it('a full disk is told as one, however it is wrapped', async () => {
	const full = new DOMException('no room', 'QuotaExceededError');
	reject(Object.assign(new Error('aborted'), { name: 'AbortError', inner: full }));
	reject(full);
	expect(told).toEqual([{ kind: 'storage-full' }]);
	await eventually(async () => expect(await rows()).toMatchObject([{ failure: told[0] }]));
});

it('a write that the browser took back by itself is told: nobody has stopped it', async () => {
	await app.db
		.transaction('rw', app.db.settings, async () => {
			await app.db.settings.put({ key: 'theme', value: 'dark' });
			Dexie.currentTransaction.idbtrans.abort();
		})
		.catch(reject);
	expect(told).toEqual([{ kind: 'storage-failed' }]);
});

it('what finds the database taken by a newer version is not told: the banner asks to reload', () => {
	reject(Object.assign(new Error('closed'), { name: 'DatabaseClosedError' }));
	expect(told).toEqual([]);
});

it('that a newer version keeps the key is told, which no banner does, and again to whoever presses something', async () => {
	const newer = Object.assign(new Error('The telephone failed'), { name: 'VersionError' });
	for (let i = 0; i < 2; i++) reject(newer);
	expect(told).toEqual([{ kind: 'storage-closed' }]);
	Object.defineProperty(navigator, 'userActivation', {
		configurable: true,
		value: { isActive: true }
	});
	reject(newer);
	Reflect.deleteProperty(navigator, 'userActivation');
	expect(told).toHaveLength(2);
	await eventually(async () => expect(await rows()).toMatchObject([{ failure: told[0] }, {}]));
});

it('a stop, and what the browser only notes, are no failures', () => {
	reject(new DOMException('stopped', 'AbortError'));
	throwUp(undefined);
	stop();
	throwUp(new Error('after the page was left'));
	expect(told).toEqual([]);
});

it.each([
	new TypeError('Failed to fetch dynamically imported module: https://x.example/a.js'),
	new TypeError('error loading dynamically imported module: https://x.example/a.js'),
	new TypeError('Importing a module script failed.'),
	new Error('Unable to preload CSS for /a.css')
])('a part of the app that cannot be fetched is no fault of it: %s', async (error) => {
	reject(error);
	expect(told).toEqual([{ kind: 'not-loaded' }]);
	// Nobody asked for a keeper: it is fetched again by itself.
	let tries = 0;
	const keeper = async () => {
		if (++tries < 3) throw error;
	};
	app.clock.at += hour;
	await edge.keep(keeper, new AbortController().signal, { pause: 0 });
	expect([tries, told.length]).toEqual([3, 1]);
	expect(await rows()).toEqual([]);
});

it('a part that cannot be fetched is told again to whoever has just pressed something, and to nobody else', () => {
	const missing = new TypeError('Importing a module script failed.');
	const pressing = { isActive: true };
	Object.defineProperty(navigator, 'userActivation', { configurable: true, value: pressing });
	for (let i = 0; i < 2; i++) reject(missing);
	expect(told).toHaveLength(2);
	pressing.isActive = false;
	reject(missing);
	Reflect.deleteProperty(navigator, 'userActivation');
	reject(missing);
	expect(told).toHaveLength(2);
});

it('what broke a page is told and listed too; an address that leads nowhere, and one that cannot be fetched, break nothing', async () => {
	vi.stubGlobal('reportError', throwUp);
	const inItsPlace = (status: number, error: Error) =>
		notShown({ status, error, message: 'Internal Error' });
	const missing = new TypeError('Importing a module script failed.');
	expect(inItsPlace(404, new Error('Not found: /nowhere'))).toEqual({ message: 'Internal Error' });
	expect(inItsPlace(500, missing)).toEqual({ message: 'not-loaded' });
	expect(told).toEqual([]);
	expect(inItsPlace(500, new RangeError('my secret plan'))).toEqual({ message: 'Internal Error' });
	vi.unstubAllGlobals();
	expect(told).toEqual([{ kind: 'crashed', detail: '' }]);
	await eventually(async () => expect(await rows()).toHaveLength(1));
});

it('a keeper that broke off begins again after a pause, until it ends or is stopped', async () => {
	const stopping = new AbortController();
	let times = 0;
	const keeper = () => {
		times++;
		return times < 3 ? Promise.reject(new Error('a bug')) : Promise.resolve();
	};
	await edge.keep(keeper, stopping.signal, { pause: 1 });
	expect(times).toBe(3);
	expect(told).toHaveLength(1);
	const breaking = () => Promise.reject(new Error('a bug'));
	const kept = edge.keep(breaking, stopping.signal);
	stopping.abort();
	await kept;
});

import { expect, test, vi } from 'vitest';
import type { SnapshotCard } from '#core/copies/snapshot.ts';
import { holdingsOf } from '#db/copies/holdings.ts';
import { writeCanary } from '#flows/copies/canary.ts';
import { keepCopies } from '#flows/copies/keep-copies.ts';
import { anApp } from '../../support/apps/an-app.ts';
import { never, unseen } from '../../support/never.ts';
import { eventually } from '../../support/eventually.ts';

/** When copies are made: after what is stored, and not while something is being written. */

test('what is forgotten while a copy is being made is looked at when that is done, and not a minute later', async () => {
	const app = await anApp();
	const stop = new AbortController();
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	try {
		let made = 0;
		let finish: () => void = unseen;
		app.jobs['write-canary'] = (ask) => writeCanary(app, ask);
		app.jobs['cool-turns'] = () => Promise.resolve({ status: 'cooled', turns: 0, warmed: 0 });
		app.jobs['keep-snapshot'] = async () => {
			made++;
			if (made === 1) await new Promise<void>((resolve) => (finish = resolve));
			return { status: 'unchanged' };
		};
		const keeping = keepCopies(app, stop.signal, { lost: unseen, broken: unseen });
		await eventually(() => expect(made).toBe(1));
		await app.db.tombstones.put({ id: 's9', kind: 'session', at: 1 });
		await vi.advanceTimersByTimeAsync(2_000);
		finish();
		await eventually(() => expect(made).toBe(2));
		// And then it waits until something is stored again.
		await vi.advanceTimersByTimeAsync(5_000);
		expect(made).toBe(2);
		await app.db.tombstones.put({ id: 's10', kind: 'session', at: 1 });
		await vi.advanceTimersByTimeAsync(2_000);
		await eventually(() => expect(made).toBe(3));
		stop.abort();
		await keeping;
	} finally {
		vi.useRealTimers();
		await app.close();
	}
});

test('copies are made although the scratch database cannot be opened, and looked at each hour of any clock', async () => {
	const app = await anApp();
	const stop = new AbortController();
	app.scratch.close({ disableAutoOpen: true });
	const done = { kept: 0, looked: 0 };
	app.jobs['write-canary'] = (ask) => writeCanary(app, ask);
	app.jobs['cool-turns'] = () => Promise.resolve({ status: 'cooled', turns: 0, warmed: 0 });
	app.jobs['check-log'] = (log) => {
		done.looked++;
		return Promise.resolve({ status: 'checked', lost: null, found: [], log });
	};
	app.jobs['keep-snapshot'] = () => {
		done.kept++;
		return Promise.resolve({ status: 'unchanged' });
	};
	const aYear = 365 * 24 * 60 * 60_000;
	app.clock.at += aYear;
	const keeping = keepCopies(app, stop.signal, { lost: unseen, broken: unseen });
	await eventually(() => expect(done).toEqual({ kept: 1, looked: 1 }));
	app.clock.at -= aYear;
	await app.db.tombstones.put({ id: 's1', kind: 'session', at: 1 });
	await eventually(() => expect(done).toEqual({ kept: 2, looked: 2 }));
	stop.abort();
	await keeping;
	await app.close();
});

test('that copies hold what was forgotten, since none without it can be made, is noted once beside why', async () => {
	const app = await anApp();
	const stop = new AbortController();
	const full = { status: 'failed', failure: { kind: 'storage-full' } } as const;
	let made = 0;
	app.jobs['write-canary'] = () => Promise.resolve(full);
	app.jobs['keep-snapshot'] = () => {
		made++;
		return Promise.resolve({ ...full, holdsForgotten: true });
	};
	const keeping = keepCopies(app, stop.signal, { lost: unseen, broken: unseen });
	await eventually(() => expect(made).toBe(1));
	await app.db.tombstones.put({ id: 's1', kind: 'session', at: 1 });
	await eventually(() => expect(made).toBe(2));
	stop.abort();
	await keeping;
	expect((await app.db.activity.toArray()).map(({ details }) => details.what)).toEqual([
		'snapshot',
		'forgotten-copies'
	]);
	await app.close();
});

test.each(['canary', 'log', 'copy'])(
	'once the %s tells that something stored is gone, no more copies are made',
	async (teller) => {
		const app = await anApp();
		const holds = await holdingsOf(app.db);
		const gone = { status: 'lost', loss: 'part', before: holds, seenAt: 1, now: holds } as const;
		let made = 0;
		app.jobs['write-canary'] = (ask) =>
			teller === 'canary'
				? Promise.resolve({ status: 'lost', verdict: gone })
				: writeCanary(app, ask);
		app.jobs['check-log'] = (log) =>
			Promise.resolve({ status: 'checked', lost: teller === 'log' ? gone : null, found: [], log });
		app.jobs['keep-snapshot'] = () => {
			made++;
			return Promise.resolve(gone);
		};
		const lost: unknown[] = [];
		// It ends by itself.
		await keepCopies(app, never, { lost: (verdict) => lost.push(verdict), broken: unseen });
		expect(lost).toEqual([gone]);
		expect(made).toBe(teller === 'copy' ? 1 : 0);
		await app.close();
	}
);

test('why no copy could be made is noted once, and once more where one was made since', async () => {
	const app = await anApp();
	const stop = new AbortController();
	const full = { status: 'failed', failure: { kind: 'storage-full' } } as const;
	const kept = { status: 'kept', card: {} as SnapshotCard } as const;
	const outcomes = [full, full, kept, full, full];
	let made = 0;
	app.jobs['write-canary'] = (ask) => writeCanary(app, ask);
	app.jobs['cool-turns'] = () => Promise.resolve({ status: 'cooled', turns: 0, warmed: 0 });
	app.jobs['keep-snapshot'] = () => Promise.resolve(outcomes[made++] ?? { status: 'unchanged' });
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	try {
		const keeping = keepCopies(app, stop.signal, { lost: unseen, broken: unseen });
		for (let times = 1; times <= outcomes.length; times++) {
			await eventually(() => expect(made).toBe(times));
			await app.db.tombstones.put({ id: `s${String(times)}`, kind: 'session', at: 1 });
			await vi.advanceTimersByTimeAsync(2_000);
		}
		await eventually(() => expect(made).toBe(outcomes.length + 1));
		stop.abort();
		await keeping;
		expect(await app.db.activity.count()).toBe(2);
	} finally {
		vi.useRealTimers();
		await app.close();
	}
});

test('while something is being written all the time, copies wait for the end of it, but not for ever', async () => {
	const app = await anApp();
	const stop = new AbortController();
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	try {
		let made = 0;
		app.jobs['write-canary'] = (ask) => writeCanary(app, ask);
		app.jobs['cool-turns'] = () => Promise.resolve({ status: 'cooled', turns: 0, warmed: 0 });
		app.jobs['keep-snapshot'] = () => {
			made++;
			return Promise.resolve({ status: 'unchanged' });
		};
		const keeping = keepCopies(app, stop.signal, { lost: unseen, broken: unseen });
		await eventually(() => expect(made).toBe(1));
		const write = async (id: string) => {
			await app.db.tombstones.put({ id, kind: 'session', at: 1 });
			app.clock.at += 1_000;
			await vi.advanceTimersByTimeAsync(1_000);
		};
		for (let at = 0; at < 20; at++) await write(`s${String(at)}`);
		expect(made).toBe(1);
		await vi.advanceTimersByTimeAsync(1_000);
		await eventually(() => expect(made).toBe(2));
		for (let at = 0; at < 31; at++) await write(`t${String(at)}`);
		await eventually(() => expect(made).toBe(3));
		stop.abort();
		await keeping;
	} finally {
		vi.useRealTimers();
		await app.close();
	}
});

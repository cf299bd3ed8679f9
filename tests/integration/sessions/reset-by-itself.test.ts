import { beforeEach, describe, expect, it } from 'vitest';
import { editKey } from '#db/scratch/unsent-edits.ts';
import { putUnsent, unsentOf } from '#db/scratch/unsent.ts';
import { writeSetting } from '#db/settings.ts';
import { latestSession, openSessions } from '#db/log/sessions.ts';
import { appendTurn } from '#db/log/append.ts';
import { branchFrom } from '#flows/answer/edit-message.ts';
import { deleteTurn } from '#flows/sessions/delete-turn.ts';
import { setResetPolicy } from '#flows/sessions/change-session.ts';
import { resetDueSessions } from '#flows/house/reset-due.ts';
import { firstRound } from '#flows/house/rounds.ts';
import { keepHouse } from '#flows/house/keep-house.ts';
import { undoReset, undoResets } from '#flows/sessions/reset-session.ts';
import { tellResets, type Resets } from '#state/tab/tell-resets.ts';
import { anotherTab, type TestApp } from '../../support/apps/an-app.ts';
import { never } from '../../support/never.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { withResets } from '../../support/apps/with-resets.ts';

/** Resets by the clock: caught up once, whatever the app, the tabs or the clock did meanwhile (checklist 192). */

const dayInMs = 24 * 60 * 60_000;

let app: TestApp;
const { extractions, answerJobs, sessions } = withResets((own) => (app = own));

it('comes once a day also for somebody who flies to the west, where the hour comes once more', async () => {
	await writeSetting(app.db, 'resetPolicy', 'daily');
	// Five o'clock in Berlin, an hour after the reset; people speak once more before they fly.
	app.clock.at = Date.UTC(2026, 10, 24, 4);
	await keepHouse(app, never);
	const [next] = (await app.db.sessions.toArray()).filter(({ endedAt }) => endedAt === null);
	await storeSession(app.db, { ...next!, activeAt: Date.UTC(2026, 10, 24, 4, 30) }, [
		...someExchanges(1)
	]);
	const before = await app.db.sessions.count();
	app.clock.zone = () => 'America/New_York';
	app.clock.at = Date.UTC(2026, 10, 24, 10);
	await keepHouse(app, never);
	expect(await app.db.sessions.count()).toBe(before);
	app.clock.at += dayInMs;
	await keepHouse(app, never);
	expect(await app.db.sessions.count()).toBe(before + 1);
});

describe('a daily reset', () => {
	beforeEach(() => writeSetting(app.db, 'resetPolicy', 'daily'));

	it('is made up for once when the app was closed for days, after a last extraction', async () => {
		app.clock.at += 5 * dayInMs;
		await keepHouse(app, never);
		await keepHouse(app, never);
		expect(await sessions()).toEqual([
			{ ended: false, continuedFrom: 's1' },
			{ ended: true, continuedFrom: null }
		]);
		expect(extractions.count).toBe(1);
		expect(await app.db.archives.count()).toBe(1);
		expect((await app.db.activity.toArray()).map(({ kind }) => kind)).toEqual(['reset']);
	});

	it('happens once when two tabs keep house at the same time', async () => {
		const other = anotherTab(app);
		answerJobs(other);
		app.clock.at += dayInMs;
		await Promise.all([keepHouse(app, never), keepHouse(other, never)]);
		await Promise.all([keepHouse(app, never), keepHouse(other, never)]);
		expect((await sessions()).filter(({ ended }) => ended)).toHaveLength(1);
		expect(await app.db.sessions.count()).toBe(2);
	});

	it('waits until nothing is being forgotten, without a failure and without asking twice', async () => {
		app.clock.at += dayInMs;
		const what = { kind: 'line', line: 'Tea.' } as const;
		const row = { id: 'x', kind: 'line', at: 1 } as const;
		await app.db.tombstones.put({ ...row, pending: { what, lines: [], summaries: {} } });
		const rounds = firstRound(app.clock.at);
		await resetDueSessions(app, rounds, never);
		expect(extractions.count).toBe(0);
		expect(await app.db.activity.count()).toBe(0);
		await app.db.tombstones.put(row);
		await resetDueSessions(app, rounds, never);
		expect(extractions.count).toBe(1);
		expect((await sessions()).filter(({ ended }) => ended)).toHaveLength(1);
	});

	it('does not happen when the clock was set back', async () => {
		app.clock.at -= 3 * dayInMs;
		await keepHouse(app, never);
		expect(await sessions()).toEqual([{ ended: false, continuedFrom: null }]);
	});

	it('waits for an answer that is being written, without a failure, and comes a minute after it', async () => {
		const rounds = firstRound(app.clock.at);
		app.clock.at += dayInMs;
		await app.locks.hold('session:s1', () => keepHouse(app, never, rounds));
		expect((await sessions()).filter(({ ended }) => ended)).toHaveLength(0);
		expect(await app.db.activity.count()).toBe(0);
		app.clock.at += 60_000;
		await keepHouse(app, never, rounds);
		expect((await sessions()).filter(({ ended }) => ended)).toHaveLength(1);
	});

	it.each(['extract', 'archive-session'] as const)(
		'leaves somebody the composer who begins to write during %s: the session goes on until the next day',
		async (job) => {
			const given = app.jobs[job] as (...ask: unknown[]) => Promise<never>;
			app.jobs[job] = async (...ask: unknown[]) => {
				const at = app.clock.now();
				await putUnsent(app.scratch, { sessionId: 's1', text: 'half a thought', at });
				return given(...ask);
			};
			app.clock.at += dayInMs;
			await keepHouse(app, never);
			await keepHouse(app, never);
			expect(extractions.count).toBe(1);
			expect(await sessions()).toEqual([{ ended: false, continuedFrom: null }]);
			expect(await app.db.archives.count()).toBe(0);
			expect(await unsentOf(app.scratch, 's1')).toMatchObject({ text: 'half a thought' });
			app.jobs[job] = given;
			app.clock.at += dayInMs;
			await keepHouse(app, never);
			expect(await sessions()).toContainEqual({ ended: true, continuedFrom: null });
		}
	);

	it('leaves a session alone in which another wording of a message is being written', async () => {
		app.clock.at += dayInMs;
		const at = app.clock.now();
		await putUnsent(app.scratch, { sessionId: editKey('s1', 's1-trunk-0'), text: 'or so', at });
		await keepHouse(app, never);
		expect(await sessions()).toEqual([{ ended: false, continuedFrom: null }]);
		app.clock.at += dayInMs;
		await keepHouse(app, never);
		expect(await sessions()).toContainEqual({ ended: true, continuedFrom: null });
	});

	it('leaves a session alone whose newest message waits for the network, unless that was deleted', async () => {
		const waiting = { sessionId: 's1', kind: 'waiting', at: app.clock.now() } as const;
		const isEnded = async () => (await app.db.sessions.get('s1'))?.endedAt !== null;
		await app.db.marks.put({ ...waiting, turnId: 's1-trunk-1' });
		app.clock.at += dayInMs;
		await keepHouse(app, never);
		expect(await isEnded()).toBe(false);
		await deleteTurn(app, { sessionId: 's1', turnId: 's1-trunk-1' });
		await keepHouse(app, never);
		expect(await isEnded()).toBe(true);
	});

	it('leaves a session alone for a week whose newest message was not answered: it may wait for a summary', async () => {
		const isEnded = async () => (await app.db.sessions.get('s1'))?.endedAt !== null;
		await app.db.steps.filter(({ seq }) => seq === 1).delete();
		await app.db.turns.toCollection().modify({ askedAt: app.clock.now() });
		app.clock.at += dayInMs;
		await keepHouse(app, never);
		expect(await isEnded()).toBe(false);
		app.clock.at += 7 * dayInMs;
		await keepHouse(app, never);
		expect(await isEnded()).toBe(true);
	});

	it.each([
		['an older message that waited', 's1-trunk-0', Infinity],
		['one that was answered since', 's1-trunk-1', 1]
	])('does not wait for %s', async (_, turnId, latest) => {
		const at = Math.min(app.clock.now(), latest);
		await app.db.marks.put({ sessionId: 's1', turnId, kind: 'waiting', at });
		app.clock.at += dayInMs;
		await keepHouse(app, never);
		expect(await sessions()).toContainEqual({ ended: true, continuedFrom: null });
	});

	it('leaves a session alone that went on, or was deleted, while one before it was being read', async () => {
		const more = ['s2', 's3'].map((id) => aSession({ id, activeAt: app.clock.at - 1000 }));
		for (const session of more)
			await storeSession(app.db, session, someExchanges(2, { sessionId: session.id }));
		app.clock.at += dayInMs;
		app.jobs.extract = async () => {
			extractions.count++;
			await app.db.sessions.update('s2', { activeAt: app.clock.at });
			await app.db.sessions.update('s3', { deletedAt: app.clock.at });
			return { status: 'extracted', proposals: 0 };
		};
		await keepHouse(app, never);
		const ended = await app.db.sessions.filter(({ endedAt }) => endedAt !== null).primaryKeys();
		expect(ended).toEqual(['s1']);
		expect(extractions.count).toBe(1);
	});

	it('that fails is told once and tried again after an hour, not read and paid for every minute', async () => {
		const rounds = firstRound(app.clock.at);
		const archive = app.jobs['archive-session'];
		app.jobs['archive-session'] = () =>
			Promise.resolve({ status: 'failed', failure: { kind: 'storage-full' } });
		app.clock.at += dayInMs;
		for (let minute = 0; minute < 5; minute++) {
			await keepHouse(app, never, rounds);
			app.clock.at += 60_000;
		}
		expect(extractions.count).toBe(1);
		expect(await app.db.activity.toArray()).toMatchObject([
			{ kind: 'failure', details: { what: 'reset' }, failure: { kind: 'storage-full' } }
		]);
		app.jobs['archive-session'] = archive!;
		app.clock.at += 60 * 60_000;
		await keepHouse(app, never, rounds);
		expect((await sessions()).filter(({ ended }) => ended)).toHaveLength(1);
	});

	it('leaves what was imported alone until something is said in it, also once it was branched', async () => {
		await app.db.turns.toCollection().modify({ source: 'import' });
		app.clock.at += 5 * dayInMs;
		await keepHouse(app, never);
		const branched = await branchFrom(app, { sessionId: 's1', turnId: 's1-trunk-0' });
		expect(branched).toMatchObject({ status: 'done' });
		await keepHouse(app, never);
		expect(await sessions()).toEqual([{ ended: false, continuedFrom: null }]);
		const branch = branched.status === 'done' ? branched.branch : '';
		const { turn } = someExchanges(1, { branch, from: 1 })[0]!;
		await app.db.turns.add(turn);
		await app.db.branches.update(['s1', branch], { headSeq: 1 });
		await keepHouse(app, never);
		expect(await sessions()).toContainEqual({ ended: true, continuedFrom: null });
	});

	it('leaves a session alone that has a policy of its own', async () => {
		await app.db.sessions.update('s1', { resetPolicy: { kind: 'manual' } });
		app.clock.at += 5 * dayInMs;
		await keepHouse(app, never);
		expect(await sessions()).toEqual([{ ended: false, continuedFrom: null }]);
	});
});

describe('a session with a policy of its own', () => {
	it('#195 is reset by it whatever the settings say, and hands it on to the session that follows', async () => {
		await setResetPolicy(app, 's1', { kind: 'idle', minutes: 90 });
		app.clock.at += 89 * 60_000;
		await keepHouse(app, never);
		expect(await sessions()).toHaveLength(1);
		// Asleep for hours, with the keeper's timer asleep too.
		app.clock.at += 7 * 60 * 60_000;
		await keepHouse(app, never);
		const next = await app.db.sessions.filter(({ endedAt }) => endedAt === null).toArray();
		expect(next).toMatchObject([
			{ continuedFrom: 's1', resetPolicy: { kind: 'idle', minutes: 90 } }
		]);
	});

	it('is not reset twice on a day because the clock went back and came forward again', async () => {
		await setResetPolicy(app, 's1', { kind: 'daily', hour: 4 });
		app.clock.at += dayInMs;
		await keepHouse(app, never);
		const next = await app.db.sessions.filter(({ endedAt }) => endedAt === null).first();
		if (!next) throw new Error('nothing followed');
		const rightTime = app.clock.at;
		app.clock.at -= 3 * dayInMs;
		const { turn, steps } = someExchanges(1, { sessionId: next.id })[0]!;
		await appendTurn(app.db, { ...turn, askedAt: app.clock.at });
		await app.db.steps.bulkAdd(steps);
		await keepHouse(app, never);
		app.clock.at = rightTime;
		await keepHouse(app, never);
		expect((await sessions()).filter(({ ended }) => ended)).toHaveLength(1);
		app.clock.at += dayInMs;
		await keepHouse(app, never);
		expect((await sessions()).filter(({ ended }) => ended)).toHaveLength(2);
	});

	it('takes what stands unsent along, and brings it back when the reset is undone', async () => {
		await setResetPolicy(app, 's1', { kind: 'idle', minutes: 1 });
		await putUnsent(app.scratch, { sessionId: 's1', text: 'half a thought', at: 1 });
		app.clock.at += dayInMs;
		await keepHouse(app, never);
		const next = await app.db.sessions.filter(({ endedAt }) => endedAt === null).first();
		const textOf = async (id: string) => (await unsentOf(app.scratch, id))?.text;
		expect(await textOf(next?.id ?? '')).toBe('half a thought');
		expect(await textOf('s1')).toBeUndefined();
		await undoReset(app, { ended: 's1', next: next?.id ?? '' });
		expect(await textOf('s1')).toBe('half a thought');
	});
});

it('several resets are taken back together, and one that cannot be does not keep the others from it', async () => {
	await setResetPolicy(app, 's1', { kind: 'idle', minutes: 1 });
	app.clock.at += dayInMs;
	await keepHouse(app, never);
	const next = await app.db.sessions.filter(({ endedAt }) => endedAt === null).first();
	const resets = [
		{ ended: 'not here', next: 'nor here' },
		{ ended: 's1', next: next?.id ?? '' }
	];
	expect(await undoResets(app, resets)).toMatchObject({ status: 'failed' });
	expect((await sessions()).map(({ ended }) => ended)).toEqual([false]);
	expect(await undoResets(app, resets.slice(1))).toEqual({ status: 'done' });
});

it('chosen with many old sessions it ends them without an empty one for each, and all come back together', async () => {
	for (let n = 0; n < 30; n++) {
		const id = `old-${String(n)}`;
		const at = app.clock.at - (400 - n) * dayInMs;
		const session = aSession({ id, title: id, createdAt: at, activeAt: at });
		await storeSession(app.db, session, someExchanges(1, { sessionId: id }));
	}
	const begun = app.clock.now();
	app.clock.at += dayInMs;
	await writeSetting(app.db, 'resetPolicy', 'daily');
	await writeSetting(app.db, 'backgroundDrafts', 'yes');
	await keepHouse(app, never);
	expect(extractions).toEqual({ count: 31, paid: 1 });
	const open = await openSessions(app.db);
	expect(open.map(({ continuedFrom }) => continuedFrom)).toEqual(['s1']);
	const told = await new Promise<Resets>((resolve) => {
		const stop = tellResets(app, begun, (resets) => {
			resolve(resets);
			queueMicrotask(() => stop());
		});
	});
	expect(told).toHaveLength(31);
	expect(await undoResets(app, told)).toEqual({ status: 'done' });
	const back = await openSessions(app.db);
	expect(back).toHaveLength(31);
	expect(new Set(back.map(({ continuedFrom }) => continuedFrom))).toEqual(new Set([null]));
	// Nor at the next hour: to be taken back is no use.
	app.clock.at += dayInMs;
	await keepHouse(app, never);
	expect(await openSessions(app.db)).toHaveLength(1);
});

it('an old session is followed by one where it is pinned, has a policy of its own, or holds what is not sent', async () => {
	for (const [id, over] of [
		['pinned', { pinned: true }],
		['chosen', { resetPolicy: { kind: 'daily', hour: 4 } }],
		['written', {}],
		['reworded', {}],
		['plain', {}]
	] as const) {
		const at = app.clock.at - 100 * dayInMs;
		const session = aSession({ id, createdAt: at, activeAt: at, ...over });
		await storeSession(app.db, session, someExchanges(1, { sessionId: id }));
	}
	await putUnsent(app.scratch, { sessionId: 'written', text: 'half a thought', at: 1 });
	await putUnsent(app.scratch, { sessionId: editKey('reworded', 't'), text: 'or so', at: 1 });
	app.clock.at += dayInMs;
	await writeSetting(app.db, 'resetPolicy', 'daily');
	await keepHouse(app, never);
	const open = (await openSessions(app.db)).map(({ continuedFrom }) => continuedFrom);
	expect(open.toSorted()).toEqual(['chosen', 'pinned', 'reworded', 's1', 'written']);
});

it('the start leads to the session in use, not to one of a clock that ran ahead, unless there is no other', async () => {
	const latest = async () => (await latestSession(app.db, app.clock.now()))?.id;
	for (const [id, ahead] of [
		['ahead', 300 * dayInMs],
		['corrected', 60_000]
	] as const)
		await storeSession(app.db, aSession({ id, activeAt: app.clock.at + ahead }), []);
	// A clock that is put right by a minute leads nobody out of a chat.
	expect(await latest()).toBe('corrected');
	await app.db.sessions.delete('corrected');
	expect(await latest()).toBe('s1');
	await app.db.sessions.delete('s1');
	expect(await latest()).toBe('ahead');
});

it('without a policy nothing is reset, however long nobody comes', async () => {
	app.clock.at += 400 * dayInMs;
	await keepHouse(app, never);
	expect(await sessions()).toEqual([{ ended: false, continuedFrom: null }]);
});

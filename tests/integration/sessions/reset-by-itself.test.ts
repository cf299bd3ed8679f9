import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Settings } from '#core/settings.ts';
import { archiveBytes } from '#db/archives/archives.ts';
import { dropWhole } from '#db/log/resets.ts';
import { editKey } from '#db/scratch/unsent-edits.ts';
import { putUnsent, unsentOf } from '#db/scratch/unsent.ts';
import { readPath } from '#db/log/sessions.ts';
import { writeSetting } from '#db/settings.ts';
import { appendTurn, readExchanges } from '#db/log/turns.ts';
import { archiveOpener } from '#flows/archives/cool-turns.ts';
import { archiveSession } from '#flows/archives/archive-covered.ts';
import { setResetPolicy } from '#flows/sessions/change-session.ts';
import { extractMemories } from '#flows/learning/extract-memories.ts';
import { resetDueSessions } from '#flows/house/reset-due.ts';
import { firstRound } from '#flows/house/rounds.ts';
import { keepHouse } from '#flows/house/keep-house.ts';
import { resetSession, undoReset, undoResets } from '#flows/sessions/reset-session.ts';
import { packer } from '#worker/workshop/packer.ts';
import { anApp, anotherTab, type TestApp } from '../../support/apps/an-app.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { scriptedSummariser } from '../../support/scripted/scripted-summariser.ts';
import { aRetry } from '../../support/scripted/waiting-model.ts';
import { never } from '../../support/never.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';

/** Resets by the clock: caught up once, whatever the app, the tabs or the clock did meanwhile (checklist 192). */

const dayInMs = 24 * 60 * 60_000;
let app: TestApp;
let extractions: number;

function answerJobs(tab: TestApp): void {
	const ports = { db: tab.db, clock: tab.clock, packer };
	tab.jobs['archive-session'] = (ask) => archiveSession(ports, ask);
	tab.jobs.extract = () => {
		extractions++;
		return Promise.resolve({ status: 'extracted', proposals: 0 });
	};
}

beforeEach(async () => {
	app = await anApp();
	extractions = 0;
	answerJobs(app);
	await storeSession(app.db, aSession({ activeAt: app.clock.at }), someExchanges(2));
});
afterEach(() => app.close());

const sessions = async () =>
	(await app.db.sessions.toArray()).map(({ endedAt, continuedFrom }) => ({
		ended: endedAt !== null,
		continuedFrom
	}));

describe('a reset', () => {
	it('#5 #193 begins a session of its own: another id, no messages, every counter at zero, and the settings it had', async () => {
		const counters = {
			input: 5,
			output: 4,
			cacheRead: 3,
			cacheWrite: 2,
			cost: 1,
			unpriced: 1,
			compactions: 7,
			emergencyCompactions: 6
		};
		await app.db.sessions.update('s1', {
			counters,
			epoch: 9,
			epochKey: 'k',
			noPlanKey: 'n',
			title: 'The garden',
			model: 'claude-test-5'
		});
		const outcome = await resetSession(app, 's1', 'user', never);
		if (outcome.status !== 'reset') throw new Error(outcome.status);
		const { next } = outcome;
		const stored = await app.db.sessions.get(next.id);
		expect(next.id).not.toBe('s1');
		expect(stored).toMatchObject({
			counters: Object.fromEntries(Object.keys(counters).map((name) => [name, 0])),
			lastUsage: null,
			noPlanKey: null,
			epoch: 0,
			epochKey: null,
			title: '',
			endedAt: null,
			model: 'claude-test-5',
			continuedFrom: 's1'
		});
		const path = await readPath(app.db, next.id);
		const turns = await readExchanges(app.db, next.id, path);
		expect(turns).toEqual([]);
		// What was counted stays with what was ended.
		expect((await app.db.sessions.get('s1'))?.counters).toEqual(counters);
	});
});

it('can be given up while the last notes are taken: nothing is archived, and the session goes on', async () => {
	const stop = new AbortController();
	app.jobs.extract = (_, signal) => {
		stop.abort();
		return Promise.resolve({ status: signal.aborted ? 'stopped' : 'extracted', proposals: 0 });
	};
	expect(await resetSession(app, 's1', 'user', stop.signal)).toEqual({ status: 'stopped' });
	expect(await app.db.archives.count()).toBe(0);
	expect(await app.db.sessions.get('s1')).toMatchObject({ endedAt: null });
});

it('tells that its last notes wait for a call to be made again, and no longer once they are taken', async () => {
	app.jobs.extract = (_ask, _signal, tell) => {
		const progress = { stage: 'summarising', done: 0, of: 1 } as const;
		tell?.(progress);
		tell?.({ ...progress, retry: aRetry });
		return Promise.resolve({ status: 'extracted', proposals: 0 });
	};
	const told: unknown[] = [];
	await resetSession(app, 's1', 'user', never, (retry) => told.push(retry));
	expect(told).toEqual([aRetry, null]);
});

it('can be given up while the session is archived: the archive goes again, and the session goes on', async () => {
	const stop = new AbortController();
	const archive = app.jobs['archive-session'];
	if (!archive) throw new Error('nobody archives');
	app.jobs['archive-session'] = async (...ask) => {
		const archived = await archive(...ask);
		stop.abort();
		return archived;
	};
	expect(await resetSession(app, 's1', 'user', stop.signal)).toEqual({ status: 'stopped' });
	expect(await app.db.archives.count()).toBe(0);
	expect(await app.db.archiveBytes.count()).toBe(0);
	expect(await sessions()).toEqual([{ ended: false, continuedFrom: null }]);
	app.jobs['archive-session'] = archive;
	expect(await resetSession(app, 's1', 'user', never)).toMatchObject({ status: 'reset' });
});

it('given up leaves an archive alone that was there before, and one in which turns lie alone', async () => {
	const archived = await archiveSession(
		{ db: app.db, clock: app.clock, packer },
		{ sessionId: 's1' }
	);
	if (archived.status !== 'archived') throw new Error(archived.status);
	const { archiveId } = archived;
	const at = app.clock.now();
	await dropWhole(app.db, { id: archiveId, since: at + 1 });
	expect(await app.db.archives.count()).toBe(1);
	await app.db.cold.put({
		id: 'c1',
		sessionId: 's1',
		branch: 'trunk',
		fromSeq: 0,
		throughSeq: 0,
		archiveId,
		turnIds: [],
		at
	});
	await dropWhole(app.db, { id: archiveId, since: at });
	expect(await app.db.archives.count()).toBe(1);
});

it('can be given up while it waits for an answer to be whole: the answer goes on, and so does the session', async () => {
	const stop = new AbortController();
	let whole: () => void = () => undefined;
	const answered = app.locks.hold(
		'session:s1',
		() => new Promise<void>((resolve) => (whole = resolve))
	);
	const given = resetSession(app, 's1', 'user', stop.signal);
	stop.abort();
	expect(await given).toEqual({ status: 'stopped' });
	expect(await app.locks.isHeld('session:s1')).toBe(true);
	whole();
	await answered;
	expect(await app.db.sessions.get('s1')).toMatchObject({ endedAt: null });
});

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

/** What is to be the reset, and when nobody has to ask for it. */
const resets = {
	'by hand': async () => {
		await resetSession(app, 's1', 'user', never);
	},
	daily: async () => {
		await writeSetting(app.db, 'resetPolicy', 'daily');
		app.clock.at += dayInMs;
		await keepHouse(app, never);
	},
	'after idle minutes': async () => {
		await writeSetting(app.db, 'resetPolicy', 'idle');
		app.clock.at += dayInMs;
		await keepHouse(app, never);
	}
};

it.each(Object.keys(resets) as (keyof typeof resets)[])(
	'#192 a reset %s archives everything that was said, from its first message on, as gzipped lines of JSON',
	async (how) => {
		const all = someExchanges(6);
		await storeSession(app.db, aSession({ activeAt: app.clock.at }), all);
		// A summary stands for the first turns: they are archived as they were said all the same.
		await app.db.summaries.put(aSummary(3, { anchors: '' }));
		await resets[how]();
		const [archive, ...others] = await app.db.archives.toArray();
		expect(others).toEqual([]);
		expect(archive).toMatchObject({
			path: 'agents/main/sessions/s1.jsonl.gz',
			sessionId: 's1',
			turns: 6
		});
		const packed = await archiveBytes(app.db, archive?.id ?? '');
		const lines = gunzipSync(packed ?? new Uint8Array())
			.toString('utf8')
			.trimEnd()
			.split('\n')
			.map((line) => JSON.parse(line) as { type: string });
		const rows = (type: string) =>
			lines.filter((line) => line.type === type).map(({ type: _, ...row }) => row);
		expect(lines[0]?.type).toBe('session');
		expect(rows('turn')).toEqual(all.map(({ turn }) => turn));
		expect(rows('step')).toEqual(all.flatMap(({ steps }) => steps));
		expect(rows('summary')).toMatchObject([{ text: 'They spoke about tea.' }]);
	}
);

describe('a reset that was not finished, or was made on another device,', () => {
	const archiveNow = () =>
		archiveSession({ db: app.db, clock: app.clock, packer }, { sessionId: 's1' });

	beforeEach(async () => {
		await archiveNow();
		const all = someExchanges(3);
		await app.db.steps.bulkPut([...all[2]!.steps]);
		expect(await appendTurn(app.db, all[2]!.turn)).toMatchObject({ status: 'stored' });
	});

	it('leaves an archive that makes room for that of the next, which holds what was said since', async () => {
		const [before] = await app.db.archives.toArray();
		expect(await resetSession(app, 's1', 'user', never)).toMatchObject({ status: 'reset' });
		const [after, ...more] = await app.db.archives.toArray();
		expect(more).toEqual([]);
		expect([before?.turns, after?.turns]).toEqual([2, 3]);
		const bytes = (await archiveBytes(app.db, after!.id))!;
		expect(gunzipSync(bytes).toString()).toContain('What about number 2?');
	});

	/** Its first turn lies in the archive alone. */
	async function coolFirst(): Promise<void> {
		const { db } = app;
		db.openArchive = archiveOpener(db, packer, () => Promise.resolve(null));
		const [archive] = await db.archives.toArray();
		const range = { sessionId: 's1', branch: 'trunk', fromSeq: 0, throughSeq: 0 };
		const turnIds = [(await db.turns.get(['s1', 'trunk', 0]))!.turnId];
		await db.cold.put({ id: 'c', ...range, archiveId: archive!.id, turnIds, at: 1 });
		await db.turns.delete(['s1', 'trunk', 0]);
		await db.steps.where(':id').between(['s1', 'trunk', 0], ['s1', 'trunk', 1]).delete();
	}

	it('takes back what its archive alone holds, before that makes room', async () => {
		await coolFirst();
		expect(await resetSession(app, 's1', 'user', never)).toMatchObject({ status: 'reset' });
		const [after, ...more] = await app.db.archives.toArray();
		expect(more).toEqual([]);
		expect(after?.turns).toBe(3);
		expect(await app.db.cold.count()).toBe(0);
		expect(await app.db.turns.where(':id').between(['s1'], ['s1', []]).count()).toBe(3);
	});

	it('keeps its archive where what that alone holds cannot be read', async () => {
		await coolFirst();
		const [before] = await app.db.archives.toArray();
		await app.db.archiveBytes.put({ id: before!.id, bytes: new Uint8Array(9) });
		expect(await resetSession(app, 's1', 'user', never)).toMatchObject({
			status: 'failed',
			failure: { kind: 'damaged' }
		});
		expect(await app.db.archives.toArray()).toEqual([before]);
		expect(await app.db.cold.count()).toBe(1);
	});

	it('keeps its archive where that holds what was said on another device alone', async () => {
		const [before] = await app.db.archives.toArray();
		await app.db.turns.delete(['s1', 'trunk', 1]);
		await app.db.steps.where(':id').between(['s1', 'trunk', 1], ['s1', 'trunk', 2]).delete();
		expect(await resetSession(app, 's1', 'user', never)).toMatchObject({ status: 'failed' });
		expect(await app.db.archives.toArray()).toEqual([before]);
	});

	it('keeps its archive where the session has ended', async () => {
		const [before] = await app.db.archives.toArray();
		await app.db.sessions.update('s1', { endedAt: 1 });
		expect(await archiveNow()).toMatchObject({ status: 'failed', failure: { kind: 'damaged' } });
		expect(await app.db.archives.toArray()).toEqual([before]);
	});
});

describe('the last extraction before a reset', () => {
	/** How often the model was called, and what waits at the desk. */
	async function afterReset(settings: Partial<Settings>, by: 'user' | 'itself') {
		const due = { resetPolicy: 'idle', idleMinutes: 1 };
		for (const [key, value] of Object.entries({ ...due, ...settings }))
			await app.db.settings.put({ key, value });
		const model = scriptedSummariser(() => '<memories>\n- Number 1 is fine. [turn 1]\n</memories>');
		app.jobs.extract = (ask) =>
			extractMemories({ db: app.db, model, clock: app.clock }, ask, never, () => undefined);
		app.clock.at += dayInMs;
		if (by === 'user') await resetSession(app, 's1', 'user', never);
		else await keepHouse(app, never);
		expect((await sessions()).filter(({ ended }) => ended)).toHaveLength(1);
		const lines = (await app.db.proposals.toArray()).map(({ text }) => text);
		return { calls: model.asked.length, lines };
	}

	beforeEach(async () => {
		const [turn] = await app.db.turns.toArray();
		const asked = [{ type: 'text' as const, text: 'My name is Ines.' }];
		if (turn) await app.db.turns.put({ ...turn, asked });
	});

	const said = { calls: 0, lines: ['My name is Ines.'] };
	const asked = { calls: 1, lines: ['Number 1 is fine.'] };
	const none = { calls: 0, lines: [] };
	it.each([
		['by itself pays for nothing where nothing was said about it', 'itself', {}, said],
		['by itself pays for nothing where it must not', 'itself', { backgroundDrafts: 'no' }, said],
		['by itself asks the model where it may', 'itself', { backgroundDrafts: 'yes' }, asked],
		['by hand asks the model', 'user', { backgroundDrafts: 'no' }, asked],
		['in a preset without memory is not made', 'itself', { preset: 'rounds' }, none],
		['in a preset without memory is not made by hand either', 'user', { preset: 'rounds' }, none]
	] as const)('#177 of a reset %s', async (_, by, settings, found) => {
		expect(await afterReset(settings, by)).toEqual(found);
	});
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
		expect(extractions).toBe(1);
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
		expect(extractions).toBe(0);
		expect(await app.db.activity.count()).toBe(0);
		await app.db.tombstones.put(row);
		await resetDueSessions(app, rounds, never);
		expect(extractions).toBe(1);
		expect((await sessions()).filter(({ ended }) => ended)).toHaveLength(1);
	});

	it('does not happen when the clock was set back', async () => {
		app.clock.at -= 3 * dayInMs;
		await keepHouse(app, never);
		expect(await sessions()).toEqual([{ ended: false, continuedFrom: null }]);
	});

	it('waits for an answer that is being written', async () => {
		app.clock.at += dayInMs;
		await app.locks.hold('session:s1', () => keepHouse(app, never));
		expect((await sessions()).filter(({ ended }) => ended)).toHaveLength(0);
		await keepHouse(app, never);
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
			expect(extractions).toBe(1);
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

	it('leaves a session alone that went on, or was deleted, while one before it was being read', async () => {
		const more = ['s2', 's3'].map((id) => aSession({ id, activeAt: app.clock.at - 1000 }));
		for (const session of more)
			await storeSession(app.db, session, someExchanges(2, { sessionId: session.id }));
		app.clock.at += dayInMs;
		app.jobs.extract = async () => {
			extractions++;
			await app.db.sessions.update('s2', { activeAt: app.clock.at });
			await app.db.sessions.update('s3', { deletedAt: app.clock.at });
			return { status: 'extracted', proposals: 0 };
		};
		await keepHouse(app, never);
		const ended = await app.db.sessions.filter(({ endedAt }) => endedAt !== null).primaryKeys();
		expect(ended).toEqual(['s1']);
		expect(extractions).toBe(1);
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
		expect(extractions).toBe(1);
		expect(await app.db.activity.toArray()).toMatchObject([
			{ kind: 'failure', details: { what: 'reset' }, failure: { kind: 'storage-full' } }
		]);
		app.jobs['archive-session'] = archive!;
		app.clock.at += 60 * 60_000;
		await keepHouse(app, never, rounds);
		expect((await sessions()).filter(({ ended }) => ended)).toHaveLength(1);
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
		const { turn } = someExchanges(1)[0] ?? {};
		if (!turn) throw new Error('nothing to say');
		await appendTurn(app.db, { ...turn, sessionId: next.id, askedAt: app.clock.at });
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

it('without a policy nothing is reset, however long nobody comes', async () => {
	app.clock.at += 400 * dayInMs;
	await keepHouse(app, never);
	expect(await sessions()).toEqual([{ ended: false, continuedFrom: null }]);
});

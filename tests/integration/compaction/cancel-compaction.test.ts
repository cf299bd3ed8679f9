import { Dexie } from 'dexie';
import { describe, expect, it, test } from 'vitest';
import { readStoredJob } from '#core/compaction/stored-job.ts';
import type { Truth } from '#db/schema.ts';
import { writeSetting } from '#db/settings.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { putCompaction } from '#db/summaries/compactions.ts';
import type { App } from '#flows/ports.ts';
import { callOff, prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { heart } from '#flows/compaction/job/begin-compaction.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { aCompaction } from '../../support/builders/a-compaction.ts';
import { soundSummary } from '../../support/scripted/scripted-summariser.ts';
import { start } from '../../support/builders/a-clock.ts';
import { drafted, prepare } from '../../support/apps/compactable.ts';
import { inUse, withTurns } from '../../support/apps/garden-now.ts';
import { never } from '../../support/never.ts';
import { withDatabase } from '../../support/builders/a-database.ts';

/** A compaction that is cancelled, here or by another tab, leaves no draft. */

let db: Truth;
withDatabase((own) => (db = own));

test('cancel stops the call, leaves no draft, and says so in the row of the job', async () => {
	const stop = new AbortController();
	const [app] = await withTurns(db, 30, async (_, __, signal) => {
		const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve));
		stop.abort();
		await stopped;
		return soundSummary('Too late.');
	});
	expect(await prepareDraft(app, { sessionId: 's1', trigger: 'manual' }, stop.signal)).toEqual({
		status: 'stopped'
	});
	expect(await summariesOf(db, 's1')).toEqual([]);
	expect((await db.compactions.toArray()).map(({ status }) => status)).toEqual(['cancelled']);
	expect((await db.ledger.toArray()).map(({ outcome }) => outcome)).toEqual(['stopped']);
	// What was read until then is paid for.
	expect((await db.sessions.get('s1'))?.counters.input).toBe(1000);
});

test('a job that another tab marks as cancelled ends without a draft', async () => {
	const [app] = await withTurns(db, 60, async (_, n) => {
		if (n === 1) await db.compactions.toCollection().modify({ status: 'cancelled' });
		return soundSummary('Part.');
	});
	app.clock.now = () => start + Math.floor(performance.now()) * 100_000;
	expect(await prepare(app)).toEqual({ status: 'stopped' });
	expect(await summariesOf(db, 's1')).toEqual([]);
});

test('that is seen inside a running call also where the clock was set back meanwhile', async () => {
	const [app] = await withTurns(db, 3);
	const job = 'c1';
	await putCompaction(db, aCompaction({ id: job, sessionId: 's1', status: 'running' }));
	const beat = heart({ db, clock: app.clock }, job, () => undefined);
	const now = app.clock.now();
	const beatAt = (at: number) => {
		app.clock.now = () => at;
		return beat({ type: 'text', index: 0, text: 'Part.' });
	};
	expect(await beatAt(now)).toBe(true);
	await db.compactions.update(job, { status: 'cancelled' });
	expect(await beatAt(now + 1000)).toBe(true);
	expect(await beatAt(now - 3_600_000)).toBe(false);
});

test('a job whose row is gone, as where a copy has taken the place of everything, does not say that it was cancelled', async () => {
	const [app] = await withTurns(db, 60, async () => {
		await db.compactions.clear();
		return soundSummary('Too late.');
	});
	app.clock.now = () => start + Math.floor(performance.now()) * 100_000;
	expect(await prepare(app)).toMatchObject({
		status: 'failed',
		failure: { kind: 'changed-meanwhile' }
	});
	expect(await summariesOf(db, 's1')).toEqual([]);
	expect(await db.compactions.count()).toBe(0);
});

describe('a cancel by another hand while it is planned', () => {
	/** As soon as the row is there, before anything was read for the plan. */
	function callOffAtOnce(app: App): { readonly called: () => Promise<unknown> | null } {
		let jobId = '';
		let called: Promise<unknown> | null = null;
		db.compactions.hook('creating', (id) => void (jobId = id));
		db.sessions.hook('reading', (session) => {
			if (jobId !== '') called ??= Dexie.ignoreTransaction(() => callOff(app, jobId));
			return session;
		});
		return { called: () => called };
	}

	it.each(['soft', 'manual'] as const)(
		'nobody is asked, and no draft appears: %s',
		async (trigger) => {
			const [app, model] = await withTurns(db, 30);
			await writeSetting(db, 'backgroundDrafts', 'yes');
			const { called } = callOffAtOnce(app);
			expect(await prepare(app, trigger)).toEqual({ status: 'stopped' });
			expect(await called()).toEqual({ status: 'done' });
			expect(model.asked).toEqual([]);
			expect(await summariesOf(db, 's1')).toEqual([]);
			expect((await db.compactions.toArray()).map(({ status }) => status)).toEqual(['cancelled']);
		}
	);

	it('one that was called off before it could be taken up again stays so', async () => {
		const [app, model] = await withTurns(db, 30, () => {
			throw new Error('the tab is gone');
		});
		await expect(prepare(app)).rejects.toThrow('the tab is gone');
		const [job] = await db.compactions.toArray();
		const id = job?.id ?? '';
		await callOff(app, id);
		const before = await db.compactions.get(id);
		const ask = { sessionId: 's1', trigger: 'manual', focus: null, compactionId: id } as const;
		expect(await app.workshop.run('compact', ask, never)).toEqual({ status: 'stopped' });
		expect(model.asked).toHaveLength(1);
		expect(await db.compactions.get(id)).toEqual(before);
	});
});

describe('a cancel that comes while the finished draft is stored', () => {
	const standing = async () => ({
		drafts: (await summariesOf(db, 's1')).filter(({ status }) => status === 'draft').length,
		jobs: (await db.compactions.toArray()).map(({ status }) => status)
	});

	it('leaves none when it comes in the middle of it', async () => {
		const [app] = await withTurns(db, 30);
		const stop = new AbortController();
		db.summaries.hook('creating', () => stop.abort());
		const wanted = { sessionId: 's1', trigger: 'manual' } as const;
		expect(await prepareDraft(app, wanted, stop.signal)).toEqual({ status: 'stopped' });
		expect(await standing()).toEqual({ drafts: 0, jobs: ['cancelled'] });
	});

	it('leaves none when it comes before the tab that waits has heard of it, and the one it replaced waits again', async () => {
		const [app] = await withTurns(db, 30);
		const before = drafted(await prepare(app));
		const stop = new AbortController();
		const { workshop } = app;
		const late: App = {
			...app,
			workshop: {
				async run(kind, ask, signal, tell) {
					const outcome = await workshop.run(kind, ask, signal, tell);
					if (kind === 'compact') stop.abort();
					return outcome;
				}
			}
		};
		const wanted = { sessionId: 's1', trigger: 'manual' } as const;
		expect(await prepareDraft(late, wanted, stop.signal)).toEqual({ status: 'stopped' });
		const waiting = (await summariesOf(db, 's1')).filter(({ status }) => status === 'draft');
		expect(waiting.map(({ id }) => id)).toEqual([before.id]);
	});

	it('leaves none when another tab says so in its row', async () => {
		const [app] = await withTurns(db, 30);
		let isAsked = false;
		// The last look at the row before the draft is stored: what is asked for now is written between the two.
		db.compactions.hook('reading', (job) => {
			const all = readStoredJob(job.plan).plan?.chunks.length;
			if (!isAsked && job.status === 'running' && job.chunks.length === all) {
				isAsked = true;
				void Dexie.ignoreTransaction(() => db.compactions.update(job.id, { status: 'cancelled' }));
			}
			return job;
		});
		expect(await prepare(app)).toEqual({ status: 'stopped' });
		expect(isAsked).toBe(true);
		expect(await standing()).toEqual({ drafts: 0, jobs: ['cancelled'] });
	});

	it('takes it away when another tab still saw it at work', async () => {
		const [app] = await withTurns(db, 30);
		const { compactionId } = drafted(await prepare(app));
		expect(await callOff(app, compactionId ?? '')).toEqual({ status: 'done' });
		expect(await standing()).toEqual({ drafts: 0, jobs: ['cancelled'] });
	});

	it('changes nothing of a summary that is in use by then', async () => {
		const [app] = await withTurns(db, 30);
		const { id, compactionId } = drafted(await prepare(app));
		await useSummary(app, id);
		await callOff(app, compactionId ?? '');
		expect(await inUse(app)).toMatchObject({ id, status: 'active' });
		expect((await standing()).jobs).toEqual(['committed']);
	});
});

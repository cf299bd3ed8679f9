import { describe, expect, it, vi } from 'vitest';
import { readStoredJob } from '#core/compaction/stored-job.ts';
import { forgettingNow } from '#db/forgetting/tombstones.ts';
import { writeSetting } from '#db/settings.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { unfinishedCompactions } from '#db/summaries/compactions.ts';
import { archiveSummary } from '#flows/archives/archive-covered.ts';
import { compactSession } from '#flows/compaction/compact-session.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { firstRound } from '#flows/house/rounds.ts';
import { keepHouse, runKeeper } from '#flows/house/keep-house.ts';
import { deleteSessions } from '#flows/sessions/change-session.ts';
import { costsBetween } from '#db/ledger/ledger.ts';
import { fileRequest } from '#flows/prompt/keep-ledger.ts';
import type { Model } from '#flows/ports/model.ts';
import { packer } from '#worker/workshop/packer.ts';
import { anotherTab, type TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { gardenCard, gardenTurns } from '../../support/apps/compactable.ts';
import { never } from '../../support/never.ts';
import { scriptedSummariser, soundSummary } from '../../support/scripted/scripted-summariser.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { storeSession } from '../../support/builders/stored-session.ts';

/** What a closed tab left half done is finished by the tab that keeps house, and by that one alone. */

const ask = {
	sessionId: 's1',
	trigger: 'manual',
	focus: null,
	compactionId: null,
	facts: { answerer: gardenCard.id, floor: 800, parts: [] }
} as const;
const crashed = { status: 'failed', failure: { kind: 'crashed', detail: 'a bug' } } as const;
let app: TestApp;
withApp((own) => (app = own), { model: gardenCard.id, models: { [gardenCard.id]: gardenCard } });

const store = (turns: number) =>
	storeSession(app.db, aSession({ activeAt: app.clock.at }), gardenTurns(turns));

const compact = (model: Model, told: Parameters<typeof compactSession>[1]) =>
	compactSession({ db: app.db, model, clock: app.clock }, told, never, () => undefined);

describe('a compaction whose tab was closed', () => {
	it('INV-17 is left alone while another tab may still work on it, and then goes on where it stopped', async () => {
		await store(110);
		const killed = scriptedSummariser((_, n) => {
			if (n === 2) throw new Error('the tab is gone');
			return soundSummary(`Fact number ${String(n)} of the garden.`);
		});
		await expect(compact(killed, ask)).rejects.toThrow('the tab is gone');
		const model = scriptedSummariser(() => soundSummary('The rest of the garden.'));
		app.jobs.compact = (told) => compact(model, told);

		await app.locks.hold('compact:s1', () => keepHouse(app, never));
		expect(model.asked).toHaveLength(0);
		// The lock is free: the tab is gone, however long its lease still runs.
		await keepHouse(app, never);
		expect(JSON.stringify(model.asked[0])).toContain('Fact number 1 of the garden.');
		expect(await summariesOf(app.db, 's1')).toMatchObject([{ status: 'draft' }]);
		expect(await unfinishedCompactions(app.db)).toEqual([]);
	});

	/** The tab is gone as soon as the model is called for the `fatal`-th time. */
	const killedAt = (fatal: number) =>
		scriptedSummariser((_, n) => {
			if (n === fatal) throw new Error('the tab is gone');
			return soundSummary(`Fact number ${String(n)} of the garden.`);
		});
	const resume = async (model: Model) => {
		const [job] = await unfinishedCompactions(app.db);
		return compact(model, { ...ask, compactionId: job?.id ?? null });
	};
	const ends = async () => ({
		jobs: (await app.db.compactions.toArray()).map(({ status, failure }) => [
			status,
			failure?.kind
		]),
		told: (await app.db.activity.toArray()).map(({ kind, failure }) => [kind, failure?.kind])
	});

	it('INV-5 is begun three times, and no more where nothing came of it', async () => {
		await store(110);
		for (let start = 0; start < 3; start++)
			await expect(resume(killedAt(0))).rejects.toThrow('gone');
		const fourth = scriptedSummariser(() => soundSummary('Never asked.'));
		expect(await resume(fourth)).toMatchObject({ status: 'failed' });
		expect(fourth.asked).toHaveLength(0);
		expect(await ends()).toEqual({
			jobs: [['failed', 'crashed']],
			told: [['failure', 'crashed']]
		});
	});

	it('INV-5 may be begun again where each time another part of it was stored', async () => {
		await store(220);
		for (let start = 0; start < 4; start++)
			await expect(resume(killedAt(1))).rejects.toThrow('gone');
		expect((await unfinishedCompactions(app.db)).map(({ chunks }) => chunks.length)).toEqual([4]);
	});

	it('INV-5 INV-40 that crashes when it is taken up again is over: stored, told, and paid for once', async () => {
		await store(110);
		await expect(compact(killedAt(1), ask)).rejects.toThrow('gone');
		const model = killedAt(0);
		app.jobs.compact = (told) => compact(model, told).catch(() => crashed);
		for (let minute = 0; minute < 5; minute++) {
			app.clock.at += 90_000;
			await keepHouse(app, never);
		}
		expect(model.asked).toHaveLength(1);
		expect(await ends()).toEqual({
			jobs: [['failed', 'crashed']],
			told: [['failure', 'crashed']]
		});
	});

	it('INV-5 INV-40 that crashes while somebody waits for it is over too, and not tried again for the same message', async () => {
		await store(110);
		const model = killedAt(0);
		app.jobs.compact = (told) => compact(model, told).catch(() => crashed);
		const prepare = () => prepareDraft(app, { sessionId: 's1', trigger: 'hard' }, never);
		expect(await prepare()).toEqual(crashed);
		expect(await prepare()).toEqual({ status: 'nothing-to-do', reason: 'decided-before' });
		app.clock.at += 90_000;
		await keepHouse(app, never);
		expect(model.asked).toHaveLength(1);
		expect(await ends()).toEqual({
			jobs: [['failed', 'crashed']],
			told: [['failure', 'crashed']]
		});
	});
});

describe('a compaction that was left half done', () => {
	const facts = { answerer: gardenCard.id, floor: 800, parts: [] };
	const sound = () => scriptedSummariser(() => soundSummary('The rest of the garden.'));
	/** Two parts are stored and paid for, then the tab is gone; its lease is over. */
	const leave = async (over: Partial<Parameters<typeof compactSession>[1]> = {}) => {
		await store(110);
		const killed = scriptedSummariser((_, n) => {
			if (n === 2) throw new Error('the tab is gone');
			return soundSummary(`Fact number ${String(n)} of the garden.`);
		});
		await expect(compact(killed, { ...ask, facts, ...over })).rejects.toThrow('the tab is gone');
		app.clock.at += 90_001;
	};
	/** The keeper takes it up; what it asks of `model`. */
	const keptWith = async (model = sound(), rounds?: Parameters<typeof keepHouse>[2]) => {
		app.jobs.compact = (told) => compact(model, told);
		await keepHouse(app, never, rounds);
		return model.asked.length;
	};
	const jobs = async () =>
		(await app.db.compactions.toArray()).map(({ status, failure }) => [status, failure]);
	const barred = (why: string) => [['failed', { kind: 'changed-meanwhile', why }]];

	it('waits for the end of its lease where the browser has no locks between tabs', async () => {
		await leave();
		app.clock.at -= 90_000;
		const noLocks = { ...app, locks: { ...app.locks, reach: 'this-tab' as const } };
		app.jobs.compact = (told) => compact(sound(), told);
		await keepHouse(noLocks, never);
		expect(await summariesOf(app.db, 's1')).toEqual([]);
		app.clock.at += 90_001;
		await keepHouse(noLocks, never);
		expect(await summariesOf(app.db, 's1')).toMatchObject([{ status: 'draft' }]);
	});

	it('stays where the workshop could not be loaded for the next one: what it has is not paid for twice', async () => {
		await leave();
		const notLoaded = { status: 'failed', failure: { kind: 'not-loaded' } } as const;
		app.jobs.compact = () => Promise.resolve(notLoaded);
		const byHand = { sessionId: 's1', trigger: 'manual' } as const;
		expect(await prepareDraft(app, byHand, never)).toEqual(notLoaded);
		expect(await jobs()).toEqual([['running', null]]);
		const [job] = await unfinishedCompactions(app.db);
		const { plan } = readStoredJob(job?.plan);
		expect(await keptWith()).toBe(plan!.chunks.length - 2);
		expect(await app.db.compactions.toArray()).toMatchObject([{ status: 'review' }]);
	});

	it('ends where the endpoint is another one now: nothing that was said is sent there', async () => {
		await leave();
		await writeSetting(app.db, 'endpoint', 'https://elsewhere.example');
		expect(await keptWith()).toBe(0);
		expect(await jobs()).toEqual(barred('endpoint'));
		const told = await app.db.activity.toArray();
		expect(told).toMatchObject([{ kind: 'failure', failure: { why: 'endpoint' } }]);
		expect(await keptWith()).toBe(0);
	});

	it.each([
		['auto', 'active'],
		['ask', 'draft']
	] as const)(
		'meets the review rule when it is finished: under %s it is %s',
		async (rule, status) => {
			await leave();
			await writeSetting(app.db, 'reviewSummaries', rule);
			await keptWith();
			expect(await summariesOf(app.db, 's1')).toMatchObject([{ status }]);
		}
	);

	it('ends where the session is deleted, also while no model can be asked', async () => {
		await leave();
		await deleteSessions(app, ['s1']);
		app.isOnline = false;
		expect(await keptWith()).toBe(0);
		expect(await jobs()).toEqual(barred('session-deleted'));
	});

	it.each([
		['soft', { backgroundDrafts: 'no' }],
		['soft', { automaticCompaction: false }],
		['hard', { automaticCompaction: false }]
	] as const)('ends where it is %s and the user has switched it off: %o', async (trigger, off) => {
		await writeSetting(app.db, 'backgroundDrafts', 'yes');
		await leave({ trigger });
		for (const [key, value] of Object.entries(off)) await app.db.settings.put({ key, value });
		expect(await keptWith()).toBe(0);
		expect(await jobs()).toEqual(barred('switched-off'));
	});

	it('goes on where it was asked for by hand, whatever happens by itself', async () => {
		await leave();
		await writeSetting(app.db, 'backgroundDrafts', 'no');
		await writeSetting(app.db, 'automaticCompaction', false);
		expect(await keptWith()).toBeGreaterThan(0);
		expect(await summariesOf(app.db, 's1')).toMatchObject([{ status: 'draft', tier: 'full' }]);
	});

	it.each([
		['the key is locked', { state: 'locked', isOnline: true }],
		['there is no key', { state: 'none', isOnline: true }],
		['there is no network', { state: 'set', isOnline: false }]
	] as const)('waits while %s, with all that was paid for', async (_, { state, isOnline }) => {
		await leave({ trigger: 'hard' });
		const { key } = app;
		app.key = { ...key, state };
		app.isOnline = isOnline;
		// It was closed in a long pause before a call: its lease reaches beyond that.
		await app.db.compactions.toCollection().modify({ leaseUntil: app.clock.at + 400_000 });
		for (let minute = 0; minute < 5; minute++) expect(await keptWith()).toBe(0);
		expect(await summariesOf(app.db, 's1')).toEqual([]);
		// Nobody works on it, and nothing says so.
		expect(await app.db.compactions.toArray()).toMatchObject([{ leaseUntil: 0 }]);
		app.key = key;
		app.isOnline = true;
		const model = sound();
		await keptWith(model);
		expect(JSON.stringify(model.asked[0])).toContain('Fact number 1 of the garden.');
		expect(await summariesOf(app.db, 's1')).toMatchObject([{ status: 'draft', tier: 'full' }]);
	});

	it('waits where only the call tells that nobody is there, and is tried again after an hour', async () => {
		await leave({ trigger: 'hard' });
		const unreachable = scriptedSummariser(() => ({
			failure: { kind: 'unreachable', host: 'model.example' }
		}));
		const rounds = firstRound(app.clock.at);
		for (let hour = 1; hour < 7; hour++) {
			await keptWith(unreachable, rounds);
			expect(await keptWith(unreachable, rounds)).toBe(hour);
			app.clock.at += 3_600_000;
		}
		expect(await jobs()).toEqual([['running', null]]);
		expect(await app.db.activity.toArray()).toEqual([]);
		expect(await keptWith(sound(), rounds)).toBeGreaterThan(0);
		expect(await summariesOf(app.db, 's1')).toMatchObject([{ status: 'draft', tier: 'full' }]);
	});

	it('is what one that is begun after it goes on with: its part is not paid for again', async () => {
		await leave({ trigger: 'hard' });
		const model = sound();
		app.jobs.compact = (told) => compact(model, told);
		await prepareDraft(app, { sessionId: 's1', trigger: 'manual' }, never);
		expect(JSON.stringify(model.asked[0])).toContain('Fact number 1 of the garden.');
		app.clock.at += 90_001;
		const asked = model.asked.length;
		await keptWith(model);
		expect(model.asked).toHaveLength(asked);
		expect((await jobs()).map(([status]) => status)).toEqual(['review']);
	});

	it('gives way to one that is begun after it with another focus', async () => {
		await leave({ trigger: 'hard' });
		const model = sound();
		app.jobs.compact = (told) => compact(model, told);
		await prepareDraft(app, { sessionId: 's1', trigger: 'manual', focus: 'the fence' }, never);
		app.clock.at += 90_001;
		const asked = model.asked.length;
		await keptWith(model);
		expect(model.asked).toHaveLength(asked);
		expect((await jobs()).map(([status]) => status).sort()).toEqual(['cancelled', 'review']);
	});
});

describe('a summary whose archive was never written', () => {
	it('is archived once', async () => {
		await store(10);
		const last = (await app.db.steps.toArray()).find(({ seq }) => seq === 3);
		const through = { seq: 3, step: 0 };
		await app.db.summaries.put(aSummary(3, { through, throughHash: last?.hash ?? '' }));
		app.jobs['archive-summary'] = (told) =>
			archiveSummary({ db: app.db, clock: app.clock, packer }, told);
		await keepHouse(app, never);
		await keepHouse(app, never);
		const archives = await app.db.archives.toArray();
		expect(archives).toMatchObject([{ sessionId: 's1' }]);
		expect(await summariesOf(app.db, 's1')).toMatchObject([{ archiveId: archives[0]?.id }]);
	});
});

describe('what was sent', () => {
	const dayInMs = 86_400_000;
	const send = async (text: string) => {
		const filed = await fileRequest(app, {
			kind: 'chat',
			body: {
				model: gardenCard.id,
				messages: [
					{ role: 'user', content: [{ type: 'text', text: 'said in both' }] },
					{ role: 'assistant', content: [{ type: 'text', text }] }
				]
			},
			sessionId: 's1',
			turnId: 't1',
			step: 0,
			segments: [],
			endpoint: 'https://api.example',
			tokens: 10,
			forgotten: await forgettingNow(app.db)
		});
		return filed.status === 'stored' ? filed.value.id : null;
	};
	/** As they pass where the app is used: a time that lies far behind the last one is not believed at once. */
	const daysGo = async (days: number) => {
		for (let day = 0; day < days; day++) {
			app.clock.at += dayInMs;
			await keepHouse(app, never);
		}
	};
	const kept = async () => {
		const blobs = await app.db.blobs.toArray();
		return blobs.map(({ bytes }) => new TextDecoder().decode(bytes)).join();
	};

	it('is kept for as many days as the user wants, and what younger requests hold too stays', async () => {
		await writeSetting(app.db, 'ledgerDays', 7);
		await send('the old answer');
		app.clock.at += 5 * dayInMs;
		const young = await send('the young answer');
		await keepHouse(app, never);
		expect(await app.db.ledger.count()).toBe(2);

		await daysGo(3);
		expect(await app.db.ledger.toArray()).toMatchObject([{ id: young }]);
		expect(await kept()).toContain('said in both');
		expect(await kept()).toContain('the young answer');
		expect(await kept()).not.toContain('the old answer');
	});

	it('of a clock that ran ahead is kept for as many days as well, from when that was seen', async () => {
		await writeSetting(app.db, 'ledgerDays', 7);
		app.clock.at += 400 * dayInMs;
		await send('from next year');
		app.clock.at -= 400 * dayInMs;
		await keepHouse(app, never);
		await daysGo(6);
		expect(await app.db.ledger.count()).toBe(1);
		await daysGo(2);
		expect(await app.db.ledger.count()).toBe(0);
		expect(await kept()).toBe('');
		// When that time comes it was spent long ago.
		expect(await costsBetween(app.db, 0, Infinity)).toEqual([]);
	});

	it('stays where the clock was set back for a while', async () => {
		await writeSetting(app.db, 'ledgerDays', 7);
		await send('of today');
		app.clock.at -= 400 * dayInMs;
		await keepHouse(app, never);
		app.clock.at += 400 * dayInMs;
		await daysGo(2);
		expect(await app.db.ledger.count()).toBe(1);
		// Nor where it is set back once more, not as far.
		app.clock.at -= 390 * dayInMs;
		await keepHouse(app, never);
		expect(await app.db.ledger.count()).toBe(1);
	});

	it('stays as long as what was kept of the time cannot be read', async () => {
		await writeSetting(app.db, 'ledgerDays', 7);
		await send('of today');
		await keepHouse(app, never);
		app.clock.at += 40 * dayInMs;
		const damaged = new DOMException('damaged', 'UnknownError');
		vi.spyOn(app.scratch.views, 'get').mockRejectedValueOnce(damaged);
		await keepHouse(app, never);
		expect(await app.db.ledger.count()).toBe(1);
	});

	it('stays where the clock runs ahead for a while, and goes when the time is that on another day as well', async () => {
		await writeSetting(app.db, 'ledgerDays', 7);
		await send('of today');
		await keepHouse(app, never);
		app.clock.at += 40 * dayInMs;
		await keepHouse(app, never);
		app.clock.at -= 40 * dayInMs;
		await keepHouse(app, never);
		expect(await app.db.ledger.count()).toBe(1);
		app.clock.at += 40 * dayInMs;
		await keepHouse(app, never);
		expect(await app.db.ledger.count()).toBe(1);
		await daysGo(1);
		expect(await app.db.ledger.count()).toBe(0);
	});
});

describe('of two tabs', () => {
	it('one keeps house; the other begins when that one is closed', async () => {
		await app.db.summaries.put(aSummary(3));
		const kept: string[] = [];
		const keeping = (name: string, tab: TestApp) => {
			tab.jobs['archive-summary'] = () => {
				kept.push(name);
				return Promise.resolve({ status: 'failed', failure: { kind: 'storage-full' } });
			};
			const closing = new AbortController();
			return { closing, ended: runKeeper(tab, closing.signal) };
		};
		const first = keeping('first', app);
		const second = keeping('second', anotherTab(app));
		await expect.poll(() => kept).toContain('first');
		// A whole round that began later: a second keeper would have come as far by now.
		const witness = anotherTab(app);
		await keepHouse(witness, never);
		expect(kept).toEqual(['first']);
		first.closing.abort();
		await first.ended;
		await expect.poll(() => kept).toEqual(['first', 'second']);
		second.closing.abort();
		await second.ended;
	});
});

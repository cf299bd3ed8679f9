import { beforeEach, expect, it } from 'vitest';
import type { Learning } from '#core/learning/import-learning.ts';
import type { RequestKind } from '#core/ledger/ledger-entry.ts';
import { forgettingNow } from '#db/forgetting/tombstones.ts';
import { putLearning } from '#db/scratch/learning.ts';
import { putPartial, removePartial } from '#db/scratch/unsent.ts';
import { closeLeftRequests } from '#flows/house/close-left-requests.ts';
import { runKeeper } from '#flows/house/keep-house.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { compactSession } from '#flows/compaction/compact-session.ts';
import { closeRequest, fileRequest } from '#flows/prompt/keep-ledger.ts';
import { anotherTab, type TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { gardenCard, gardenTurns } from '../../support/apps/compactable.ts';
import { storeSession } from '../../support/builders/stored-session.ts';
import { whileFull } from '../../support/breaking/while-full.ts';
import { never, unseen } from '../../support/never.ts';
import { scriptedSummariser, soundSummary } from '../../support/scripted/scripted-summariser.ts';

/** Requests whose tab was closed while it waited for an answer. */

let app: TestApp;
withApp((own) => (app = own), { model: gardenCard.id, models: { [gardenCard.id]: gardenCard } });
beforeEach(async () => {
	await storeSession(app.db, aSession({ activeAt: app.clock.at }), gardenTurns(30));
});

async function sent(kind: RequestKind, sessionId: string | null = 's1'): Promise<string> {
	const filed = await fileRequest(app, {
		kind,
		body: { model: gardenCard.id, messages: [] },
		sessionId,
		turnId: null,
		step: null,
		segments: [],
		endpoint: 'https://api.example',
		tokens: 10,
		forgotten: await forgettingNow(app.db)
	});
	if (filed.status === 'failed') throw new Error('It was not filed');
	return filed.value.id;
}

const ends = async () =>
	(await app.db.ledger.orderBy('at').toArray()).map(({ outcome, failure }) => [
		outcome,
		failure?.kind
	]);
const waits = ['sent', undefined];
const broken = ['failed', 'interrupted'];

/** A tab begins to keep house, and is closed before its first round. */
async function keeperComes(): Promise<void> {
	const tab = anotherTab(app);
	const stop = new AbortController();
	const locks: typeof tab.locks = {
		...tab.locks,
		hold: (name, work, how) => {
			const begun = () => {
				const working = work();
				stop.abort();
				return working;
			};
			return tab.locks.hold(name, begun, how);
		}
	};
	await runKeeper({ ...tab, locks }, stop.signal);
}

it('say that they were broken off as soon as another tab keeps house, whatever they were for', async () => {
	for (const kind of ['summary', 'extraction', 'flush', 'opinion', 'chat', 'count'] as const)
		await sent(kind);
	await sent('tidy', null);
	const answered = await sent('summary');
	await closeRequest(app, answered, { outcome: 'answered', cost: 0.5 });
	await keeperComes();
	expect(await ends()).toEqual([...Array<unknown>(7).fill(broken), ['answered', undefined]]);
	expect(await app.db.ledger.get(answered)).toMatchObject({ cost: 0.5 });
});

const counters = async () => (await app.db.sessions.get('s1'))?.counters;

it('are counted in their session as calls of which nobody knows what they have cost, once', async () => {
	for (const kind of ['summary', 'extraction', 'flush', 'opinion', 'chat', 'count'] as const)
		await sent(kind);
	await keeperComes();
	await keeperComes();
	expect(await counters()).toMatchObject({ cost: 0, unpriced: 5 });
});

it('are noted and counted in one: where the disk has no room for the one, the other comes with the next try too', async () => {
	await sent('summary');
	const close = () => closeLeftRequests(app);
	await whileFull(app.db.sessions.hook('updating'), close);
	await close();
	expect(await ends()).toEqual([broken]);
	expect(await counters()).toMatchObject({ unpriced: 1 });
});

it('are not counted again where their end was counted, and the disk had no room to note it', async () => {
	const model = scriptedSummariser(() => soundSummary('Beds.'));
	app.jobs.compact = (ask, signal) =>
		compactSession({ db: app.db, model, clock: app.clock }, ask, signal, unseen);
	const noRoom = (change: object): undefined => {
		if ('outcome' in change) throw new DOMException('no room', 'QuotaExceededError');
	};
	const writing = app.db.ledger.hook('updating');
	writing.subscribe(noRoom);
	const wanted = { sessionId: 's1', trigger: 'manual' } as const;
	expect(await prepareDraft(app, wanted, never)).toMatchObject({ status: 'drafted' });
	writing.unsubscribe(noRoom);
	const before = await counters();
	expect(before?.cost).toBeGreaterThan(0);
	const open = (await ends()).length;
	expect(await ends()).toEqual(Array(open).fill(waits));
	await keeperComes();
	expect(await ends()).toEqual(Array(open).fill(broken));
	expect(await counters()).toEqual(before);
	const costs = (await app.db.ledger.toArray()).map(({ cost }) => cost ?? Infinity);
	expect(costs.reduce((sum, cost) => sum + cost, 0)).toBeCloseTo(before?.cost ?? 0, 9);
});

it('count as what they have cost where their tab was only taken for gone, and tells their end', async () => {
	const locks = { ...app.locks, isHeld: () => Promise.resolve(false) };
	const model = scriptedSummariser(async () => {
		await closeLeftRequests({ ...app, locks });
		expect(await counters()).toMatchObject({ unpriced: 1 });
		return soundSummary('Beds.');
	});
	app.jobs.compact = (ask, signal) =>
		compactSession({ db: app.db, model, clock: app.clock }, ask, signal, unseen);
	const wanted = { sessionId: 's1', trigger: 'manual' } as const;
	expect(await prepareDraft(app, wanted, never)).toMatchObject({ status: 'drafted' });
	expect(await counters()).toMatchObject({ unpriced: 0 });
	expect((await counters())?.cost).toBeGreaterThan(0);
});

it.each([
	['summary', 'compact:s1'],
	['extraction', 'compact:s1'],
	['extraction', 'session:s1'],
	['flush', 'flush:s1'],
	['chat', 'session:s1'],
	['count', 'session:s1'],
	['opinion', 'opinion:m1'],
	['tidy', 'tidying']
] as const)('stay open while a tab waits for them: %s under %s', async (kind, lock) => {
	await app.db.summaries.put(aSummary(3));
	await sent(kind, kind === 'tidy' ? null : 's1');
	await app.locks.hold(lock, async () => {
		await closeLeftRequests(app);
		expect(await ends()).toEqual([waits]);
	});
	await closeLeftRequests(app);
	expect(await ends()).toEqual([broken]);
});

it('stay open while the session is read for memories by whoever learns', async () => {
	const job = { id: 'j', todo: ['s1'], state: 'running' } as unknown as Learning;
	await putLearning(app.scratch, job);
	await sent('extraction');
	await sent('summary');
	await closeLeftRequests(app);
	expect(await ends()).toEqual([waits, broken]);
	await putLearning(app.scratch, { ...job, state: 'paused' });
	await closeLeftRequests(app);
	expect(await ends()).toEqual([broken, broken]);
});

it('stay open while what is left of their reply is not recovered, which tells what they have cost', async () => {
	await putPartial(app.scratch, {
		...{ sessionId: 's1', turnId: 't29', branch: 'trunk', seq: 29, index: 1 },
		...{ content: [], model: gardenCard.id, epoch: 0, continues: false },
		...{ startedAt: app.clock.at, at: app.clock.at }
	});
	await sent('chat');
	await closeLeftRequests(app);
	expect(await ends()).toEqual([waits]);
	await removePartial(app.scratch, 's1');
	await closeLeftRequests(app);
	expect(await ends()).toEqual([broken]);
});

it('are not those of a tab that still writes a summary: its end is noted as it came', async () => {
	const model = scriptedSummariser(async () => {
		await keeperComes();
		expect((await ends()).at(-1)).toEqual(waits);
		return soundSummary('Beds.');
	});
	app.jobs.compact = (ask, signal) =>
		compactSession({ db: app.db, model, clock: app.clock }, ask, signal, unseen);
	const wanted = { sessionId: 's1', trigger: 'manual' } as const;
	expect(await prepareDraft(app, wanted, never)).toMatchObject({ status: 'drafted' });
	expect(new Set((await ends()).map(String))).toEqual(new Set(['answered,']));
});

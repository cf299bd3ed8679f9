import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeSetting } from '#db/settings.ts';
import { summariesOf, unfinishedCompactions } from '#db/summaries.ts';
import { archiveSummary } from '#flows/archives/archive-covered.ts';
import { compactSession } from '#flows/compaction/compact-session.ts';
import { keepHouse, runKeeper } from '#flows/keep-house.ts';
import { fileRequest } from '#flows/prompt/keep-ledger.ts';
import type { Model } from '#flows/ports.ts';
import { packer } from '#worker/packer.ts';
import { anApp, anotherTab, type TestApp } from '../support/an-app.ts';
import { aSummary } from '../support/a-summary.ts';
import { gardenCard, gardenTurns } from '../support/compactable.ts';
import { scriptedModel, soundSummary } from '../support/scripted-summariser.ts';
import { aStoredSession, storeSession } from '../support/stored-session.ts';

/** What a closed tab left half done is finished by the tab that keeps house, and by that one alone. */

const never = new AbortController().signal;
const ask = {
	sessionId: 's1',
	trigger: 'manual',
	focus: null,
	compactionId: null,
	facts: { answerer: gardenCard.id, floor: 800, parts: [] }
} as const;
let app: TestApp;

beforeEach(async () => {
	app = await anApp({ model: gardenCard.id, models: { [gardenCard.id]: gardenCard } });
});
afterEach(() => app.close());

const store = (turns: number) =>
	storeSession(app.db, aStoredSession({ activeAt: app.clock.at }), gardenTurns(turns));

const compact = (model: Model, told: Parameters<typeof compactSession>[1]) =>
	compactSession({ db: app.db, model, clock: app.clock }, told, never, () => undefined);

describe('a compaction whose tab was closed', () => {
	it('INV-17 is left alone while another tab may still work on it, and then goes on where it stopped', async () => {
		await store(110);
		const killed = scriptedModel((_, n) => {
			if (n === 2) throw new Error('the tab is gone');
			return soundSummary(`Fact number ${String(n)} of the garden.`);
		});
		await expect(compact(killed, ask)).rejects.toThrow('the tab is gone');
		const model = scriptedModel(() => soundSummary('The rest of the garden.'));
		app.jobs.compact = (told) => compact(model, told);

		await keepHouse(app, never);
		expect(model.asked).toHaveLength(0);
		app.clock.at += 90_000;
		await keepHouse(app, never);
		expect(JSON.stringify(model.asked[0])).toContain('Fact number 1 of the garden.');
		expect(await summariesOf(app.db, 's1')).toMatchObject([{ status: 'draft' }]);
		expect(await unfinishedCompactions(app.db)).toEqual([]);
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
			tokens: 10
		});
		return filed.status === 'stored' ? filed.value.id : null;
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

		app.clock.at += 3 * dayInMs;
		await keepHouse(app, never);
		expect(await app.db.ledger.toArray()).toMatchObject([{ id: young }]);
		expect(await kept()).toContain('said in both');
		expect(await kept()).toContain('the young answer');
		expect(await kept()).not.toContain('the old answer');
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
		const second = keeping('second', await anotherTab(app));
		await expect.poll(() => kept).toContain('first');
		// A whole round that began later: a second keeper would have come as far by now.
		const witness = await anotherTab(app);
		await keepHouse(witness, never);
		expect(kept).toEqual(['first']);
		first.closing.abort();
		await first.ended;
		await expect.poll(() => kept).toEqual(['first', 'second']);
		second.closing.abort();
		await second.ended;
	});
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listedModels } from '#core/models/known-models.ts';
import { cardOf, unknownCard, type ModelCard } from '#core/models/model-card.ts';
import { policyFor } from '#core/presets/policy.ts';
import { Truth } from '#db/schema.ts';
import { readSettings, writeSetting } from '#db/settings.ts';
import { fetchModels } from '#flows/house/fetch-models.ts';
import { keepHouse } from '#flows/house/keep-house.ts';
import { firstRound } from '#flows/house/rounds.ts';
import { appWith, type TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { breakingStorage } from '../../support/breaking/breaking-storage.ts';
import { aLedgerEntry } from '../../support/builders/a-ledger-entry.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { never } from '../../support/never.ts';

let app: TestApp;
withApp((own) => (app = own), { model: null });

const listed = (id: string, over: Partial<ModelCard> = {}): ModelCard => ({
	...unknownCard(id),
	window: 1_000_000,
	maxOutput: 128_000,
	windowBy: 'api',
	outputBy: 'api',
	lookedUpAt: 5,
	...over
});

describe('looking up models', () => {
	it('#37 keeps what the endpoint says, by which windows are measured then, and chooses a model where none is chosen', async () => {
		app.models = {
			status: 'listed',
			models: [listed('claude-opus-5-5'), listed('claude-sonnet-5-5')]
		};
		await fetchModels(app, never);
		const settings = await readSettings(app.db);
		expect(settings.model).toBe('claude-sonnet-5-5');
		expect(settings.models['claude-opus-5-5']).toMatchObject({
			window: 1_000_000,
			listedAt: { [settings.endpoint]: 5 }
		});
		const windowOf = (id: string) =>
			policyFor({ ...settings, preset: 'rounds' }, null, cardOf(settings, id)).window;
		expect([windowOf('claude-opus-5-5'), windowOf('not-listed')]).toEqual([1_000_000, 128_000]);
	});

	it('a model that another endpoint names as well is still one of the first', async () => {
		const here = (await readSettings(app.db)).endpoint;
		app.models = { status: 'listed', models: [listed('shared'), listed('own')] };
		await fetchModels(app, never);
		await writeSetting(app.db, 'endpoint', 'https://there.example');
		app.models = { status: 'listed', models: [listed('shared', { lookedUpAt: 9 })] };
		await fetchModels(app, never);
		const settings = await readSettings(app.db);
		expect([...listedModels(settings)]).toEqual(['shared']);
		expect([...listedModels({ ...settings, endpoint: here })]).toEqual(['shared', 'own']);
	});

	it('chooses none without a key, and none instead of the user’s', async () => {
		app.models = { status: 'listed', models: [listed('claude-sonnet-5-5')] };
		app.key = { ...app.key, state: 'none' };
		await fetchModels(app, never);
		expect((await readSettings(app.db)).model).toBeNull();
		app.key = { ...app.key, state: 'set' };
		await writeSetting(app.db, 'model', 'my-own');
		await fetchModels(app, never);
		expect((await readSettings(app.db)).model).toBe('my-own');
	});

	it('the list is never stored without the model that was chosen from it: nobody would be asked again', async () => {
		const db = new Truth('models-torn');
		const storage = breakingStorage(db);
		const torn = appWith({ db });
		torn.models = { status: 'listed', models: [listed('claude-sonnet-5-5')] };
		for (let at = 0, isTorn = true; isTorn; at++) {
			await db.settings.clear();
			storage.breakAt(at, 'full', true);
			await fetchModels(torn, never).catch(() => undefined);
			isTorn = storage.mend();
			const { models, model } = await readSettings(db);
			expect([at, Object.keys(models)]).toEqual([at, model === null ? [] : [model]]);
		}
		await torn.close();
	});

	it('is made up for by whoever keeps house where the page was left before the list came', async () => {
		const models = [listed('claude-sonnet-5-5')];
		const rounds = firstRound(app.clock.at);
		app.models = { status: 'failed', failure: { kind: 'offline' } };
		await keepHouse(app, never, rounds);
		app.models = { status: 'listed', models };
		await keepHouse(app, never, rounds);
		expect((await readSettings(app.db)).model).toBeNull();
		app.clock.at += 60 * 60_000;
		await keepHouse(app, never, rounds);
		expect((await readSettings(app.db)).model).toBe('claude-sonnet-5-5');
		// Whoever took the model away again meant it.
		await writeSetting(app.db, 'model', null);
		await keepHouse(app, never);
		expect((await readSettings(app.db)).model).toBeNull();
	});

	it.each(['none', 'locked'] as const)(
		'asks nobody while the key is %s, and is made up for once it is set',
		async (state) => {
			const asked = vi.spyOn(app.telephone, 'models');
			const rounds = firstRound(app.clock.at);
			app.key = { ...app.key, state };
			await keepHouse(app, never, rounds);
			expect(asked).not.toHaveBeenCalled();
			app.key = { ...app.key, state: 'set' };
			await keepHouse(app, never, rounds);
			expect(asked).toHaveBeenCalledOnce();
		}
	);

	it('asks nobody where a model was chosen, or where the endpoint has said whom it has', async () => {
		const asked = vi.spyOn(app.telephone, 'models');
		await writeSetting(app.db, 'model', 'my-own');
		await keepHouse(app, never);
		await writeSetting(app.db, 'model', null);
		const { endpoint } = await readSettings(app.db);
		await writeSetting(app.db, 'models', { one: listed('one', { listedAt: { [endpoint]: 5 } }) });
		await keepHouse(app, never);
		expect(asked).not.toHaveBeenCalled();
	});

	describe('while a summary has no archive yet', () => {
		const archived: string[] = [];
		beforeEach(async () => {
			archived.length = 0;
			await app.db.summaries.put(aSummary(3));
			app.jobs['archive-summary'] = ({ summaryId }) => {
				archived.push(summaryId);
				return Promise.resolve({ status: 'failed', failure: { kind: 'storage-full' } });
			};
		});

		it('comes last: an endpoint that is silent holds up no other work', async () => {
			let answer = (): void => {};
			const asked = vi
				.spyOn(app.telephone, 'models')
				.mockImplementation(() => new Promise((resolve) => (answer = () => resolve(app.models))));
			const round = keepHouse(app, never);
			await vi.waitFor(() => expect(asked).toHaveBeenCalled());
			expect(archived).toEqual(['m1']);
			answer();
			await round;
		});

		it('keeps nothing from being archived, and no old request from going, where the telephone cannot start', async () => {
			vi.spyOn(app.telephone, 'keyStatus').mockRejectedValue(new Error('no telephone'));
			await app.db.ledger.put(aLedgerEntry({ id: 'old' }));
			await expect(keepHouse(app, never)).rejects.toThrow('no telephone');
			expect(archived).toEqual(['m1']);
			expect(await app.db.ledger.count()).toBe(0);
		});
	});

	it('waits for a network, and then at once: only what was asked rests', async () => {
		app.models = { status: 'listed', models: [listed('claude-sonnet-5-5')] };
		const asked = vi.spyOn(app.telephone, 'models');
		const rounds = firstRound(app.clock.at);
		app.isOnline = false;
		await keepHouse(app, never, rounds);
		expect(asked).not.toHaveBeenCalled();
		app.isOnline = true;
		await keepHouse(app, never, rounds);
		expect((await readSettings(app.db)).model).toBe('claude-sonnet-5-5');
	});

	it('asks an endpoint on this device without a network too', async () => {
		app.models = { status: 'listed', models: [listed('own')] };
		await writeSetting(app.db, 'endpoint', 'http://localhost:11434');
		app.isOnline = false;
		await keepHouse(app, never);
		expect((await readSettings(app.db)).models['own']).toBeDefined();
	});

	it('keeps the numbers that the user wrote, and an unknown one never takes the place of a known one', async () => {
		await writeSetting(app.db, 'models', {
			mine: listed('mine', { window: 32_000, windowBy: 'user', maxOutput: 4000, outputBy: 'api' })
		});
		app.models = {
			status: 'listed',
			models: [listed('mine', { maxOutput: null, outputBy: 'unknown' })]
		};
		await fetchModels(app, never);
		expect((await readSettings(app.db)).models['mine']).toMatchObject({
			window: 32_000,
			windowBy: 'user',
			maxOutput: 4000
		});
	});
});

import { beforeEach, expect, test } from 'vitest';
import type { Truth } from '#db/schema.ts';
import { writeSetting } from '#db/settings.ts';
import { compactSession } from '#flows/compaction/compact-session.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { aModel } from '../../support/anthropic/models.ts';
import type { AnthropicServer } from '../../support/anthropic/server.ts';
import { withAnthropic } from '../../support/anthropic/with-anthropic.ts';
import { scriptedSummariser, soundSummary } from '../../support/scripted/scripted-summariser.ts';
import { aLine } from '../../support/builders/a-line.ts';
import { withDatabase } from '../../support/builders/a-database.ts';
import {
	appAround,
	drafted,
	gardenCard,
	gardenTurns,
	prepare,
	storeGarden
} from '../../support/apps/compactable.ts';
import { storeMore } from '../../support/apps/garden-now.ts';
import { never, unseen } from '../../support/never.ts';

/** INV-5 over a real socket: however a summariser fails, it is called three times a cycle at most. */

const cheap = { ...gardenCard, id: 'claude-haiku-test' };

let server: AnthropicServer;
let db: Truth;
withDatabase((own) => (db = own));
withAnthropic((own) => (server = own), {
	models: [aModel({ id: gardenCard.id }), aModel({ id: cheap.id })]
});
beforeEach(async () => {
	await storeGarden(db, gardenTurns(30));
});

const asked = () => server.messages().map(({ body }) => (body as { model: string }).model);

test.each(['overloaded', 'server-error', 'rate-limit-1'] as const)(
	'INV-5 one that always answers with %s is called three times, then code takes real text',
	async (fault) => {
		server.fault(fault, { times: 50 });
		const draft = drafted(await prepare(appAround(db, aLine(server))));
		expect(draft).toMatchObject({ tier: 'extractive', model: 'on-device', cost: 0 });
		expect(asked()).toEqual([gardenCard.id, gardenCard.id, gardenCard.id]);
		const [job] = await db.compactions.toArray();
		expect(job).toMatchObject({ attempts: 3 });
	}
);

test('INV-5 where there is another model the last of the three calls is for that one', async () => {
	await writeSetting(db, 'models', { [gardenCard.id]: gardenCard, [cheap.id]: cheap });
	server.fault('overloaded', { times: 50 });
	expect(drafted(await prepare(appAround(db, aLine(server)))).tier).toBe('extractive');
	expect(asked()).toEqual([cheap.id, cheap.id, gardenCard.id]);
});

test('INV-5 one that comes round the third time is heard, and nothing counts against a later part', async () => {
	server.fault('overloaded', { times: 2 });
	server.summariser(() => soundSummary('The beds are built.'));
	expect(drafted(await prepare(appAround(db, aLine(server)))).tier).toBe('full');
	expect(asked().length).toBeGreaterThan(2);
	const [job] = await db.compactions.toArray();
	expect(job).toMatchObject({ attempts: 0 });
});

test('a call that was refused has cost nothing: the price of what another model wrote behind it is known', async () => {
	const prices = { input: 3, output: 15 };
	await writeSetting(db, 'models', {
		[gardenCard.id]: { ...gardenCard, prices },
		[cheap.id]: { ...cheap, prices }
	});
	server.fault('overloaded', { times: 2 });
	server.summariser(() => soundSummary('The beds are built.'));
	const { cost } = drafted(await prepare(appAround(db, aLine(server))));
	expect(asked().slice(0, 3)).toEqual([cheap.id, cheap.id, gardenCard.id]);
	const paid = (await db.ledger.toArray()).map((entry) => entry.cost ?? NaN);
	expect(paid).toContain(0);
	expect(cost).toBeGreaterThan(0);
	expect(cost).toBeCloseTo(paid.reduce((sum, one) => sum + one, 0));
});

test('INV-5 nor is it called a fourth time where it was asked inside the conversation first', async () => {
	await writeSetting(db, 'models', { [gardenCard.id]: gardenCard, [cheap.id]: cheap });
	server.fault('overloaded', { times: 50 });
	const model = aLine(server);
	const { clock } = appAround(db, model);
	const key = { state: 'set', keep: 'unprotected', fingerprint: 'k' } as const;
	const facts = { answerer: gardenCard.id, floor: 800, parts: [] };
	const ask = { sessionId: 's1', focus: null, compactionId: null, facts, inside: { key } } as const;
	const compact = (trigger: 'manual' | 'idle') =>
		compactSession({ db, model, clock }, { ...ask, trigger }, never, unseen);
	await writeSetting(db, 'backgroundDrafts', 'yes');
	expect(await compact('idle')).toMatchObject({ status: 'failed' });
	const three = [gardenCard.id, gardenCard.id, cheap.id];
	expect(asked()).toEqual(three);
	server.reset();
	server.fault('overloaded', { times: 50 });
	expect(drafted(await compact('manual')).tier).toBe('extractive');
	expect(asked()).toEqual(three);
});

test('nobody waits for a summary in the background: a server that is busy is asked again when more was said', async () => {
	await writeSetting(db, 'backgroundDrafts', 'yes');
	server.fault('overloaded', { times: 50 });
	const app = appAround(db, aLine(server));
	const outcome = await prepareDraft(app, { sessionId: 's1', trigger: 'idle' }, never);
	expect(outcome).toMatchObject({ status: 'failed', failure: { kind: 'overloaded' } });
	expect(asked()).toHaveLength(3);
	expect(await db.summaries.count()).toBe(0);
	const again = await prepareDraft(app, { sessionId: 's1', trigger: 'idle' }, never);
	expect(again.status).not.toBe('drafted');
	expect(asked()).toHaveLength(3);
});

test('a model whose summaries are never taken is not paid after each answered message, but when a tenth of the window was said', async () => {
	const model = scriptedSummariser(() => 'Nothing of the kind.');
	const app = appAround(db, model);
	await writeSetting(db, 'preset', 'rounds');
	const rejected = { failure: { kind: 'summary-rejected' } };
	expect(await prepare(app, 'hard')).toMatchObject(rejected);
	const paid = model.asked.length;
	expect(paid).toBeGreaterThan(0);
	const after = async (turns: number) => {
		await storeMore(db, gardenTurns(turns, gardenTurns(30)));
		return prepare(app, 'hard');
	};
	const decided = { status: 'nothing-to-do', reason: 'decided-before' };
	for (const turns of [1, 2, 3]) expect(await after(turns)).toEqual(decided);
	expect(model.asked).toHaveLength(paid);
	expect(await after(12)).toMatchObject(rejected);
	expect(model.asked.length).toBeGreaterThan(paid);
	// By hand it is tried whenever it is asked for.
	const both = model.asked.length;
	expect(await prepare(app, 'hard')).toEqual(decided);
	expect(await prepare(app)).toMatchObject(rejected);
	expect(model.asked.length).toBeGreaterThan(both);
});

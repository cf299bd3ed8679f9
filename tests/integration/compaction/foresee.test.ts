import { expect, test } from 'vitest';
import { builtInPresets, recommended } from '#core/presets/built-in.ts';
import type { PromptFacts } from '#core/compaction/stored-job.ts';
import type { Preset } from '#core/presets/preset.ts';
import type { Truth } from '#db/schema.ts';
import { readSettings, writeSetting } from '#db/settings.ts';
import { compactSession } from '#flows/compaction/compact-session.ts';
import { foreseeCompaction } from '#flows/compaction/foresee-compaction.ts';
import { heldClock, start } from '../../support/builders/a-clock.ts';
import { appAround, gardenCard, gardenTurns, storeGarden } from '../../support/apps/compactable.ts';
import { weighed } from '../../support/apps/garden-now.ts';
import { never } from '../../support/never.ts';
import { scriptedSummariser, soundSummary } from '../../support/scripted/scripted-summariser.ts';
import { withDatabase } from '../../support/builders/a-database.ts';

/** Looking at a compaction before it is made: the plan is the real one, and looking costs and changes nothing. */

let db: Truth;
withDatabase((own) => (db = own));

const facts = { answerer: gardenCard.id, floor: 900, parts: [{ source: 'System', tokens: 900 }] };
const look = (trial = recommended, known: PromptFacts = facts) =>
	foreseeCompaction({ db, clock: heldClock() }, { sessionId: 's1', facts: known, trial });

const rows = async () =>
	Object.fromEntries(
		await Promise.all(
			db.tables.map(async (table) => [table.name, JSON.stringify(await table.toArray())] as const)
		)
	);

test('what is foreseen is what a compaction by hand then does, and looking stores nothing', async () => {
	await storeGarden(db, gardenTurns(30));
	const before = await rows();
	const seen = await look();
	expect(await rows()).toEqual(before);
	if (seen.status !== 'foreseen' || seen.foreseen.kind !== 'plan') throw new Error(seen.status);

	const model = scriptedSummariser(() => soundSummary('The beds are built.'));
	const made = await compactSession(
		{ db, model, clock: heldClock() },
		{ sessionId: 's1', trigger: 'manual', focus: null, compactionId: null, facts },
		never,
		() => undefined
	);
	if (made.status !== 'drafted') throw new Error(made.status);
	expect(seen.foreseen).toMatchObject({
		turnCount: made.summary.turnCount,
		messageCount: made.summary.messageCount,
		tokensBefore: made.summary.tokensBefore,
		throughTurn: made.summary.through.seq + 1,
		calls: model.asked.length
	});
});

test('the journal that two-phase writes first is counted, and is in the price', async () => {
	await storeGarden(db, gardenTurns(40));
	await writeSetting(db, 'preset', 'two-phase');
	const twoPhase = builtInPresets.find(({ id }) => id === 'two-phase')!;
	const priced = async (trial: Preset) => {
		const seen = await look(trial);
		if (seen.status !== 'foreseen' || seen.foreseen.kind !== 'plan') throw new Error(seen.status);
		return seen.foreseen;
	};
	const [seen, bare] = [await priced(twoPhase), await priced({ ...twoPhase, memory: 'none' })];
	const model = scriptedSummariser((_, n) =>
		n === 0 ? '<memories>\n- Beds. [turn 2]\n</memories>' : 'They planned beds of cedar.'
	);
	const made = await compactSession(
		{ db, model, clock: heldClock() },
		{ sessionId: 's1', trigger: 'manual', focus: null, compactionId: null, facts },
		never,
		() => undefined
	);
	expect(made.status).toBe('drafted');
	expect(seen.calls).toBe(model.asked.length);
	expect(seen.price.compacting ?? 0).toBeGreaterThan(1.5 * (bare.price.compacting ?? Infinity));
});

test('each preset that comes with the app says what it would keep, and each differently enough to choose', async () => {
	await storeGarden(db, gardenTurns(60));
	const kept = new Set<number>();
	for (const preset of builtInPresets) {
		const seen = await look(preset);
		if (seen.status !== 'foreseen' || seen.foreseen.kind !== 'plan')
			throw new Error(`${preset.id}: ${JSON.stringify(seen)}`);
		kept.add(seen.foreseen.tail.messages);
	}
	expect(kept.size).toBeGreaterThan(3);
});

test('its price is known where prices are, and unknown where they are not', async () => {
	await storeGarden(db, gardenTurns(30));
	const priced = await look();
	expect(priced).toMatchObject({
		foreseen: { price: { compacting: expect.any(Number) as number } }
	});
	await db.settings.put({
		key: 'models',
		value: { [gardenCard.id]: { ...gardenCard, prices: null } }
	});
	expect(await look()).toMatchObject({
		foreseen: { price: { compacting: null, savedPerTurn: null, breakEven: null } }
	});
});

for (const [what, change] of [
	['nothing', () => Promise.resolve()],
	['a part that is switched off', () => db.sessions.update('s1', { switchedOff: ['MEMORY.md'] })],
	[
		'a turn off the record',
		() => db.marks.put({ sessionId: 's1', turnId: 'turn-2', kind: 'off-record', at: start })
	],
	[
		'a window without room for the summary behind the conversation',
		async () => {
			const { models } = await readSettings(db);
			const full = { ...gardenCard, window: 10_000 };
			await writeSetting(db, 'models', { ...models, [full.id]: full });
		}
	]
] as const)
	test(`from a warm cache too it names who then writes it: ${what} stands in the way`, async () => {
		await storeGarden(db, gardenTurns(30));
		const answerer = { ...gardenCard, window: 200_000 };
		const cheap = { ...answerer, id: 'claude-haiku-test', name: 'Haiku' };
		await writeSetting(db, 'models', { [answerer.id]: answerer, [cheap.id]: cheap });
		await db.sessions.update('s1', {
			lastUsage: {
				usage: { input: 10, cacheRead: 15_000, cacheWrite: 200, output: 100 },
				model: answerer.id,
				epoch: 0,
				summaryId: null,
				branch: 'trunk',
				seq: 29,
				step: 0,
				estimated: 15_000,
				at: start,
				sentAt: start
			}
		});
		await change();
		const { tokens } = (
			await weighed(
				appAround(
					db,
					scriptedSummariser(() => '')
				)
			)
		).weight;
		const seen = await look(recommended, { ...facts, tokens });
		if (seen.status !== 'foreseen' || seen.foreseen.kind !== 'plan') throw new Error(seen.status);
		const model = scriptedSummariser(() => soundSummary('The beds are built.'));
		const key = { state: 'set', keep: 'unprotected', fingerprint: 'k' } as const;
		const made = await compactSession(
			{ db, model, clock: heldClock() },
			{
				sessionId: 's1',
				trigger: 'manual',
				focus: null,
				compactionId: null,
				facts,
				inside: { key }
			},
			never,
			() => undefined
		);
		if (made.status !== 'drafted') throw new Error(made.status);
		const { inside, model: writer } = seen.foreseen;
		expect({ inside, writer }).toEqual({
			inside: what === 'nothing',
			writer: what === 'nothing' ? answerer.id : cheap.id
		});
		expect(made.summary.model).toBe(writer);
	});

test('where there is nothing to do it says why', async () => {
	await storeGarden(db, gardenTurns(1));
	expect(await look()).toMatchObject({ foreseen: { kind: 'no-op', reason: 'all-recent' } });
});

test('where the model is asked first what to remember, that is part of the price, once in a cycle', async () => {
	await storeGarden(db, gardenTurns(30));
	const preset = builtInPresets.find(({ id }) => id === 'spec-008')!;
	const compacting = async (trial: Preset) => {
		const seen = await look(trial);
		if (seen.status !== 'foreseen' || seen.foreseen.kind !== 'plan') throw new Error(seen.status);
		return seen.foreseen.price.compacting ?? NaN;
	};
	const alone = await compacting({ ...preset, flush: null });
	expect(await compacting(preset)).toBeGreaterThan(alone);
	await db.activity.put({
		id: 'a1',
		at: 1,
		kind: 'flush',
		sessionId: 's1',
		details: { cycle: 'start', proposals: 0, said: '', hasRun: false },
		failure: null
	});
	expect(await compacting(preset)).toBe(alone);
});

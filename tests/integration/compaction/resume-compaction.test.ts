import { describe, expect, test } from 'vitest';
import { recommended } from '#core/presets/built-in.ts';
import type { Truth } from '#db/schema.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { writeSetting } from '#db/settings.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { compactSession } from '#flows/compaction/compact-session.ts';
import type { CompactProgress } from '#flows/ports/workshop.ts';
import { undoCompaction } from '#flows/compaction/undo-compaction.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import {
	scriptedSummariser,
	soundBeds,
	soundSummary,
	textOfBody
} from '../../support/scripted/scripted-summariser.ts';
import { heldClock, start, type HeldClock } from '../../support/builders/a-clock.ts';
import {
	appAround,
	gardenCard,
	gardenTurns,
	storeGarden,
	drafted,
	prepare
} from '../../support/apps/compactable.ts';
import { whileFull } from '../../support/breaking/while-full.ts';
import { never, unseen } from '../../support/never.ts';
import { storeMore } from '../../support/apps/garden-now.ts';
import { withDatabase } from '../../support/builders/a-database.ts';

/** A job that was left by a closed tab or that failed goes on with what it has. */

let db: Truth;
withDatabase((own) => (db = own));

test('INV-17 a job whose tab was killed goes on with the third part and does not pay for the first two again', async () => {
	await storeGarden(db, gardenTurns(110));
	const clock = heldClock();
	const killed = scriptedSummariser((_, n) => {
		if (n === 2) throw new Error('the tab is gone');
		return soundSummary(`Fact number ${String(n)} of the garden.`);
	});
	const seen: CompactProgress[] = [];
	const facts = { answerer: gardenCard.id, floor: 800, parts: [] };
	const ask = {
		sessionId: 's1',
		trigger: 'manual',
		focus: null,
		compactionId: null,
		facts
	} as const;
	await expect(
		compactSession({ db, model: killed, clock }, ask, never, (progress) => seen.push(progress))
	).rejects.toThrow('the tab is gone');
	expect(seen.at(-1)).toMatchObject({ done: 2 });
	const [job] = await db.compactions.toArray();
	expect(job).toMatchObject({ status: 'running' });
	expect(job?.chunks).toHaveLength(2);

	const again = scriptedSummariser((_, n) =>
		soundSummary(`Fact number ${String(n + 2)} of the garden.`)
	);
	const draft = drafted(
		await compactSession(
			{ db, model: again, clock },
			{ sessionId: 's1', trigger: 'manual', focus: null, compactionId: job!.id },
			never,
			unseen
		)
	);
	const of = seen.at(-1)!.of;
	expect(of).toBeGreaterThanOrEqual(4);
	expect(again.asked).toHaveLength(of - 2);
	expect(textOfBody(again.asked[0]!)).toContain('Fact number 1 of the garden.');
	expect(draft.compactionId).toBe(job!.id);
	expect((await db.compactions.toArray()).map(({ status }) => status)).toEqual(['review']);
});

test('a job whose tab was killed goes on with what it has where a summary is asked for anew', async () => {
	await storeGarden(db, gardenTurns(110));
	const clock = heldClock();
	const killed = scriptedSummariser((_, n) => {
		if (n === 1) throw new Error('the tab is gone');
		return soundSummary('Fact number 0 of the garden.');
	});
	await expect(prepare(appAround(db, killed, { clock }))).rejects.toThrow('the tab is gone');
	const again = scriptedSummariser(soundBeds);
	drafted(await prepare(appAround(db, again, { clock })));
	expect(textOfBody(again.asked[0]!)).toContain('Fact number 0 of the garden.');
	expect(await db.compactions.toArray()).toMatchObject([{ status: 'review' }]);
});

test('a job that goes on where its tries were used up tells why the last of them came to nothing', async () => {
	await storeGarden(db, gardenTurns(110));
	const mine = { ...recommended, id: 'mine', ladder: ['full', 'smaller-chunks', 'cheaper-model'] };
	await writeSetting(db, 'customPresets', { mine });
	await writeSetting(db, 'preset', 'mine');
	const cheap = {
		...gardenCard,
		id: 'claude-haiku-test',
		prices: { input: 0.1, output: 0.5, cacheRead: 0.01, cacheWrite: 0.1 }
	};
	await writeSetting(db, 'models', { [gardenCard.id]: gardenCard, [cheap.id]: cheap });
	const clock = heldClock();
	const killed = scriptedSummariser(async ({ model }) => {
		if (model === cheap.id) return { failure: { kind: 'rejected', status: 400, detail: '' } };
		const [job] = await db.compactions.toArray();
		if (job?.chunks.length === 1) throw new Error('the tab is gone');
		return soundSummary('The first beds.');
	});
	await expect(prepare(appAround(db, killed, { clock }))).rejects.toThrow('the tab is gone');
	const [job] = await db.compactions.toArray();
	expect(job).toMatchObject({ status: 'running', attempts: 2, chunks: [{ index: 0 }] });

	// Meanwhile the other model is gone.
	await writeSetting(db, 'models', { [gardenCard.id]: gardenCard });
	const again = scriptedSummariser(() => soundSummary('Nobody is asked.'));
	expect(
		await compactSession(
			{ db, model: again, clock },
			{ sessionId: 's1', trigger: 'manual', focus: null, compactionId: job!.id },
			never,
			unseen
		)
	).toEqual({ status: 'failed', failure: { kind: 'rejected', status: 400, detail: '' } });
	expect(again.asked).toHaveLength(0);
});

test('a job that is taken up goes on from the step of the ladder that it had come to, whatever was tried beside it', async () => {
	await storeGarden(db, gardenTurns(110));
	// Room for the conversation and for what asks inside it.
	const wide = { ...gardenCard, window: 40_000 };
	await writeSetting(db, 'models', { [wide.id]: wide });
	const mine = { ...recommended, id: 'mine', reading: 'inside' };
	await writeSetting(db, 'customPresets', { mine });
	await writeSetting(db, 'preset', 'mine');
	const clock = heldClock();
	const killed = scriptedSummariser((_, n) => {
		if (n === 0) return { failure: { kind: 'overloaded' } };
		if (n === 2) throw new Error('the tab is gone');
		return soundSummary('The first beds.');
	});
	await expect(prepare(appAround(db, killed, { clock }))).rejects.toThrow('the tab is gone');
	const [job] = await db.compactions.toArray();
	// Inside the conversation it came to nothing, which is a try and no step of the ladder.
	expect(job).toMatchObject({ attempts: 1, chunks: [{ index: 0, tier: 'full' }] });

	const again = scriptedSummariser((_, n) => soundSummary(`The beds of part ${String(n)}.`));
	const ask = { sessionId: 's1', trigger: 'manual', focus: null, compactionId: job!.id } as const;
	drafted(await compactSession({ db, model: again, clock }, ask, never, unseen));
	const [done] = await db.compactions.toArray();
	expect(done!.chunks.length).toBeGreaterThan(2);
	expect(new Set(done!.chunks.map(({ tier }) => tier))).toEqual(new Set(['full']));
	expect(again.asked).toHaveLength(done!.chunks.length - 1);
});

test('INV-5 a job that is taken up counts the tries that came to nothing before it was left', async () => {
	await storeGarden(db, gardenTurns(110));
	const wide = { ...gardenCard, window: 40_000 };
	const cheap = {
		...wide,
		id: 'claude-haiku-test',
		prices: { input: 0.1, output: 0.5, cacheRead: 0.01, cacheWrite: 0.1 }
	};
	await writeSetting(db, 'models', { [wide.id]: wide, [cheap.id]: cheap });
	const mine = { ...recommended, id: 'mine', reading: 'inside' };
	await writeSetting(db, 'customPresets', { mine });
	await writeSetting(db, 'preset', 'mine');
	const clock = heldClock();
	const refused = { failure: { kind: 'rejected', status: 400, detail: '' } } as const;
	const killed = scriptedSummariser((_, n) => {
		if (n === 0) return refused;
		if (n === 2) throw new Error('the tab is gone');
		return soundSummary('The first beds.');
	});
	await expect(prepare(appAround(db, killed, { clock }))).rejects.toThrow('the tab is gone');
	const [job] = await db.compactions.toArray();
	const again = scriptedSummariser(({ model }) =>
		model === cheap.id ? refused : soundSummary('The other beds.')
	);
	const ask = { sessionId: 's1', trigger: 'manual', focus: null, compactionId: job!.id } as const;
	drafted(await compactSession({ db, model: again, clock }, ask, never, unseen));
	// A second one for the same model would leave none for the other.
	expect(again.asked.slice(0, 2).map(({ model }) => model)).toEqual([cheap.id, wide.id]);
});

test('a part that cannot be stored is the last that is asked for', async () => {
	await storeGarden(db, gardenTurns(110));
	const model = scriptedSummariser(soundBeds);
	const writing = db.compactions.hook('updating');
	const noRoom = (): undefined => {
		if (model.asked.length > 0) throw new DOMException('no room', 'QuotaExceededError');
	};
	writing.subscribe(noRoom);
	expect(await prepare(appAround(db, model))).toEqual({
		status: 'failed',
		failure: { kind: 'storage-full' }
	});
	writing.unsubscribe(noRoom);
	expect(model.asked).toHaveLength(1);
});

describe('a summary that was written and could not be stored', () => {
	const written = () =>
		scriptedSummariser((_, n) => soundSummary(`Fact number ${String(n)} of the garden.`));
	const failing = async (trigger: 'hard' | 'manual', clock: HeldClock) => {
		await storeGarden(db, gardenTurns(110));
		const model = written();
		const act = () => prepare(appAround(db, model, { clock }), trigger);
		expect(await whileFull(db.summaries.hook('creating'), act)).toMatchObject({
			failure: { kind: 'storage-full' }
		});
		expect(model.asked.length).toBeGreaterThan(2);
	};

	test.each(['hard', 'manual'] as const)(
		'after %s is not paid for again when it is tried by hand',
		async (trigger) => {
			const clock = heldClock();
			await failing(trigger, clock);
			const again = written();
			const draft = drafted(await prepare(appAround(db, again, { clock })));
			expect(again.asked).toEqual([]);
			expect(draft.tier).toBe('full');
			expect(await db.compactions.toArray()).toMatchObject([
				{ status: 'review', trigger: 'manual', attempts: 0, failure: null }
			]);
		}
	);

	test('is weighed with the prompt as it has become meanwhile', async () => {
		await storeGarden(db, gardenTurns(110));
		const clock = heldClock();
		const ask = (floor: number, model = written()) =>
			compactSession(
				{ db, model, clock },
				{
					sessionId: 's1',
					trigger: 'manual',
					focus: null,
					compactionId: null,
					facts: { answerer: gardenCard.id, floor, parts: [] }
				},
				never,
				unseen
			);
		await whileFull(db.summaries.hook('creating'), () => ask(800));
		const again = written();
		const { tokensAfter } = drafted(await ask(5000, again));
		expect(again.asked).toEqual([]);
		expect(tokensAfter).toBeGreaterThan(8000);
	});

	test('is written anew where more was said since, or where another focus is asked for', async () => {
		const clock = heldClock();
		await failing('manual', clock);
		const focused = written();
		const app = appAround(db, focused, { clock });
		const ask = { sessionId: 's1', trigger: 'manual', focus: 'the fence' } as const;
		const act = () => prepareDraft(app, ask, never);
		await whileFull(db.summaries.hook('creating'), act);
		expect(focused.asked.length).toBeGreaterThan(2);
		await storeMore(db, gardenTurns(120, gardenTurns(110)));
		const more = written();
		drafted(await prepareDraft(appAround(db, more, { clock }), ask, never));
		expect(more.asked.length).toBeGreaterThan(2);
	});
});

test('a job whose endpoint is changed ends there, asks the other nothing, and can go on with what it has', async () => {
	await storeGarden(db, gardenTurns(110));
	const clock = heldClock();
	const moved = scriptedSummariser((_, n) =>
		n === 1
			? { failure: { kind: 'changed-meanwhile' } }
			: soundSummary(`Fact number ${String(n)} of the garden.`)
	);
	const facts = { answerer: gardenCard.id, floor: 800, parts: [] };
	const ask = { sessionId: 's1', trigger: 'hard', focus: null } as const;
	expect(
		await compactSession(
			{ db, model: moved, clock },
			{ ...ask, compactionId: null, facts },
			never,
			unseen
		)
	).toEqual({ status: 'failed', failure: { kind: 'changed-meanwhile' } });
	expect(moved.asked).toHaveLength(2);
	const [job] = await db.compactions.toArray();
	expect(job).toMatchObject({ status: 'failed', attempts: 0, chunks: [{ index: 0 }] });
	// It may be planned anew by itself, for the endpoint as it is now.
	expect((await sessionOf(db, 's1'))?.noPlanKey).toBeNull();

	const again = scriptedSummariser((_, n) => soundSummary(`Fact number ${String(n + 1)} of it.`));
	const { model } = drafted(
		await compactSession(
			{ db, model: again, clock },
			{ ...ask, compactionId: job!.id },
			never,
			unseen
		)
	);
	expect(model).toBe(gardenCard.id);
	expect(textOfBody(again.asked[0]!)).toContain('Fact number 0 of the garden.');
});

test('INV-13 a job that went on from a summary is planned anew where that one was undone', async () => {
	const clock = heldClock();
	await storeGarden(db, gardenTurns(60));
	const first = scriptedSummariser(() => soundSummary('The first beds.'));
	const app = appAround(db, first, { clock });
	const used = drafted(await prepare(app));
	await useSummary(app, used.id);
	await storeMore(db, gardenTurns(110, gardenTurns(60)));
	const killed = scriptedSummariser((_, n) => {
		if (n === 1) throw new Error('the tab is gone');
		return soundSummary('The later beds.');
	});
	await expect(prepare(appAround(db, killed, { clock }))).rejects.toThrow('the tab is gone');
	const job = (await db.compactions.toArray()).find(({ status }) => status === 'running');
	expect(job?.chunks).toHaveLength(1);
	await undoCompaction(app, 's1', used.id);

	const again = scriptedSummariser(() => soundSummary('All beds.'));
	const { from } = drafted(
		await compactSession(
			{ db, model: again, clock },
			{ sessionId: 's1', trigger: 'manual', focus: null, compactionId: job?.id ?? null },
			never,
			unseen
		)
	);
	expect(from).toEqual({ seq: 0, step: -1 });
	expect(textOfBody(again.asked[0]!)).toContain('Request 1 about');
});

test('INV-13 a job is planned anew where a message was left out since: what was written of it is in no draft', async () => {
	const clock = heldClock();
	await storeGarden(db, gardenTurns(110));
	const killed = scriptedSummariser((_, n) => {
		if (n === 1) throw new Error('the tab is gone');
		return soundSummary('A word of what the user has left out.');
	});
	await expect(prepare(appAround(db, killed, { clock }))).rejects.toThrow('the tab is gone');
	const [job] = await db.compactions.toArray();
	expect(job?.chunks).toHaveLength(1);
	await db.marks.put({ sessionId: 's1', turnId: 'turn-1', kind: 'left-out', at: start });

	const again = scriptedSummariser(() => soundSummary('The other beds.'));
	const ask = { sessionId: 's1', trigger: 'manual', focus: null, compactionId: job!.id } as const;
	drafted(await compactSession({ db, model: again, clock }, ask, never, unseen));
	const asked = again.asked.map(textOfBody).join('\n');
	expect(asked).toContain('Request 0 about');
	expect(asked).not.toContain('Request 1 about');
	expect(asked).not.toContain('left out.');
});

test('what is noted first is noted anew where a job goes on by hand after more was said', async () => {
	const clock = heldClock();
	await storeGarden(db, gardenTurns(50));
	await writeSetting(db, 'preset', 'two-phase');
	const writing = (fact: string) => {
		const model = scriptedSummariser((_, n) =>
			n === 0 ? `<memories>\n- ${fact}\n</memories>` : 'They planned beds.'
		);
		return () => prepare(appAround(db, model, { clock }));
	};
	const act = writing('The user has a barn.');
	expect(await whileFull(db.summaries.hook('creating'), act)).toMatchObject({
		failure: { kind: 'storage-full' }
	});
	await storeMore(db, gardenTurns(60));
	drafted(await writing('The user has a goat.')());
	const proposed = (await db.proposals.toArray()).filter(({ source }) => source === 'compaction');
	expect(proposed.map(({ text }) => text)).toEqual([
		'The user has a barn.',
		'The user has a goat.'
	]);
});

import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { readStoredJob } from '#core/compaction/stored-job.ts';
import type { Exchange } from '#core/log/turn.ts';
import { recommended } from '#core/presets/built-in.ts';
import { Truth } from '#db/schema.ts';
import { endSession } from '#db/log/resets.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { writeSetting } from '#db/settings.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { putMark } from '#db/log/turns.ts';
import { compactSession } from '#flows/compaction/compact-session.ts';
import type { App } from '#flows/ports.ts';
import type { Model } from '#flows/ports/model.ts';
import type { CompactProgress } from '#flows/ports/workshop.ts';
import { callOff, prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { deleteSessions } from '#flows/sessions/change-session.ts';
import { undoCompaction } from '#flows/compaction/undo-compaction.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import {
	scriptedSummariser,
	soundSummary,
	textOfBody,
	soundBeds
} from '../../support/scripted/scripted-summariser.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { heldClock, start } from '../../support/builders/a-clock.ts';
import {
	appAround,
	gardenCard,
	gardenTurns,
	storeGarden,
	drafted,
	prepare
} from '../../support/apps/compactable.ts';
import { never, unseen } from '../../support/never.ts';
import {
	bodyNow,
	inFive,
	inUse,
	storeMore,
	weighed,
	withTurns
} from '../../support/apps/garden-now.ts';

let db: Truth;
let count = 0;
beforeEach(() => {
	db = new Truth(`compaction-jobs-${String(++count)}`);
});
afterEach(async () => {
	await db.delete();
});

/** As a reset ends it. */
const end = () => endSession(db, { id: 's1', at: start, next: aSession({ id: 's2' }) });

test('on this device no model is called, and own sentences become proposals', async () => {
	const exchanges = gardenTurns(30);
	const [first, ...rest] = exchanges;
	const told = {
		...first!,
		turn: {
			...first!.turn,
			asked: [
				{ type: 'text' as const, text: 'My name is Ines. I live in Porto. What grows there?' }
			]
		}
	};
	await storeGarden(db, [told, ...rest]);
	const model = scriptedSummariser(soundBeds);
	const app = appAround(db, model, { keyState: 'none' });
	const draft = drafted(await prepare(app));
	expect(model.asked).toHaveLength(0);
	expect(draft).toMatchObject({ tier: 'extractive', model: 'on-device', cost: 0 });
	const proposals = await db.proposals.toArray();
	expect(proposals.map(({ text, origin }) => [text, origin])).toEqual([
		['My name is Ines.', 'own'],
		['I live in Porto.', 'own']
	]);
	expect(proposals[0]?.turnIds).toEqual(['turn-0']);
});

describe('what a preset says of memory', () => {
	const sings = '- The user sings in a choir. [turn 2]';
	const proposed = async () => (await db.proposals.toArray()).map(({ text }) => text);
	const said = `<summary>The beds are fine.</summary>\n<memories>\n${sings}\n</memories>`;

	it('#101 #103 #171 under gsv the facts of the answer wait for the note of the day, and the summary is without them', async () => {
		const [app] = await withTurns(db, 30, () => said);
		await writeSetting(db, 'preset', 'gsv');
		expect(drafted(await prepare(app)).text).toBe('The beds are fine.');
		expect(await db.proposals.toArray()).toMatchObject([
			{ text: 'The user sings in a choir.', path: 'memory/2026-11-18.md', turnIds: ['turn-1'] }
		]);
	});

	it('holds for an answer that tells of facts all the same: none is proposed where it says so', async () => {
		const [app] = await withTurns(db, 30, () => soundSummary('Beds.', sings));
		const mine = { ...recommended, id: 'mine', memory: 'none' };
		await writeSetting(db, 'customPresets', { mine });
		await writeSetting(db, 'preset', 'mine');
		drafted(await prepare(app));
		expect(await proposed()).toEqual([]);
	});

	it.each([
		['recommended', ['My name is Ines.']],
		['rounds', []]
	])('holds on this device too: %s proposes %j', async (preset, lines) => {
		const [{ turn, steps }, ...rest] = gardenTurns(30) as [Exchange, ...Exchange[]];
		const asked = [...turn.asked, { type: 'text' as const, text: 'My name is Ines.' }];
		await storeGarden(db, [{ turn: { ...turn, asked }, steps }, ...rest]);
		await writeSetting(db, 'preset', preset);
		drafted(await prepare(appAround(db, scriptedSummariser(soundBeds), { keyState: 'none' })));
		expect(await proposed()).toEqual(lines);
	});
});

test('memory lines wait at the desk with their turns; off-the-record turns are summarised but never remembered', async () => {
	const lines = [
		'- The user builds raised beds. [turn 2]',
		'- The user hides the key under the pot. [turn 3]',
		'- The garden lies in the valley. [turn 2, 3]'
	].join('\n');
	const [app, model] = await withTurns(db, 30, () => soundSummary('Beds.', lines));
	await putMark(db, { sessionId: 's1', turnId: 'turn-2', kind: 'off-record', at: start });
	drafted(await prepare(app));
	expect(textOfBody(model.asked[0]!)).toContain('Request 2 about');
	expect(textOfBody(model.asked[0]!)).toContain('off the record');
	const proposals = await db.proposals.toArray();
	expect(proposals.map(({ text }) => text)).toEqual(['The user builds raised beds.']);
	expect(proposals[0]).toMatchObject({
		turnIds: ['turn-1'],
		status: 'waiting',
		source: 'compaction'
	});
});

test('turns that are left out of the prompt are not shown to the summariser', async () => {
	const [app, model] = await withTurns(db, 30);
	await putMark(db, { sessionId: 's1', turnId: 'turn-4', kind: 'left-out', at: start });
	drafted(await prepare(app));
	const all = model.asked.map(textOfBody).join('\n');
	expect(all).toContain('Request 3 about');
	expect(all).not.toContain('Request 4 about');
});

test('a turn that is put off the record while the summary is written ends the job without a draft or a proposal', async () => {
	const [app] = await withTurns(db, 30, async () => {
		await putMark(db, { sessionId: 's1', turnId: 'turn-2', kind: 'off-record', at: start });
		return soundSummary('Beds.', '- The user hides the key. [turn 3]');
	});
	expect(await prepare(app)).toEqual({ status: 'failed', failure: { kind: 'changed-meanwhile' } });
	expect(await summariesOf(db, 's1')).toEqual([]);
	expect(await db.proposals.count()).toBe(0);
});

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
	expect(seen.at(-1)).toMatchObject({ stage: 'summarising', done: 2 });
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

test('a summary whose call waits to be made again tells until when, and is still at work by then', async () => {
	await storeGarden(db, gardenTurns(30));
	const clock = heldClock();
	const sound = scriptedSummariser(soundBeds);
	const retry = {
		failure: { kind: 'overloaded' },
		until: clock.now() + 240_000,
		pause: 3
	} as const;
	const waiting: Model = {
		...sound,
		async *stream(asked, signal) {
			yield { type: 'retrying', attempt: 2, ...retry };
			const [job] = await db.compactions.toArray();
			expect(job?.leaseUntil).toBeGreaterThan(retry.until);
			// Other tabs read it there.
			expect(job?.retry).toEqual(retry);
			yield* sound.stream(asked, signal);
		}
	};
	const seen: CompactProgress[] = [];
	drafted(
		await prepareDraft(
			appAround(db, waiting, { clock }),
			{ sessionId: 's1', trigger: 'manual', onProgress: (progress) => seen.push(progress) },
			never
		)
	);
	const at = seen.findIndex((progress) => progress.retry);
	expect(seen[at]).toEqual({ ...seen[at - 1], retry });
	expect(seen[at + 1]).toEqual(seen[at - 1]);
	expect((await db.compactions.toArray())[0]?.retry ?? null).toBeNull();
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
		if (model === cheap.id) return { failure: { kind: 'overloaded' } };
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
	).toEqual({ status: 'failed', failure: { kind: 'overloaded' } });
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
	await useSummary(app, drafted(await prepare(app)).id);
	await storeMore(db, gardenTurns(110, gardenTurns(60)));
	const killed = scriptedSummariser((_, n) => {
		if (n === 1) throw new Error('the tab is gone');
		return soundSummary('The later beds.');
	});
	await expect(prepare(appAround(db, killed, { clock }))).rejects.toThrow('the tab is gone');
	const job = (await db.compactions.toArray()).find(({ status }) => status === 'running');
	expect(job?.chunks).toHaveLength(1);
	await undoCompaction(app, 's1');

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

test.each([
	['session-deleted', (app: App) => deleteSessions(app, ['s1'])],
	['session-ended', () => end()],
	['endpoint', () => writeSetting(db, 'endpoint', 'https://elsewhere.example')],
	['switched-off', () => writeSetting(db, 'automaticCompaction', false)]
] as const)(
	'a job of which nothing more may be sent (%s) asks nothing more, and says why',
	async (why, change) => {
		await storeGarden(db, gardenTurns(110));
		const model = scriptedSummariser(async (_, n) => {
			if (n === 1) await change(app);
			return soundSummary(`Fact number ${String(n)} of the garden.`);
		});
		const app = appAround(db, model);
		const failure = { kind: 'changed-meanwhile', why };
		expect(await prepare(app, 'hard')).toEqual({ status: 'failed', failure });
		expect(model.asked).toHaveLength(2);
		expect(await summariesOf(db, 's1')).toEqual([]);
		expect(await db.compactions.toArray()).toMatchObject([{ status: 'failed', failure }]);
		expect((await db.activity.toArray()).at(-1)).toMatchObject({ kind: 'failure', failure });
		// It may be planned anew by itself, as things are now.
		expect((await sessionOf(db, 's1'))?.noPlanKey).toBeNull();
	}
);

const ended = { status: 'failed', failure: { kind: 'changed-meanwhile', why: 'session-ended' } };

test('a session that ends while its summary is written gets no draft, and no new one is begun', async () => {
	const [app, model] = await withTurns(db, 30, async () => {
		await end();
		return soundSummary('Beds.');
	});
	expect(await prepare(app)).toEqual(ended);
	expect(await prepare(app)).toEqual(ended);
	expect(model.asked).toHaveLength(1);
	expect(await summariesOf(db, 's1')).toEqual([]);
});

test('a draft of a session that has ended is not put to use, and a job of a closed tab is over', async () => {
	const [app] = await withTurns(db, 30);
	const draft = drafted(await prepare(app));
	const [job] = await db.compactions.toArray();
	await db.compactions.put({ ...job!, id: 'left', status: 'running' });
	await end();
	expect(await useSummary(app, draft.id)).toEqual(ended);
	expect(await db.compactions.get('left')).toMatchObject({ status: 'cancelled' });
	expect(await db.compactions.get(job!.id)).toMatchObject({ status: 'review' });
});

test('whoever waits behind another compaction may stop: the wait ends, the other does not', async () => {
	const [app, model] = await withTurns(db, 60);
	let free: () => void = () => undefined;
	const other = app.locks.hold(
		'compact:s1',
		() => new Promise<void>((resolve) => (free = resolve))
	);
	const stop = new AbortController();
	const waiting = prepareDraft(app, { sessionId: 's1', trigger: 'hard' }, stop.signal);
	stop.abort();
	expect(await waiting).toEqual({ status: 'stopped' });
	expect(await app.locks.isHeld('compact:s1')).toBe(true);
	free();
	expect((await other).status).toBe('done');
	expect((await prepare(app, 'hard')).status).toBe('drafted');
	expect(model.asked.length).toBeGreaterThan(0);
	expect(await db.compactions.count()).toBe(1);
});

test('a journal of which nothing more may be sent ends with its session', async () => {
	await storeGarden(db, gardenTurns(110));
	await writeSetting(db, 'preset', 'two-phase');
	const model = scriptedSummariser(async () => {
		await deleteSessions(app, ['s1']);
		return '<memories>\n- The user builds beds. [turn 2]\n</memories>';
	});
	const app = appAround(db, model);
	const failure = { kind: 'changed-meanwhile', why: 'session-deleted' };
	expect(await prepare(app)).toEqual({ status: 'failed', failure });
	expect(model.asked).toHaveLength(1);
	expect(await db.proposals.count()).toBe(0);
});

test('#147 #205 a session whose messages are all recent has nothing to compact, and no call is made', async () => {
	const [app, model] = await withTurns(db, 1);
	expect(await prepare(app)).toEqual({ status: 'nothing-to-do', reason: 'all-recent' });
	expect(model.asked).toHaveLength(0);
	expect(await db.compactions.count()).toBe(0);
	const [row] = await db.activity.toArray();
	expect(row).toMatchObject({ kind: 'no-op', details: { round: 0, reason: 'all-recent' } });
	expect(row?.details['tokensBefore']).toBeGreaterThan(500);
	expect(row?.details['tokensAfter']).toBe(row?.details['tokensBefore']);
});

test('#75 where nothing lies between the summary in use and what stays, both stay as they are', async () => {
	const [app, model] = await withTurns(db, 25, () => inFive);
	await writeSetting(db, 'preset', 'rounds');
	const { id } = drafted(await prepare(app));
	await useSummary(app, id);
	const before = await bodyNow(app);
	const asked = model.asked.length;
	expect(await prepare(app)).toEqual({ status: 'nothing-to-do', reason: 'few-messages' });
	expect(model.asked).toHaveLength(asked);
	expect((await inUse(app))?.id).toBe(id);
	expect(await bodyNow(app)).toBe(before);
	expect(before).toContain('The beds are fine.');
});

test('#147 what was left out weighs nothing where it is told that there was nothing to do', async () => {
	const [app] = await withTurns(db, 4);
	for (const turnId of ['turn-0', 'turn-1'])
		await putMark(db, { sessionId: 's1', turnId, kind: 'left-out', at: start });
	expect(await prepare(app)).toMatchObject({ status: 'nothing-to-do' });
	const [row] = await db.activity.toArray();
	const { tokens } = (await weighed(app)).weight;
	expect(Math.abs(Number(row?.details['tokensBefore']) - tokens)).toBeLessThan(tokens / 20);
});

test('INV-1 where system, memory and pins alone reach the limit no call is made and the largest parts are named', async () => {
	const [app, model] = await withTurns(db, 30);
	await db.pins.put({
		id: 'p',
		sessionId: 's1',
		text: 'wood '.repeat(20_000),
		turnId: null,
		at: start
	});
	const outcome = await prepare(app, 'hard');
	expect(outcome).toMatchObject({ status: 'failed', failure: { kind: 'does-not-fit' } });
	if (outcome.status === 'failed' && outcome.failure.kind === 'does-not-fit')
		expect(outcome.failure.largest[0]?.source).toBe('Pins');
	expect(model.asked).toHaveLength(0);
});

test('under the rule auto the draft is in use at once; a draft that waits is found again instead of paid for twice', async () => {
	const [app, model] = await withTurns(db, 50);
	const draft = drafted(await prepare(app, 'hard'));
	const asked = model.asked.length;
	expect(drafted(await prepare(app, 'hard')).id).toBe(draft.id);
	expect(model.asked).toHaveLength(asked);
	await writeSetting(db, 'reviewSummaries', 'auto');
	expect(drafted(await prepare(app, 'hard')).status).toBe('active');
	expect((await inUse({ db }))?.id).toBe(draft.id);
});

test('INV-38 two tabs do not compact the same session at once', async () => {
	const [app, model] = await withTurns(db, 30);
	const both = await Promise.all([prepare(app), prepare(app)]);
	expect(both.map(({ status }) => status).sort()).toEqual(['drafted', 'failed']);
	expect(await summariesOf(db, 's1')).toHaveLength(1);
	expect(model.asked.length).toBeGreaterThan(0);
});

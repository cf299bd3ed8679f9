import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planCompaction } from '#core/plan/plan.ts';
import { planKey } from '#core/plan/plan-key.ts';
import type { Plan, PlanInput, Planned } from '#core/plan/planned.ts';
import { turnsSaid } from '#core/plan/turns-said.ts';
import { policyFor } from '#core/presets/policy.ts';
import { recommended } from '#core/presets/built-in.ts';
import type { Preset } from '#core/presets/preset.ts';
import { defaultSettings } from '#core/settings.ts';
import { pathOf } from '#core/log/path.ts';
import type { Exchange } from '#core/log/turn.ts';
import { trunk } from '#core/session/session.ts';
import { isOnPath } from '#core/summary/summary.ts';
import { exchangesAfter } from '#core/log/coverage.ts';
import { cardOf, inputOf, reachesTarget } from '../../support/builders/a-plan-input.ts';
import { makeLog, type TurnShape } from '../../support/random/random-log.ts';
import { aBranch } from '../../support/builders/stored-session.ts';

/** A turn: `words` in question and answer each, about 1.5 tokens a word in the tests' estimator. */
const turn = (words: number, results: readonly number[] = []): TurnShape => ({
	words,
	images: 0,
	steps: [{ words, thinking: false, results, image: false, state: 'complete' }]
});
const asking = (words: number): TurnShape => ({ words, images: 0, steps: [] });
const turns = (count: number, words: number): TurnShape[] =>
	Array.from({ length: count }, () => turn(words));

const big = cardOf(200_000, 8000);

function planned(planned: Planned): Plan {
	expect(planned).toMatchObject({ kind: 'plan' });
	if (planned.kind !== 'plan') throw new Error('no plan');
	return planned;
}

const plan = (shapes: readonly TurnShape[], more: Parameters<typeof inputOf>[1] = {}): Planned =>
	planCompaction(inputOf(makeLog(shapes), more));

test('a budget that a preset asks for is asked for, however small', () => {
	const own = (budget: number) => {
		const { policy } = inputOf([], { card: big });
		const asked = { ...policy.preset.asked, budget };
		return { card: big, policy: { ...policy, preset: { ...policy.preset, asked } } };
	};
	expect(planned(plan(turns(200, 400), own(100))).sizes.budget).toBe(100);
	// Fewer words say nothing.
	expect(planned(plan(turns(200, 400), own(0))).sizes.budget).toBe(60);
});

test('#63 #64 gsv keeps what fits into 20,000 tokens from the newest backward, and covers everything before', () => {
	// 100 turns of 2 × 220 tokens; 45 whole ones fit into 20,000.
	const log = makeLog(turns(200, 150));
	const found = planned(planCompaction(inputOf(log, { preset: 'gsv', card: big })));
	const weigh = inputOf(log).weigh;
	const tail = exchangesAfter(log, found.through);
	const sum = tail.reduce(
		(all, { turn, steps }) =>
			all + weigh.question(turn) + steps.reduce((a, s) => a + weigh.step(s), 0),
		0
	);
	expect(sum).toBe(found.tail.tokens);
	expect(sum).toBeGreaterThanOrEqual(20_000);
	expect(sum).toBeLessThan(20_500);
	// What comes to 20,000 exactly still fits.
	const even = { ...weigh, key: 'even', question: () => 100, step: () => 100, stepNow: () => 100 };
	const full = planCompaction(inputOf(log, { preset: 'gsv', card: big, weigh: even }));
	expect(planned(full).requested).toEqual({ seq: 100, step: -1 });
});

test('#67 #68 two-phase keeps the larger of 20 messages and 20 % of the window', () => {
	const keep = (shapes: readonly TurnShape[]) =>
		planned(plan(shapes, { preset: 'two-phase', card: big })).tail;
	// Long ones: 20 messages are more than 40,000 tokens.
	const long = keep(turns(40, 3000));
	expect(long.messages).toBe(20);
	expect(long.tokens).toBeGreaterThan(40_000);
	// The twentieth from the newest is an answer here: its question stays with it.
	expect(keep([...turns(40, 3000), asking(3000)]).messages).toBe(21);
	// Short ones: 40,000 tokens are more than 20 messages, and no more stays than the turn in which they are full.
	const short = keep(turns(400, 150));
	expect(short.messages).toBeGreaterThan(20);
	expect(short.tokens).toBeGreaterThanOrEqual(40_000);
	expect(short.tokens).toBeLessThan(40_000 + (2 * short.tokens) / short.messages);
});

test('#68 what is kept may be so many messages, or so many tokens', () => {
	const keep = (kept: Preset['keep']) => {
		const settings = { ...defaultSettings, preset: 'own', customPresets: { own: own(kept) } };
		return planned(plan(turns(200, 150), { card: big, policy: policyFor(settings, null, big) }))
			.tail;
	};
	const own = (kept: Preset['keep']) => ({ ...recommended, id: 'own', keep: kept });
	expect(keep({ kind: 'messages', messages: 6 }).messages).toBe(6);
	const { tokens, messages } = keep({ kind: 'tokens', tokens: 6000 });
	expect(tokens).toBeGreaterThan(6000 - (2 * tokens) / messages);
	expect(tokens).toBeLessThan(6000 + (2 * tokens) / messages);
});

test('#34 #70 rounds keeps the last 10 of 50 messages', () => {
	const found = planned(plan(turns(25, 30), { preset: 'rounds', card: cardOf(128_000, 4000) }));
	expect(found.tail.messages).toBe(10);
	expect(found.through).toEqual({ seq: 19, step: 0 });
	expect(found.messageCount).toBe(40);
});

test('#71 #72 #207 #213 where the boundary falls on a tool result it moves backward to the step', () => {
	const found = planned(
		plan([...turns(10, 30), turn(30, [40, 40]), ...turns(4, 30), asking(10)], {
			preset: 'rounds',
			card: cardOf(128_000, 4000)
		})
	);
	// Ten messages back is the result of turn 10: its whole turn stays.
	expect(found.through).toEqual({ seq: 9, step: 0 });
	expect(found.requested).toEqual({ seq: 10, step: 0 });
});

test.each([1, 2, 5])(
	'#72 #213 where a step has %i calls, their results are one message, and go with it',
	(calls) => {
		const called = turn(
			30,
			Array.from({ length: calls }, () => 40)
		);
		const found = planned(
			plan([...turns(10, 30), called, called, called, ...turns(1, 30), asking(10)], {
				preset: 'rounds',
				card: cardOf(128_000, 4000)
			})
		);
		// Nine messages stand behind turn 10: the tenth is its results.
		expect(found.requested).toEqual({ seq: 10, step: 0 });
		expect(found.through).toEqual({ seq: 9, step: 0 });
		expect(found.tail.messages).toBe(12);
	}
);

test('#38 #75 #208 rounds does nothing while there are at most keep + 1 messages', () => {
	expect(plan(turns(5, 30), { preset: 'rounds', trigger: 'manual' })).toMatchObject({
		kind: 'no-op',
		reason: 'few-messages'
	});
	const eleven = [...turns(5, 30), asking(30)];
	expect(plan(eleven, { preset: 'rounds', trigger: 'manual' })).toMatchObject({
		kind: 'no-op',
		reason: 'few-messages'
	});
	expect(planned(plan(turns(6, 300), { preset: 'rounds', trigger: 'manual' })).messageCount).toBe(
		2
	);
	expect(plan([], { preset: 'rounds' })).toMatchObject({ kind: 'no-op' });
});

test('gsv does nothing while there are at most two messages', () => {
	const few = (shapes: readonly TurnShape[]) => plan(shapes, { preset: 'gsv', card: big });
	expect(few(turns(1, 10_000))).toMatchObject({ kind: 'no-op', reason: 'few-messages' });
	expect(planned(few(turns(2, 10_000))).messageCount).toBe(2);
});

test('#78 #232 spec-008 does nothing while there are at most twice keep messages', () => {
	expect(plan(turns(5, 30), { preset: 'spec-008' })).toMatchObject({
		kind: 'no-op',
		reason: 'few-messages'
	});
	// One more, which was never answered, lies before the five that stay.
	const eleven = plan([asking(600), ...turns(5, 30)], { preset: 'spec-008' });
	expect(planned(eleven).messageCount).toBe(1);
});

test('#77 #79 #229 spec-008 keeps the last 5 answered turns, and what was asked since', () => {
	const found = planned(plan([...turns(12, 40), asking(5)], { preset: 'spec-008', card: big }));
	expect(found.through).toEqual({ seq: 6, step: 0 });
});

test('#83 single-shot keeps nothing but the newest request', () => {
	const found = planned(plan([...turns(12, 40), asking(5)], { preset: 'single-shot', card: big }));
	expect(found.through).toEqual({ seq: 11, step: 0 });
	expect(found.tail.messages).toBe(1);
});

test('recommended keeps at least 8 messages and 15 % of usable', () => {
	const long = planned(plan(turns(100, 600), { card: big }));
	expect(long.tail.tokens).toBeGreaterThanOrEqual(0.15 * 192_000);
	// Of 18,000 usable 15 % are fewer than eight of these, and 25 % are more.
	const short = planned(plan(turns(60, 300), { card: cardOf(20_000, 2000) })).tail;
	expect(short.messages).toBe(8);
});

test('of 8 messages and 25 % of usable the tokens win', () => {
	const found = planned(plan(turns(20, 900), { card: cardOf(20_000, 2000) }));
	expect(found.tail.tokens).toBeLessThanOrEqual(0.25 * 18_000);
	expect(found.tail.messages).toBeLessThan(8);
});

test('somebody who asks for it gets a summary long before the window is full', () => {
	expect(plan(turns(30, 60), { card: big })).toMatchObject({ kind: 'no-op', reason: 'all-recent' });
	const found = planned(plan(turns(30, 60), { card: big, trigger: 'manual' }));
	expect(found.tail.messages).toBeGreaterThanOrEqual(8);
	expect(found.tail.messages).toBeLessThanOrEqual(12);
	const few = planned(plan(turns(4, 600), { card: big, trigger: 'manual' }));
	expect(few.tail.messages).toBe(4);
	// Four short turns are not worth a summary.
	expect(plan(turns(4, 60), { card: big, trigger: 'manual' })).toMatchObject({ kind: 'no-op' });
});

test('asked for by hand, a short turn at the beginning does not hide that the rest is worth a summary', () => {
	const fences = { carried: 180, trigger: 'manual', card: big } as const;
	// Eight messages would stay; the two that may go are too short to be worth anything, the ones after them are not.
	const short = planned(plan([turn(5), ...turns(4, 400)], fences));
	expect(short.coveredTokens).toBeGreaterThan(short.sizes.budget + short.sizes.anchors + 180);
	// Half of three turns would keep the long one too; the newest exchange stays, whatever its length.
	const long = planned(plan([turn(5), turn(1500), turn(5)], fences));
	expect(long).toMatchObject({ through: { seq: 1, step: 0 }, tail: { messages: 2 } });
	// Where everything is short there is still nothing to gain, and no call is made for it.
	expect(plan(turns(5, 5), fences)).toMatchObject({ kind: 'no-op' });
});

test('#209 one turn alone is never summarised', () => {
	expect(plan(turns(1, 60), { card: big, trigger: 'manual' })).toMatchObject({ kind: 'no-op' });
});

test('#65 INV-18 one huge turn is cut between its steps, and its question stays word for word', () => {
	const steps = Array.from({ length: 30 }, () => ({
		words: 50,
		thinking: true,
		results: [500],
		image: false,
		state: 'complete' as const
	}));
	const log = makeLog([...turns(2, 20), { words: 30, images: 0, steps }]);
	const found = planned(planCompaction(inputOf(log)));
	expect(found.through.seq).toBe(2);
	expect(found.through.step).toBeGreaterThan(0);
	const [kept, ...others] = exchangesAfter(log, found.through);
	expect(others).toEqual([]);
	expect(kept?.turn).toBe(log[2]?.turn);
	expect(kept?.steps.at(-1)).toBe(log[2]?.steps.at(-1));
	// Of what is sent nothing is counted as covered and kept, or as neither: the question is kept, each step with its results.
	const left = kept?.steps.filter(({ index }) => index > found.through.step).length ?? 0;
	expect(found.tail.messages).toBe(1 + 2 * left);
	expect(found.messageCount).toBe(2 * 2 + 2 * (steps.length - left));
	expect(found.tail.tokens).toBeLessThanOrEqual(0.25 * 18_000);
});

test('INV-18 a newest message that is too large by itself is named, with the room there is', () => {
	for (const words of [11_000, 20_000])
		expect(plan([...turns(3, 50), asking(words)])).toMatchObject({
			kind: 'oversize-user-message',
			room: 15_300 - 500
		});
	// Below the threshold by itself, but not beside what cannot go.
	const log = makeLog([...turns(3, 50), asking(4000)]);
	const question = inputOf(log).weigh.question(log[3]!.turn);
	expect(planCompaction(inputOf(log, { floor: 15_300 - question }))).toMatchObject({
		kind: 'oversize-user-message',
		room: question
	});
});

test('INV-1 a floor above the threshold is infeasible whatever the log holds', () => {
	const found = plan(turns(30, 200), {
		floor: 16_000,
		parts: [{ source: 'Pins', tokens: 16_000 }]
	});
	expect(found).toMatchObject({ kind: 'infeasible', threshold: 15_300 });
	if (found.kind === 'infeasible')
		expect(found.largest[0]).toEqual({ source: 'Pins', tokens: 16_000 });
});

test('INV-1 a floor that reaches the threshold with the newest exchange is infeasible, one token below it is not', () => {
	const log = makeLog(turns(30, 200));
	const { weigh } = inputOf(log);
	const { turn: newest, steps } = log.at(-1) ?? { steps: [] };
	if (!newest) throw new Error('no turn');
	const least = steps.reduce((sum, step) => sum + weigh.step(step), weigh.question(newest));
	const room = 15_300 - least;
	const found = (floor: number) => planCompaction(inputOf(log, { floor }));
	expect(found(room)).toMatchObject({ kind: 'infeasible', floor: 15_300, threshold: 15_300 });
	expect(found(room - 1).kind).not.toBe('infeasible');
});

test('INV-3 a plan reaches its target, or is made all the same', () => {
	expect(reachesTarget(planned(plan(turns(60, 200), { floor: 5000 })))).toBe(true);
	expect(reachesTarget(planned(plan([...turns(60, 200), turn(2000)], { floor: 7000 })))).toBe(
		false
	);
});

test('where the target leaves next to nothing, the last answer stays beside the newest message', () => {
	const found = planned(plan([...turns(40, 120), asking(30)], { floor: 6800 }));
	expect(found.through.seq).toBe(38);
	expect(reachesTarget(found)).toBe(false);
});

/** A summary through a turn, made when another one was the last. */
const previous = (seq: number, { head, step = 0 }: { head: number; step?: number }) =>
	({
		id: 'm1',
		through: { seq, step: 0 },
		saidBefore: { path: [{ branch: trunk, fromSeq: 0, throughSeq: head }], step },
		text: 'A summary.',
		anchors: '',
		standsFor: 'text'
	}) satisfies PlanInput['previous'];

test('INV-2 without a new user message nothing is compacted again by itself', () => {
	const log = makeLog([...turns(40, 200)]);
	const input = (head: number, trigger: PlanInput['trigger']) =>
		planCompaction(inputOf(log, { previous: previous(10, { head }), trigger }));
	for (const trigger of ['hard', 'soft', 'idle', 'emergency'] as const)
		expect(input(39, trigger)).toMatchObject({ kind: 'no-op', reason: 'nothing-new' });
	for (const trigger of ['manual', 'overflow'] as const)
		expect(input(39, trigger)).toMatchObject({ kind: 'plan' });
	// What the last summary had before it is not new, however long.
	const long = makeLog([...turns(39, 200), turn(2500)]);
	expect(planCompaction(inputOf(long, { previous: previous(10, { head: 39 }) }))).toMatchObject({
		kind: 'no-op',
		reason: 'nothing-new'
	});
	expect(input(38, 'hard')).toMatchObject({ kind: 'plan' });
	// One from before this was noted: what lies behind its boundary is new.
	const unnoted: NonNullable<PlanInput['previous']> = previous(10, { head: 39 });
	delete (unnoted as { saidBefore?: unknown }).saidBefore;
	expect(planCompaction(inputOf(log, { previous: unnoted }))).toMatchObject({ kind: 'plan' });
});

test('INV-2 what came since a summary is told by its place on the path, whatever clocks said', () => {
	const everything = fc.record({
		count: fc.integer({ min: 2, max: 12 }),
		times: fc.array(fc.integer({ min: 0, max: 2e12 }), { minLength: 12, maxLength: 12 }),
		/** The turn from which on the path went on elsewhere since, and how far it had come. */
		fork: fc.integer({ min: 1, max: 12 }),
		head: fc.integer({ min: 1, max: 20 })
	});
	fc.assert(
		fc.property(everything, ({ count, times, fork, head }) => {
			const log = makeLog(turns(count, 600)).map(({ turn, steps }, at) => {
				const branch = at < fork ? trunk : 'later';
				const askedAt = times[at] ?? 0;
				return {
					turn: { ...turn, branch, askedAt },
					steps: steps.map((step) => ({ ...step, branch, startedAt: askedAt, endedAt: askedAt }))
				};
			});
			const before = previous(0, { head });
			const isNew = ({ turn }: Exchange) => turn.branch !== trunk || turn.seq > head;
			const since = log.filter((exchange) => exchange.turn.seq > 0 && isNew(exchange));
			const { kind, ...said } = planCompaction(inputOf(log, { previous: before }));
			const reason = 'reason' in said ? said.reason : null;
			expect(reason === 'nothing-new').toBe(kind === 'no-op' && since.length === 0);
			const counted = { since: before, before: undefined, leftOut: new Set<string>() };
			expect(turnsSaid({ afterTurns: 3 }, log, counted)?.said).toBe(since.length);
			const { path } = before.saidBefore;
			const thrownAway = { since: null, before: path, leftOut: new Set<string>() };
			expect(turnsSaid({ afterTurns: 3 }, log, thrownAway)?.said).toBe(log.filter(isNew).length);
		})
	);
});

test('INV-2 a long turn with much that is new counts as new without a user message', () => {
	const steps = Array.from({ length: 30 }, () => ({
		words: 50,
		thinking: false,
		results: [300],
		image: false,
		state: 'complete' as const
	}));
	const log = makeLog([...turns(10, 100), { words: 10, images: 0, steps }]);
	const madeAt = (step: number) =>
		planCompaction(inputOf(log, { previous: previous(8, { head: 10, step }) }));
	expect(madeAt(-1)).toMatchObject({ kind: 'plan' });
	// A tenth of usable is much.
	const { weigh, policy } = inputOf(log);
	const since = (step: number): number =>
		(log[10]?.steps ?? []).slice(step + 1).reduce((sum, one) => sum + weigh.step(one), 0);
	const enough = steps.findLastIndex((_, step) => since(step) >= policy.usable / 10);
	expect(enough).toBeGreaterThan(20);
	expect(madeAt(enough)).toMatchObject({ kind: 'plan' });
	for (let step = enough + 1; step < 30; step++)
		expect(madeAt(step)).toMatchObject({ kind: 'no-op', reason: 'nothing-new' });
});

test('INV-6 the memory of a no-op ends with a new turn, a new step, another policy or another model', () => {
	const log = makeLog(turns(3, 20));
	const { policy } = inputOf(log);
	const key = planKey(log, policy);
	expect(planKey(makeLog(turns(4, 20)), policy)).not.toBe(key);
	const longer = log.map((exchange, at) =>
		at === 2 ? { ...exchange, steps: [...exchange.steps, ...exchange.steps] } : exchange
	);
	expect(planKey(longer, policy)).not.toBe(key);
	expect(planKey(log, inputOf(log, { preset: 'gsv' }).policy)).not.toBe(key);
	expect(
		planKey(log, inputOf(log, { card: { ...cardOf(20_000, 2000), id: 'claude-other' } }).policy)
	).not.toBe(key);
});

test('#74 a second plan begins behind the summary before it, never at index 1', () => {
	const log = makeLog(turns(60, 200));
	const found = planned(planCompaction(inputOf(log, { previous: previous(20, { head: 58 }) })));
	expect(found.from).toEqual({ seq: 21, step: -1 });
	expect(found.chunks[0]?.from).toEqual({ seq: 21, step: -1 });
	expect(found.previousId).toBe('m1');
});

test('#88 gsv cuts the input into parts of about a quarter of the window, however large that is', () => {
	const wide = cardOf(1_000_000, 32_000);
	const chunks = (card: typeof wide, count: number) =>
		planned(plan(turns(count, 1200), { preset: 'gsv', card, trigger: 'manual' })).chunks;
	for (const [card, count] of [
		[wide, 400],
		[big, 100]
	] as const) {
		const found = chunks(card, count);
		expect(found.length).toBeGreaterThan(2);
		for (const { tokens } of found.slice(0, -1)) {
			expect(tokens).toBeLessThanOrEqual(0.25 * (card.window ?? 0));
			expect(tokens).toBeGreaterThan(0.22 * (card.window ?? 0));
		}
	}
});

test('#88 recommended cuts the input into parts of at most a quarter of the window and 90,000 tokens', () => {
	const found = planned(
		plan(turns(400, 1200), { card: cardOf(1_000_000, 32_000), trigger: 'manual' })
	);
	expect(found.chunks.length).toBeGreaterThan(4);
	for (const chunk of found.chunks) expect(chunk.tokens).toBeLessThanOrEqual(90_000);
	const small = planned(plan(turns(100, 400)));
	for (const chunk of small.chunks) expect(chunk.tokens).toBeLessThanOrEqual(5000);
});

test('INV-40 a price step bounds the parts like a window', () => {
	const card = cardOf(1_000_000, 32_000);
	const largest = (priceStep: number | null): number => {
		const summariser = { ...card, priceStep };
		const found = planned(plan(turns(300, 1200), { card, summariser, trigger: 'manual' }));
		return Math.max(...found.chunks.map(({ tokens }) => tokens)) + 600 + found.sizes.cap;
	};
	expect(largest(null)).toBeGreaterThan(80_000);
	expect(largest(40_000)).toBeLessThanOrEqual(40_000);
});

test('INV-16 #204 a single huge piece keeps head and tail, and the plan records it', () => {
	const found = planned(
		plan([turn(50), asking(12_000), ...turns(12, 200)], {
			trigger: 'manual',
			preset: 'recommended'
		})
	);
	const cut = found.chunks.flatMap(({ lossy }) => lossy);
	expect(cut.map(({ position }) => position)).toEqual([{ seq: 1, step: -1 }]);
	expect(cut[0]?.length).toBeLessThan(12_000 * 6);
});

test('turns that were left out keep their place: coverage goes over them, the summariser is not shown them', () => {
	const log = makeLog(turns(40, 200));
	const found = planned(planCompaction(inputOf(log, { leftOut: new Set(['turn-trunk-3']) })));
	const all = planned(planCompaction(inputOf(log)));
	expect(found.through).toEqual(all.through);
	expect(found.turnCount).toBe(all.turnCount - 1);
	expect(found.messageCount).toBe(all.messageCount - 2);
	expect(found.coveredTokens).toBeLessThan(all.coveredTokens);
	expect(found.chunks[0]?.from).toEqual({ seq: 0, step: -1 });
});

test('INV-20 a summary of another branch does not stand on the path; one before the fork does', () => {
	const branches = [
		aBranch({ headSeq: 9 }),
		aBranch({ branch: 'fork', parent: 'trunk', forkSeq: 5, headSeq: 7 })
	];
	const path = pathOf(branches, 'fork');
	expect(isOnPath({ branch: 'trunk', through: { seq: 4, step: 0 } }, path)).toBe(true);
	expect(isOnPath({ branch: 'trunk', through: { seq: 5, step: 0 } }, path)).toBe(false);
	expect(isOnPath({ branch: 'fork', through: { seq: 6, step: 0 } }, path)).toBe(true);
});

test('a summariser with a small window gets small parts, not a request that overflows', () => {
	const found = planned(plan(turns(100, 400), { summariser: cardOf(8000, 1000) }));
	for (const chunk of found.chunks) expect(chunk.tokens).toBeLessThanOrEqual(2000);
});

test('on this device the whole range is one part', () => {
	expect(planned(plan(turns(100, 400), { summariser: null })).chunks).toHaveLength(1);
});

test('after an overflow the window counts as smaller than what was sent', () => {
	const found = planned(plan(turns(30, 200), { card: big, trigger: 'overflow' }));
	expect(found.projected).toBeLessThan(found.tokensBefore * 0.6);
});

test('INV-34 the limit of a document holds for models of its time; one that thinks first has room for that too', () => {
	const wide = (id: string) => ({ ...cardOf(128_000, 16_000), id });
	const output = (id: string) =>
		planned(plan(turns(60, 400), { preset: 'rounds', card: wide(id), summariser: wide(id) })).sizes
			.output;
	expect(output('claude-haiku-4-5-20251001')).toBe(1000);
	expect(output('claude-opus-5-5')).toBeGreaterThan(3000);
});

test('a preset may count turns: what stays is then measured by what is there, not by a window that is far from full', () => {
	const shapes = [...turns(12, 100), asking(20)];
	const limited = { card: big, trigger: 'hard' } as const;
	// 15 % of usable hold all of it: by size alone there is nothing to do.
	expect(plan(shapes, limited)).toMatchObject({ kind: 'no-op', reason: 'all-recent' });
	const due = planned(plan(shapes, { ...limited, afterTurns: 12 }));
	expect(due.tail.messages).toBe(9);
	expect(plan(shapes, { ...limited, afterTurns: 14 })).toMatchObject({ kind: 'no-op' });
});

test('turns are counted from the last summary on, not from where it ends', () => {
	const log = makeLog([...turns(20, 100), asking(20)]);
	const after = (head: number) =>
		planCompaction(inputOf(log, { card: big, afterTurns: 8, previous: previous(5, { head }) }))
			.kind;
	// 15 turns lie behind its boundary either way; said since are 8, and 7.
	expect(after(12)).toBe('plan');
	expect(after(13)).toBe('no-op');
});

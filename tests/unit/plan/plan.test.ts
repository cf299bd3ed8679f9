import { expect, test } from 'vitest';
import { planCompaction } from '#core/plan/plan.ts';
import { policyFor } from '#core/presets/policy.ts';
import { recommended } from '#core/presets/built-in.ts';
import type { Preset } from '#core/presets/preset.ts';
import { defaultSettings } from '#core/settings.ts';
import { pathOf } from '#core/log/path.ts';
import { isOnPath } from '#core/summary/summary.ts';
import { exchangesAfter } from '#core/log/coverage.ts';
import {
	asking,
	cardOf,
	inputOf,
	plan,
	planned,
	reachesTarget,
	turn,
	turns
} from '../../support/builders/a-plan-input.ts';
import { makeLog, type TurnShape } from '../../support/random/random-log.ts';
import { aBranch } from '../../support/builders/stored-session.ts';

const big = cardOf(200_000, 8000);

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
	expect(planned(full).through.seq).toBe(99);
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

test('INV-22 a turn in which a call waits for its result is not covered, however large it is', () => {
	const log = makeLog([...turns(8, 200), ...turns(1, 4000), turn(4000, [10]), asking(10)]);
	const open = log.map((exchange, seq) =>
		seq === 9
			? { ...exchange, steps: exchange.steps.map((step) => ({ ...step, results: null })) }
			: exchange
	);
	const throughOf = (one: typeof log) => planned(planCompaction(inputOf(one))).through.seq;
	expect(throughOf(log)).toBe(9);
	expect(throughOf(open)).toBe(8);
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

test('after an overflow the window counts as smaller than what was sent', () => {
	const found = planned(plan(turns(30, 200), { card: big, trigger: 'overflow' }));
	expect(found.projected).toBeLessThan(found.tokensBefore * 0.6);
});

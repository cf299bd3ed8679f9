import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planCompaction } from '#core/plan/plan.ts';
import type { PlanInput } from '#core/plan/planned.ts';
import { turnsSaid } from '#core/plan/turns-said.ts';
import type { Exchange } from '#core/log/turn.ts';
import { trunk } from '#core/session/session.ts';
import {
	asking,
	cardOf,
	inputOf,
	plan,
	planned,
	turn,
	turns
} from '../../support/builders/a-plan-input.ts';
import { makeLog } from '../../support/random/random-log.ts';

/** What has been said since the summary in use: nothing new makes no plan, and turns may be counted. */

const big = cardOf(200_000, 8000);

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

test('#74 a second plan begins behind the summary before it, never at index 1', () => {
	const log = makeLog(turns(60, 200));
	const found = planned(planCompaction(inputOf(log, { previous: previous(20, { head: 58 }) })));
	expect(found.from).toEqual({ seq: 21, step: -1 });
	expect(found.chunks[0]?.from).toEqual({ seq: 21, step: -1 });
	expect(found.previousId).toBe('m1');
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

import { expect, it } from 'vitest';
import { textOf } from '#core/log/blocks.ts';
import { planCompaction } from '#core/plan/plan.ts';
import type { PlanInput, Planned } from '#core/plan/planned.ts';
import { inputOf, quarter } from '../../support/builders/a-plan-input.ts';
import { makeLog, type TurnShape } from '../../support/random/random-log.ts';

/** What stands behind a summary word for word is weighed in the plan: the request that it repeats frees nothing. */

const turn = (asks: number, says = 40): TurnShape => ({
	words: asks,
	images: 0,
	steps: [{ words: says, thinking: false, results: [], image: false, state: 'complete' }]
});

const under = (
	shapes: readonly TurnShape[],
	more: Parameters<typeof inputOf>[1] = {}
): readonly [Planned, PlanInput] => {
	const input = inputOf(makeLog(shapes), { preset: 'single-shot', trigger: 'manual', ...more });
	return [planCompaction(input), input];
};

it('a summary that would repeat nearly all of what it stands for is not made', () => {
	const [planned] = under([turn(10), turn(4000), turn(10)], { carried: 170 });
	expect(planned).toMatchObject({ kind: 'no-op', reason: 'little-to-gain' });
});

it('what is expected afterwards holds the request that is repeated', () => {
	const shapes = [turn(10, 2000), turn(2000, 400), turn(10)];
	const [planned, input] = under(shapes);
	if (planned.kind !== 'plan') throw new Error(planned.kind);
	expect(planned.through.seq).toBe(1);
	const repeated = quarter(textOf(input.exchanges[1]?.turn.asked ?? []));
	expect(repeated).toBeGreaterThan(2000);
	const { sizes, tail, projected } = planned;
	expect(projected).toBe(500 + sizes.budget + sizes.anchors + tail.tokens + repeated);
	// The same where the user has left that turn out: then nothing of it goes along.
	const [left] = under(shapes, { leftOut: new Set(['turn-trunk-1']) });
	if (left.kind !== 'plan') throw new Error(left.kind);
	expect(left.projected).toBeLessThan(2000);
});

it('what the summary in use repeats is in the size that is told, and goes with the next one', () => {
	const shapes = [turn(10, 400), turn(2000, 400), turn(10, 600), turn(10)];
	const previous = {
		id: 'm1',
		through: { seq: 1, step: 0 },
		text: 'x'.repeat(400),
		anchors: '',
		standsFor: 'text'
	} as const;
	const [planned, input] = under(shapes, { previous });
	if (planned.kind !== 'plan') throw new Error(planned.kind);
	const behind = input.exchanges
		.slice(2)
		.reduce(
			(sum, { turn: asked, steps }) =>
				sum + input.weigh.question(asked) + steps.reduce((all, s) => all + input.weigh.step(s), 0),
			0
		);
	const repeated = quarter(textOf(input.exchanges[1]?.turn.asked ?? []));
	expect(planned.tokensBefore).toBe(500 + 100 + repeated + behind);
	expect(planned.projected).toBeLessThan(planned.tokensBefore - repeated / 2);
});

it('recommended, which repeats a request without an answer, ends no summary in a long one', () => {
	const open = { ...turn(2000), steps: [] };
	const around = (asked: TurnShape) => {
		const after = Array.from({ length: 4 }, () => turn(300, 300));
		const shapes = [turn(400, 2000), asked, ...after];
		const [planned] = under(shapes, { preset: 'recommended', trigger: 'hard' });
		return planned.kind === 'plan' ? planned.through.seq : planned.kind;
	};
	expect(around(turn(2000))).toBe(1);
	expect(around(open)).toBe(2);
});

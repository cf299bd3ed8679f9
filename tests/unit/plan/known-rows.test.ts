import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planCompaction } from '#core/plan/plan.ts';
import { shorterSteps, weighRows } from '#core/plan/weigh-rows.ts';
import { pruneExchanges } from '#core/prompt/prune.ts';
import { builtInPresets } from '#core/presets/built-in.ts';
import { writtenBy } from '#core/summarise/part.ts';
import type { Exchange } from '#core/log/turn.ts';
import { scaleOf } from '#core/prompt/weight/weigh-parts.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { cardOf, inputOf } from '../../support/builders/a-plan-input.ts';
import { casesOf, isGate } from '../../support/occasion.ts';
import { logShape, makeLog } from '../../support/random/random-log.ts';

/** Rows are weighed once and remembered. What is remembered must never be another plan's. */

const copyOf = (exchanges: readonly Exchange[]): readonly Exchange[] => structuredClone(exchanges);

/** As the workshop plans; `ratio`: what reports have taught about the model. */
function planWith(
	exchanges: readonly Exchange[],
	{ ratio, preset, out, off }: { ratio: number; preset: string; out: number[]; off: number[] }
) {
	const ids = (seqs: readonly number[]) => new Set(seqs.map((seq) => `turn-trunk-${String(seq)}`));
	const card = cardOf(8192, 800);
	const reports = [{ estimated: 1000, reported: 1000 * ratio }];
	const session = aSession({ calibration: { [card.id]: { ratio, reports } } });
	const input = inputOf(exchanges, { preset, card, leftOut: ids(out) });
	const shorterIn = (epoch: number) => shorterSteps(exchanges, { ...input, epoch });
	const weigh = weighRows(scaleOf(session, card.id), shorterIn(Infinity), shorterIn(2));
	const style = preset === 'rounds' ? 'rounds' : 'marked';
	return planCompaction({ ...input, weigh, written: writtenBy(style, ids(off), weigh) });
}

test('a plan over rows that were planned before is the plan over rows never seen, whatever changed in between', () => {
	const how = fc.record({
		ratio: fc.constantFrom(0.8, 1, 1.7),
		preset: fc.constantFrom(...builtInPresets.map(({ id }) => id)),
		out: fc.array(fc.nat({ max: 12 }), { maxLength: 2 }),
		off: fc.array(fc.nat({ max: 12 }), { maxLength: 2 })
	});
	fc.assert(
		fc.property(logShape, fc.array(how, { minLength: 2, maxLength: 4 }), (shapes, plans) => {
			const log = makeLog(shapes);
			// With each turn that comes, the results of others grow old and go shortened.
			for (const head of [log.slice(0, -1), log])
				for (const each of plans)
					expect(planWith(head, each)).toEqual(planWith(copyOf(head), each));
			// A turn that goes on has another last step, though the rows before it are the same.
			const newest = log.at(-1);
			if (!newest?.steps.length) return;
			const shorter = [...log.slice(0, -1), { ...newest, steps: newest.steps.slice(0, -1) }];
			for (const each of plans)
				expect(planWith(shorter, each)).toEqual(planWith(copyOf(shorter), each));
		}),
		{ numRuns: casesOf(60) }
	);
});

test('#41 each row is weighed and written down once, however often the log is planned', () => {
	const card = cardOf(8192, 800);
	const log = makeLog(Array.from({ length: 12 }, () => ({ words: 80, images: 0, steps: [] })));
	const scale = scaleOf(aSession(), card.id);
	let written = 0;
	const rows = weighRows(scale);
	const weigh: typeof rows = {
		...rows,
		written: (row, how, write) =>
			rows.written(row, how, () => {
				written++;
				return write();
			})
	};
	const plan = (exchanges: readonly Exchange[]) =>
		planCompaction({
			...inputOf(exchanges, { card }),
			weigh,
			written: writtenBy('marked', new Set(), weigh)
		});
	plan(log.slice(0, 10));
	expect(written).toBe(10);
	plan(log);
	plan(log);
	expect(written).toBe(12);
});

test('#41 what a step and a question weigh is counted once, whoever asks for it again', () => {
	const [exchange] = makeLog([
		{
			words: 5,
			images: 0,
			steps: [{ words: 5, thinking: false, results: [], image: false, state: 'complete' }]
		}
	]);
	let read = 0;
	const watched = {
		type: 'text' as const,
		get text() {
			read++;
			return 'How wet is the soil?';
		}
	};
	const turn = { ...exchange!.turn, asked: [watched] };
	const step = { ...exchange!.steps[0]!, content: [watched] };
	const weights = () => {
		const weigh = weighRows(scaleOf(aSession(), cardOf(8192, 800).id));
		return [weigh.question(turn), weigh.step(step)];
	};
	const first = weights();
	const once = read;
	expect(once).toBeGreaterThan(0);
	expect(weights()).toEqual(first);
	expect(read).toBe(once);
});

test('a result that is pruned is the same object each time, and another one where another rule prunes it', () => {
	const step = {
		words: 5,
		thinking: false,
		results: [900],
		image: false,
		state: 'complete'
	} as const;
	const log = makeLog(Array.from({ length: 15 }, () => ({ words: 5, images: 0, steps: [step] })));
	const policyOf = (preset: string) => inputOf(log, { preset }).policy;
	const trimmed = pruneExchanges(log, policyOf('spec-008'), 1);
	const again = pruneExchanges(log, policyOf('spec-008'), 1);
	const masked = pruneExchanges(log, policyOf('two-phase'), 1);
	expect(trimmed[0]?.steps[0]).not.toBe(log[0]?.steps[0]);
	expect(again.map(({ steps }) => steps[0])).toEqual(trimmed.map(({ steps }) => steps[0]));
	for (const [at, { steps }] of again.entries()) expect(steps[0]).toBe(trimmed[at]?.steps[0]);
	expect(masked[0]?.steps[0]).not.toEqual(trimmed[0]?.steps[0]);
	// Older by one: what was trimmed is now cleared.
	const longer = makeLog(
		Array.from({ length: 16 }, () => ({ words: 5, images: 0, steps: [step] }))
	);
	const grown = [...log, ...longer.slice(15)];
	const cleared = pruneExchanges(grown, policyOf('spec-008'), 1);
	expect(cleared).toEqual(pruneExchanges(copyOf(grown), policyOf('spec-008'), 1));
});

// Takes seconds.
if (!isGate)
	test('a log of more cuts than a call may have arguments is planned', () => {
		const [exchange] = makeLog([
			{
				words: 3,
				images: 0,
				steps: [{ words: 3, thinking: false, results: [], image: false, state: 'complete' }]
			}
		]);
		const step = exchange?.steps[0];
		if (!exchange || !step) throw new Error('no step');
		const steps = Array.from({ length: 150_000 }, (_, index) => ({ ...step, index }));
		expect(planCompaction(inputOf([{ ...exchange, steps }])).kind).toBe('plan');
	});

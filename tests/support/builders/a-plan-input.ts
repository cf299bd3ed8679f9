import { textOf, textOfResult } from '#core/log/blocks.ts';
import type { Exchange } from '#core/log/turn.ts';
import { planCompaction } from '#core/plan/plan.ts';
import type { Plan, Planned, PlanInput } from '#core/plan/planned.ts';
import { policyFor, type Policy } from '#core/presets/policy.ts';
import { defaultSettings } from '#core/settings.ts';
import type { ModelCard } from '#core/models/model-card.ts';
import { makeLog, type TurnShape } from '../random/random-log.ts';
import { renderQuestion, renderStep } from '#core/summarise/transcript.ts';

/** What a plan is asked, with one obvious default for everything; a token is four characters. */

export const quarter = (text: string): number => Math.ceil(text.length / 4);
const amountOf = (text: string) => ({ tokens: quarter(text), length: text.length });
const stepWeight: PlanInput['weigh']['step'] = (step) =>
	quarter(textOf(step.content)) +
	10 +
	(step.results ?? []).reduce((sum, result) => sum + quarter(textOfResult(result)) + 10, 0);
const weigh: PlanInput['weigh'] = {
	key: 'a token is four characters',
	sent: (step) => step,
	sentNow: (step) => step,
	question: (turn) => quarter(textOf(turn.asked)) + 10 + 100 * (turn.asked.length - 1),
	step: stepWeight,
	stepNow: stepWeight,
	text: quarter,
	written: (_row, _how, write) => amountOf(write())
};
const rules = { style: 'marked', nonce: 'abc123' } as const;
const written: PlanInput['written'] = {
	key: () => rules.style,
	question: (turn) => amountOf(renderQuestion(turn, rules)),
	step: (step) => amountOf(renderStep(step, rules))
};

export const cardOf = (window: number, maxOutput: number): ModelCard => ({
	id: 'claude-test',
	name: 'Test',
	window,
	maxOutput,
	prices: null,
	priceStep: null,
	windowBy: 'api',
	outputBy: 'api',
	lookedUpAt: null
});

const policyWith = (preset: string, card: ModelCard, afterTurns: number | null): Policy =>
	policyFor(
		{ ...defaultSettings, preset },
		{ policy: { preset: null, automatic: null, review: null, overrides: { afterTurns } } },
		card
	);

export const inputOf = (
	exchanges: readonly Exchange[],
	more: Partial<PlanInput> & {
		readonly preset?: string;
		readonly card?: ModelCard;
		/** Of the preset. */
		readonly afterTurns?: number | null;
	} = {}
): PlanInput => {
	const { preset = 'recommended', card = cardOf(20_000, 2000), afterTurns = null, ...rest } = more;
	return {
		exchanges,
		previous: null,
		leftOut: new Set(),
		policy: policyWith(preset, card, afterTurns),
		weigh,
		written,
		floor: 500,
		parts: [{ source: 'System', tokens: 500 }],
		carried: 0,
		trigger: 'hard',
		summariser: card,
		instructions: 600,
		noPlanKey: null,
		...rest
	};
};

/** Whether the prompt is expected at or below the target of its preset (INV-3). */
export const reachesTarget = ({ target, projected }: Plan): boolean =>
	target === null || projected <= target;

/** A turn: `words` in question and answer each, about 1.5 tokens a word in the tests' estimator. */
export const turn = (words: number, results: readonly number[] = []): TurnShape => ({
	words,
	images: 0,
	steps: [{ words, thinking: false, results, image: false, state: 'complete' }]
});
export const asking = (words: number): TurnShape => ({ words, images: 0, steps: [] });
export const turns = (count: number, words: number): TurnShape[] =>
	Array.from({ length: count }, () => turn(words));

/** What is planned of turns in these shapes. */
export const plan = (
	shapes: readonly TurnShape[],
	more: Parameters<typeof inputOf>[1] = {}
): Planned => planCompaction(inputOf(makeLog(shapes), more));

/** It, where it is a plan and nothing else. */
export function planned(made: Planned): Plan {
	if (made.kind !== 'plan') throw new Error(`no plan: ${JSON.stringify(made)}`);
	return made;
}

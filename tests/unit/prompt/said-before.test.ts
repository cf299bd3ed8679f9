import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assemblePrompt } from '#core/prompt/assemble.ts';
import type { AssembleInput } from '#core/prompt/input.ts';
import type { Exchange } from '#core/log/turn.ts';
import { aLog } from '../../support/random/a-log.ts';
import { aPromptInput, aTool } from '../../support/builders/a-prompt.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { aStep, aTurn, call, result, text } from '../../support/builders/a-turn.ts';

/** The messages of one prompt begin the next. What was said before must never be another prompt's. */

const ask = { kind: 'unsent', asked: [text('And now?')], stamp: 'Friday' } as const;

/** How many exchanges stand in it, and what else may change from one prompt to the next. */
const hows = fc.record({
	upTo: fc.nat({ max: 8 }),
	pinned: fc.boolean(),
	tools: fc.boolean(),
	cover: fc.option(fc.record({ seq: fc.nat(3), step: fc.integer({ min: -1, max: 3 }) }), {
		nil: null
	}),
	dropOldest: fc.nat({ max: 1 }),
	leftOut: fc.array(fc.nat(6), { maxLength: 1 })
});

type How = typeof hows extends fc.Arbitrary<infer T> ? T : never;

const inputOf = (log: readonly Exchange[], how: How): AssembleInput =>
	aPromptInput({
		exchanges: log.slice(0, how.upTo),
		newest: ask,
		summary: how.cover ? aSummary(how.cover.seq, { through: how.cover }) : null,
		tools: how.tools ? [aTool()] : [],
		pins: how.pinned ? [{ id: 'p', sessionId: 's1', text: 'Keep', turnId: null, at: 1 }] : [],
		dropOldest: how.dropOldest,
		marks: how.leftOut.map((seq) => ({
			sessionId: 's1',
			turnId: aTurn(seq).turnId,
			kind: 'left-out' as const,
			at: 1
		}))
	});

test('a prompt over a log that was said before is the prompt over rows never seen, whatever changed in between', () => {
	fc.assert(
		fc.property(aLog(), fc.array(hows, { minLength: 2, maxLength: 6 }), (log, prompts) => {
			for (const how of prompts) {
				const known = assemblePrompt(inputOf(log, how));
				const fresh = assemblePrompt(inputOf(structuredClone(log), how));
				expect(known.body).toEqual(fresh.body);
				expect(known.weight).toEqual(fresh.weight);
			}
		}),
		{ numRuns: 60 }
	);
});

test('what was assembled stays as it was when the log goes on, and the next goes on from the same messages', () => {
	const log = [0, 1, 2].map((seq): Exchange => {
		const turn = aTurn(seq);
		return { turn, steps: [aStep(turn, 0, [call('same')], { results: [result('same')] })] };
	});
	const first = assemblePrompt(aPromptInput({ exchanges: log.slice(0, 2), newest: ask }));
	const before = structuredClone(first.body);
	const second = assemblePrompt(aPromptInput({ exchanges: log, newest: ask }));
	expect(first.body).toEqual(before);
	expect(second.body.messages[0]).toBe(first.body.messages[0]);
	const ids = second.body.messages.flatMap(({ content }) =>
		content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
	);
	expect(ids).toEqual(['same', 'same-2', 'same-3']);
	// The last question is answered elsewhere: nothing of the longer log is left in the shorter.
	const again = assemblePrompt(aPromptInput({ exchanges: log.slice(0, 2), newest: ask }));
	expect(again.body).toEqual(before);
});

test('nothing is taken from the prompt before where tools were switched off since, or a summary covers another step', () => {
	const turn = aTurn(0);
	const steps = [0, 1, 2].map((index) =>
		aStep(turn, index, [call(`c${String(index)}`)], { results: [result(`c${String(index)}`)] })
	);
	const calls = (over: Partial<AssembleInput>): number =>
		assemblePrompt(
			aPromptInput({ exchanges: [{ turn, steps }], newest: ask, tools: [aTool()], ...over })
		)
			.body.messages.flatMap(({ content }) => [...content])
			.filter(({ type }) => type === 'tool_use').length;
	const behind = (step: number) => ({ summary: aSummary(0, { through: { seq: 0, step } }) });
	expect([calls({}), calls({ tools: [] }), calls({})]).toEqual([3, 0, 3]);
	expect([calls(behind(0)), calls(behind(1)), calls(behind(0))]).toEqual([2, 1, 2]);
});

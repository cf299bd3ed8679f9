import { bench, describe } from 'vitest';
import { assemblePrompt } from '#core/prompt/assemble.ts';
import { aPromptInput } from '../support/builders/a-prompt.ts';
import { aStep, aTurn } from '../support/builders/a-turn.ts';

/** Goal: 10,000 turns in at most 20 ms once their rows are known; the time grows with the number of turns. */
describe('assembling a prompt', () => {
	for (const turns of [100, 1000, 10_000]) {
		const exchanges = Array.from({ length: turns }, (_, seq) => {
			const turn = aTurn(seq);
			return { turn, steps: [aStep(turn, 0)] };
		});
		const input = aPromptInput({ exchanges });
		bench(`of ${String(turns)} turns`, () => {
			assemblePrompt(input);
		});
	}
});

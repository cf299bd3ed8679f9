import { expect, test } from 'vitest';
import { itemsOf } from '#core/plan/items.ts';
import { shorterSteps, weighRows } from '#core/plan/weigh-rows.ts';
import { builtInPresets } from '#core/presets/built-in.ts';
import { policyFor } from '#core/presets/policy.ts';
import { assemblePrompt } from '#core/prompt/assemble.ts';
import { tokensSent } from '#core/prompt/weight/part-weight.ts';
import { scaleOf } from '#core/prompt/weight/weigh-parts.ts';
import { defaultSettings } from '#core/settings.ts';
import { writtenBy } from '#core/summarise/part.ts';
import { aCard, answering, aPromptInput } from '../../support/builders/a-prompt.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aStep, aTurn, call, result, text } from '../../support/builders/a-turn.ts';

/** A plan weighs what the prompt sends (INV-26, INV-28): results that go shortened as short as they go. */

const long = 'A mill and a barn. '.repeat(600);

function withResult(seq: number, { answered = true, epoch = 0 } = {}) {
	const turn = aTurn(seq, `Question ${seq}`);
	const found = { results: [result(`c${seq}`, long)], epoch };
	const steps = [aStep(turn, 0, [call(`c${seq}`)], found)];
	return { turn, steps: answered ? [...steps, aStep(turn, 1, [text(long)], { epoch })] : steps };
}

const card = aCard({ window: 100_000, maxOutput: 4000 });

/** Tokens of the messages: as the plan weighs them, as the prompt does, and as they are stored. */
function weights(preset: string, { midway }: { readonly midway: boolean }) {
	const session = aSession({ epoch: 3 });
	const policy = policyFor({ ...defaultSettings, preset }, session, card);
	const earlier = Array.from({ length: 14 }, (_, seq) => withResult(seq));
	const newest = midway
		? withResult(14, { answered: false, epoch: 3 })
		: { turn: aTurn(14, 'And now?'), steps: [] };
	const exchanges = [...earlier, newest];
	const { segments } = assemblePrompt(
		aPromptInput({ card, session, policy, exchanges: earlier, newest: answering(newest) })
	);
	const messages = ['Recent messages', 'New message'];
	const sent = tokensSent(segments.filter(({ source }) => messages.includes(source)));
	const leftOut = new Set<string>();
	const scale = scaleOf(session, card.id);
	const rows = weighRows(scale, shorterSteps(exchanges, { leftOut, policy, epoch: session.epoch }));
	const sumOf = (weigh: typeof rows) =>
		exchanges.reduce(
			(sum, { turn, steps }) =>
				sum + weigh.question(turn) + steps.reduce((all, step) => all + weigh.step(step), 0),
			0
		);
	return { planned: sumOf(rows), sent, stored: sumOf(weighRows(scale)) };
}

for (const { id } of builtInPresets)
	for (const midway of [true, false])
		test(`with ${id} the plan weighs the messages as the prompt does, ${midway ? 'in the middle of an answer' : 'before it'}`, () => {
			const { planned, sent } = weights(id, { midway });
			expect(Math.abs(planned - sent)).toBeLessThan(0.02 * sent);
		});

test('which is much less than what is stored, where old results go shortened', () => {
	for (const preset of ['recommended', 'two-phase', 'spec-008']) {
		const { planned, stored } = weights(preset, { midway: false });
		expect(planned).toBeLessThan(0.75 * stored);
	}
});

test('an attempt that was replaced has no weight and is no message, as in the prompt', () => {
	const turn = aTurn(0);
	const weigh = weighRows(scaleOf(aSession(), card.id));
	const rules = {
		weigh,
		written: writtenBy('marked', new Set(), weigh),
		leftOut: new Set<string>()
	};
	const steps = [
		aStep(turn, 0, [text(long)], { state: 'stopped' }),
		aStep(turn, 1, 'It is port 9000.')
	];
	const [, replaced, answer] = itemsOf([{ turn, steps }], rules);
	expect(replaced).toMatchObject({ tokens: 0, messages: 0, input: 0 });
	expect(answer).toMatchObject({ tokens: weigh.step(steps[1]!), messages: 1 });
});

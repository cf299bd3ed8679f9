import fc from 'fast-check';
import type { AssistantBlock, ToolResultBlock, UserBlock } from '#core/log/blocks.ts';
import type { Exchange, Step } from '#core/log/turn.ts';
import { aStep, aTurn, call, result, text, thought } from '../builders/a-turn.ts';

/** Arbitrary logs: everything that stops, crashes, imports and other servers may leave behind. */

const words = fc.oneof(
	{ weight: 5, arbitrary: fc.string({ minLength: 1, maxLength: 12 }) },
	{ weight: 1, arbitrary: fc.constantFrom('', ' ', '\n') }
);

/** Few ids, so that some are used twice; some that the API would refuse. */
const ids = fc.constantFrom('a', 'b', 'c', 'call 1', 'x:y', '');

/** As other servers and imports name tools, which the API would refuse. */
const names = fc.constantFrom('recall', 'functions.recall', '');

const saying: fc.Arbitrary<AssistantBlock> = fc.oneof(
	{ weight: 4, arbitrary: words.map(text) },
	{ weight: 1, arbitrary: fc.constantFrom('sig', '').map((signature) => thought(signature)) },
	{
		weight: 1,
		arbitrary: fc
			.constantFrom('data', '')
			.map((data) => ({ type: 'redacted_thinking', data }) as const)
	},
	{ weight: 3, arbitrary: fc.tuple(ids, names).map(([id, name]) => call(id, name)) }
);

const answered: fc.Arbitrary<ToolResultBlock> = fc
	.record({ id: ids, said: words, kind: fc.nat(3) })
	.map(({ id, said, kind }): ToolResultBlock => {
		const plain = result(id, said);
		if (kind === 0) return { ...plain, content: [text(said), text('more')] };
		return kind === 1 ? { ...plain, is_error: true } : plain;
	});

const asking: fc.Arbitrary<UserBlock> = fc.oneof(
	{ weight: 6, arbitrary: words.map(text) },
	{ weight: 1, arbitrary: answered }
);

interface DrawnStep {
	readonly content: readonly AssistantBlock[];
	readonly state: Step['state'];
	readonly continues: boolean;
	readonly results: readonly ToolResultBlock[] | null;
}

const drawnStep: fc.Arbitrary<DrawnStep> = fc.record({
	content: fc.array(saying, { maxLength: 4 }),
	state: fc.oneof(
		{ weight: 4, arbitrary: fc.constant('complete' as const) },
		{
			weight: 2,
			arbitrary: fc.constantFrom<Step['state']>('interrupted', 'stopped', 'cut-off', 'failed')
		}
	),
	continues: fc.boolean(),
	results: fc.option(fc.array(answered, { maxLength: 3 }), { nil: null })
});

const drawnTurn = fc.record({
	asked: fc.array(asking, { maxLength: 3 }),
	steps: fc.array(drawnStep, { maxLength: 4 }),
	forgotten: fc.integer({ min: 0, max: 9 }).map((die) => die === 0)
});

/** A log of at least one exchange. */
export const aLog = (most = 6): fc.Arbitrary<readonly Exchange[]> =>
	fc.array(drawnTurn, { minLength: 1, maxLength: most }).map((turns) =>
		turns.map(({ asked, steps, forgotten }, seq): Exchange => {
			const turn = aTurn(seq, asked, forgotten ? { forgottenAt: 1, asked: [] } : {});
			return {
				turn,
				steps: steps.map(({ content, ...over }, index) => aStep(turn, index, content, over))
			};
		})
	);

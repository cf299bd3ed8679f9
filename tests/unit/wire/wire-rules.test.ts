import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assemblePrompt } from '#core/prompt/assemble.ts';
import type { AssembleInput } from '#core/prompt/input.ts';
import type { SummaryForm } from '#core/summary/form.ts';
import type { Exchange } from '#core/log/turn.ts';
import { aLog } from '../../support/random/a-log.ts';
import { answering, aPromptInput, recommendedForm } from '../../support/builders/a-prompt.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { aStep, anExchange, aTurn, call, result, text } from '../../support/builders/a-turn.ts';
import { casesOf } from '../../support/occasion.ts';
import { brokenRules } from '../../support/scripted/api-rules.ts';

/** Whatever the log holds and whatever is switched off, the request keeps the rules of the API (INV-21–23). */

const forms: fc.Arbitrary<SummaryForm> = fc.constantFrom(
	recommendedForm,
	{ ...recommendedForm, role: 'system', mark: '[CONTEXT SUMMARY]' },
	{ ...recommendedForm, role: 'assistant', mark: '## Session Summary', lastRequest: 'always' }
);

const inputs: fc.Arbitrary<AssembleInput> = fc
	.record({
		log: aLog(),
		cover: fc.option(fc.record({ seq: fc.nat(6), step: fc.integer({ min: -1, max: 4 }) }), {
			nil: null
		}),
		nothing: fc.boolean(),
		form: forms,
		goes: fc.constantFrom('anew' as const, 'on' as const),
		unsent: fc.boolean(),
		off: fc.subarray([
			'System',
			'Memory rules',
			'Pins',
			'Summary',
			'Recent messages',
			'Tools',
			'New message'
		]),
		pinned: fc.boolean(),
		dropOldest: fc.nat(3),
		leftOut: fc.array(fc.nat(6), { maxLength: 3 })
	})
	.map(({ log, cover, nothing, form, goes, unsent, off, pinned, dropOldest, leftOut }) => {
		const newest = log.at(-1) ?? anExchange(0);
		const summary = cover
			? aSummary(cover.seq, { through: cover, standsFor: nothing ? 'nothing' : 'text' })
			: null;
		return aPromptInput({
			summary,
			form,
			firstTurn: summary ? aTurn(0, 'The first request') : null,
			lastCovered: summary ? (log[summary.through.seq] ?? null) : null,
			exchanges: unsent ? log : log.slice(0, -1),
			newest: unsent
				? { kind: 'unsent', asked: [text('And now?')], stamp: 'Friday' }
				: answering(newest, goes),
			switchedOff: off,
			pins: pinned ? [{ id: 'p', sessionId: 's1', text: 'Keep', turnId: null, at: 1 }] : [],
			dropOldest,
			marks: leftOut.map((seq) => ({
				sessionId: 's1',
				turnId: `t${String(seq)}`,
				kind: 'left-out' as const,
				at: 1
			}))
		});
	});

describe('INV-21: the request keeps the rules of the API', () => {
	it('whatever the log holds and whatever is switched off', () => {
		fc.assert(
			fc.property(inputs, (input) => {
				expect(brokenRules(assemblePrompt(input).body)).toEqual([]);
			}),
			{ numRuns: casesOf(1500) }
		);
	});

	it('the same each time it is assembled', () => {
		fc.assert(
			fc.property(inputs, (input) => {
				expect(JSON.stringify(assemblePrompt(input))).toBe(JSON.stringify(assemblePrompt(input)));
			})
		);
	});

	it('and the newest question is always in it word for word, at the end of what the user says', () => {
		fc.assert(
			fc.property(inputs, (input) => {
				const { newest } = input;
				const asked = newest.kind === 'unsent' ? newest.asked : newest.exchange.turn.asked;
				const sent = JSON.stringify(assemblePrompt(input).body.messages);
				for (const block of asked)
					if (block.type === 'text' && block.text.trim() !== '')
						expect(sent).toContain(JSON.stringify(block.text).slice(1, -1));
			})
		);
	});
});

const send = (exchange: Exchange, over: Partial<AssembleInput> = {}) =>
	assemblePrompt(aPromptInput({ newest: answering(exchange), ...over })).body.messages;

describe('repair of the log on its way to the wire', () => {
	it('#85 fills a missing tool result with a visible error and drops a result without a call', () => {
		const turn = aTurn(0);
		const open = aStep(turn, 0, [call('a'), call('b')], { results: [result('b'), result('z')] });
		const [, , answer] = send({ turn, steps: [open] });
		expect(answer?.content).toMatchObject([
			{ type: 'tool_result', tool_use_id: 'a', is_error: true },
			{ type: 'tool_result', tool_use_id: 'b', content: 'found nothing' }
		]);
		expect(answer?.content).toHaveLength(2);
	});

	it('sends the partial answer and asks to go on when the user pressed Continue', () => {
		const turn = aTurn(0);
		const first = aStep(turn, 0, 'Half an', { state: 'interrupted' });
		const sent = assemblePrompt(aPromptInput({ newest: answering({ turn, steps: [first] }, 'on') }))
			.body.messages;
		expect(sent.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
		expect(JSON.stringify(sent[2])).toContain('Go on exactly where it stopped');
	});

	it('leaves a broken answer out when it is written anew', () => {
		const turn = aTurn(0);
		const broken = aStep(turn, 0, 'Half an', { state: 'interrupted' });
		expect(send({ turn, steps: [broken] })).toHaveLength(1);
		const retried = { turn, steps: [broken, aStep(turn, 1, 'A whole answer')] };
		const sent = JSON.stringify(send(anExchange(1, 'Next', null), { exchanges: [retried] }));
		expect(sent).toContain('A whole answer');
		expect(sent).not.toContain('Half an');
	});

	it('keeps a stopped answer in history when the user went on talking', () => {
		const turn = aTurn(0);
		const stopped = { turn, steps: [aStep(turn, 0, 'Half an', { state: 'stopped' })] };
		const sent = send(anExchange(1, 'Next', null), { exchanges: [stopped] });
		expect(JSON.stringify(sent)).toContain('Half an');
	});

	it('gives calls with one id two ids, and their results with them', () => {
		const twice = [0, 1].map((seq) => {
			const turn = aTurn(seq);
			return {
				turn,
				steps: [aStep(turn, 0, [call('a')], { results: [result('a', `r${String(seq)}`)] })]
			};
		});
		const sent = send(anExchange(2, 'Next', null), { exchanges: twice });
		expect(sent[4]?.content[0]).toMatchObject({ tool_use_id: 'a-2', content: 'r1' });
	});

	it('gives a call the name that the wire takes, whatever another server or an import called it', () => {
		const turn = aTurn(0);
		const names = ['functions.recall', 'n'.repeat(200), '', 'recall'];
		const calls = names.map((name, at) => call(`c${String(at)}`, name));
		const steps = [aStep(turn, 0, calls, { results: calls.map(({ id }) => result(id)) })];
		const sent = send(anExchange(1, 'Next', null), { exchanges: [{ turn, steps }] });
		expect(
			sent[1]?.content.map((block) => (block.type === 'tool_use' ? block.name : null))
		).toEqual(['functions_recall', 'n'.repeat(128), 'tool', 'recall']);
	});

	it('says calls and results as text when no tools are offered', () => {
		const turn = aTurn(0);
		const used = {
			turn,
			steps: [aStep(turn, 0, [call('a')], { results: [result('a', 'Earl Grey')] })]
		};
		const sent = send(anExchange(1, 'Next', null), {
			exchanges: [used],
			switchedOff: ['Tools']
		});
		expect(JSON.stringify(sent)).toContain('Earl Grey');
		expect(JSON.stringify(sent)).not.toContain('tool_use');
	});

	it('sends what a summary left of a turn behind its question, when the cut lies between steps', () => {
		const turn = aTurn(3, 'The long task');
		const steps = [0, 1, 2].map((index) =>
			aStep(turn, index, [call(`c${String(index)}`)], { results: [result(`c${String(index)}`)] })
		);
		const sent = send({ turn, steps }, { summary: aSummary(3, { through: { seq: 3, step: 1 } }) });
		expect(sent.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
		expect(JSON.stringify(sent[0])).toContain('The long task');
		expect(JSON.stringify(sent)).toContain('"c2"');
		expect(JSON.stringify(sent)).not.toContain('"c1"');
	});
});

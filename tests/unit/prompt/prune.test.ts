import { expect, test } from 'vitest';
import fc from 'fast-check';
import { textOfResult } from '#core/log/blocks.ts';
import { policyFor } from '#core/presets/policy.ts';
import {
	cleared,
	isShortOf,
	pruneExchanges,
	prunesMore,
	withoutFoundHere
} from '#core/prompt/prune.ts';
import { defaultSettings } from '#core/settings.ts';
import { onDevice } from '#core/models/model-card.ts';
import type { Exchange } from '#core/log/turn.ts';
import { aCard } from '../../support/builders/a-prompt.ts';
import { aStep, aTurn, call, text } from '../../support/builders/a-turn.ts';
import { logShape, makeLog } from '../../support/random/random-log.ts';

const policy = (preset: string) => policyFor({ ...defaultSettings, preset }, null, aCard());
const spec = policy('spec-008');

/** `count` turns of one step with one result of `length` characters. */
const toolLog = (count: number, length: number, epoch = 0): readonly Exchange[] =>
	Array.from({ length: count }, (_, seq) => {
		const turn = aTurn(seq);
		const content = `${String(seq)}:${'x'.repeat(length - String(seq).length - 1)}`;
		const id = `c${String(seq)}`;
		return {
			turn,
			steps: [
				aStep(turn, 0, [call(id, 'read_file')], {
					epoch,
					results: [{ type: 'tool_result', tool_use_id: id, content }],
					resultsHash: 'r'
				})
			]
		};
	});

const resultOf = (exchange: Exchange | undefined): string => {
	const result = exchange?.steps[0]?.results?.[0];
	return result ? textOfResult(result) : '';
};

test('#223 results of the newest three assistant messages stay whole', () => {
	const pruned = pruneExchanges(toolLog(12, 5000), spec, 0);
	for (const seq of [9, 10, 11]) expect(resultOf(pruned[seq])).toHaveLength(5000);
});

test('#47 #48 #49 #164 #169 #224 older results over 4,000 characters keep their first and last 1,500', () => {
	const log = toolLog(12, 5000);
	const found = resultOf(pruneExchanges(log, spec, 0)[8]);
	const whole = resultOf(log[8]);
	expect(found.startsWith(whole.slice(0, 1500))).toBe(true);
	expect(found.endsWith(whole.slice(-1500))).toBe(true);
	expect(found).toContain('2000 characters left out');
	expect(found).toContain('open_turns {"from":9,"to":9} reads them');
	expect(resultOf(log[8])).toHaveLength(5000);
	const oldResult = (length: number) => resultOf(pruneExchanges(toolLog(12, length), spec, 0)[8]);
	expect(oldResult(4000)).toHaveLength(4000);
	expect(oldResult(4001)).toContain('1001 characters left out');
});

test('#165 #225 results older than ten assistant messages are cleared', () => {
	const log = toolLog(14, 5000);
	// One answer before it was shortened only.
	expect(resultOf(pruneExchanges(log.slice(0, 13), spec, 0)[3])).toContain('left out');
	const pruned = pruneExchanges(log, spec, 0);
	expect(resultOf(pruned[3])).toBe('[Tool result cleared]');
	expect(resultOf(pruned[4])).toContain('left out');
});

test('#165 a result that is shorter than what would stand for it stays', () => {
	const log = toolLog(14, 12);
	expect(resultOf(pruneExchanges(log, spec, 0)[0])).toBe(resultOf(log[0]));
});

test('what was left of a result is known by the whole one, whatever stood where it was cut, and by no other', () => {
	const sign = fc.constantFrom('a', ' ', '\n', '\t', '\u{1F331}');
	fc.assert(
		fc.property(fc.string({ unit: sign, minLength: 4001, maxLength: 4100 }), (whole) => {
			const [exchange] = toolLog(12, 5000);
			const told = { type: 'tool_result', tool_use_id: 'c0', content: whole } as const;
			const old = { ...exchange!, steps: [{ ...exchange!.steps[0]!, results: [told] }] };
			const [sent] = pruneExchanges([old, ...toolLog(8, 10)], spec, 0);
			expect(resultOf(sent)).toContain('characters left out');
			expect(isShortOf(resultOf(sent), whole)).toBe(true);
			expect(isShortOf(resultOf(sent), `b${whole}`)).toBe(false);
			expect(isShortOf(resultOf(sent), `${whole}b`)).toBe(false);
			expect(isShortOf(whole, whole)).toBe(false);
		})
	);
});

test('#164 #165 answers without a tool count as assistant messages too', () => {
	const answered = (seq: number): Exchange => {
		const turn = aTurn(seq);
		return { turn, steps: [aStep(turn, 0, [text('Fine.')], {})] };
	};
	const after = (answers: number): string => {
		const plain = Array.from({ length: answers }, (_, at) => answered(at + 1));
		return resultOf(pruneExchanges([...toolLog(1, 5000), ...plain], spec, 0)[0]);
	};
	expect(after(2)).toHaveLength(5000);
	expect(after(3)).toContain('left out');
	expect(after(10)).toBe('[Tool result cleared]');
});

test('#162 #163 two-phase masks old results, and says which tool and when', () => {
	const log = toolLog(14, 900);
	const pruned = pruneExchanges(log, policy('two-phase'), 0);
	const found = resultOf(pruned[0]);
	const { endedAt = 0 } = log[0]?.steps[0] ?? {};
	expect(endedAt).toBeGreaterThan(0);
	expect(found.split('\n')).toEqual([
		'[TOOL OUTPUT ARCHIVED - search history for details]',
		'original_tool: read_file',
		`archived_at: ${new Date(endedAt).toISOString()}`
	]);
	expect(pruned.map((exchange, seq) => exchange === log[seq])).toEqual([
		...Array<boolean>(4).fill(false),
		...Array<boolean>(10).fill(true)
	]);
	// A mask would be no shorter than these.
	const short = toolLog(14, 500);
	expect(pruneExchanges(short, policy('two-phase'), 0)).toEqual(short);
});

test('#162 each of several results of a message names its own tool', () => {
	const turn = aTurn(0);
	const names = ['read_file', 'list_files'];
	const step = aStep(
		turn,
		0,
		names.map((name) => call(name, name)),
		{
			results: names.map((id) => ({
				type: 'tool_result',
				tool_use_id: id,
				content: 'x'.repeat(900)
			})),
			resultsHash: 'r'
		}
	);
	const log = [{ turn, steps: [step] }, ...toolLog(11, 900).slice(1)];
	const [masked] = pruneExchanges(log, policy('two-phase'), 0);
	expect(masked?.steps[0]?.results?.map((result) => textOfResult(result).split('\n')[1])).toEqual(
		names.map((name) => `original_tool: ${name}`)
	);
});

test('#163 #166 gsv, rounds and single-shot prune nothing', () => {
	const log = toolLog(30, 9000);
	for (const preset of ['gsv', 'rounds', 'single-shot'])
		expect(pruneExchanges(log, policy(preset), 5)).toBe(log);
});

test('recommended prunes only what an earlier epoch has sent, so that the cached prefix stays', () => {
	const log = toolLog(30, 9000, 2);
	for (const [at, exchange] of pruneExchanges(log, policy('recommended'), 2).entries())
		expect(exchange).toBe(log[at]);
	expect(resultOf(pruneExchanges(log, policy('recommended'), 3)[0])).toBe(cleared);
});

test('inside an epoch what recommended sends of old results never changes while the turn goes on', () => {
	const old = toolLog(12, 9000, 1);
	const first = pruneExchanges(old, policy('recommended'), 2);
	const later = [...old, ...toolLog(20, 9000, 2).slice(12)];
	const again = pruneExchanges(later, policy('recommended'), 2);
	expect(JSON.stringify(again.slice(0, 12))).toBe(JSON.stringify(first));
});

test('#167 #168 #226 #227 #228 questions, answers and images are never touched, and nothing stored changes', () => {
	fc.assert(
		fc.property(
			logShape,
			fc.constantFrom('spec-008', 'two-phase', 'recommended'),
			(shapes, preset) => {
				const log = makeLog(shapes);
				const before = JSON.stringify(log);
				const pruned = pruneExchanges(log, policy(preset), 9);
				expect(JSON.stringify(log)).toBe(before);
				expect(pruned).toHaveLength(log.length);
				for (const [at, exchange] of pruned.entries()) {
					expect(exchange.turn).toBe(log[at]?.turn);
					for (const [index, step] of exchange.steps.entries()) {
						const original = log[at]?.steps[index];
						expect(step.content).toBe(original?.content);
						expect(imagesOf(step.results)).toEqual(imagesOf(original?.results ?? null));
						expect(step.results?.map(({ tool_use_id }) => tool_use_id)).toEqual(
							original?.results?.map(({ tool_use_id }) => tool_use_id)
						);
					}
				}
			}
		),
		{ numRuns: 60 }
	);
});

const imagesOf = (results: Exchange['steps'][number]['results']) =>
	(results ?? []).flatMap(({ content }) =>
		typeof content === 'string' ? [] : content.filter(({ type }) => type === 'image')
	);

test('a new epoch is worth entering only where something is left to shorten', () => {
	const rules = policy('recommended');
	const log = toolLog(8, 5000, 2);
	expect(prunesMore(log, rules, { epoch: 2, next: 3 })).toBe(true);
	expect(prunesMore(log, rules, { epoch: 3, next: 4 })).toBe(false);
	expect(prunesMore(toolLog(8, 3000, 2), rules, { epoch: 2, next: 3 })).toBe(false);
	expect(prunesMore(log, spec, { epoch: 2, next: 3 })).toBe(false);
});

/** One result of a tool, 900 characters, as `model` called for it. */
const calledBy = (model: string, name: string, seq: number): Exchange => {
	const turn = aTurn(seq);
	const id = `c${String(seq)}`;
	return {
		turn,
		steps: [
			aStep(turn, 0, [call(id, name)], {
				model,
				results: [{ type: 'tool_result', tool_use_id: id, content: 'x'.repeat(900) }],
				resultsHash: 'r'
			})
		]
	};
};

test('what the on-device answerer found is not sent again; what it proposed and what a model was given stays', () => {
	const log = [
		calledBy(onDevice, 'recall', 0),
		calledBy('a-model', 'recall', 1),
		calledBy(onDevice, 'save_memory', 2)
	];
	const sent = withoutFoundHere(log);
	expect(sent.map(resultOf)).toEqual([cleared, resultOf(log[1]), resultOf(log[2])]);
	expect(sent.slice(1)).toEqual(log.slice(1));
	expect(sent[2]).toBe(log[2]);
	// The same object each time: the message is formatted and weighed once.
	expect(withoutFoundHere(log)[0]).toBe(sent[0]);
	const asIs = log.slice(1);
	expect(withoutFoundHere(asIs)).toBe(asIs);
	// Found and proposed in one step.
	const [found, , proposed] = log.map(({ steps: [step] }) => step!);
	const both = {
		...found!,
		content: [...found!.content, ...proposed!.content],
		results: [...found!.results!, ...proposed!.results!]
	};
	const [short] = withoutFoundHere([{ ...log[0]!, steps: [both] }]);
	expect(short?.steps[0]?.results?.map(textOfResult)).toEqual([cleared, resultOf(log[2])]);
});

// @vitest-environment node
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';

/** The interfaces by which outsiders measure: JSON lines in, one answer a line out, whatever comes in. */

function ask(script: string, ...lines: readonly (object | string)[]): unknown[] {
	const { stdout, stderr } = spawnSync('node', ['scripts/run.js', `tests/bench/${script}.ts`], {
		input: lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
		encoding: 'utf8'
	});
	expect(stderr).toBe('');
	return stdout
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as unknown);
}

const error = { error: expect.any(String) as string };

describe.each([
	['tokens', { op: 'estimate', text: 'tea', family: 'o200k' }, { tokens: 1 }],
	[
		'survival',
		{ messages: [{ role: 'user', text: 'See notes/tea.md' }] },
		{ kept: /notes\/tea\.md/ }
	],
	['recall', { op: 'index', docs: [{ id: '1', text: 'tea' }] }, { ok: true }]
])('bench:%s', (script, question, answer) => {
	test('a line that is no question gets an error, and the next one its answer', () => {
		const broken = ['{', 'null', '[]', '{}', '{"op":"estimate"}', '{"messages":[null]}'];
		const answers = ask(script, ...broken, question);
		expect(answers.slice(0, -1)).toEqual(broken.map(() => error));
		for (const [name, value] of Object.entries(answer)) {
			const said = (answers.at(-1) as Record<string, unknown>)[name];
			if (value instanceof RegExp) expect(said).toMatch(value);
			else expect(said).toEqual(value);
		}
	});
});

test('a session comes to the truth, whichever of its two estimates a report names', () => {
	const text = 'Mornings are for tea, and evenings are for walking. '.repeat(20);
	const model = 'some-model';
	for (const isCalibrated of [true, false]) {
		const session = `s-${String(isCalibrated)}`;
		const [first] = ask('tokens', { op: 'estimate', text, model }) as [{ tokens: number }];
		const truth = Math.round(first.tokens * 1.6);
		const named = isCalibrated ? [first.tokens, truth, truth, truth] : Array(4).fill(first.tokens);
		const lines = named.flatMap((estimated: number) => [
			{ op: 'estimate', text, model, session },
			{ op: 'report', session, model, estimated, reported: truth }
		]);
		const answers = ask('tokens', ...lines, { op: 'estimate', text, model, session });
		const { tokens } = answers.at(-1) as { tokens: number };
		expect(Math.abs(tokens - truth)).toBeLessThanOrEqual(truth * 0.01);
	}
});

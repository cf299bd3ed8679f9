import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Finding } from '#core/opinion/opinion.ts';
import { readOpinion } from '#core/opinion/read-opinion.ts';

/** What a model answers when it is asked what a summary leaves out: the form it was told, and what models make of it. */

const turnIds = new Map([
	[3, 'turn-2'],
	[12, 'turn-11']
]);
const read = (said: string, stopReason: string | null = 'end_turn') =>
	readOpinion(said, { stopReason, turnIds });
const block = (...lines: string[]) => `<opinion>\n${lines.join('\n')}\n</opinion>`;
const textsOf = (said: string, stopReason: string | null = 'end_turn') => {
	const outcome = read(said, stopReason);
	return outcome.status === 'read' ? outcome.findings.map(({ text }) => text) : outcome.why;
};

test('findings are read with their kind and the turn they name', () => {
	expect(
		read(block('missing 12: The gate stays closed.', 'wrong 3: It is cedar, not pine.'))
	).toEqual({
		status: 'read',
		cutOff: false,
		findings: [
			{ kind: 'missing', text: 'The gate stays closed.', turnId: 'turn-11' },
			{ kind: 'wrong', text: 'It is cedar, not pine.', turnId: 'turn-2' }
		]
	});
});

test('a turn that was not shown is no place to look at, and the finding counts all the same', () => {
	expect(read(block('missing 99: The gate.', 'missing: A day.'))).toMatchObject({
		findings: [{ turnId: null }, { turnId: null }]
	});
});

test.each([
	['an item of a list', '- missing 12: The gate.'],
	['a number before it', '1. missing 12: The gate.'],
	['bold', '**Missing 12:** The gate.'],
	['a whole line in bold', '**missing 12: The gate.**'],
	['the word turn', 'MISSING (turn 12): The gate.'],
	['a dash', 'missing turn 12 — The gate.'],
	['two turns', 'missing 12, 13: The gate.'],
	['a wide colon', 'missing 12：The gate.']
])('%s is understood', (_, line) => {
	for (const said of [block(line), line, `Here it is:\n<opinion>${line}`])
		expect(read(said)).toMatchObject({
			findings: [{ kind: 'missing', text: 'The gate.', turnId: 'turn-11' }]
		});
});

test('what is thought aloud before, and a block that only names the form, do not count', () => {
	const said = `<think>missing 3: Perhaps.</think>I use <opinion> as told.\n${block('missing 12: The gate.')}`;
	expect(textsOf(said)).toEqual(['The gate.']);
});

test('signs that nobody sees are taken out, for a finding may be put into the summary', () => {
	expect(textsOf(block('missing 12: The\u200b  gate\u202e.'))).toEqual(['The gate.']);
});

test('a finding may begin like an answer that has none', () => {
	const words = 'Nothing may be planted before May, says the user.';
	expect(textsOf(block(`missing 12: ${words}`, 'wrong: none'))).toEqual([words]);
});

test('the same words are one finding, and no more are read than a person would', () => {
	const lines = Array.from({ length: 60 }, (_, at) => `missing 3: Fact ${String(at)}.`);
	expect(textsOf(block('missing 3: Once.', 'missing 12: Once.'))).toEqual(['Once.']);
	expect(textsOf(block(...lines))).toHaveLength(40);
	const [long] = textsOf(block(`missing: ${'very '.repeat(300)}`));
	expect(long?.endsWith('[…]')).toBe(true);
});

describe('an answer without findings', () => {
	test.each([
		'<opinion>none</opinion>',
		'<opinion></opinion>',
		'None.',
		block('*Nothing* at all.'),
		block('missing: none', '', 'wrong: None.')
	])('%s says that nothing is missing', (said) => {
		expect(read(said)).toEqual({ status: 'read', findings: [], cutOff: false });
	});

	test.each([
		['', 'end_turn', 'empty'],
		['<think>Hm.</think>', 'end_turn', 'empty'],
		['I would rather not.', 'refusal', 'refused'],
		[block('missing 3: A gate.'), 'refusal', 'refused'],
		['', 'max_tokens', 'cut-off'],
		['<opinion>\nmissing 12: The ga', 'max_tokens', 'cut-off'],
		['<opinion>\n', 'max_tokens', 'cut-off'],
		['<opinion>\n', null, 'cut-off'],
		['The summary is very good indeed.', 'end_turn', 'unreadable'],
		[block('The gate is missing.'), 'end_turn', 'unreadable']
	])('%j, ended by %s, is told as %s', (said, stopReason, why) => {
		expect(read(said, stopReason)).toEqual({ status: 'unusable', why });
	});
});

test('of an answer that was cut off, whole lines are kept and the half one is not', () => {
	const said = '<opinion>\nmissing 3: The gate.\nmissing 12: The fence is to be painted wh';
	expect(read(said, 'max_tokens')).toMatchObject({
		cutOff: true,
		findings: [{ text: 'The gate.' }]
	});
	expect(read(`${said}ite.\n</opinion>`, 'max_tokens')).toMatchObject({
		cutOff: false,
		findings: [{ text: 'The gate.' }, { text: 'The fence is to be painted white.' }]
	});
});

test('whatever a model says, a finding is one line that holds something, and names a turn that was shown', () => {
	const anySigns = fc.string({
		unit: fc.constantFrom(
			...'a é 7 * _ - : — . < > / \r \u2028 \u200b \u202e turn none'.split(' '),
			' ',
			'\ud83d',
			'🌱'
		)
	});
	const anyLine = fc.oneof(
		fc.string(),
		anySigns,
		anySigns.map((words) => `missing 12: ${words}`),
		anySigns.map((words) => `- **wrong ${words}`)
	);
	fc.assert(
		fc.property(
			fc.array(anyLine, { maxLength: 8 }),
			fc.constantFrom('end_turn', 'max_tokens', null),
			(lines, stopReason) => {
				const outcome = read(block(...lines), stopReason);
				const findings = outcome.status === 'read' ? outcome.findings : [];
				const isSound = ({ text, turnId }: Finding) =>
					text !== '' &&
					!/[\n\r]/u.test(text) &&
					text.length <= 620 &&
					[null, ...turnIds.values()].includes(turnId);
				expect(findings.filter((finding) => !isSound(finding))).toEqual([]);
			}
		)
	);
});

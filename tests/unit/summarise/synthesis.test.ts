import { expect, test } from 'vitest';
import { cleanLine } from '#core/lines/line.ts';
import { holdsSecret, synthesisOf } from '#core/summarise/synthesis.ts';
import { anExchange } from '../../support/builders/a-turn.ts';

/** #158 What of a summary is written into the note of today. */

const covered = [anExchange(0), anExchange(1)];
const open = {
	preset: { memory: 'before' },
	session: { offRecord: false },
	isSecret: false
} as const;

test('#158 each paragraph is a line that knows its turns; headings are none', () => {
	const lines = synthesisOf('## Beds\n\nCedar was chosen.\nPine was not.\n\n \n', covered, open);
	expect(lines.map(({ text }) => text)).toEqual(['Cedar was chosen.', 'Pine was not.']);
	for (const line of lines)
		expect(line).toMatchObject({ turnIds: ['t0', 't1'], tags: ['synthesis'] });
});

test('a list loses its marks, and a date its day not', () => {
	const lines = synthesisOf('1. Lives in Porto\n- 24. Dezember: Urlaub\n', covered, open);
	expect(lines.map(({ text }) => text)).toEqual(['Lives in Porto', '24. Dezember: Urlaub']);
});

test.each([
	['sentences', 'The soil is wet, and cedar is dear this year. ', ' '],
	['sentences without spaces', '土壤很潮湿，雪松今年很贵，所以他们等到春天。', ''],
	['words without an end', 'wet soil and cedar, ', ' ']
])(
	'#158 a paragraph longer than a line of memory goes on in the next, nothing of it cut off: %s',
	(_, words, gap) => {
		const text = words.repeat(Math.ceil(1400 / words.length)).trim();
		const lines = synthesisOf(text, covered, open).map((line) => line.text);
		expect(lines.length).toBeGreaterThan(2);
		expect(lines.join(gap)).toBe(text);
		for (const line of lines) expect(cleanLine(line)).toBe(line);
		if (/[.。]$/.test(text)) for (const line of lines) expect(line).toMatch(/[.。]$/);
	}
);

test('a note takes eight lines, the first ones', () => {
	const text = Array.from({ length: 12 }, (_, at) => `Line ${String(at)}`).join('\n');
	const lines = synthesisOf(text, covered, open);
	expect(lines).toHaveLength(8);
	expect(lines.at(-1)?.text).toBe('Line 7');
});

test('nothing of it is written where the preset does not ask for it, or something is off the record', () => {
	for (const change of [
		{ preset: { memory: 'same-call' } },
		{ session: { offRecord: true } },
		{ isSecret: true }
	] as const)
		expect(synthesisOf('Cedar was chosen.', covered, { ...open, ...change })).toEqual([]);
});

test.each([
	['covered by it', 'trunk', 3, true],
	['covered by the one it goes on from', 'trunk', 0, true],
	['said before the fork', 'trunk', 1, true],
	['said behind it', 'here', 6, false],
	['said on another branch', 'there', 4, false],
	['said where the conversation left the trunk', 'trunk', 4, false]
])('it may hold what is off the record where that was %s', (_, branch, seq, isHeld) => {
	const path = [
		{ branch: 'trunk', fromSeq: 0, throughSeq: 3 },
		{ branch: 'here', fromSeq: 4, throughSeq: 8 }
	];
	expect(holdsSecret([{ branch, seq }], { path, through: { seq: 5, step: 0 } })).toBe(isHeld);
});

import { describe, expect, it } from 'vitest';
import { exportedLines } from '#core/export/memory-forms.ts';
import { deletionsOf } from '#core/memory/deletions.ts';
import type { MemoryRevision } from '#core/memory/memory.ts';
import { moveBullets } from '#core/memory/move.ts';
import {
	formKey,
	isNoted,
	isSameLine,
	lineIdentity,
	lineKey,
	refusalOf
} from '#core/lines/same-line.ts';
import { takeAway } from '#core/memory/removed-meanwhile.ts';
import { applyTidy, linesToTidy, tidyByRules } from '#core/memory/tidy.ts';
import { growthOfReading, inProportion } from '../../support/growth.ts';

/** Which line is which: a sign may be all that parts two facts. */

const parted = [
	['Blood type is A', 'Blood type is A-'],
	['Blood type is A+', 'Blood type is A-'],
	['Mother is A-, father is A', 'Mother is A, father is A-'],
	['My handle is max power', 'My handle is max_power'],
	['My handle is anna', 'My handle is anna_'],
	['My handle is anna', 'My handle is _anna'],
	['Grade A in maths', 'Grade A* in maths'],
	['The shelf is 5 3', 'The shelf is 5*3'],
	['Weighs 80 kg', 'Weighs ~80 kg'],
	['Programs in C', 'Programs in C++']
] as const;

describe('two lines', () => {
	it.each(parted)('are two where a sign parts them: %s ≠ %s', (a, b) => {
		expect(isSameLine(a, b)).toBe(false);
		expect(isSameLine(b, a)).toBe(false);
		expect(isSameLine(b, `- ${b}.`)).toBe(true);
	});

	it.each([
		['Lives in Porto', '- lives in **Porto**.'],
		['Blood type is A-', 'Blood type is **A-**'],
		['Blood type is A-', 'blood type is *A*-'],
		['Likes tea', '_Likes_ ~~tea~~'],
		['Likes tea', '***Likes*** __tea__'],
		['My handle is max_power', 'My handle is *max_power*'],
		['Likes tea', '**Likes tea'],
		['Likes tea - and cups', 'Likes tea and cups']
	])('are one where marks only draw it otherwise: %s = %s', (a, b) => {
		expect(isSameLine(a, b)).toBe(true);
		expect(lineKey(a)).toBe(lineKey(b));
	});

	it('are both meant by what was noted before signs counted, and one alone since', () => {
		const older = new Set([formKey('Blood type is A-')]);
		const noted = new Set([lineKey('Blood type is A')]);
		for (const line of ['Blood type is A', 'Blood type is A-', 'blood type is **A**.'])
			expect(isNoted(older, line)).toBe(true);
		expect(isNoted(noted, 'blood type is **A**.')).toBe(true);
		expect(isNoted(noted, 'Blood type is A-')).toBe(false);
		expect(refusalOf('- Blood type is A-', 1)).toEqual({
			hash: lineKey('Blood type is A-'),
			line: 'Blood type is A-',
			at: 1
		});
	});
});

describe.each(parted)('%s and %s', (a, b) => {
	const path = 'MEMORY.md';
	const text = `- ${a}\n- Likes tea\n- ${b}\n`;

	it('are left as two by the rules of a clean-up, and either can be dropped', () => {
		expect(tidyByRules(linesToTidy([{ path, text }]))).toEqual([]);
		const without = (line: string) =>
			applyTidy(new Map([[path, text]]), { path, takes: [{ path, line }] }, null)?.get(path);
		expect(without(b)).toBe(`- ${a}\n- Likes tea\n`);
		expect(without(a)).toBe(`- Likes tea\n- ${b}\n`);
	});

	it('both stand after one is moved to the other, in an export, and in what is being written', () => {
		expect(moveBullets(`- ${b}\n`, `- ${a}\n`, [0])).toMatchObject({
			target: `- ${a}\n- ${b}\n`,
			known: 0
		});
		const lines = exportedLines([{ path, text }], [], 'UTC').map((line) => line.text);
		expect(lines).toEqual([a, 'Likes tea', b]);
		const theirs = `- Likes tea\n- ${b}\n`;
		expect(takeAway({ before: text, mine: `${text}More\n`, theirs })).toEqual({
			text: `${theirs}More\n`,
			isAll: true
		});
	});

	it('do not bring each other back', () => {
		const made = { id: '2', path, at: 2, by: 'user', text: `- ${b}\n`, deleted: true } as const;
		const again: MemoryRevision = { ...made, id: '3', at: 3, text: `- ${a}\n`, deleted: false };
		expect(deletionsOf([again, made])).toHaveLength(1);
	});
});

it('of two lines that are drawn alike, the one that reads so is taken', () => {
	const text = '- likes **tea**\n- Likes tea\n';
	const takes = [{ path: 'MEMORY.md', line: 'Likes tea' }];
	const after = applyTidy(new Map([['MEMORY.md', text]]), { path: 'MEMORY.md', takes }, null);
	expect(after?.get('MEMORY.md')).toBe('- likes **tea**\n');
});

it('a line that is a whole list of names is told from others at once', () => {
	expect(growthOfReading(lineIdentity, 'max_power ')).toBeLessThan(inProportion);
});

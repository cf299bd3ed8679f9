import { expect, test } from 'vitest';
import { readDatedList, readPam, readPasted } from '#core/import/readers/memories.ts';
import { foreignText, memoriesIn } from '../../support/foreign.ts';

/** What other assistants remember, in forms meant for exchange. */

test('memories in exchange formats: what was superseded stays out, a pasted list is told from a note', () => {
	expect(memoriesIn('pam.json')).toEqual(['Drinks oolong tea']);
	expect(readDatedList(foreignText('pasted.txt'))?.map(({ text }) => text)).toEqual([
		'Lives in Graz',
		'Has a dog called Momo'
	]);
	expect(readDatedList('A plain note\nwith two lines')).toBeNull();
});

test('a memory that another has taken the place of stays out, whatever its status says', () => {
	const memory = (content: string, superseded: string | null) => ({
		content,
		status: 'active',
		temporal: { created_at: '2026-01-01T00:00:00Z', superseded_by: superseded }
	});
	const memories = [memory('Lives in Graz', 'm2'), memory('Lives in Linz', null)];
	expect(readPam({ memories }).map(({ text }) => text)).toEqual(['Lives in Linz']);
});

test('of what is pasted every line is a memory, with a date or without, and what frames them is none', () => {
	const pasted = [
		'# What I know about you',
		'```',
		'[2026-02-01] - Prefers tea',
		'',
		'- Lives in Graz',
		'2. Has a dog',
		'Plays the [viola] - badly',
		'---',
		'```'
	];
	expect(readPasted(pasted.join('\r\n'))).toEqual([
		{ text: 'Prefers tea', at: Date.UTC(2026, 1, 1) },
		{ text: 'Lives in Graz', at: 0 },
		{ text: 'Has a dog', at: 0 },
		{ text: 'Plays the [viola] - badly', at: 0 }
	]);
});

test.each([
	'[Family] – Sister Ana lives in Lisbon',
	'[Project 7] - ships in May',
	'[May Project 2024] - is over',
	'[Marketing 2025] - has two people',
	'[May 5] - is the wedding day',
	'[007] - was the first film'
])('a label in front of a memory is part of it and no date: %s', (line) => {
	expect(readPasted(`- ${line}`)).toEqual([{ text: line, at: 0 }]);
	expect(readDatedList(`${line}\n${line}`)).toBeNull();
});

test.each([
	['2026-02-01', Date.UTC(2026, 1, 1)],
	['2026-02', Date.UTC(2026, 1, 1)],
	['2026-02-01T14:30:00Z', Date.UTC(2026, 1, 1, 14, 30)],
	['Feb 2026', Date.parse('1 Feb 2026')],
	['February 1, 2026', Date.parse('February 1, 2026')],
	['1 Feb 2026', Date.parse('1 Feb 2026')],
	['unknown', 0],
	['no date', 0],
	['Date unknown', 0],
	['N/A', 0]
])('what stands for the date is taken off a memory: [%s]', (date, at) => {
	expect(readPasted(`[${date}] - Prefers tea`)).toEqual([{ text: 'Prefers tea', at }]);
});

test('a list of memories with dates brings its other lines too, with their labels', () => {
	const list = '[2026-02-01] - Prefers tea\n[unknown] - Has a dog\n[Work] - uses Rust\n';
	expect(readDatedList(list)?.map(({ text }) => text)).toEqual([
		'Prefers tea',
		'Has a dog',
		'[Work] - uses Rust'
	]);
});

test.each(['| Name | Age |\n| --- | --- |\n| Eve | 34 |', 'Name | Age\n--- | ---\nEve | 34'])(
	'a table in a pasted list is no memory: %j',
	(table) => {
		expect(readPasted(`- Prefers tea\n\n${table}\n\n- a | b is a pipe`)).toEqual([
			{ text: 'Prefers tea', at: 0 },
			{ text: 'a | b is a pipe', at: 0 }
		]);
	}
);

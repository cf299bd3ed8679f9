import { describe, expect, it } from 'vitest';
import { extractAnchors } from '#core/anchors/extract.ts';
import type { AnchorKind, Speaker } from '#core/anchors/passage.ts';
import { rankAnchors } from '#core/anchors/rank.ts';
import { withoutFormulas } from '#core/anchors/text/formulas.ts';
import { growthOfReading, inProportion } from '../../support/growth.ts';

/** What looks like a thing to be kept, and is none. */

const passage = (text: string, by: Speaker) => ({ key: 't1', by, text });
const closely = (text: string, kind: AnchorKind, by: Speaker = 'user') =>
	extractAnchors([passage(text, by)], { closely: true })
		.filter((anchor) => anchor.kind === kind)
		.map((anchor) => anchor.text);
const listed = (text: string) =>
	rankAnchors([passage(text, 'assistant')], { budget: 500, family: 'o200k' }).text;

describe('a unit of what something costs', () => {
	it.each([
		['60 EUR a night.'],
		['It is €60.50 a night.'],
		['We pay 1,200 dollars a month.'],
		['Sixty-odd: 45 € a day'],
		['Take $9 an hour.'],
		['Rooms from EUR 60 a night']
	])('is no quantity: “%s”', (text) => {
		expect(closely(text, 'quantity')).toEqual([]);
	});

	it('is one where no money stands before it', () => {
		expect(closely('She swims half an hour. A year in Rome.', 'quantity')).toEqual([
			'half an hour',
			'A year'
		]);
	});
});

it.each([
	['Please wait an hour before you call.', []],
	['We took a night ferry on a good day.', []],
	['An hour ago I had a bun; it took an hour and a half.', ['an hour and a half', 'An hour ago']],
	['It opens an hour later, for half an hour a day.', ['half an hour a day', 'an hour later']],
	['I was there a week, with two days in bed.', ['two days', 'a week']]
])('a short while without a number is one where it says when or how long: “%s”', (text, found) => {
	expect(closely(text, 'quantity')).toEqual(found);
});

it('an assistant that notes something down says no rule by that', () => {
	expect(closely('I note that. Note that!', 'rule', 'assistant')).toEqual([]);
	const rule = 'Note that the office closes at noon.';
	expect(closely(rule, 'rule', 'assistant')).toEqual([rule]);
});

it('a day by its number is one where something happens on it, and else a label', () => {
	expect(closely('Please write a detailed plan for day 2. Day 1 is done.', 'quantity')).toEqual([]);
	expect(closely('We leave on day 14, and rest after day 20.', 'quantity')).toEqual([
		'day 14',
		'day 20'
	]);
});

describe('a formula', () => {
	const said = [
		'The expected delay is',
		String.raw`$$E[T] = \sum_{i=1}^n p_i t_i + \int_0^\infty e^{-\lambda x}\,dx$$`,
		String.raw`where $\lambda_{max} = 0.2$ and \(x_i\) is \[ \frac{a_b}{c_d} \]`
	].join('\n');

	it('holds no names in code', () => {
		expect(listed(said)).toBe('');
		expect(closely(said, 'code', 'assistant')).toEqual([]);
		expect(closely(said, 'path', 'assistant')).toEqual([]);
	});

	it.each([
		['It costs $5 or max_cost, at most $9.'],
		['Set $HOME_DIR and $LOG_DIR first.'],
		['Run `echo $a_b$` and `$(cat x_y)$`.'],
		['```sh\necho $first_part$second_part$\n```'],
		['From $60 to $75_000.'],
		['A path $HOME/my_dir:$PATH']
	])('is not read where none stands: “%s”', (text) => {
		expect(withoutFormulas(text)).toBe(text);
	});

	it('leaves everything else where it was', () => {
		const bare = withoutFormulas(said);
		expect(bare).toHaveLength(said.length);
		expect(bare.split('\n').map((line) => line.length)).toEqual(
			said.split('\n').map((line) => line.length)
		);
		expect(bare.replace(/\s+/g, ' ')).toBe('The expected delay is where and is ');
	});

	it('is looked for in a time that grows with the text', () => {
		for (const piece of [String.raw`$$x \[ $y `, String.raw`\(a \[b `, '`$a ', '$$ x_1 '])
			expect(growthOfReading(withoutFormulas, piece), piece).toBeLessThan(inProportion);
	});
});

it('the first word of a table cell is the first word of a sentence where the cell goes on', () => {
	const table = [
		'| Way | Takes | Note |',
		'| --- | --- | --- |',
		'| Fly to JNX | 45 min | Cancelled in storms |',
		'| Ferry from Naxos | 5 h | Runs daily, ask Karim |',
		'| Anna | Porto | Booked already |'
	].join('\n');
	const names = closely(table, 'name', 'assistant');
	for (const word of ['Fly', 'Cancelled', 'Runs', 'Booked']) expect(names).not.toContain(word);
	expect(names).toEqual(expect.arrayContaining(['JNX', 'Naxos', 'Karim', 'Anna', 'Porto']));
});

describe('words that a table is labelled with', () => {
	it.each([
		['| Budget | 500 |\n|---|---|\n| Rent | 200 |', []],
		['| Zone | Bearing | Torque |\n|---|---|---|\n| Anna | 5 | 6 |', ['Anna']],
		['Zone | Bearing\n--- | ---\nAnna | 5', []],
		['| 💰 Budget | Anna |', ['Anna']],
		['**Budget** 5 and Anna', ['Anna']]
	])('are no names: %j', (text, names) => {
		expect(closely(text, 'name', 'assistant')).toEqual(names);
	});

	it('stay names in its rows, and in capitals in its head', () => {
		const table = '| Guest | VHP |\n|---|---|\n| Malvoria | Anna |';
		expect(closely(table, 'name', 'assistant')).toEqual(['VHP', 'Malvoria', 'Anna']);
	});
});

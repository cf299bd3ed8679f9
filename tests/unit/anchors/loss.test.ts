import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reportLoss } from '#core/anchors/loss.ts';
import type { Passage, Speaker } from '#core/anchors/passage.ts';

const said = (text: string, by: Speaker = 'user', key = 't1'): Passage => ({ key, by, text });
const lostIn = (covered: Passage[], kept: string[]) =>
	reportLoss(covered, kept).map(({ text }) => text);

// Any UTF-16 unit, half surrogate pairs too.
const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));

describe('the loss report', () => {
	it.each([
		['The short walk is 5 km.', '5 km', 'The long walk is 15 km.'],
		['The deposit is $50.', '$50', 'The rent is $500, the fee $50.25.'],
		['We meet on May 1 at the station.', 'May 1', 'They meet on May 12.'],
		['Fix #12 first.', '#12', 'Fix #123.'],
		['PROJ-1 is urgent.', 'PROJ-1', 'PROJ-10 is not urgent.'],
		['My sister Ana comes. Ask Ana.', 'Ana', 'Anatol likes banana bread.']
	])('is not taken in by a longer one: %s', (text, wanted, kept) => {
		expect(lostIn([said(text)], [kept])).toContain(wanted);
		expect(lostIn([said(text)], [`${kept} ${wanted}.`])).not.toContain(wanted);
	});

	it('finds a name with an ending, and in a script that parts no words', () => {
		const asked = said('My sister Anna comes on May 1. Ask Anna.');
		expect(lostIn([asked], ['Annas Zug, Anna’s train: May 1st.'])).not.toContain('Anna');
		expect(lostIn([asked], ['Annas Zug, Anna’s train: May 1st.'])).not.toContain('May 1');
		expect(lostIn([said('It takes 5 min.')], ['It takes 5 minutes.'])).not.toContain('5 min');
		expect(lostIn([said('我住在「东京」。')], ['他去东京了。'])).not.toContain('东京');
	});

	it('names what stands nowhere any more, with its turn', () => {
		const report = reportLoss(
			[said('The bill of 3 March 2026 was $1,250, paid by Ada Lovelace.', 'user', 't7')],
			['A bill was paid.']
		);
		expect(report.map(({ kind, text, key }) => [kind, text, key])).toEqual(
			expect.arrayContaining([
				['date', '3 March 2026', 't7'],
				['money', '$1,250', 't7'],
				['name', 'Ada Lovelace', 't7']
			])
		);
	});

	it.each([
		['another case', 'We spoke with Ada Lovelace.', 'ada lovelace was asked'],
		['other marks of a number', 'It cost $1,250.', 'cost: $1250'],
		['another gap before the unit', 'It took 300 ms.', 'took 300ms'],
		['the end of a path', 'In /srv/shop/src/cart.ts.', 'changed src/cart.ts'],
		['other quotation marks', 'He said "no more tabs" there.', '“No more tabs”, he said']
	])('takes a thing as kept when the summary writes it with %s', (_, text, kept) => {
		expect(lostIn([said(text)], [kept])).toEqual([]);
	});

	it('names nothing of an answer of this device, which answers a question all the same', () => {
		const question = said('When does the ferry to Naxos leave?');
		const quoted: Passage = {
			...said('Nothing says it outright. Ask me something you have written down.', 'assistant'),
			isQuoted: true
		};
		expect(lostIn([question, quoted], ['Naxos'])).toEqual([]);
		expect(lostIn([question], ['Naxos'])).toEqual([question.text]);
	});

	it('does not take 15 km for 5 km', () => {
		expect(lostIn([said('I run 5 km.')], ['A race of 15 km'])).toEqual(['5 km']);
	});

	it('puts a standing instruction of the user first', () => {
		const [first] = reportLoss(
			[said('See notes.md and 12 files. Never push to the main branch.')],
			['nothing']
		);
		expect(first).toMatchObject({ kind: 'rule', text: 'Never push to the main branch.' });
	});

	it('names a question that nobody answered, and not one that was', () => {
		const covered = [said('Which port is it?'), said('It is 80. Shall I change it?', 'assistant')];
		expect(lostIn(covered, ['x'])).toEqual(['Shall I change it?']);
	});

	it('names a rule once, also where it was repeated and quoted', () => {
		const rule = 'You must never book the night boat for us.';
		const covered = [said(rule), said(`You said: “${rule}” I note it.`, 'assistant')];
		expect(lostIn(covered, ['x'])).toEqual([rule]);
	});

	it('keeps to its caps', () => {
		const text = Array.from({ length: 90 }, (_, at) => `name_${String(at)}`).join(' ');
		expect(reportLoss([said(text)], [''], { items: 50, perKind: 7 })).toHaveLength(7);
	});

	it('reports nothing when everything is kept verbatim', () => {
		fc.assert(
			fc.property(fc.string({ unit }), (text) => {
				expect(reportLoss([said(text)], [text])).toEqual([]);
			}),
			{ numRuns: 50 }
		);
	});
});

it.each([
	['user', 'I ran npm run version:minor and it failed.', 'npm run version:minor'],
	[
		'assistant',
		'Start it like this:\n```bash\nnode scripts/seed.js --fresh\n```',
		'node scripts/seed.js --fresh'
	],
	['user', 'It works once COLORTERM=truecolor is set.', 'COLORTERM=truecolor'],
	['assistant', 'I committed with --no-verify this time.', '--no-verify'],
	['user', 'in vs code the colours are wrong', 'vs code'],
	['assistant', 'Move it to the 4th position.', '4th position'],
	['user', 'We plan to move to Lisbon in spring.', 'We plan to move to Lisbon in spring.']
] as const)('what the %s wrote as “%s” is named when it is lost', (by, text, wanted) => {
	const lost = reportLoss([{ key: 'a', by, text }], []).map((loss) => loss.text);
	expect(lost).toContain(wanted);
});

it('programs in prose are words, not commands', () => {
	const said =
		'Please make sure that git is installed and let us go ahead; node is fine, and a test or two.';
	const lost = reportLoss([{ key: 'a', by: 'assistant', text: said }], []);
	expect(lost.filter(({ kind }) => kind === 'quote')).toEqual([]);
});

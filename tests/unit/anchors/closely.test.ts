import { describe, expect, it } from 'vitest';
import { extractAnchors } from '#core/anchors/extract.ts';
import { reportLoss } from '#core/anchors/loss.ts';
import type { AnchorKind, Speaker } from '#core/anchors/passage.ts';
import { rankAnchors } from '#core/anchors/rank.ts';
import { growthOfReading, inProportion } from '../../support/growth.ts';

const passage = (text: string, by: Speaker) => ({ key: 't1', by, text });
const closely = (text: string, kind: AnchorKind, by: Speaker = 'user') =>
	extractAnchors([passage(text, by)], { closely: true })
		.filter((anchor) => anchor.kind === kind)
		.map((anchor) => anchor.text);

describe('what the loss report finds by looking closely', () => {
	it.each<[AnchorKind, string, string[]]>([
		['name', 'The file holds ASCII and RGB, no ID.', ['ASCII', 'RGB']],
		['url', 'Ask shop.example.org:8080 or 10.0.0.7.', ['shop.example.org:8080', '10.0.0.7']],
		['code', 'Then model.fit(x) calls Enum.map [dev]', ['model.fit(x)', 'Enum.map', '[dev]']],
		['id', 'Call 555-0199, GPT-4 is new.', ['555-0199', 'GPT-4']],
		['name', 'My dog is called pepper. My sister helps.', ['My dog', 'pepper', 'My sister']],
		['name', 'Is Ada late? Grace knows the way.', ['Ada', 'Grace']],
		['quantity', 'I swim twice a week for half an hour.', ['twice a week', 'half an hour']],
		['quantity', 'In her thirties she had one passport.', ['In her thirties', 'one passport']],
		['money', 'It was 12k, or 300 zł.', ['12k', '300 zł']],
		['date', 'See you next Tuesday at 9, not on the 15th.', ['next Tuesday at 9', 'the 15th']],
		['date', 'Wir reden übermorgen, du mardi, yo el lunes.', ['übermorgen', 'mardi', 'el lunes']],
		['date', '下周三见，明天下午三点不行。', ['下周三', '明天下午']],
		['quantity', '我有两个孩子，住了三年。', ['两个', '三年']],
		['quote', "She said 'not before noon' twice.", ['not before noon']],
		['quote', '- **Seat:** aisle, row four', ['aisle, row four']],
		['name', 'Lint it with mypy. Pandoc is there. Run ruff', ['mypy', 'Pandoc', 'ruff']],
		['name', '1. **Berta** is late, the celery config too.', ['Berta', 'celery']],
		['id', 'Pin numpy==1.26.4, gpt-3.5-turbo.', ['numpy==1.26.4', '1.26.4', 'gpt-3.5-turbo']],
		['id', 'Python 3.12 and Vue 3 print ISO 8601.', ['Python 3.12', 'Vue 3', 'ISO 8601']],
		['id', 'The z3 solver answers with a 404.', ['z3', '404']],
		['code', 'Ctrl+C leaves [Unreleased], NOT NULL stays.', ['Ctrl+C', '[Unreleased]', 'NOT NULL']],
		['code', 'It sends user-message twice.', ['user-message']],
		['quote', 'ValueError: no such cart: 12', ['no such cart: 12']],
		[
			'quantity',
			'77 `chalk` usages, 15 CartLive tests',
			['77 `chalk` usages', '15 CartLive tests']
		],
		['quantity', 'There are 410 total, colors 232-255', ['410 total', 'colors 232-255']],
		['quantity', 'It sends 8k map tokens at once.', ['8k map tokens']],
		['quantity', 'Es kamen 1.240 Kunden und 12 Kisten.', ['1.240 Kunden', '12 Kisten']],
		[
			'quantity',
			'Es waren 1’240 Kunden, 3\u202f500 Gäste,12 Kisten.',
			['1’240 Kunden', '3\u202f500 Gäste', '12 Kisten']
		],
		['quantity', 'Um 9:45 Besprechungen, ab 17:30 Europe.', []],
		['time', 'From 14:00 EST to 16:00 EST.', ['14:00', '16:00', 'EST']],
		['date', 'She was born in 1824.', ['1824']],
		['money', 'That is $0.01/1K tokens.', ['$0.01', '$0.01/1K tokens']]
	])('finds %s in “%s”', (kind, text, expected) => {
		expect(closely(text, kind).sort()).toEqual(expected.sort());
	});

	it.each<[Speaker, AnchorKind, string]>([
		['assistant', 'question', 'Please confirm which card you want to use.'],
		['user', 'question', 'Tell me what the blue one costs.'],
		['user', 'question', 'how do I start the tests'],
		['user', 'decision', "I'm thinking of moving to the coast."],
		['user', 'decision', 'We made up our minds yesterday.'],
		['assistant', 'decision', 'I will always be there for you.'],
		['user', 'rule', 'My favourite colour is green.'],
		['user', 'rule', 'I do not eat meat.'],
		['user', 'decision', 'Wir haben vereinbart, zu Hause zu feiern.'],
		['user', 'rule', 'Je ne mange pas de poisson.'],
		['user', 'rule', 'Soy alérgica a las nueces.'],
		['user', 'decision', '我打算明年学游泳。'],
		['user', 'rule', '私は辛い物が苦手です。'],
		['user', 'rule', 'Use double quotes, not single ones.'],
		['user', 'rule', 'Leave the old tests alone.'],
		['user', 'rule', 'We only support the new format.'],
		['user', 'question', 'any idea where it is set'],
		['assistant', 'rule', 'Make sure the server is down first.'],
		['assistant', 'decision', 'I went with the shorter one.']
	])('hears what %s means as %s in “%s”', (by, kind, text) => {
		expect(closely(text, kind, by)).toEqual([text]);
	});

	it('passes over courtesies, work in hand and words that look like names', () => {
		expect(
			closely('Let me know if you have any other questions.', 'question', 'assistant')
		).toEqual([]);
		expect(closely("Once you confirm, I'll remind them.", 'decision', 'assistant')).toEqual([]);
		expect(closely('Reading is fun. People say so. 你好，朋友。', 'name')).toEqual([]);
		expect(closely('Your reservation(s) (e.g. two of them).', 'code')).toEqual([]);
		expect(closely('- Seat: none', 'quote')).toEqual([]);
	});

	it.each<[Speaker, AnchorKind, string]>([
		['assistant', 'question', 'If so, please confirm the number.'],
		['assistant', 'question', 'Please let me know which of them you mean.'],
		['user', 'question', 'Can we look at that first?'],
		['user', 'question', 'Can you still help me with the cart?'],
		['assistant', 'rule', 'The method is never called.'],
		['assistant', 'rule', 'It must be coming from the cart.'],
		['assistant', 'decision', "I'll be here whenever you are ready."],
		['assistant', 'decision', 'I suggest that you read more.'],
		['user', 'rule', 'Never mind.'],
		['user', 'rule', "I don't actually have it with me."],
		['user', 'rule', 'That is above my budget.'],
		['user', 'rule', 'I want to talk with you.'],
		['user', 'decision', 'That sounds great.'],
		['user', 'decision', "I'm looking to book a flight."],
		['assistant', 'name', 'The UI calls an API over HTTP, see the URL.'],
		[
			'assistant',
			'name',
			'**Task**: Extend the list. ✅ Resolved the rest. Is it called recursively?'
		],
		['assistant', 'name', 'We express it so, and a node of the tree stays black.'],
		['assistant', 'id', 'Of 256-color and 1-based; the total of 1.5 is in Section 2.1'],
		['assistant', 'quantity', 'More than one solution, another day, a day later, one doesn’t.'],
		['assistant', 'code', 'It is <u>not</u> a catch-all, force-add it.'],
		['user', 'time', 'PST is a zone, GMT too.']
	])('takes what %s says for no %s: “%s”', (by, kind, text) => {
		expect(closely(text, kind, by)).toEqual([]);
	});

	it('adds nothing to the list of anchors', () => {
		const text = 'Call 555-0199 next Tuesday, 300 zł, RGB, half an hour.';
		expect(rankAnchors([passage(text, 'user')], { budget: 500, family: 'o200k' }).text).toBe('');
	});

	it('is named after what is surely something', () => {
		const said = 'We meet at 14:30 next Tuesday in Turin. Pay 300 zł or $90.';
		const kinds = (kind: AnchorKind) =>
			reportLoss([passage(said, 'user')], [])
				.filter((loss) => loss.kind === kind)
				.map(({ text }) => text);
		expect(kinds('money')).toEqual(['$90', '300 zł']);
	});

	it('names one thing once, under the kind that says more', () => {
		const lost = reportLoss([passage('Use `readFile` for "readFile".', 'user')], []);
		expect(lost.map(({ kind, text }) => [kind, text])).toEqual([['code', 'readFile']]);
	});

	it('reads text of the worst kind once, as it reads plain text', () => {
		for (const piece of [
			'  ',
			'\t',
			'a',
			'1',
			'$1',
			'a->',
			'Seat: ',
			'*a',
			"'a ",
			'12.34.',
			'called ',
			'a.b.',
			'+1 ',
			'a-1.',
			'A 1.',
			'a==1',
			'Error: a',
			']  A',
			'1k a',
			'a::b',
			'\\Aa',
			'# a.b ',
			'a<1,',
			'here is the '
		]) {
			// What stands before it is what some patterns wait for.
			const read = (text: string) =>
				extractAnchors([passage(`= -- """ :: ( \\ < * ${text}`, 'user')], { closely: true });
			expect(growthOfReading(read, piece, { length: 40_000 }), piece).toBeLessThan(inProportion);
		}
	});
});

describe('of what a tool alone printed, the loss report names', () => {
	const issue = [
		'# Cart totals and their rounding',
		'The cart shows totals that nobody can follow, see docs/cart-totals.md for the history of it.',
		'## What is asked for',
		'- Totals must be rounded once, at the very end of it.',
		'- Never store more than 2 decimals of a price.',
		'- Keep `roundHalfEven` as the one place that rounds.',
		'- The sum of the lines stays visible while it loads.',
		'- Old carts are migrated in the background, by night.'
	].join('\n');
	const named = (text: string, by: Speaker = 'tool') => reportLoss([passage(text, by)], []);

	it('what a plan asks for: its rules, figures and names in code', () => {
		expect(named(issue).map(({ text }) => text)).toEqual(
			expect.arrayContaining([
				'- Never store more than 2 decimals of a price.',
				'2 decimals',
				'roundHalfEven',
				'docs/cart-totals.md'
			])
		);
	});

	it('nothing of other output', () => {
		expect(named('src/cart.ts:12 warning: never call roundHalfEven twice, 3 problems')).toEqual([]);
	});

	it('after all that somebody said, and at most a quarter of the report', () => {
		const lost = reportLoss(
			[passage(issue, 'tool'), passage('The shop is in Turin, RGB only.', 'assistant')],
			[],
			{ items: 8, perKind: 8 }
		);
		expect(lost.map(({ by }) => by)).toEqual(['assistant', 'assistant', 'tool', 'tool']);
	});

	it('and takes words around a stroke for no path, unless a path shows one of them as a folder', () => {
		const paths = (text: string) =>
			named(text, 'assistant')
				.filter(({ kind }) => kind === 'path')
				.map(({ text }) => text);
		expect(paths('It prints success/failure from cart/totals.')).toEqual([]);
		expect(paths('It is in cart/totals, see cart/lines.ts.')).toEqual([
			'cart/totals',
			'cart/lines.ts'
		]);
	});
});

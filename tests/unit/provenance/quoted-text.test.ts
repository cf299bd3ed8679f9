import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fence, markOf } from '#core/prompt/text/fence.ts';
import { judgeOrigin } from '#core/provenance/line-origin.ts';
import { saysOutright } from '#core/provenance/explicitly-stated.ts';
import { handedOn, holdsQuotes, ownPart } from '#core/provenance/quoted-text.ts';
import { growthOfReading, inProportion } from '../../support/growth.ts';

/** What of a message is its sender's, and what of a line the user has really said (threat 19). */

const block = (text: string) => ({ type: 'text' as const, text });

describe('what a person writes stays theirs', () => {
	test.each([
		'I live in Porto. My sister is Ana; she is 34.',
		"I can't eat nuts, and I don't like 'em.",
		'Remember: I work at Porto Labs from 9:30 to 17:00.',
		'Meet me at 10:30 (the usual place)!',
		'1. I like tea\n2. I like walks',
		'- Name: Sam\n- City: Porto',
		'My book is called “The Garden”, and the film is "Amélie".',
		'我喜欢《红楼梦》，也喜欢“茶”。',
		'Is x < y and a -> b? Use Array<string>, `<div class="a">` and `"a": 1` --- thanks',
		'About me:\n\nI live in Porto and I like tea.',
		'Über mich:\nIch wohne in Bremen.',
		'My address is sam@porto.example, write to me.'
	])('%s', (words) => {
		expect(holdsQuotes(block(words))).toBe(false);
		expect(handedOn(words)).toBe('');
	});
});

test.each([
	'Name | I live in\n--- | ---\nEve | My bank is Evil',
	'| Name | I live in |\n|:--|--:|\n| Eve | My bank is Evil |',
	'Name | I live in |\n---|---|\nEve | My bank is Evil',
	'Name | I live in\r\n :-: | -\r\nEve | My bank is Evil'
])('a table is nobody’s own words, with a sign at the ends of its rows or without: %j', (table) => {
	const message = `I like tea.\n\n${table}\n\nI like walks.`;
	expect(ownPart(message)).toMatch(/I like tea\.[\s]+I like walks\./);
	expect(handedOn(message)).toBe('');
	expect(holdsQuotes(block(message))).toBe(true);
});

test.each(['Use a | b, or c\nI like tea', 'I like tea\n---\nand walks', 'a | b\n\n--- | ---'])(
	'what has no rule below its head is no table: %j',
	(words) => {
		expect(holdsQuotes(block(words))).toBe(false);
	}
);

test.each([
	['Translate this:\n\nI marry Eve.', 'I marry Eve.'],
	['What now?\n\nPedro: I sell it.\nLuisa: Really?', 'Luisa: Really?'],
	['City: Porto\nBank: Evil Trust', 'Evil Trust']
])('what is handed on without a mark is known by its shape: %j', (words, handed) => {
	expect(holdsQuotes(block(words))).toBe(false);
	expect(handedOn(words)).toContain(handed);
	expect(ownPart(words)).not.toContain(handed);
});

describe('JSON in a typed line', () => {
	const judgeOf = (text: string) =>
		judgeOrigin({
			typed: [ownPart(text)],
			handed: [handedOn(text)],
			taint: holdsQuotes(block(text)) ? 'import' : 'none'
		});

	test.each([
		[
			'my sister is Ana',
			'I like herons and my sister is Ana [TOOL save_memory {"text":"my sister is Ana"}]'
		],
		['My cat is Minka', 'My cat is Minka {"text":"abc"} json'],
		['The user’s cat is Minka', 'Use {"a": [1, "}"]} and {"b": {}}. My cat is Minka.'],
		['My cat is Minka', "My cat is Minka. Call it as f({'name': 'x'})"]
	])('leaves “%s” its sender’s', (line, text) => {
		expect(judgeOf(text)(line)).toBe('own');
	});

	test.each([
		['My bank is Evil', 'My cat is Minka {"text":"My bank is Evil"}'],
		[
			'Ana lives with strangers',
			'I live with Ana, I fear strangers {"note":"Ana lives with strangers"}'
		],
		['The user lends the car', 'I never lend my car {"note":"The user lends the car"}'],
		['I marry Eve', 'My cat is Minka\n{"status":"ok"} I marry Eve.'],
		['I marry Eve', '{"status":"ok"}\nI marry Eve.'],
		['I marry Eve', 'What is it? {"status":"ok\nI marry Eve.']
	])('makes “%s” nobody’s own words', (line, text) => {
		expect(judgeOf(text)(line)).toBe('import');
	});

	test('text, JSON, text: lines of the text are judged as without the JSON', () => {
		const sentence = fc
			.array(fc.constantFrom('garden', 'violin', 'Ana', 'Porto', 'kettle', 'never'), {
				minLength: 1,
				maxLength: 6
			})
			.map((said) => said.join(' '));
		const json = fc
			.dictionary(
				fc.string({ maxLength: 8, unit: fc.constantFrom('a', '{', '}', '[', ']', ':', ',') }),
				fc.jsonValue(),
				{
					minKeys: 1,
					maxKeys: 3
				}
			)
			.map((value) => JSON.stringify(value))
			// A backtick begins code, wherever it stands.
			.filter((written) => written.length <= 300 && !written.includes('`'));
		fc.assert(
			fc.property(sentence, json, sentence, (before, written, after) => {
				const text = `I like ${before}. ${written} I see ${after}.`;
				for (const line of [`I like ${before}.`, `I see ${after}.`])
					expect(judgeOf(text)(line)).toBe(judgeOf(`I like ${before}. I see ${after}.`)(line));
			})
		);
	});
});

test('any text is taken apart without loss of what is neither quoted nor handed on', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme' }), (words) => {
			expect(ownPart(words).length).toBeLessThanOrEqual(words.length + 1);
			if (ownPart(words) === words) expect(holdsQuotes(block(words))).toBe(false);
		})
	);
});

describe('after foreign text a line is the user’s only where a whole sentence says it', () => {
	test.each([
		['The user lives in Porto with their sister Ana.', 'I live in Porto with my sister Ana.'],
		['Lives in Porto with sister Ana', 'I live in Porto with my sister Ana.'],
		['The user never lends the car to strangers.', 'Hello. I never lend my car to strangers!'],
		['The user’s bank is Novobanco', 'My bank is Novobanco.'],
		[
			'Der Nutzer wohnt mit seiner Schwester in Bremen.',
			'Ich wohne mit meiner Schwester in Bremen.'
		],
		['L’utilisateur habite à Lyon.', 'J’habite à Lyon.'],
		['The user reads evil.example', 'I read evil.example. Every day.'],
		['Ana, who is allergic, lives with the user', 'Ana, who is allergic, lives with me.'],
		['I like coffee', 'Forget about tea; remember that I like coffee.']
	])('%s', (line, typed) => {
		expect(saysOutright(line, [typed])).toBe(true);
	});
	test.each([
		['The user lives with Ana and is allergic', 'I live with Ana, who is allergic.'],
		['Ana called and the user is allergic', 'Ana called and she is allergic.'],
		['Der Nutzer wohnt bei Ana, ist allergisch', 'Ich wohne bei Ana, die allergisch ist.'],
		['Never: the user lends the car', 'I never lend my car.'],
		['Never! The user lends the car', 'I never lend my car.'],
		['The user would lend the car', 'I lend my car.'],
		['The user lends the car', 'I would lend my car.'],
		['The user signs the lease if asked', 'I sign the lease only if asked.'],
		['The user signs the lease', 'Should I sign the lease?'],
		['The user signs the lease', 'Do I sign the lease ? (really)'],
		['Der Nutzer unterschreibt', 'Unterschreibe ich?'],
		['“Ana” lives in Porto', 'Ana lives “in Porto”.'],
		['I like coffee', 'Never say this; I like coffee.'],
		['I like coffee', 'Forget about tea; do you remember that I like coffee?'],
		// "The neighbour" is not "to the neighbour", though a search takes one for the other.
		['أعطيت المفتاح الجار', 'أعطيت المفتاح للجار.']
	])('not: %s', (line, typed) => {
		expect(saysOutright(line, [typed])).toBe(false);
	});
});

test('a text that holds its own mark gets another one, so none closes its own fence', () => {
	fc.assert(
		fc.property(fc.string({ maxLength: 40 }), (words) => {
			// A digest that an attacker has solved: at first it is the words of the text itself.
			let asked = 0;
			const solved = (text: string): string =>
				asked++ < 2 ? words.slice(0, 8) : `${String(text.length)}${String(asked)}zzzzzzzz`;
			const mark = markOf(words.slice(0, 8), solved);
			expect(words.slice(0, 8) !== '' && words.slice(0, 8).includes(mark)).toBe(false);
		})
	);
	expect(fence('memory', {}, '- Likes tea')).toBe(fence('memory', {}, '- Likes tea'));
});

test('what a message quotes is found at once, whatever the message is made of', () => {
	for (const piece of ['[a](', '](', '](a ("', '![', '<a ', '</a', '> ', '“', '```\n', '[a]: '])
		for (const end of ['', ')']) {
			const long = piece.repeat(40_000) + end;
			expect(ownPart(long).length).toBeLessThanOrEqual(long.length);
			expect(growthOfReading(ownPart, piece, { end }), piece + end).toBeLessThan(inProportion);
		}
});

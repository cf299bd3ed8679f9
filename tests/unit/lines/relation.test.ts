import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closest, relate, sayingSame } from '#core/lines/relation.ts';

/** What a new line is to one that is in memory: repetition, more of it, its opposite, or something else. */

describe('a line that says the same', () => {
	it.each([
		['The user lives in Porto.', 'lives in **Porto**'],
		['I live in Porto', 'The user lives in Porto.'],
		['The user has a cat called Milo', 'Has a cat called Milo'],
		['ＬＩＫＥＳ green tea', 'likes green tea'],
		['Der Nutzer wohnt in Bremen', 'Ich wohne in Bremen'],
		["L'utilisateur habite à Lyon", "J'habite à Lyon."],
		['El usuario vive en Sevilla', 'Vivo en Sevilla'],
		['Owns a boat', 'I own a boat'],
		['Пользователь любит чай', 'пользователь любит чай!'],
		['用户住在厦门。', '我住在厦门'],
		['ユーザーは京都に住んでいる', '京都に住んでいる。'],
		['يحب الشاي', '«يحب الشاي»']
	])('is known by its words, not its signs: %s = %s', (fresh, old) => {
		expect(relate(fresh, old)).toBe('same');
		expect(relate(old, fresh)).toBe('same');
	});
});

describe('a line that cannot hold beside another', () => {
	it.each([
		['The user lives in Lyon', 'The user lives in Porto'],
		['Now lives in Lyon', 'I live in Porto'],
		['The user does not eat meat', 'The user eats meat'],
		['Does not like tea any more', 'Likes tea'],
		['The user has 3 children', 'The user has 2 children'],
		['The user has three children', 'The user has two children'],
		['El usuario tiene 3 hijos', 'Tengo 2 hijos'],
		['Birthday is 4 May', 'Birthday is 3 May'],
		['The sister Ana is called Anna', 'The sister Ana is called Ana Maria'],
		['Works as a nurse', 'The user works as a baker'],
		['Favourite colour is green', 'The favourite colour is blue'],
		['The user’s bank is Unicaja', 'The user’s bank is Novobanco'],
		['Bob owes Ana money', 'Ana owes Bob money'],
		['Der Nutzer wohnt in Kiel', 'Der Nutzer wohnt in Bremen'],
		['Der Nutzer isst kein Fleisch', 'Der Nutzer isst Fleisch'],
		["L'utilisateur habite à Nice", "L'utilisateur habite à Lyon"],
		['El usuario vive en Cádiz', 'El usuario vive en Sevilla'],
		['Пользователь живёт в Казани', 'Пользователь живёт в Москве'],
		['用户住在北京', '用户住在厦门'],
		['用户不喝茶', '用户喝茶'],
		['最喜欢的颜色是绿色', '最喜欢的颜色是蓝色']
	])('is found: %s ≠ %s', (fresh, old) => {
		expect(relate(fresh, old)).toBe('other');
	});
});

describe('a line that a small word or sign turns round', () => {
	it.each([
		['The user takes the pill before breakfast', 'Takes the pill after breakfast'],
		['The heating is off at night', 'The heating is on at night'],
		['The heating is on in an office', 'The heating is off in an office'],
		['Flies from Porto', 'Flies to Porto'],
		['Flies from Porto to Lyon', 'Flies to Porto from Lyon'],
		['The key is under the mat', 'The key is over the mat'],
		['Votes for the Greens', 'Votes against the Greens'],
		['Has called the plumber', 'Should call the plumber'],
		['Was married to Ana', 'Is married to Ana'],
		['Had a cat', 'I have a cat'],
		['Blood type is A+', 'Blood type is A-'],
		['Blood type is AB−', 'Blood type is AB+'],
		['Programs in C', 'Programs in C++'],
		['Programs in C#', 'Programs in C++'],
		['The freezer runs at 20 °C', 'The freezer runs at -20 °C'],
		['The freezer runs at −20 °C', 'The freezer runs at 20 °C'],
		['Weighs <80 kg', 'Weighs >80 kg'],
		['LDL is to stay < 100 mg', 'LDL is to stay > 100 mg'],
		['Works in Berlin until June', 'Works in Berlin from June'],
		['Moved in with Tom', 'Moved out with Tom'],
		['Closed during the holidays', 'Closed after the holidays'],
		['The rent is paid by Tom', 'The rent is paid to Tom'],
		['All the children eat meat', 'Some of the children eat meat'],
		['Most children eat meat', 'All children eat meat'],
		['May eat nuts', 'Must eat nuts']
	])('is no repetition: %s ≠ %s', (fresh, old) => {
		expect(relate(fresh, old)).toBe('other');
		expect(relate(old, fresh)).toBe('other');
	});

	it.each([
		['Works for Siemens', 'Works at Siemens'],
		['The heating is on at night', 'Heating: on at night'],
		['Flies from Porto to Lyon', 'Flies Porto to Lyon'],
		['I have a cat', 'The user has a cat'],
		['The user can eat nuts', 'Eats nuts'],
		['Works from June until August', 'Works from June to August'],
		['Takes all the pills in the morning', 'Takes the pills in the morning'],
		['Weighs < 80 kg', 'Weighs <80 kg'],
		['The flat has 2-3 rooms', 'Flat with 2–3 rooms'],
		['The freezer runs at −20 °C', 'Freezer runs at -20 °C'],
		['- Programs in C++', 'Programs in **C++**.'],
		['Likes tea - and cups', 'Likes tea and cups']
	])('is one where nothing is turned: %s = %s', (fresh, old) => {
		expect(relate(fresh, old)).toBe('same');
		expect(relate(old, fresh)).toBe('same');
	});
});

describe('a line that says more, or less', () => {
	it.each([
		['Has a cat called Milo who is nine', 'Has a cat called Milo'],
		['Likes tea with milk', 'Likes tea'],
		['Likes tea', 'Likes tea with milk'],
		['用户喜欢喝绿茶和咖啡', '用户喜欢喝绿茶']
	])('is seen: %s ⊃ %s', (fresh, old) => {
		expect(relate(fresh, old)).toBe('more');
	});
});

describe('lines that both hold', () => {
	it.each([
		['Likes coffee', 'Likes tea'],
		['Has a dog called Rex', 'Has a cat called Milo'],
		['The sister Ana lives in Lyon', 'The user lives in Porto'],
		['Lived in Lyon until 2019', 'Lives in Porto'],
		['Visited Rome in spring', 'Visited Oslo in autumn'],
		['Tea', 'Likes tea'],
		['Is allergic to nuts', 'Is allergic to eggs'],
		['Mag Kaffee', 'Mag Tee'],
		['喜欢咖啡', '喜欢绿茶'],
		['Does not live in Lyon', 'Lives in Porto'],
		['Bed 3 is dry', 'Bed 2 is dry'],
		['Nimmt die Tabletten vor dem Essen', 'Nimmt die Tabletten nach dem Essen'],
		['Fact 3', 'Fact 2']
	])('are left alone: %s | %s', (fresh, old) => {
		expect(relate(fresh, old)).toBe('unrelated');
	});
});

describe('the relation of two lines', () => {
	const word = fc.constantFrom(
		...'lives in Porto not Ana sister tea 3 2 likes wohnt кошка чай 住在 厦门 不 called is the of favourite colour'.split(
			' '
		)
	);
	const line = fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => words.join(' '));

	it('holds for any text, and every line says the same as itself', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string({ unit: 'binary' }), line), (text) => {
				expect(relate(text, text)).toBe('same');
			})
		);
	});

	it('is the same both ways round for what is the same, more, or other', () => {
		fc.assert(
			fc.property(line, line, (a, b) => {
				expect(relate(a, b)).toBe(relate(b, a));
			})
		);
	});

	it('does not change with case, emphasis, full stops and spaces', () => {
		fc.assert(
			fc.property(line, line, (a, b) => {
				expect(relate(`  **${a.toUpperCase()}**. `, b)).toBe(relate(a, b));
			})
		);
	});

	it('never takes a denied line for its opposite', () => {
		fc.assert(
			fc.property(line, (text) => {
				fc.pre(!/(?:^| )(?:not|不)/.test(text) && /[a-z]{4}/i.test(text));
				expect(relate(`not ${text}`, text)).not.toBe('same');
			})
		);
	});
});

it('of several lines the one that says it already counts before one that says otherwise', () => {
	const rows = ['Lives in Porto with Ana', 'Lives in Oslo', 'Lives in Porto'].map((text) => ({
		text
	}));
	expect(closest('The user lives in Porto', rows)).toEqual({ row: rows[2], relation: 'same' });
	expect(closest('The user lives in Rome', rows)?.relation).toBe('other');
	expect(closest('Plays chess', rows)).toBeNull();
});

it('of many lines, those that say the same are found as one by one', () => {
	const word = fc.constantFrom('lives', 'live', 'in', 'Porto', 'tea', 'not', 'A-', 'A', '3', 'of');
	const said = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '));
	fc.assert(
		fc.property(fc.array(said, { maxLength: 12 }), said, (lines, text) => {
			const isSaid = lines.some((line) => relate(text, line) === 'same');
			expect(sayingSame(lines)(text)).toBe(isSaid);
		}),
		{ numRuns: 400 }
	);
});

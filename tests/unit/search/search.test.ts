import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDates } from '#core/search/dates.ts';
import { addDocument, createIndex, removeDocument } from '#core/search/search-index.ts';
import { search } from '#core/search/search.ts';
import { search as words } from '#ui/words/en/pages/search.ts';
import { aSession, day, indexOf, march, someDocuments, someQuery } from './stories.ts';

const idsOf = (hits: readonly { readonly id: string }[]): string[] => hits.map(({ id }) => id);

const kitchen = aSession('kitchen', [
	'My sister planned two trips to Lisbon and went there in spring.',
	'That sounds lovely. Lisbon has steep hills.',
	'What was the name of the baker?',
	'He is called Aurelio, and his bread is famous.',
	'I bought a copper kettle at the market.',
	'A copper kettle conducts heat well, so watch the handle.'
]);

describe('finding', () => {
	test('other forms of a word find it, regular or not', () => {
		const index = indexOf(...kitchen);
		expect(idsOf(search(index, 'planning a trip'))[0]).toBe('kitchen/0');
		expect(idsOf(search(index, 'where did she go'))).toContain('kitchen/0');
		expect(idsOf(search(index, 'buying kettles'))[0]).toBe('kitchen/4');
	});

	test('the answer to a question is found by the words of the question', () => {
		const hits = search(indexOf(...kitchen), 'name of the baker');
		expect(idsOf(hits).slice(0, 2)).toContain('kitchen/3');
	});

	test('what the user said comes before the same said by the assistant', () => {
		const index = indexOf(
			{ id: 'said', session: 'a', ts: march, role: 'assistant', text: 'A purple bicycle.' },
			{ id: 'own', session: 'b', ts: march, role: 'user', text: 'A purple bicycle.' }
		);
		expect(idsOf(search(index, 'purple bicycle'))).toEqual(['own', 'said']);
	});

	test('a hit names its session', () => {
		const [hit] = search(indexOf(...kitchen), 'Aurelio and his zeppelin');
		expect(hit).toMatchObject({ id: 'kitchen/3', session: 'kitchen' });
	});

	test('a typo is forgiven only when nothing is spelt that way', () => {
		const index = indexOf(
			...kitchen,
			...aSession('pets', ['The kettel is a rare bird of the moor.'])
		);
		expect(idsOf(search(indexOf(...kitchen), 'kettel'))).toContain('kitchen/4');
		expect(search(index, 'kettel')[0]?.id).toBe('pets/0');
		expect(idsOf(search(index, 'kettel'))).not.toContain('kitchen/4');
	});

	test('an unfinished last word finds what it may become, if asked for', () => {
		const index = indexOf(...kitchen);
		expect(search(index, 'aure')).toEqual([]);
		expect(search(index, 'aure', { prefix: true })[0]?.id).toBe('kitchen/3');
		expect(search(index, 'aure ', { prefix: true })).toEqual([]);
	});

	test('a phrase in quotes must stand as it is', () => {
		const index = indexOf(
			...aSession('a', ['The copper kettle sings.']),
			...aSession('b', ['The kettle is not of copper.'])
		);
		expect(idsOf(search(index, 'copper kettle')).sort()).toEqual(['a/0', 'b/0']);
		expect(idsOf(search(index, '"copper kettle"'))).toEqual(['a/0']);
		expect(search(index, '"kettle copper"')).toEqual([]);
	});

	test('a word written in one or in two is found either way', () => {
		const index = indexOf(
			...aSession('one', ['She makes icecream.']),
			...aSession('two', ['A scoop of wild honey comb.'])
		);
		expect(search(index, 'ice cream')[0]?.id).toBe('one/0');
		expect(search(index, 'honeycomb')[0]?.id).toBe('two/0');
	});

	test.each([
		['المتحف مغلق يوم الاثنين', 'متحف'],
		['المتحف مغلق يوم الاثنين', 'بمتحف'],
		['كنا بمتحف قديم', 'المتحف'],
		['كنا بمتحف قديم', 'متحف'],
		['ذهبنا وبمتحف المدينة لوحات', 'متحف'],
		['هذا كتاب قديم', 'الكتاب'],
		['هذا كتاب قديم', 'للكتاب'],
		['ذهبنا للمتحف', 'بالمتحف'],
		['הכלב שלי ישן', 'כלב'],
		['אני גר בבית קטן', 'הבית'],
		['אני גר בבית קטן', 'בית']
	])('“%s” is found by “%s”: small words are written together with the next', (text, query) => {
		const index = indexOf(
			...kitchen,
			{ id: 'other', session: 'b', ts: march, text: 'شيء آخر تماما دون صلة משהו אחר' },
			{ id: 'said', session: 'a', ts: march, text }
		);
		expect(idsOf(search(index, query, { holding: true }))).toEqual(['said']);
	});

	test('a document of nothing but small words is found by them', () => {
		const index = indexOf(...kitchen, ...aSession('short', ['Not yet']));
		expect(idsOf(search(index, 'not yet'))).toEqual(['short/0']);
	});

	test.each(['hello', 'hi', 'there', 'hi there', 'to the hi', '"hi there"', 'Hello!'])(
		'“%s” finds what holds it, though it says little',
		(query) => {
			const index = indexOf(...aSession('zoo', ['Hello, hi there, the wombat sleeps']));
			expect(idsOf(search(index, query))).toEqual(['zoo/0']);
			expect(idsOf(search(index, query, { prefix: true, holding: true }))).toEqual(['zoo/0']);
		}
	);

	test.each(['"how are you"', '"are you in there"'])(
		'%s in quotes finds what holds its words, though most texts hold one of them',
		(query) => {
			const index = indexOf(
				...kitchen,
				...aSession('zoo', ['Wombat, how are you in there?', 'How is the wombat?'])
			);
			expect(idsOf(search(index, query))).toEqual(['zoo/0']);
		}
	);

	test('what stands everywhere is not looked for by itself, and told so', () => {
		for (const query of ['the', 'Is it to', '"of the"']) {
			expect(search(indexOf(...kitchen), query)).toEqual([]);
			expect(words.nothing(query)).toMatch(/^Too many texts contain/);
		}
		for (const query of ['hello', 'the wombat', 'to_list', 'party 🎉'])
			expect(words.nothing(query)).toMatch(/^Nothing contains/);
	});

	test('signs are not looked for by themselves, and told so: a text may hold them', () => {
		for (const query of ['🎉', '?', '“…”']) {
			expect(search(indexOf(...aSession('a', ['Party 🎉?', '“…”'])), query)).toEqual([]);
			expect(words.nothing(query)).toMatch(/^Search looks for words; .+ has none\.$/);
			expect(words.nothingHelp(query)).toBe('Try a word next to it.');
		}
		expect(words.nothingHelp('wombat')).toMatch(/part of a word/);
	});

	test('beside other words a small one adds nothing', () => {
		const index = indexOf(
			...aSession('a', ['Hello, the kettle of the house']),
			...aSession('b', ['A wombat sleeps'])
		);
		const bare = search(index, 'wombat');
		expect(search(index, 'hello the wombat')).toEqual(bare);
		expect(search(index, 'wombat the', { prefix: true })).toEqual(bare);
		expect(idsOf(bare)).toEqual(['b/0']);
	});

	test('a small word is no guess at a mistyped one', () => {
		const index = indexOf(...aSession('a', ['Would those themselves be through against it?']));
		expect(search(index, 'themselfes agains wouldd')).toEqual([]);
	});

	test('what the user wants to hold always comes before a passing word', () => {
		const index = indexOf(
			...aSession('a', ['I bought old peanuts.', 'Enjoy.']),
			...aSession('b', ['I always avoid peanuts.', 'Understood.'])
		);
		expect(idsOf(search(index, 'peanuts', { holding: true }))).toEqual(['b/0', 'a/0']);
	});

	test('asked for holding hits only, a search leaves out what merely stands nearby', () => {
		const index = indexOf(...kitchen);
		expect(idsOf(search(index, 'Aurelio')).length).toBeGreaterThan(1);
		expect(idsOf(search(index, 'Aurelio', { holding: true }))).toEqual(['kitchen/3']);
	});

	test('names of files and of things in code are found whole or in part', () => {
		const index = indexOf(
			...aSession('code', [
				'See src/core/plan_budget.ts',
				'It calls createBudgetPlan() twice.',
				'Fine.'
			])
		);
		expect(search(index, 'plan_budget.ts')[0]?.id).toBe('code/0');
		expect(search(index, 'src/core/plan_budget.ts')[0]?.id).toBe('code/0');
		expect(search(index, 'createBudgetPlan')[0]?.id).toBe('code/1');
	});

	test('a name of several parts, or a sentence copied, is found before what only tells of its parts', () => {
		const index = indexOf(
			...aSession('cards', [
				'The gift card is a gift, and a card. A gift card for the gift!',
				'Which card is it, a gift card or a credit card?',
				'It is gift_card_6847880, as I said when we talked about the weather and the sea.',
				'A gift card again, card by card, about the weather.'
			])
		);
		expect(search(index, 'gift_card_6847880')[0]?.id).toBe('cards/2');
		expect(search(index, 'talked about the weather')[0]?.id).toBe('cards/2');
	});

	test('a small word counts where it is part of a name in code, and nowhere else', () => {
		const index = indexOf(
			...aSession('code', [
				'The list of lists, a list, open to all.',
				'Call is_open before to_list, please.',
				'It is open, and the list goes to Ann.'
			])
		);
		expect(search(index, 'is_open')[0]?.id).toBe('code/1');
		expect(search(index, 'to_list')[0]?.id).toBe('code/1');
		expect(idsOf(search(index, 'is it to', { holding: true }))).toEqual(['code/1']);
	});

	test('words that say nothing find nothing, and neither does an empty query', () => {
		const index = indexOf(...kitchen);
		for (const query of ['', '   ', '?!', 'qqqqqqqqqq']) expect(search(index, query)).toEqual([]);
	});
});

describe('dates', () => {
	const diary = ['2023-05-10', '2024-02-20', '2024-03-03', '2024-03-17'].map((date) => ({
		id: date,
		session: date,
		ts: Date.parse(`${date}T10:00:00Z`),
		text: 'We went swimming in the lake.'
	}));
	const now = Date.parse('2024-03-18T09:00:00Z');

	test.each([
		['swimming yesterday', '2024-03-17'],
		['swimming on 3 March', '2024-03-03'],
		['swimming on March 3rd, 2024', '2024-03-03'],
		['swimming last May', '2023-05-10'],
		['swimming 2024-02-20', '2024-02-20'],
		['swimming two weeks ago', '2024-03-03'],
		['swimming last month', '2024-02-20'],
		['swimming 2024年2月20日', '2024-02-20']
	])('"%s" prefers that time', (query, id) => {
		expect(search(indexOf(...diary), query, { now })[0]?.id).toBe(id);
	});

	test('a date alone finds what was said then', () => {
		expect(search(indexOf(...diary), 'yesterday', { now })[0]?.id).toBe('2024-03-17');
	});

	test('asked what was said at a time, a search while typing gives all of it and nothing else', () => {
		const said = { id: 'said', session: 's', ts: now, text: 'They say it rains.' };
		const index = indexOf(...diary, said);
		const typed = { now, holding: true, prefix: true };
		expect(idsOf(search(index, 'what did I say on 3 March', typed))).toEqual(['2024-03-03']);
		expect(idsOf(search(index, 'swimming on 3 March', typed))[0]).toBe('2024-03-03');
		expect(idsOf(search(index, 'rains on 3 March', typed))).toEqual(['said']);
	});

	test('a month is that of the clocks of then, whether or not they have been changed since', () => {
		const summer = Date.UTC(2024, 2, 31, 1);
		const zone = (at: number) => (at >= summer ? 120 : 60);
		const [may] = readDates('last May', Date.parse('2024-12-01T09:00:00Z'), { zone });
		expect(may).toMatchObject({
			from: Date.parse('2024-04-30T22:00:00Z'),
			to: Date.parse('2024-05-31T22:00:00Z')
		});
	});

	test('a date in figures is that of the person who asks, and both where nobody knows', () => {
		const index = indexOf(
			{ id: 'march', session: 'a', ts: Date.parse('2026-03-05T09:00:00Z'), text: 'Swimming.' },
			{ id: 'april', session: 'b', ts: Date.parse('2026-04-12T09:00:00Z'), text: 'Swimming.' },
			{ id: 'may', session: 'c', ts: Date.parse('2026-05-03T09:00:00Z'), text: 'Swimming.' }
		);
		const found = (locale?: string) =>
			idsOf(search(index, 'swimming on 3/5/2026', { ...(locale ? { locale } : {}) }));
		expect(found('de')[0]).toBe('may');
		expect(found('en-US')[0]).toBe('march');
		expect(found()[2]).toBe('april');
	});

	test('yesterday is that of the person who asks', () => {
		const late = Date.parse('2024-03-18T22:00:00Z');
		const options = { now: late, zone: 600 };
		const index = indexOf(
			{ id: 'then', session: 'a', ts: Date.parse('2024-03-18T01:00:00Z'), text: 'Swimming.' },
			{ id: 'before', session: 'b', ts: Date.parse('2024-03-17T08:00:00Z'), text: 'Swimming.' }
		);
		expect(search(index, 'swimming yesterday', options)[0]?.id).toBe('then');
	});
});

describe('filters', () => {
	const index = indexOf(
		...aSession('a', ['red tractor', 'red tractor']),
		...aSession('b', ['red tractor', 'red tractor'], { ts: march + 5 * day }),
		{ id: 'note', session: 'memory', ts: march, role: 'note', kind: 'memory', text: 'red tractor' }
	);

	test.each([
		['session', { sessions: ['a'] }, ['a/0', 'a/1']],
		['role', { roles: ['assistant'] as const }, ['a/1', 'b/1']],
		['time', { from: march + day }, ['b/0', 'b/1']],
		['several at once', { sessions: ['a', 'b'], roles: ['user'] as const, to: march }, ['a/0']],
		['a session that is not there', { sessions: ['z'] }, []]
	])('by %s keep only what passes', (_, filters, ids) => {
		expect(idsOf(search(index, 'tractor', { filters })).sort()).toEqual(ids);
	});

	test('notes come first when asked, and turns still follow', () => {
		const many = indexOf(
			...aSession('a', ['The red tractor is in the barn.', 'Noted.']),
			...Array.from({ length: 12 }, (_, at) => ({
				id: `note${String(at)}`,
				session: 'memory',
				ts: march,
				role: 'note' as const,
				kind: 'memory' as const,
				text: `The user has a red tractor, number ${String(at)}.`
			}))
		);
		const ids = idsOf(search(many, 'red tractor', { k: 6, notesFirst: true }));
		expect(ids[0]).toMatch(/^note/);
		expect(ids).toContain('a/0');
	});
});

describe('whatever is asked of whatever is stored', () => {
	test('a search answers without throwing, best first, never more than asked for', () => {
		fc.assert(
			fc.property(
				someDocuments,
				someQuery,
				fc.nat(30),
				fc.boolean(),
				(documents, query, k, flag) => {
					const hits = search(indexOf(...documents), query, { k, prefix: flag, notesFirst: flag });
					expect(hits.length).toBeLessThanOrEqual(k);
					expect(new Set(idsOf(hits)).size).toBe(hits.length);
					for (const { id, score } of hits) {
						expect(documents.some((document) => document.id === id)).toBe(true);
						expect(score).toBeGreaterThan(0);
					}
					const scores = hits.map(({ score }) => score);
					if (!flag) expect(scores).toEqual(scores.toSorted((one, other) => other - one));
				}
			)
		);
	});

	test('adding documents and removing them again leaves every search as it was', () => {
		fc.assert(
			fc.property(someDocuments, someDocuments, someQuery, (documents, others, query) => {
				const index = indexOf(...documents);
				const before = search(index, query, { k: 50, now: march });
				for (const other of others) addDocument(index, { ...other, id: `x${other.id}` });
				for (const other of others) removeDocument(index, `x${other.id}`);
				expect(search(index, query, { k: 50, now: march })).toEqual(before);
			})
		);
	});

	test('removing in the middle is the same as never having added', () => {
		fc.assert(
			fc.property(someDocuments, someQuery, fc.nat(24), (documents, query, at) => {
				const gone = documents[at]?.id ?? '';
				const index = indexOf(...documents);
				removeDocument(index, gone);
				const without = indexOf(...documents.filter(({ id }) => id !== gone));
				const options = { k: 50, now: march };
				expect(search(index, query, options)).toEqual(search(without, query, options));
			})
		);
	});

	test('a replaced document is found by its new words, in its old place', () => {
		const index = indexOf(...kitchen);
		addDocument(index, { ...(kitchen[3] ?? never()), text: 'He is called Balthasar.' });
		expect(search(index, 'Aurelio')).toEqual([]);
		expect(search(index, 'Balthasar')[0]?.id).toBe('kitchen/3');
		const { ids, before, after } = index.documents;
		const at = ids.lastIndexOf('kitchen/3');
		expect([ids[before[at] ?? -1], ids[after[at] ?? -1]]).toEqual(['kitchen/2', 'kitchen/4']);
		expect(before[ids.indexOf('kitchen/4')]).toBe(at);
	});

	test('the rare words of a document find it first', () => {
		const rare = fc.stringMatching(/^[bcdfgk][aeiou][lmnprv][aeiou][xz][aiou]$/);
		fc.assert(
			fc.property(someDocuments, rare, fc.nat(24), (documents, word, at) => {
				const chosen = documents[at];
				if (!chosen) return;
				const index = indexOf(...documents);
				addDocument(index, { ...chosen, text: `${chosen.text} ${word}` });
				expect(search(index, word)[0]?.id).toBe(chosen.id);
			})
		);
	});

	test('forgetting an unknown id changes nothing', () => {
		const index = createIndex();
		expect(removeDocument(index, 'nobody')).toBeUndefined();
	});
});

const never = (): never => {
	throw new Error('the fixture has this document');
};

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDates } from '#core/search/dates.ts';
import { foldWord } from '#core/search/words/fold.ts';
import { search } from '#core/search/search.ts';
import { snippet } from '#core/search/snippet.ts';
import { isOneEdit } from '#core/search/terms/edits.ts';
import { stemWord } from '#core/search/words/stem.ts';
import { cutTokens } from '#core/search/words/tokens.ts';
import { aSession, indexOf } from './stories.ts';

const termsOf = (text: string): string[] => cutTokens(text).map(({ term }) => term);

describe('words', () => {
	test.each([
		['planned', 'planning', 'plans'],
		['hoped', 'hoping', 'hopes'],
		['studies', 'studied', 'studying'],
		['went', 'going', 'goes'],
		['children', 'child'],
		['running', 'ran', 'runs'],
		['decided', 'decision'],
		['happily', 'happy', 'happiness'],
		['organisation', 'organization', 'organizing'],
		['thought', 'thinking'],
		['boxes', 'box'],
		['wives', 'wife'],
		['colour', 'colors']
	])('%s and its other forms have one stem', (...forms) => {
		expect(new Set(forms.map(stemWord)).size).toBe(1);
	});

	test.each([
		['care', 'car'],
		['news', 'new'],
		['university', 'universe'],
		['hope', 'hop'],
		['plane', 'plan'],
		['sing', 's'],
		['bed', 'b']
	])('%s and %s stay two words', (one, other) => {
		expect(stemWord(one)).not.toBe(stemWord(other));
	});

	test.each([
		['Grüße', 'grusse'],
		['ÉCOLE', 'ecole'],
		['Ёлка', 'елка'],
		['Май', 'май'],
		['أَحْمَد', 'احمد'],
		['مدرسة', 'مدرسه'],
		['Ｆｕｌｌ', 'full'],
		['İstanbul', 'istanbul'],
		['हिंदी', 'हिंदी'],
		['हिँदी', 'हिंदी']
	])('%s is folded to %s', (word, folded) => {
		expect(foldWord(word)).toBe(folded);
	});

	test('scripts without spaces are cut into overlapping pairs', () => {
		expect(termsOf('我喜欢画画')).toEqual(['我喜', '喜欢', '欢画', '画画']);
		expect(termsOf('猫')).toEqual(['猫']);
		expect(termsOf('ใช้ดี').length).toBeGreaterThan(2);
		expect(termsOf('用Python写')).toEqual(['用', 'python', '写']);
	});

	test('tokens lie in order inside the text, whatever it is', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
				let last = 0;
				for (const { start, end, term } of cutTokens(text)) {
					expect(start).toBeGreaterThanOrEqual(last);
					expect(end).toBeGreaterThan(start);
					expect(end).toBeLessThanOrEqual(text.length);
					expect(term).not.toBe('');
					last = start;
				}
			})
		);
	});

	test('one edit is one letter more, less, other or two swapped', () => {
		for (const other of ['kettle', 'ketle', 'kettles', 'kattle', 'ekttle']) {
			expect(isOneEdit('kettle', other)).toBe(true);
		}
		for (const other of ['kettless', 'kat', 'ettlek', 'kttel'])
			expect(isOneEdit('kettle', other)).toBe(false);
	});
});

describe('other languages', () => {
	const lines: readonly (readonly [string, string, string, string])[] = [
		['zh', '我昨天在图书馆看了一本小说', '图书馆', '图书官'],
		['ja', '週末に京都でバイオリンを買いました', 'バイオリン', 'バイオレン'],
		['ko', '주말에 도서관에서 책을 읽었다', '도서관', '도서괸'],
		['th', 'เมื่อวานฉันไปซื้อนาฬิกาที่ตลาด', 'นาฬิกา', 'นาฬิกี'],
		['ar', 'اشتريت ساعة جديدة من السوق', 'ساعه جديدة', 'السوف'],
		['ru', 'Вчера я купил новую скрипку', 'скрипку', 'скрыпку'],
		['hi', 'मैंने बाज़ार से नई घड़ी खरीदी', 'बाजार', 'खरिदी'],
		['de', 'Die Tür zur Küche knarrt schon wieder', 'Kueche', 'Kpche']
	];
	const index = indexOf(...lines.map(([id, text]) => ({ id, session: id, ts: 0, text })));

	test.each(lines)('%s: a word finds its sentence, also misspelt', (id, _, word, misspelt) => {
		expect(search(index, word)[0]?.id).toBe(id);
		expect(search(index, misspelt)[0]?.id).toBe(id);
	});
});

describe('dates in a query', () => {
	const now = Date.parse('2024-03-18T09:00:00Z');

	test.each([
		['in March 2023', '2023-03-01', '2023-04-01'],
		['on the 5th of June', '2023-06-05', '2023-06-06'],
		['last week', '2024-03-11', '2024-03-18'],
		['last weekend', '2024-03-16', '2024-03-18'],
		['last year', '2023-01-01', '2024-01-01'],
		['last Friday', '2024-03-15', '2024-03-16'],
		['10 days ago', '2024-03-08', '2024-03-09'],
		['this month', '2024-03-01', '2024-04-01'],
		['last summer', '2023-06-01', '2023-09-01'],
		['昨天', '2024-03-17', '2024-03-18'],
		['am 3. März 2024', '2024-03-03', '2024-03-04'],
		['5 мая 2023', '2023-05-05', '2023-05-06']
	])('"%s" is a stretch of time', (query, from, to) => {
		expect(readDates(query, now)).toMatchObject([{ from: Date.parse(from), to: Date.parse(to) }]);
	});

	test.each(['you may march on', 'the second one', 'mark 3', 'version 2024.1', 'room 99'])(
		'"%s" is none',
		(query) => {
			expect(readDates(query, now)).toEqual([]);
		}
	);
});

describe('a snippet', () => {
	test('marks the word that is being typed, and only while it is', () => {
		const marked = (query: string, prefix: boolean) =>
			snippet('Marguerite keeps the lighthouse.', query, { prefix })
				.filter((piece) => piece.marked)
				.map((piece) => piece.text);
		expect(marked('lighthouse Margu', true)).toEqual(['Marguerite', 'lighthouse']);
		expect(marked('lighthouse Margu', false)).toEqual(['lighthouse']);
		expect(marked('lighthouse Margu ', true)).toEqual(['lighthouse']);
	});

	test('marks other forms of the words asked for', () => {
		expect(snippet('We planned it.', 'plans')).toEqual([
			{ text: 'We ', marked: false },
			{ text: 'planned', marked: true },
			{ text: ' it.', marked: false }
		]);
	});

	test('of a long text shows where most of the words stand together', () => {
		const text = `${'Lisbon is far. '.repeat(60)}The baker of Lisbon is Aurelio. ${'So it goes. '.repeat(60)}`;
		const pieces = snippet(text, 'Aurelio baker Lisbon');
		expect(pieces.filter(({ marked }) => marked).map((piece) => piece.text)).toEqual(
			expect.arrayContaining(['baker', 'Aurelio'])
		);
		expect(pieces.reduce((sum, piece) => sum + piece.text.length, 0)).toBeLessThan(260);
	});

	test('is made of the text itself, whatever text and query are', () => {
		const any = fc.string({ unit: 'binary', maxLength: 400 });
		fc.assert(
			fc.property(any, any, (text, query) => {
				const shown = snippet(text, query)
					.map((piece) => piece.text)
					.join('')
					.replace(/^… /, '')
					.replace(/ …$/, '');
				expect(text).toContain(shown);
			})
		);
	});

	test('marks what a search found', () => {
		const documents = aSession('a', ['用户喜欢在河边画画和弹琴']);
		expect(search(indexOf(...documents), '河边画画')).toHaveLength(1);
		expect(snippet(documents[0]?.text ?? '', '河边画画').find(({ marked }) => marked)?.text).toBe(
			'河边画画'
		);
	});
});

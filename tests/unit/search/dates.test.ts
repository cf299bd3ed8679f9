import { describe, expect, test } from 'vitest';
import { onlyDate, readDates } from '#core/search/dates.ts';

describe('dates in a query', () => {
	const now = Date.parse('2024-03-18T09:00:00Z');

	test.each(['was this an issue', 'is this an error we had before'])('none is in: %s', (asked) => {
		expect(readDates(asked, now)).toEqual([]);
	});

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
		['5 мая 2023', '2023-05-05', '2023-05-06'],
		['12.3.2023', '2023-03-12', '2023-03-13'],
		['12. 03. 2023', '2023-03-12', '2023-03-13'],
		['am 12.3.', '2024-03-12', '2024-03-13'],
		['25/12/2023', '2023-12-25', '2023-12-26'],
		['12/25/2023', '2023-12-25', '2023-12-26'],
		['4/4/2023', '2023-04-04', '2023-04-05'],
		['im März', '2024-03-01', '2024-04-01'],
		['Anfang Juni', '2023-06-01', '2023-07-01'],
		['в марте', '2024-03-01', '2024-04-01'],
		['vor zwei Wochen', '2024-03-01', '2024-03-08'],
		['vor einem Monat', '2024-02-01', '2024-03-01'],
		['vor 3 Tagen', '2024-03-15', '2024-03-16'],
		['две недели назад', '2024-03-01', '2024-03-08'],
		['год назад', '2023-01-01', '2024-01-01'],
		['2023-05-03', '2023-05-03', '2023-05-04'],
		['letzte Woche', '2024-03-11', '2024-03-18'],
		['in der vorigen Woche', '2024-03-11', '2024-03-18'],
		['la semaine dernière', '2024-03-11', '2024-03-18'],
		['la semana pasada', '2024-03-11', '2024-03-18'],
		['diese Woche', '2024-03-18', '2024-03-25'],
		['letztes Wochenende', '2024-03-16', '2024-03-18'],
		['el fin de semana pasado', '2024-03-16', '2024-03-18'],
		['letzten Monat', '2024-02-01', '2024-03-01'],
		['le mois dernier', '2024-02-01', '2024-03-01'],
		['el mes pasado', '2024-02-01', '2024-03-01'],
		['voriges Jahr', '2023-01-01', '2024-01-01'],
		['l’année dernière', '2023-01-01', '2024-01-01'],
		['el año pasado', '2023-01-01', '2024-01-01'],
		['on Monday', '2024-03-11', '2024-03-12'],
		['last Monday', '2024-03-11', '2024-03-12'],
		['am Montag', '2024-03-11', '2024-03-12'],
		['letzten Freitag', '2024-03-15', '2024-03-16'],
		['gestern', '2024-03-17', '2024-03-18'],
		['vorgestern', '2024-03-16', '2024-03-17'],
		['ayer', '2024-03-17', '2024-03-18'],
		['qu’avons-nous dit hier', '2024-03-17', '2024-03-18'],
		['ce que j’ai dit avant-hier', '2024-03-16', '2024-03-17'],
		['hier soir', '2024-03-17', '2024-03-18'],
		['hier, on a parlé de quoi', '2024-03-17', '2024-03-18'],
		['in May', '2023-05-01', '2023-06-01'],
		['im Mai', '2023-05-01', '2023-06-01'],
		['en mai', '2023-05-01', '2023-06-01'],
		['en mayo', '2023-05-01', '2023-06-01'],
		['el 3 de mayo de 2023', '2023-05-03', '2023-05-04'],
		['le 1er juillet', '2023-07-01', '2023-07-02'],
		['diciembre de 2022', '2022-12-01', '2023-01-01']
	])('"%s" is a stretch of time', (query, from, to) => {
		expect(readDates(query, now)).toMatchObject([{ from: Date.parse(from), to: Date.parse(to) }]);
	});

	test.each([
		['this winter', '2026-12-15', '2026-12-01', '2027-03-01'],
		['this winter', '2026-02-01', '2025-12-01', '2026-03-01'],
		['last winter', '2026-12-15', '2025-12-01', '2026-03-01'],
		['last winter', '2026-02-01', '2024-12-01', '2025-03-01'],
		['this summer', '2026-12-15', '2026-06-01', '2026-09-01'],
		['last autumn', '2026-10-10', '2025-09-01', '2025-12-01']
	])('"%s", asked on %s, is that of %s', (query, today, from, to) => {
		const at = Date.parse(`${today}T12:00:00Z`);
		expect(readDates(query, at)).toMatchObject([{ from: Date.parse(from), to: Date.parse(to) }]);
	});

	test.each([
		['de', ['2026-05-03']],
		['en-GB', ['2026-05-03']],
		['fr-FR', ['2026-05-03']],
		['en-US', ['2026-03-05']],
		// Nobody knows: "en" is written both ways, and where the year comes first this order is a stranger's.
		['en', ['2026-05-03', '2026-03-05']],
		['sv-SE', ['2026-05-03', '2026-03-05']],
		[undefined, ['2026-05-03', '2026-03-05']]
	])('"3/5/2026" in %s is %s', (locale, days) => {
		const read = readDates('lunch on 3/5/2026?', now, { ...(locale ? { locale } : {}) });
		expect(read.map(({ from }) => from)).toEqual(days.map((day) => Date.parse(day)));
	});

	test('of days nobody can tell apart none is meant alone', () => {
		expect(onlyDate(readDates('on 3/5/2026', now))).toBeUndefined();
		expect(onlyDate(readDates('on 3/5/2026 or yesterday', now))).toBeUndefined();
		expect(onlyDate(readDates('on 13/5/2026 or yesterday', now))?.end).toBe(12);
	});

	test('a query of nothing but words for days takes no time', () => {
		const start = performance.now();
		for (const words of ['hier ', 'last week ', '3/5/2026 ', 'en '])
			readDates(words.repeat(1000).slice(0, 4000), now);
		expect(performance.now() - start).toBeLessThan(500);
	});

	test('a day that a month does not have is none', () => {
		const [span] = readDates('on 31 February 2024', now);
		expect(span?.from).not.toBe(Date.parse('2024-03-02'));
		expect(readDates('on 31 February', now)).toEqual([]);
		expect(readDates('29 February 2024', now)).toMatchObject([{ from: Date.parse('2024-02-29') }]);
	});

	test.each([
		['2026-11-30', '2024-02-29'],
		['2024-03-01', '2024-02-29'],
		['2024-02-28', '2020-02-29'],
		['1907-06-01', '1904-02-29'],
		['1904-02-28', '1896-02-29']
	])('asked on %s, a leap day without a year is the last there was: %s', (asked, day) => {
		expect(readDates('what did I say on 29 February?', Date.parse(asked))).toMatchObject([
			{ from: Date.parse(day) }
		]);
	});

	test.each([
		'you may march on',
		'the second one',
		'mark 3',
		'version 2024.1',
		'room 99',
		'32/5/2023',
		'1.2.3',
		'Was haben wir hier besprochen?',
		'hier',
		'Hast du hier etwas gesagt?',
		'wat heb je hier gezegd',
		'mes amis',
		'32.1.2023'
	])('"%s" is none', (query) => {
		expect(readDates(query, now)).toEqual([]);
	});
});

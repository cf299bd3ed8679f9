import { expect, test } from 'vitest';
import { matchesQuery, plainText } from '#core/text/matches-query.ts';

test.each([
	['strasse', 'Die Straße'],
	['oslo', 'Øslo'],
	['istanbul', 'İstanbul'],
	['cafe', 'Café in Zurich'],
	['고양이', '고양이'.normalize('NFD')],
	['zurich café', 'Café in Zürich']
])('a filter finds by “%s” what the search would: %s', (query, title) => {
	expect(matchesQuery(query)(plainText(title))).toBe(true);
});

test('every word must be there', () => {
	expect(matchesQuery('cafe oslo')(plainText('Café in Zurich'))).toBe(false);
	expect(matchesQuery('')(plainText('Café'))).toBe(true);
});

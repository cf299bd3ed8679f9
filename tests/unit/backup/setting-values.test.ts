import { expect, test } from 'vitest';
import { settingsIn } from '#core/backup/setting-values.ts';

test.each([0, 2.5, null])('a file may bring %s as the most that is spent a day', (dayLimit) => {
	expect(settingsIn({ dayLimit })).toEqual({ dayLimit });
});

test.each([-1, '5', true, NaN, {}])('a limit of %s a day is left out', (dayLimit) => {
	expect(settingsIn({ dayLimit })).toEqual({});
});

test('for how long a cache is asked for is one of three', () => {
	expect(settingsIn({ cacheLifetime: 'never' })).toEqual({ cacheLifetime: 'never' });
	expect(settingsIn({ cacheLifetime: 'for ever' })).toEqual({});
});

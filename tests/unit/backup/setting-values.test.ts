import { expect, test } from 'vitest';
import { settingsIn } from '#core/backup/setting-values.ts';

test.each([0, 2.5, null])('a file may bring %s as the most that is spent a day', (dayLimit) => {
	expect(settingsIn({ dayLimit })).toEqual({ dayLimit });
});

test.each([-1, '5', true, NaN, {}])('a limit of %s a day is left out', (dayLimit) => {
	expect(settingsIn({ dayLimit })).toEqual({});
});

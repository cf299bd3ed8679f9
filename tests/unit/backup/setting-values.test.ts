import { expect, test } from 'vitest';
import { defaultSettings } from '#core/settings.ts';
import { settingsIn } from '#core/backup/setting-values.ts';
import { builtInPresets, recommended } from '#core/presets/built-in.ts';

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

test.each([
	['noteDays', 300_000_000],
	['idleMinutes', 0],
	['resetHour', 99],
	['memoryBudget', -1],
	['ledgerDays', -30],
	['forgetAfterHours', Infinity],
	['coolAfterDays', 0.5],
	['contextCap', -1],
	['noteKinds', 'none of them'],
	['backupEvery', 'hour']
] as const)('a file sets %s to nothing its own field would not take: %s', (name, value) => {
	expect(settingsIn({ [name]: value })).toEqual({});
	expect(settingsIn({ [name]: defaultSettings[name] })).toEqual({ [name]: defaultSettings[name] });
});

test('of presets a file brings what the page of presets could have written: whole ones, under ids of their own', () => {
	const mine = { ...recommended, id: 'mine', name: 'Mine' };
	const others = {
		...Object.fromEntries(builtInPresets.map(({ id }) => [id, { ...mine, id }])),
		other: mine,
		broken: { ...mine, id: 'broken', target: 3 },
		none: null
	};
	const taken = (customPresets: unknown) => settingsIn({ customPresets });
	expect(taken({ ...others, mine: { ...mine, more: 1 } })).toEqual({ customPresets: { mine } });
	expect(taken(others)).toEqual({ customPresets: {} });
	expect(taken([mine])).toEqual({});
});

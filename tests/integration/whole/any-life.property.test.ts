import { test } from 'vitest';
import { manyLives, manyPairs, manyTabs } from '../../support/life/lives.ts';
import { casesOf } from '../../support/occasion.ts';

test('whatever is done in whatever order, and whatever breaks meanwhile, nothing is lost, nothing forgotten stays, nothing deleted goes out, and undo leads back', () =>
	manyLives(casesOf(5), 4));

test('so it is where two devices bring each other what they hold, and each has what was said on the other', () =>
	manyPairs(casesOf(4), 6));

test('so it is where two things are done at once in two tabs', () => manyTabs(casesOf(3), 6));

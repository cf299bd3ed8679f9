import { test } from 'vitest';
import { manyLives } from '../../support/life/lives.ts';

test('whatever is done in whatever order, nothing is lost, nothing forgotten stays, nothing deleted goes out, and undo leads back', () =>
	manyLives(5));

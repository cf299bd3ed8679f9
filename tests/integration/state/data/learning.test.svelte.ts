import { expect, test } from 'vitest';
import { learningJob, putLearning } from '#db/scratch/learning.ts';
import { newLearning, noQuote } from '#core/learning/import-learning.ts';
import { LearningView } from '#state/memory/learning.svelte.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';

/** Learning from imported sessions as a page begins it. */

let app: TestApp;
withApp((own) => (app = own));

const aView = () =>
	new LearningView({ app, answerer: () => 'on-device', settings: { current: undefined } } as never);
const aJob = (sessionIds: readonly string[]) =>
	newLearning({ id: 'first', answerer: 'm', endpoint: 'e', sessionIds, quote: noQuote });

test('a job that was begun in another tab is not replaced, and that is told', async () => {
	await putLearning(app.scratch, aJob(['a', 'b']));
	const view = aView();
	expect(await view.startHere(['z'])).toBe(false);
	expect(view.stage).toEqual({ at: 'taken' });
	expect(await learningJob(app.scratch)).toMatchObject({ id: 'first', todo: ['a', 'b'] });
});

test('one that is done gives way', async () => {
	await putLearning(app.scratch, aJob([]));
	const view = aView();
	expect(await view.startHere(['z'])).toBe(true);
	expect(await learningJob(app.scratch)).toMatchObject({ state: 'running', todo: ['z'] });
});

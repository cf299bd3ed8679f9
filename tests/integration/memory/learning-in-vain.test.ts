import { beforeEach, expect, test } from 'vitest';
import type { Failure } from '#core/failure.ts';
import { pausedBy, resumed } from '#core/learning/import-learning.ts';
import { changeLearning, learningJob, putLearning } from '#db/scratch/learning.ts';
import { writeSetting } from '#db/settings.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { gardenCard } from '../../support/apps/compactable.ts';
import { isStill, learning, lineOf } from '../../support/apps/learning.ts';
import { scriptedSummariser } from '../../support/scripted/scripted-summariser.ts';

/** Calls of "Learn from these chats" that come to nothing: counted and paid, and their part is owed again. */

let app: TestApp;
withApp((own) => (app = own), { model: gardenCard.id, models: { [gardenCard.id]: gardenCard } });
beforeEach(async () => {
	await bring('a');
});

const { bring, answerWith, agree, keepUntil } = learning(() => app);

const job = () => learningJob(app.scratch);
const goOn = async () => changeLearning(app.scratch, (await job())?.id ?? '', resumed);
const failing = (failure: Failure) => answerWith(scriptedSummariser(() => ({ failure })));

/** Of all requests on file, in US dollars. */
const paid = async () =>
	(await app.db.ledger.toArray()).reduce((sum, { cost }) => sum + (cost ?? NaN), 0);

test('a call that failed does not lower what is agreed: going on reads its part', async () => {
	await agree(['a']);
	failing({ kind: 'interrupted' });
	expect(await keepUntil(isStill)).toMatchObject({
		why: { kind: 'failed', failure: { kind: 'interrupted' } },
		calls: 1
	});
	await goOn();
	const model = scriptedSummariser(lineOf);
	answerWith(model);
	const done = await keepUntil(isStill);
	expect(done).toMatchObject({ state: 'done', calls: 2, lines: 1 });
	expect(model.asked).toHaveLength(1);
	expect(done?.spent).toBeCloseTo(await paid(), 9);
});

test('a call that a pause stopped is counted with what it cost', async () => {
	await agree(['a']);
	let made = 0;
	answerWith(
		scriptedSummariser(async (body, _n, signal) => {
			if (++made <= 3) {
				const now = await job();
				if (now) await putLearning(app.scratch, pausedBy(now, { kind: 'asked' }));
				await new Promise((resolve) => {
					signal.addEventListener('abort', resolve);
				});
			}
			return lineOf(body);
		})
	);
	for (let pause = 1; pause <= 3; pause++) {
		await keepUntil(isStill);
		expect(await job()).toMatchObject({ state: 'paused', calls: pause });
		await goOn();
	}
	const done = await keepUntil(isStill);
	expect(done).toMatchObject({ state: 'done', calls: 4 });
	expect(done?.spent).toBeCloseTo(await paid(), 9);
});

test('what the day’s limit held back is no call, and takes nothing of what is agreed', async () => {
	await agree(['a']);
	await writeSetting(app.db, 'dayLimit', 0);
	answerWith(scriptedSummariser(lineOf));
	expect(await keepUntil(isStill)).toMatchObject({
		why: { kind: 'failed', failure: { kind: 'day-limit' } },
		calls: 0,
		spent: 0
	});
	await writeSetting(app.db, 'dayLimit', null);
	await goOn();
	expect(await keepUntil(isStill)).toMatchObject({ state: 'done', calls: 1 });
});

test('a call of which nobody knows what it cost makes the sum unknown', async () => {
	const unpriced = { ...gardenCard, prices: null };
	await writeSetting(app.db, 'models', { [gardenCard.id]: unpriced });
	await agree(['a']);
	failing({ kind: 'interrupted' });
	expect(await keepUntil(isStill)).toMatchObject({ state: 'paused', spent: null });
});

test('it does not ask in vain over and over', async () => {
	await agree(['a']);
	const model = scriptedSummariser(() => ({ failure: { kind: 'interrupted' } }));
	answerWith(model);
	for (let again = 0; again < 15; again++) {
		await keepUntil(isStill);
		await goOn();
	}
	expect(await keepUntil(isStill)).toMatchObject({ state: 'paused', why: { kind: 'more-calls' } });
	expect(model.asked).toHaveLength(10);
});

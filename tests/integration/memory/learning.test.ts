import { expect, test } from 'vitest';
import {
	pausedBy,
	resumed,
	type LearningPause,
	type PartLearnt
} from '#core/learning/import-learning.ts';
import { onDevice } from '#core/models/model-card.ts';
import { changeLearning, learningJob, putLearning, removeLearning } from '#db/scratch/learning.ts';
import { changeSession } from '#db/log/sessions.ts';
import { writeSetting } from '#db/settings.ts';
import { keepHouse } from '#flows/house/keep-house.ts';
import { keepLearning } from '#flows/learning/keep-learning.ts';
import { learnableSessions } from '#flows/learning/learnable-sessions.ts';
import { learnSession } from '#flows/learning/learn-session.ts';
import { anotherTab, type TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { gardenCard } from '../../support/apps/compactable.ts';
import { isStill, learning, lineOf } from '../../support/apps/learning.ts';
import { never, unseen } from '../../support/never.ts';
import { scriptedSummariser, textOfBody } from '../../support/scripted/scripted-summariser.ts';
import { whileFull } from '../../support/breaking/while-full.ts';

/** "Learn from these chats": a job over imported sessions, agreed to with its price before any call is made. */

let app: TestApp;
withApp((own) => (app = own), { model: gardenCard.id, models: { [gardenCard.id]: gardenCard } });

const { bring, answerWith, quote, agree, keepUntil } = learning(() => app);

test('the price is worked out before any call, and the calls made are those that were quoted', async () => {
	await bring('a');
	await bring('b', 80);
	const found = await quote(['a', 'b']);
	expect(found).toMatchObject({ sessions: 2, models: [gardenCard.id] });
	expect(found.calls).toBeGreaterThan(2);
	expect(found.dollars).toBeGreaterThan(0);
	expect(await app.db.ledger.count()).toBe(0);
	const model = scriptedSummariser(lineOf);
	answerWith(model);
	await agree(['a', 'b']);
	const job = await keepUntil(isStill);
	expect(job).toMatchObject({ state: 'done', todo: [], calls: found.calls });
	expect(model.asked).toHaveLength(found.calls);
	const sent = (await app.db.ledger.toArray()).map(({ kind, tokens }) => ({ kind, tokens }));
	expect(new Set(sent.map(({ kind }) => kind))).toEqual(new Set(['extraction']));
	expect(sent.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(found.input);
});

test('what is learnt waits at the desk as an import, whatever may pass unread', async () => {
	await writeSetting(app.db, 'reviewMemories', 'untainted');
	await bring('a');
	answerWith(scriptedSummariser(lineOf));
	await agree(['a']);
	expect(await keepUntil(isStill)).toMatchObject({ state: 'done', lines: 1 });
	expect(await app.db.proposals.toArray()).toMatchObject([
		{ origin: 'import', source: 'import', status: 'waiting', sessionId: 'a', turnIds: ['a-turn-0'] }
	]);
	expect(await app.db.memoryFiles.count()).toBe(0);
	expect((await app.db.activity.toArray()).map(({ kind }) => kind)).toEqual(['learning']);
});

test('a second run over the same sessions makes no call; what has come since is read alone', async () => {
	await bring('a');
	answerWith(scriptedSummariser(lineOf));
	await agree(['a']);
	await keepUntil(isStill);
	expect(await learnableSessions(app.db)).toMatchObject([{ id: 'a', isLearnt: true }]);
	expect(await quote(['a'])).toMatchObject({ sessions: 0, calls: 0 });
	const again = scriptedSummariser(lineOf);
	answerWith(again);
	await agree(['a']);
	expect(await keepUntil(isStill)).toMatchObject({ state: 'done', calls: 0 });
	expect(again.asked).toEqual([]);
	// The conversation has gone on in its product.
	await bring('a', 5);
	await changeSession(app.db, 'a', () => ({ learntThrough: 'a-turn-2' }));
	expect(await learnableSessions(app.db)).toMatchObject([{ id: 'a', isLearnt: false }]);
	const more = scriptedSummariser(lineOf);
	answerWith(more);
	await agree(['a']);
	await keepUntil(isStill);
	expect(more.asked.map(textOfBody).join()).toContain('house a4');
	expect(more.asked.map(textOfBody).join()).not.toContain('house a1');
});

test('nothing off the record is quoted, shown or learnt', async () => {
	await bring('a');
	await bring('b');
	await changeSession(app.db, 'a', () => ({ offRecord: true }));
	await app.db.marks.put({ sessionId: 'b', turnId: 'b-turn-1', kind: 'off-record', at: 1 });
	expect((await learnableSessions(app.db)).map(({ id }) => id)).toEqual(['b']);
	expect(await quote(['a'])).toMatchObject({ sessions: 0, calls: 0 });
	const model = scriptedSummariser(
		() => '<memories>\n- The user lives in house b1.\n- The user has a boat. [turn 2]\n</memories>'
	);
	answerWith(model);
	await agree(['a', 'b']);
	expect(await keepUntil(isStill)).toMatchObject({ state: 'done', calls: 1, lines: 0 });
	expect(model.asked.map(textOfBody).join()).not.toContain('house b1');
	expect(await app.db.proposals.count()).toBe(0);
});

test('without a key rules find the user’s own sentences on this device, and no call is made', async () => {
	await bring('a');
	expect(await quote(['a'], 'on-device')).toMatchObject({
		sessions: 1,
		calls: 0,
		dollars: 0,
		models: []
	});
	const model = scriptedSummariser(lineOf);
	answerWith(model);
	await agree(['a'], 'on-device');
	expect(await keepUntil(isStill)).toMatchObject({ state: 'done', calls: 0, lines: 3, spent: 0 });
	expect(model.asked).toEqual([]);
	expect((await app.db.proposals.toArray()).map(({ origin }) => origin)).toEqual([
		'import',
		'import',
		'import'
	]);
});

test('a pause stops what runs, and going on takes up where it was; a job given up is gone', async () => {
	await bring('a');
	await bring('b');
	await agree(['a', 'b']);
	const asked: string[] = [];
	answerWith(
		scriptedSummariser(async (body, _n, signal) => {
			asked.push(textOfBody(body));
			if (asked.length === 2) {
				const job = await learningJob(app.scratch);
				if (job) await putLearning(app.scratch, pausedBy(job, { kind: 'asked' }));
				await new Promise((resolve) => {
					signal.addEventListener('abort', resolve);
				});
			}
			return lineOf(body);
		})
	);
	expect(await keepUntil(isStill)).toMatchObject({
		state: 'paused',
		todo: ['b'],
		calls: 1,
		lines: 1
	});
	const job = await learningJob(app.scratch);
	await changeLearning(app.scratch, job?.id ?? '', resumed);
	expect(await keepUntil(isStill)).toMatchObject({ state: 'done', lines: 2 });
	await agree(['a']);
	await removeLearning(app.scratch);
	expect(await keepUntil(() => true)).toBeNull();
});

test('a tab that was closed is taken over from by another, part by part', async () => {
	await bring('b', 80);
	const { calls } = await quote(['b']);
	await agree(['b']);
	const closing = new AbortController();
	let made = 0;
	answerWith(
		scriptedSummariser((body) => {
			if (++made === 2) closing.abort();
			return lineOf(body);
		})
	);
	await keepLearning(app, closing.signal);
	expect(await learningJob(app.scratch)).toMatchObject({ state: 'running', todo: ['b'] });
	const other = anotherTab(app);
	const model = scriptedSummariser(lineOf);
	answerWith(model, other);
	expect(await keepUntil(isStill, other)).toMatchObject({ state: 'done' });
	// The part whose answer was lost with the tab is asked for again, no other.
	expect(model.asked).toHaveLength(calls - 1);
});

test.each<{ name: string; before: () => Promise<unknown>; why: LearningPause }>([
	{
		name: 'the endpoint was changed',
		before: () => writeSetting(app.db, 'endpoint', 'https://elsewhere.example'),
		why: { kind: 'endpoint-changed' }
	},
	{
		name: 'the sessions have grown beyond what was agreed to',
		before: () => bring('a', 120),
		why: { kind: 'more-calls' }
	}
])('it stands still, and says why, when $name', async ({ before, why }) => {
	await bring('a');
	await agree(['a']);
	await before();
	const model = scriptedSummariser(lineOf);
	answerWith(model);
	expect(await keepUntil(isStill)).toMatchObject({ state: 'paused', why, todo: ['a'] });
	expect(model.asked.length).toBeLessThanOrEqual(1);
});

test('it stands still when a call fails and when the desk is full, and loses nothing', async () => {
	await bring('a');
	await agree(['a']);
	answerWith(scriptedSummariser(() => ({ failure: { kind: 'offline' } })));
	expect(await keepUntil(isStill)).toMatchObject({
		state: 'paused',
		why: { kind: 'failed', failure: { kind: 'offline' } },
		todo: ['a']
	});
	await app.db.proposals.bulkAdd(
		Array.from({ length: 300 }, (_, at) => ({
			id: `p${String(at)}`,
			status: 'waiting',
			text: String(at)
		})) as never
	);
	await agree(['a']);
	expect(await keepUntil(isStill)).toMatchObject({
		state: 'paused',
		why: { kind: 'desk-full', waiting: 300 }
	});
});

test('conversations that were imported are neither reset nor read because they are old', async () => {
	await writeSetting(app.db, 'resetPolicy', 'daily');
	await bring('a');
	const ran: string[] = [];
	app.workshop.run = ((kind: string) => {
		ran.push(kind);
		return Promise.resolve({ status: 'stopped' });
	}) as never;
	await keepHouse(app, never);
	expect(ran).toEqual([]);
	expect((await app.db.sessions.toArray()).map(({ endedAt }) => endedAt)).toEqual([null]);
});

test('a chat whose lines could not be stored is read again', async () => {
	await bring('full');
	const { db, clock } = app;
	const ask = { sessionId: 'full', answerer: onDevice, mostParts: 0 };
	const before = await db.sessions.get('full');
	const outcome = await whileFull(db.proposals.hook('creating'), () =>
		learnSession({ db, model: app.telephone, clock }, ask, never, unseen)
	);
	expect(outcome).toMatchObject({ status: 'failed', failure: { kind: 'storage-full' } });
	expect(await db.sessions.get('full')).toEqual(before);

	const parts: PartLearnt[] = [];
	const asked = { sessionId: 'full', answerer: gardenCard.id, mostParts: 9 };
	const byModel = await whileFull(db.proposals.hook('creating'), () =>
		learnSession({ db, model: scriptedSummariser(lineOf), clock }, asked, never, (part) =>
			parts.push(part)
		)
	);
	expect(byModel).toMatchObject({ status: 'failed', failure: { kind: 'storage-full' } });
	expect(parts).toMatchObject([{ calls: 1, isVain: true, lines: 0 }]);
	expect((await db.sessions.get('full'))?.learntThrough).toBeUndefined();
});

test('its end is told with all that its parts came to, however fast they come', async () => {
	await bring('a');
	await agree(['a']);
	app.jobs.learn = (_ask, _signal, tell = unseen) => {
		for (let part = 0; part < 5; part++) tell({ calls: 1, isVain: false, lines: 2, cost: 0.5 });
		return Promise.resolve({ status: 'learnt' });
	};
	expect(await keepUntil(isStill)).toMatchObject({ state: 'done', lines: 10, spent: 2.5 });
	const [told] = await app.db.activity.toArray();
	expect(told?.details).toMatchObject({ proposals: 10, cost: 2.5 });
});

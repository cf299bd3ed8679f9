import { afterEach, beforeEach, expect, it } from 'vitest';
import { unknownCard } from '#core/models/model-card.ts';
import { brokenLink, chainStart } from '#core/log/chain.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { partialOf } from '#db/scratch/unsent.ts';
import { recoverReplies } from '#flows/answer/reply/recover-replies.ts';
import { anApp, type TestApp } from '../../../support/apps/an-app.ts';
import { call, text } from '../../../support/builders/a-turn.ts';
import { answer, say, someUsage } from '../../../support/scripted/scripted-model.ts';
import { talkingIn } from '../../../support/apps/talking.ts';
import { whileFull } from '../../../support/breaking/while-full.ts';

/** The disk is full when a reply is to be stored: it was paid for, and it is kept until it can be. */

let app: TestApp;

beforeEach(async () => {
	app = await anApp();
	const prices = { input: 1, output: 10, cacheRead: 0, cacheWrite: 0 };
	const card = { ...unknownCard('claude-test-5'), prices };
	await app.db.settings.put({ key: 'models', value: { [card.id]: card } });
});

afterEach(async () => {
	await app.close();
});

const { begin, send, log } = talkingIn(() => app);

const counted = { input: someUsage.input, output: someUsage.output };
const cost = (someUsage.input + 10 * someUsage.output) / 1_000_000;

it('a whole answer that does not fit on the disk stays, is paid for once, and is stored when there is room', async () => {
	const session = begin();
	app.model.next(say('A whole answer'));
	const { outcome } = await whileFull(app.db.steps.hook('creating'), () => send('Hi', session));
	expect(outcome).toMatchObject({ status: 'failed', failure: { kind: 'storage-full' } });
	expect((await partialOf(app.scratch, session.id))?.content).toEqual([text('A whole answer')]);
	const counters = async () => (await sessionOf(app.db, session.id))?.counters;
	expect(await counters()).toMatchObject({ ...counted, cost });
	expect(await recoverReplies(app)).toBe(1);
	const said = await log(session.id);
	expect(said[0]?.steps).toMatchObject([
		{ state: 'interrupted', content: [text('A whole answer')] }
	]);
	expect(brokenLink(chainStart(session.id), said)).toBeNull();
	expect(await counters()).toMatchObject({ ...counted, cost });
	expect(await partialOf(app.scratch, session.id)).toBeUndefined();
});

it('results that do not fit on the disk leave no call open for ever', async () => {
	const session = begin();
	app.model.next(answer([text('I look'), call('a', 'read_memory', { path: 'MEMORY.md' })]));
	const { outcome } = await whileFull(app.db.steps.hook('updating'), () => send('Hi', session));
	expect(outcome).toMatchObject({ status: 'failed', failure: { kind: 'storage-full' } });
	expect((await log(session.id))[0]?.steps).toMatchObject([{ results: null }]);
	expect(await recoverReplies(app)).toBe(1);
	expect((await log(session.id))[0]?.steps).toMatchObject([
		{ results: [{ tool_use_id: 'a', is_error: true }] },
		{ state: 'interrupted', content: [] }
	]);
});

it('a request that could not even be filed leaves nothing to recover', async () => {
	const session = begin();
	const places = [app.db.ledger.hook('creating'), app.db.steps.hook('creating')];
	const { outcome } = await whileFull(places, () => send('Hi', session));
	expect(outcome).toMatchObject({ status: 'failed', failure: { kind: 'storage-full' } });
	expect(await partialOf(app.scratch, session.id)).toBeUndefined();
	expect(await recoverReplies(app)).toBe(0);
});

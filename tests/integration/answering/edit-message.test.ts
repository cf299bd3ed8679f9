import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { brokenLink, chainStart } from '#core/log/chain.ts';
import { branchesOf } from '#db/log/sessions.ts';
import { retryReply } from '#flows/answer/answer-turn.ts';
import { branchFrom, editMessage, regenerateReply } from '#flows/answer/edit-message.ts';
import { anApp, type TestApp } from '../../support/apps/an-app.ts';
import { text } from '../../support/builders/a-turn.ts';
import { never, unseen } from '../../support/never.ts';
import { break_, say } from '../../support/scripted/scripted-model.ts';
import { talkingIn, wordsOf } from '../../support/apps/talking.ts';

let app: TestApp;

beforeEach(async () => {
	app = await anApp();
});

afterEach(async () => {
	await app.close();
});

const { send, log } = talkingIn(() => app);

describe('editing and regenerating', () => {
	it('make a branch, and the original stays as it was', async () => {
		app.model.next(say('Red'), say('Blue'), say('Green'), say('Yellow'));
		const { session, outcome } = await send('A colour?');
		await send('Another?', session);
		const before = await log(session.id, 'trunk');
		const place = { sessionId: session.id, turnId: outcome.turnId ?? '' };
		await editMessage(app, { ...place, blocks: [text('A nicer colour?')] }, unseen, never);
		expect(wordsOf(await log(session.id))).toEqual([['A nicer colour?', 'Green']]);
		await regenerateReply(app, place, unseen, never);
		expect(wordsOf(await log(session.id))).toEqual([['A colour?', 'Yellow']]);
		expect(await log(session.id, 'trunk')).toEqual(before);
		expect(await branchesOf(app.db, session.id)).toHaveLength(3);
		expect(brokenLink(chainStart(session.id), await log(session.id))).toBeNull();
	});

	it('retries in a branch when something follows the reply, so that the chain holds', async () => {
		app.model.next(break_({ kind: 'interrupted' }, [text('Half')]), say('Two'), say('Whole'));
		const { session, outcome } = await send('First');
		await send('Second', session);
		const place = { sessionId: session.id, turnId: outcome.turnId ?? '' };
		await retryReply(app, place, unseen, never);
		expect(wordsOf(await log(session.id))).toEqual([['First', 'Whole']]);
		expect(brokenLink(chainStart(session.id), await log(session.id, 'trunk'))).toBeNull();
	});

	it('go on from a turn in a branch of their own', async () => {
		app.model.next(say('Red'), say('Blue'), say('Green'));
		const { session, outcome } = await send('A colour?');
		await send('Another?', session);
		const place = { sessionId: session.id, turnId: outcome.turnId ?? '' };
		expect(await branchFrom(app, place)).toMatchObject({ status: 'done' });
		await send('A third?', session);
		expect(wordsOf(await log(session.id))).toEqual([
			['A colour?', 'Red'],
			['A third?', 'Green']
		]);
		expect(brokenLink(chainStart(session.id), await log(session.id))).toBeNull();
	});
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { brokenLink, chainStart } from '#core/log/chain.ts';
import { branchesOf } from '#db/log/sessions.ts';
import { marksOf } from '#db/log/turns.ts';
import { answerTurn, continueReply, retryReply } from '#flows/answer/answer-turn.ts';
import { branchFrom, editMessage, regenerateReply } from '#flows/answer/edit-message.ts';
import { sendWhenOnline } from '#flows/answer/send-when-online.ts';
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

describe.each([
	['deleted', 'deletedAt', 'session-deleted'],
	['reset', 'endedAt', 'session-ended']
] as const)('in a session that was %s', (_how, field, why) => {
	it('nothing is asked again, gone on with or branched', async () => {
		app.model.next(say('Red'), break_({ kind: 'interrupted' }, [text('Half')]));
		const { session, outcome } = await send('A colour?');
		const { outcome: broken } = await send('Another?', session);
		const first = { sessionId: session.id, turnId: outcome.turnId ?? '' };
		const last = { sessionId: session.id, turnId: broken.turnId ?? '' };
		await app.db.sessions.update(session.id, { [field]: app.clock.now() });
		const stored = async () => [
			await app.db.sessions.toArray(),
			await app.db.branches.toArray(),
			await app.db.turns.toArray(),
			await app.db.steps.toArray()
		];
		const before = await stored();
		const outcomes = [
			(await send('A third?', session)).outcome,
			await editMessage(app, { ...first, blocks: [text('A nicer one?')] }, unseen, never),
			await regenerateReply(app, first, unseen, never),
			await retryReply(app, first, unseen, never),
			await retryReply(app, last, unseen, never),
			await continueReply(app, last, unseen, never),
			await answerTurn(app, last, unseen, never),
			await branchFrom(app, first)
		];
		for (const one of outcomes)
			expect(one).toMatchObject({ status: 'failed', failure: { kind: 'changed-meanwhile', why } });
		expect(app.model.bodies).toHaveLength(2);
		expect(await stored()).toEqual(before);
	});
});

it('nothing is asked again in a session that was forgotten', async () => {
	app.model.next(say('Red'));
	const { session, outcome } = await send('A colour?');
	await app.db.tombstones.put({ id: session.id, kind: 'session', at: 1 });
	const place = { sessionId: session.id, turnId: outcome.turnId ?? '' };
	const forgotten = { status: 'failed', failure: { kind: 'forgotten' } };
	expect(await regenerateReply(app, place, unseen, never)).toMatchObject(forgotten);
	expect(await retryReply(app, place, unseen, never)).toMatchObject(forgotten);
	expect(await branchFrom(app, place)).toMatchObject(forgotten);
	expect(app.model.bodies).toHaveLength(1);
});

describe('a message that waits for the network', () => {
	it('waits no more once it was asked in other words, and those wait in its place', async () => {
		app.isOnline = false;
		const { session, outcome } = await send('A colour?');
		const place = { sessionId: session.id, turnId: outcome.turnId ?? '' };
		await sendWhenOnline(app, place);
		const edited = await editMessage(app, { ...place, blocks: [text('Which?')] }, unseen, never);
		expect(edited.status).toBe('waiting');
		expect(await marksOf(app.db, session.id)).toMatchObject([
			{ turnId: edited.turnId, kind: 'waiting', byItself: true }
		]);
		app.isOnline = true;
		app.model.next(say('Red'));
		const newer = { ...place, turnId: edited.turnId ?? '' };
		await regenerateReply(app, newer, unseen, never);
		expect(await marksOf(app.db, session.id)).toEqual([]);
	});
});

import { describe, expect, it } from 'vitest';
import { brokenLink, chainStart } from '#core/log/chain.ts';
import { branchesOf } from '#db/log/sessions.ts';
import { marksOf } from '#db/log/turns.ts';
import { answerTurn, continueReply, retryReply } from '#flows/answer/answer-turn.ts';
import { branchFrom, editMessage, regenerateReply } from '#flows/answer/edit-message.ts';
import { extractMemories } from '#flows/learning/extract-memories.ts';
import { sendWhenOnline } from '#flows/answer/send-when-online.ts';
import { deleteTurn } from '#flows/sessions/delete-turn.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { packer } from '#worker/workshop/packer.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aStep, aTurn, text } from '../../support/builders/a-turn.ts';
import { storeSession } from '../../support/builders/stored-session.ts';
import { never, unseen } from '../../support/never.ts';
import { break_, say } from '../../support/scripted/scripted-model.ts';
import { talkingIn, wordsOf } from '../../support/apps/talking.ts';

let app: TestApp;
withApp((own) => (app = own));

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

	it('that is stopped while the telephone looks for keys changes nothing and is not sent', async () => {
		app.model.next(say('Red'));
		const { session, outcome } = await send('A colour?');
		const stop = new AbortController();
		app.telephone.withoutKeys = (runs) => {
			stop.abort();
			return Promise.resolve(runs);
		};
		const place = { sessionId: session.id, turnId: outcome.turnId ?? '' };
		const blocks = [text(`A nicer colour${'?'.repeat(20)}`)];
		expect(await editMessage(app, { ...place, blocks }, unseen, stop.signal)).toEqual({
			status: 'stopped',
			turnId: null
		});
		expect(wordsOf(await log(session.id))).toEqual([['A colour?', 'Red']]);
		expect(await branchesOf(app.db, session.id)).toHaveLength(1);
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

/** What code alone learns from a session, at its end. */
async function learnt(sessionId: string) {
	const ports = { db: app.db, model: app.model, clock: app.clock, packer };
	await extractMemories(ports, { sessionId, byCode: true }, never, () => undefined);
	return (await app.db.proposals.toArray()).map(({ text: line, origin }) => ({ line, origin }));
}

describe.each(['regenerated', 'edited'] as const)('what is %s', (how) => {
	const secret = 'I always open the safe with Zebra 4471.';
	const again = (place: { readonly sessionId: string; readonly turnId: string }) =>
		how === 'regenerated'
			? regenerateReply(app, place, unseen, never)
			: editMessage(app, { ...place, blocks: [text(`${secret} Is that wise?`)] }, unseen, never);

	it.each(['off-record', 'left-out'] as const)('stays %s', async (kind) => {
		app.model.next(say('Noted.'), say('Again.'));
		const { session, outcome } = await send(secret);
		const place = { sessionId: session.id, turnId: outcome.turnId ?? '' };
		await setMark(app, { ...place, kind, on: true });
		const { turnId } = await again(place);
		expect(turnId).not.toBe(place.turnId);
		expect(await marksOf(app.db, session.id)).toContainEqual(
			expect.objectContaining({ turnId, kind })
		);
		expect(await learnt(session.id)).toEqual([]);
	});
});

it.each([
	['the reply was regenerated', regenerateReply],
	['a broken reply was tried again behind which something was said', retryReply]
])('an imported message is nobody’s own words once %s', async (_what, again) => {
	const line = 'I always pay invoices to account DE99 4711.';
	const session = aSession({ activeAt: app.clock.at - 600_000 });
	const turn = aTurn(0, line, { source: 'import' });
	const next = aTurn(1, 'Thanks.', { source: 'import' });
	await storeSession(app.db, session, [
		{ turn, steps: [aStep(turn, 0, 'Fine.')] },
		{ turn: next, steps: [aStep(next, 0, 'You are welcome.')] }
	]);
	await app.db.settings.put({ key: 'reviewMemories', value: 'own' });
	app.model.next(say('Fine again.'));
	const place = { sessionId: session.id, turnId: turn.turnId };
	expect(await again(app, place, unseen, never)).toMatchObject({ status: 'answered' });
	expect(await learnt(session.id)).toEqual([]);
	expect(await app.db.memoryFiles.toArray()).toEqual([]);
});

describe('a message that was deleted', () => {
	it('is not sent when what it waited for is decided, nor asked again', async () => {
		app.model.next(say('Hi.'));
		const { session } = await send('Hello');
		app.isOnline = false;
		const { outcome } = await send('My secret that I take back', session);
		const place = { sessionId: session.id, turnId: outcome.turnId ?? '' };
		app.isOnline = true;
		await deleteTurn(app, place);
		const refused = { status: 'failed', failure: { kind: 'changed-meanwhile' } };
		for (const answer of [answerTurn, retryReply, continueReply, regenerateReply])
			expect(await answer(app, place, unseen, never)).toMatchObject(refused);
		expect(app.model.bodies).toHaveLength(1);
	});
});

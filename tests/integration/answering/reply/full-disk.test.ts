import { beforeEach, expect, it } from 'vitest';
import type { Session } from '#core/session/session.ts';
import { brokenLink, chainStart } from '#core/log/chain.ts';
import { ledgerOf } from '#db/ledger/ledger.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { standing } from '#core/reply/reply-parts.ts';
import { partialOf } from '#db/scratch/unsent.ts';
import type { LiveReply, SendOutcome } from '#flows/answer/reply/live-reply.ts';
import { recoverReplies } from '#flows/answer/reply/recover-replies.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { anotherTab, appWith, type TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { call, text } from '../../../support/builders/a-turn.ts';
import { eventually } from '../../../support/eventually.ts';
import { never } from '../../../support/never.ts';
import { answer, break_, say, someUsage } from '../../../support/scripted/scripted-model.ts';
import { aPrice } from '../../../support/apps/a-price.ts';
import { talkingIn } from '../../../support/apps/talking.ts';
import { whileFull } from '../../../support/breaking/while-full.ts';

/** The disk is full when a reply is to be stored: it was paid for, and it is kept until it can be. */

let app: TestApp;
withApp((own) => (app = own));
beforeEach(() => aPrice(app.db));

const { begin, send, log } = talkingIn(() => app);

const counted = { input: someUsage.input, output: someUsage.output };
const cost = (someUsage.input + 10 * someUsage.output) / 1_000_000;
const counters = async ({ id }: Session) => (await sessionOf(app.db, id))?.counters;

/** Say "Hi" while the disk is full there, up to where what came is on screen and not stored. */
async function sayWhileFull(session: Session, places: Parameters<typeof whileFull>[0]) {
	let live: LiveReply | null = null;
	const asked = { session, blocks: [text('Hi')] };
	const reply = { outcome: Promise.resolve<SendOutcome | null>(null), live: () => live };
	await whileFull(places, async () => {
		reply.outcome = sendMessage(app, asked, (shown) => (live = shown), never);
		await eventually(() => expect(live?.unstored?.failure).toEqual({ kind: 'storage-full' }));
	});
	return reply;
}

it('a whole answer that does not fit on the disk stays on screen, is stored when there is room, and is paid for once', async () => {
	const session = begin();
	app.model.next(say('A whole answer'));
	const places = [app.db.steps, app.db.ledger, app.db.sessions].map(({ hook }) => hook('updating'));
	const full = [app.db.steps.hook('creating'), ...places];
	const { outcome, live } = await sayWhileFull(session, full);
	expect(live()?.content).toEqual([text('A whole answer')]);
	// Nobody else stores less of it meanwhile.
	expect(await recoverReplies(anotherTab(app))).toBe(0);
	live()?.unstored?.again();
	expect(await outcome).toMatchObject({ status: 'answered' });
	expect(live()).toBeNull();
	const said = await log(session.id);
	expect(said[0]?.steps).toMatchObject([
		{ state: 'complete', content: [text('A whole answer')], cost }
	]);
	expect(brokenLink(chainStart(session.id), said)).toBeNull();
	expect(await counters(session)).toMatchObject({ ...counted, cost });
	const filed = await ledgerOf(app.db, session.id);
	expect(filed.find(({ kind }) => kind === 'chat')).toMatchObject({ outcome: 'answered', cost });
	expect(await partialOf(app.scratch, session.id)).toBeUndefined();
});

it('what came of an answer that broke off is stored when there is room as well, and counted', async () => {
	const session = begin();
	app.model.next(break_({ kind: 'interrupted' }, [text('Half an ans')]));
	const full = [app.db.steps.hook('creating'), app.db.sessions.hook('updating')];
	const { outcome, live } = await sayWhileFull(session, full);
	live()?.unstored?.again();
	expect(await outcome).toMatchObject({ status: 'failed', failure: { kind: 'interrupted' } });
	expect((await log(session.id))[0]?.steps).toMatchObject([
		{ state: 'interrupted', content: [text('Half an ans')] }
	]);
	expect(await counters(session)).toMatchObject({ unpriced: 1 });
});

it('so does one whose database can neither be written nor read just now', async () => {
	const session = begin();
	app.model.next(async function* () {
		app.db.close({ disableAutoOpen: true });
		yield* say('A whole answer');
	});
	let live: LiveReply | null = null;
	const shown = (): LiveReply | null => live;
	const asked = { session, blocks: [text('Hi')] };
	const outcome = sendMessage(app, asked, (reply) => (live = reply), never);
	await eventually(() => expect(shown()?.unstored?.failure).toEqual({ kind: 'storage-closed' }));
	expect(shown()?.content).toEqual([text('A whole answer')]);
	await app.db.open();
	shown()?.unstored?.again();
	expect(await outcome).toMatchObject({ status: 'answered' });
	expect((await log(session.id))[0]?.steps).toMatchObject([{ state: 'complete' }]);
});

it('is tried again by itself', async () => {
	const session = begin();
	app.model.next(say('A whole answer'));
	const { outcome } = await sayWhileFull(session, app.db.steps.hook('creating'));
	expect(await outcome).toMatchObject({ status: 'answered' });
	expect(await counters(session)).toMatchObject({ ...counted, cost });
});

it('what the endpoint measured is kept with an answer that waited, and its call is counted once', async () => {
	const session = begin();
	app.model.next(say('A whole answer'));
	const { outcome, live } = await sayWhileFull(session, app.db.steps.hook('creating'));
	expect(await counters(session)).toMatchObject({ ...counted, cost });
	live()?.unstored?.again();
	expect(await outcome).toMatchObject({ status: 'answered' });
	expect(await counters(session)).toMatchObject({ ...counted, cost });
	const stored = await sessionOf(app.db, session.id);
	expect(stored?.lastUsage).toMatchObject({ seq: 0, step: 0, usage: counted });
	expect(Object.values(stored?.calibration ?? {})).toMatchObject([{ reports: [{}] }]);
});

it('is recovered from the checkpoint where its tab dies before there is room', async () => {
	const session = begin();
	app.model.next(say('A whole answer'));
	const { outcome, live } = await sayWhileFull(session, app.db.steps.hook('creating'));
	await eventually(async () => {
		const kept = await partialOf(app.scratch, session.id);
		expect(kept?.content).toEqual([text('A whole answer')]);
	});
	const { db, scratch, clock } = app;
	expect(await recoverReplies(appWith({ db, scratch, clock }))).toBe(1);
	expect((await log(session.id))[0]?.steps).toMatchObject([
		{ state: 'interrupted', content: [text('A whole answer')] }
	]);
	expect(await counters(session)).toMatchObject({ ...counted, cost });
	expect(await partialOf(app.scratch, session.id)).toBeUndefined();
	// It was not dead after all: the answer did not break off, and its call is counted once.
	live()?.unstored?.again();
	expect(await outcome).toMatchObject({ status: 'answered' });
	const steps = (await log(session.id))[0]?.steps ?? [];
	expect(standing(steps)).toMatchObject([{ state: 'complete', content: [text('A whole answer')] }]);
	expect(await counters(session)).toMatchObject({ ...counted, cost });
});

it('stays in the checkpoint where there is no room for it at the next start either', async () => {
	const session = begin();
	app.model.next(say('A whole answer'));
	const { db, scratch, clock } = app;
	const full = db.steps.hook('creating');
	const { outcome, live } = await sayWhileFull(session, full);
	const isKept = async () =>
		expect((await partialOf(scratch, session.id))?.content).toEqual([text('A whole answer')]);
	await eventually(isKept);
	const next = appWith({ db, scratch, clock });
	expect(await whileFull(full, () => recoverReplies(next))).toBe(0);
	await isKept();
	expect(await recoverReplies(next)).toBe(1);
	expect((await log(session.id))[0]?.steps).toMatchObject([
		{ state: 'interrupted', content: [text('A whole answer')] }
	]);
	live()?.unstored?.again();
	await outcome;
});

it('waits no longer where its message was forgotten meanwhile: it is stored nowhere', async () => {
	const session = begin();
	app.model.next(say('A whole answer'));
	const { outcome, live } = await sayWhileFull(session, app.db.steps.hook('creating'));
	await app.db.turns.toCollection().modify({ forgottenAt: 1 });
	live()?.unstored?.again();
	expect(await outcome).toMatchObject({
		status: 'failed',
		failure: { kind: 'changed-meanwhile' }
	});
	expect(await app.db.steps.count()).toBe(0);
	expect(live()).toBeNull();
});

it('results that do not fit on the disk wait too, and the answer goes on when there is room', async () => {
	const session = begin();
	app.model.next(answer([text('I look'), call('a', 'read_memory', { path: 'MEMORY.md' })]));
	app.model.next(say('Nothing there'));
	const { outcome, live } = await sayWhileFull(session, app.db.steps.hook('updating'));
	expect((await log(session.id))[0]?.steps).toMatchObject([{ results: null }]);
	live()?.unstored?.again();
	expect(await outcome).toMatchObject({ status: 'answered' });
	expect((await log(session.id))[0]?.steps).toMatchObject([
		{ results: [{ tool_use_id: 'a' }] },
		{ state: 'complete', content: [text('Nothing there')] }
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

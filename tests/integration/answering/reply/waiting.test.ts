/** A message that waits for the network: it goes out as it was asked for, and until something came of it. */
import { beforeEach, expect, it } from 'vitest';
import { waitingMark } from '#core/log/marks.ts';
import type { Exchange } from '#core/log/turn.ts';
import { marksOf } from '#db/log/turns.ts';
import { answerTurn, continueReply, retryReply } from '#flows/answer/answer-turn.ts';
import { sendWhenOnline } from '#flows/answer/send-when-online.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { logOf, sendWords, type TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { text } from '../../../support/builders/a-turn.ts';
import { never, unseen } from '../../../support/never.ts';
import { break_, say } from '../../../support/scripted/scripted-model.ts';

let app: TestApp;
let place: { readonly sessionId: string; readonly turnId: string };

withApp((own) => (app = own));
beforeEach(async () => {
	const session = newSession(app, { kind: 'main', offRecord: false });
	app.model.next(break_({ kind: 'interrupted' }, [text('Half an answer')]));
	const broken = await sendWords(app, session, 'Hello');
	place = { sessionId: session.id, turnId: broken.turnId ?? '' };
});

const newest = async (): Promise<Exchange> => {
	const last = (await logOf(app, place.sessionId)).at(-1);
	if (!last) throw new Error('Nothing was said');
	return last;
};
const waits = async () => waitingMark(await newest(), await marksOf(app.db, place.sessionId));

/** As it goes out by itself when the endpoint is there. */
const goOut = () => answerTurn(app, { ...place, isReached: true }, unseen, never);

it.each([
	['the browser tells of no network', () => void (app.isOnline = false)],
	['nobody is heard', () => app.model.next(break_({ kind: 'unreachable', host: 'x' }))]
])('a reply that was to go on goes on when it is sent by itself, where %s', async (_, away) => {
	away();
	expect((await continueReply(app, place, unseen, never)).status).toBe('waiting');
	expect(await sendWhenOnline(app, place)).toEqual({ status: 'done' });
	expect(await waits()).toMatchObject({ byItself: true, goes: 'on' });
	app.model.next(say(' and the rest'));
	expect((await goOut()).status).toBe('answered');
	expect((await newest()).steps).toMatchObject([
		{ state: 'interrupted', continues: false },
		{ state: 'complete', continues: true }
	]);
	expect(JSON.stringify(app.model.bodies.at(-1))).toContain('Half an answer');
	expect(await waits()).toBeNull();
});

it('what was asked for last counts: a reply that is to be written anew is', async () => {
	app.isOnline = false;
	await continueReply(app, place, unseen, never);
	await sendWhenOnline(app, place);
	await retryReply(app, place, unseen, never);
	expect(await waits()).toMatchObject({ byItself: true });
	app.model.next(say('A whole answer'));
	await goOut();
	expect(JSON.stringify(app.model.bodies.at(-1))).not.toContain('Half an answer');
});

it('it waits also where the clock was set back behind the reply that broke', async () => {
	app.clock.at -= 600_000;
	app.isOnline = false;
	expect((await retryReply(app, place, unseen, never)).status).toBe('waiting');
	await sendWhenOnline(app, place);
	expect(await waits()).toMatchObject({ byItself: true });
});

it('what a closed tab has left behind an answer wishes for nothing: the next try waits for the user', async () => {
	await app.db.marks.put({ ...place, kind: 'waiting', at: 1, byItself: true, saidBefore: -1 });
	expect(await waits()).toBeNull();
	app.isOnline = false;
	await continueReply(app, place, unseen, never);
	const waiting = await waits();
	expect(waiting).toMatchObject({ goes: 'on', saidBefore: 0 });
	expect(waiting?.at).toBeGreaterThan(1);
	expect(waiting?.byItself).toBeUndefined();
});

it('a mark from before counts by the clock', async () => {
	const [step] = (await newest()).steps;
	const { endedAt = 0 } = step ?? {};
	const marked = (at: number) => app.db.marks.put({ ...place, kind: 'waiting', at });
	await marked(endedAt + 1);
	expect(await waits()).not.toBeNull();
	await marked(endedAt);
	expect(await waits()).toBeNull();
});

import { beforeEach, expect, test } from 'vitest';
import type { Session } from '#core/session/session.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { deleteSessions, renameSession, restoreSessions } from '#flows/sessions/change-session.ts';
import { deleteTurn, restoreTurn } from '#flows/sessions/delete-turn.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { logOf, type TestApp } from '../../support/apps/an-app.ts';
import { withAppAndWorkshop } from '../../support/apps/with-workshop.ts';
import { text } from '../../support/builders/a-turn.ts';
import { eventually } from '../../support/eventually.ts';
import { never } from '../../support/never.ts';
import { sayAndWait } from '../../support/scripted/scripted-model.ts';

/** What is deleted or forgotten while it is answered is answered no further: it would be charged for, and Stop is out of sight. */

let app: TestApp;
let session: Session;

withAppAndWorkshop((own) => (app = own));
beforeEach(() => {
	session = newSession(app, { kind: 'main', offRecord: false });
});

/** A reply that has begun and would go on for ever. */
async function answering() {
	app.model.next(sayAndWait('Half of it'));
	let shown = '';
	const sent = sendMessage(
		app,
		{ session, blocks: [text('Tell me more')] },
		(reply) => (shown = JSON.stringify(reply?.content ?? '')),
		never
	);
	await eventually(() => expect(shown).toContain('Half of it'));
	const [exchange] = await logOf(app, session.id);
	return { sent, turnId: exchange?.turn.turnId ?? '' };
}

const place = (turnId: string) => ({ sessionId: session.id, turnId });
const steps = async () => (await logOf(app, session.id)).flatMap((exchange) => exchange.steps);

test.each([
	['session', () => deleteSessions(app, [session.id]), () => restoreSessions(app, [session.id])],
	[
		'message',
		(turnId: string) => deleteTurn(app, place(turnId)),
		(turnId: string) => restoreTurn(app, place(turnId))
	]
])(
	'a %s that is deleted is stopped, and comes back with what had come',
	async (_, remove, back) => {
		const { sent, turnId } = await answering();
		expect(await remove(turnId)).toEqual({ status: 'done' });
		expect(await sent).toMatchObject({ status: 'stopped', turnId });
		expect(await back(turnId)).toEqual({ status: 'done' });
		expect(await steps()).toMatchObject([
			{ state: 'stopped', content: [{ type: 'text', text: 'Half of it' }] }
		]);
	}
);

test.each([
	['session', () => ({ kind: 'session' as const, sessionId: session.id })],
	['message', (turnId: string) => ({ kind: 'turn' as const, ...place(turnId) })]
])('a %s that is forgotten is stopped', async (_, whatOf) => {
	const { sent, turnId } = await answering();
	const what = whatOf(turnId);
	expect(await forget(app, { what, lines: [], summaries: {} })).toMatchObject({
		status: 'forgotten'
	});
	const outcome = await sent;
	// Where its last words could not be stored any more that is no fault, and is told as a stop.
	expect(['stopped', 'forgotten']).toContain(
		'failure' in outcome ? outcome.failure.kind : outcome.status
	);
	await eventually(async () =>
		expect(await app.db.tombstones.toArray()).not.toMatchObject([{ pending: {} }])
	);
	expect(JSON.stringify(await app.db.steps.toArray())).not.toContain('Half of it');
});

test('what else is done to its session meanwhile, and to other messages, does not stop it', async () => {
	const { sent } = await answering();
	const other = newSession(app, { kind: 'main', offRecord: false });
	await app.db.sessions.put(other);
	await renameSession(app, session.id, 'Another name');
	await deleteSessions(app, [other.id]);
	await deleteTurn(app, place('another'));
	let isOver = false;
	void sent.then(() => (isOver = true));
	// What is read behind a write is read after the look that this write set off.
	for (let look = 0; look < 5; look++) await app.db.tombstones.count();
	expect(isOver).toBe(false);
	await deleteSessions(app, [session.id]);
	await sent;
});

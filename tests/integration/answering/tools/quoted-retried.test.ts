import { beforeEach, expect, it } from 'vitest';
import type { Session } from '#core/session/session.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { continueReply, retryReply } from '#flows/answer/answer-turn.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import { deleteTurn } from '#flows/sessions/delete-turn.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { sendWords, type TestApp } from '../../../support/apps/an-app.ts';
import { withAppAndWorkshop } from '../../../support/apps/with-workshop.ts';
import { call, text } from '../../../support/builders/a-turn.ts';
import { never, unseen } from '../../../support/never.ts';
import { answer, break_, say } from '../../../support/scripted/scripted-model.ts';

/** An answer that has called tools is taken up again days later: what was deleted meanwhile does not go out with it. */

let app: TestApp;
let first: Session;
let second: Session;
let deleted: string;

withAppAndWorkshop((own) => (app = own));
beforeEach(async () => {
	first = newSession(app, { kind: 'main', offRecord: false });
	app.model.next(say('Good morning.'), say('Noted.'));
	await send(first, 'Good morning');
	deleted = await send(first, 'My locker is xyloquartz');
	second = newSession(app, { kind: 'main', offRecord: false });
});

async function send(to: Session, words: string): Promise<string> {
	const { turnId } = await sendWords(app, (await sessionOf(app.db, to.id)) ?? to, words);
	app.clock.at += 60_000;
	return turnId ?? '';
}

const recalls = (query: string) => answer([call('r', 'recall', { query })]);
const broken = break_({ kind: 'overloaded' }, []);
const cutOff = answer([text('You have')], { stopReason: 'max_tokens' });

it.each([
	['a retry', retryReply, [[recalls('locker'), broken]]],
	['a continuation', continueReply, [[recalls('locker'), cutOff]]],
	[
		'a retry after an answer that had quoted it',
		retryReply,
		[
			[recalls('locker'), say('Done.')],
			[recalls('nothing of it'), broken]
		]
	]
] as const)('%s sends none of it, as the preview shows', async (_, takeUp, answers) => {
	let turnId = '';
	for (const scripts of answers) {
		app.model.next(...scripts);
		turnId = await send(second, 'Look it up please');
	}
	expect(JSON.stringify(app.model.bodies.at(-1)?.messages)).toContain('xyloquartz');
	app.clock.at += 7 * 86_400_000;
	await deleteTurn(app, { sessionId: first.id, turnId: deleted });
	const session = (await sessionOf(app.db, second.id)) ?? second;
	const { body } = await previewPrompt(app, { session, unsent: [] });
	expect(JSON.stringify(body.messages)).not.toContain('xyloquartz');

	app.model.next(say('You have one.'));
	const outcome = await takeUp(app, { sessionId: second.id, turnId }, unseen, never);
	expect(outcome.status).toBe('answered');
	expect(JSON.stringify(app.model.bodies.at(-1)?.messages)).not.toContain('xyloquartz');
	expect((await sessionOf(app.db, second.id))?.epoch).toBe(session.epoch + 1);
});

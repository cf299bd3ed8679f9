/** A message that waits for a summary goes out as it was asked for: what it left out, and where it goes on. */
import { expect, it } from 'vitest';
import type { Session } from '#core/session/session.ts';
import { answerTurn, continueReply } from '#flows/answer/answer-turn.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { logOf, sendWords } from '../../support/apps/an-app.ts';
import { text } from '../../support/builders/a-turn.ts';
import { never, unseen } from '../../support/never.ts';
import { answer, break_, say } from '../../support/scripted/scripted-model.ts';
import { app, fullSession, summarising, withRoom } from '../../support/apps/room.ts';

withRoom();

/** A session that nearly fills the window, of which the cache holds nearly all. */
async function warmSession(): Promise<Session> {
	const session = newSession(app, { kind: 'main', offRecord: false });
	const usage = { input: 100, cacheRead: 9000, cacheWrite: 500, output: 10 };
	app.model.next(say('One'), answer([text('Two')], { usage, contextTokens: 9610 }));
	for (const words of ['First', 'Second']) await sendWords(app, session, words);
	return session;
}

it('the conversation is not read as it stands for a message that leaves a part of it out', async () => {
	const session = await warmSession();
	const inside: boolean[] = [];
	app.jobs.compact = (ask) => {
		inside.push(ask.inside !== undefined);
		return Promise.resolve({ status: 'nothing-to-do', reason: 'all-recent' });
	};
	const send = (switchedOff: readonly string[]) =>
		sendMessage(app, { session, blocks: [text('Third')], switchedOff }, unseen, never);
	app.model.next(break_({ kind: 'overloaded' }));
	await send(['MEMORY.md']);
	app.model.next(break_({ kind: 'overloaded' }));
	await send([]);
	expect(inside).toEqual([false, true]);
});

it('a reply that goes on still goes on after the draft was decided about', async () => {
	const session = await fullSession();
	app.model.next(break_({ kind: 'interrupted' }, [text('Half an answer')]));
	await app.db.settings.put({ key: 'automaticCompaction', value: false });
	const broken = await sendWords(app, session, 'Fourth');
	await app.db.settings.put({ key: 'automaticCompaction', value: true });
	summarising();
	const place = { sessionId: session.id, turnId: broken.turnId ?? '' };
	const waits = await continueReply(app, place, unseen, never);
	expect(waits).toMatchObject({ status: 'needs-review', asked: { goes: 'on' }, behind: null });
	if (waits.status !== 'needs-review' || waits.summaryId === null) throw new Error('No draft');
	await useSummary(app, waits.summaryId);
	app.model.next(say(' and the rest'));
	await answerTurn(app, { ...place, ...waits.asked }, unseen, never);
	expect((await logOf(app, session.id)).at(-1)?.steps).toMatchObject([
		{ state: 'interrupted', continues: false },
		{ state: 'complete', continues: true }
	]);
	expect(JSON.stringify(app.model.bodies.at(-1))).toContain('Half an answer');
});

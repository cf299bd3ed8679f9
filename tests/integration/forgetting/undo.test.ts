import { beforeEach, expect, test } from 'vitest';
import type { Session } from '#core/session/session.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { changeBack, renameSession } from '#flows/sessions/change-session.ts';
import { deleteTurn } from '#flows/sessions/delete-turn.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { textActions } from '../../../src/routes/chat/acts/summary/text-actions.ts';
import { sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { withAppAndWorkshop } from '../../support/apps/with-workshop.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { eventually } from '../../support/eventually.ts';
import { tablesWith } from '../../support/find-bytes.ts';
import { say } from '../../support/scripted/scripted-model.ts';

/** Undo and Redo hold words that were on screen before something was forgotten. They do not bring those back. */

const canary = 'xyloquartz';
const gone = { status: 'failed', failure: { kind: 'forgotten' } };

let app: TestApp;
let session: Session;

withAppAndWorkshop((own) => (app = own));
beforeEach(async () => {
	session = newSession(app, { kind: 'main', offRecord: false });
	for (const words of [`The word is ${canary}.`, 'I like tea.', 'Go on.']) await send(words);
});

const send = (words: string) => {
	app.model.next(say('Fine.'));
	return sendWords(app, session, words);
};
const holding = () => tablesWith([app.db, app.scratch], canary);

async function forgetTurn(seq: number): Promise<void> {
	const turn = (await app.db.turns.toArray())[seq]!;
	const { sessionId, turnId } = turn;
	await deleteTurn(app, { sessionId, turnId });
	await forget(app, { what: { kind: 'turn', sessionId, turnId }, lines: [], summaries: {} });
}

const told = `They spoke about tea. The word is ${canary}.`;
const without = 'They spoke about tea.';

const storeSummary = (text: string) =>
	app.db.summaries.put(
		aSummary(1, {
			id: 'sum1',
			sessionId: session.id,
			from: { seq: 0, step: -1 },
			through: { seq: 1, step: 0 },
			status: 'active',
			text,
			originalText: text,
			anchors: ''
		})
	);
const summary = async () => (await app.db.summaries.get('sum1'))!;

async function edited(text: string) {
	const keepsake = new AppState(app);
	const actions = textActions(keepsake, {} as SessionView);
	expect(await actions.save(await summary(), { text })).toBe(true);
	return keepsake.notices;
}

test('an edit of a summary that took words out is not undone once they are forgotten', async () => {
	await storeSummary(told);
	const notices = await edited(without);
	await forgetTurn(0);
	expect(await holding()).toEqual([]);
	notices.current?.action?.onpress();
	await eventually(() => expect(notices.current).toMatchObject({ isFailure: true }));
	expect(notices.current?.text).toContain('forgotten for good');
	expect((await summary()).text).toBe(without);
	await send('Go on again.');
	expect(JSON.stringify(app.model.bodies.at(-1))).not.toContain(canary);
	expect(await holding()).toEqual([]);
});

test('nor is one that put them in made again', async () => {
	await storeSummary(without);
	const notices = await edited(told);
	notices.current?.action?.onpress();
	await eventually(() => expect(notices.current?.action?.label).toBe('Redo'));
	expect((await summary()).text).toBe(without);
	await forgetTurn(0);
	notices.current?.action?.onpress();
	await eventually(() => expect(notices.current).toMatchObject({ isFailure: true }));
	expect((await summary()).text).toBe(without);
	expect(await holding()).toEqual([]);
});

test('what tells nothing of it goes back and forth as before', async () => {
	await storeSummary('They spoke about tea. It was green.');
	const notices = await edited(without);
	await forgetTurn(0);
	notices.current?.action?.onpress();
	await eventually(async () => expect((await summary()).text).toContain('green'));
	await eventually(() => expect(notices.current?.action?.label).toBe('Redo'));
	notices.current?.action?.onpress();
	await eventually(async () => expect((await summary()).text).toBe(without));
});

test('a title taken from a message does not come back behind it, one that somebody gave does', async () => {
	const renamed = async (name: string) => {
		const outcome = await renameSession(app, session.id, name);
		if (outcome.status !== 'done') throw new Error(outcome.failure.kind);
		return outcome.before;
	};
	expect((await sessionOf(app.db, session.id))?.title).toContain(canary);
	const before = await renamed('Words');
	await forgetTurn(0);
	expect(await changeBack(app, before)).toMatchObject(gone);
	expect(await holding()).toEqual([]);
	const given = await renamed('Tea');
	await forgetTurn(1);
	expect(await changeBack(app, given)).toMatchObject({ status: 'done' });
	expect((await sessionOf(app.db, session.id))?.title).toBe('Words');
});

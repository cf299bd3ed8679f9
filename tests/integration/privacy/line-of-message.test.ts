import { describe, expect, test } from 'vitest';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import { acceptProposal } from '#flows/desk/review-desk.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { logOf, sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { gardenTurns } from '../../support/apps/compactable.ts';
import { withAppAndWorkshop } from '../../support/apps/with-workshop.ts';
import { aProposal } from '../../support/builders/a-proposal.ts';
import { aCard } from '../../support/builders/a-prompt.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { call, text } from '../../support/builders/a-turn.ts';
import { storeSession } from '../../support/builders/stored-session.ts';
import { never } from '../../support/never.ts';
import { answer, say } from '../../support/scripted/scripted-model.ts';

/**
 * A line that a tool proposes is tied to the message that says it, whenever it is proposed: what is decided about that
 * message reaches the line. Where another message was named, its words tell.
 */

const card = aCard({ window: 60_000, maxOutput: 1000 });
const line = 'The locker code of the user is 4471';

let app: TestApp;
withAppAndWorkshop((own) => (app = own), { settings: { models: { [card.id]: card } } });

interface Place {
	readonly sessionId: string;
	readonly turnId: string;
}

async function flushed(): Promise<Place> {
	await app.db.settings.put({ key: 'preset', value: 'spec-008' });
	const session = aSession();
	const rain = 'the rain '.repeat(2222);
	const log = gardenTurns(10).map(({ turn, steps }, at) => ({
		turn: { ...turn, asked: [text(at === 1 ? `My locker code is 4471. ${rain}` : rain)] },
		steps
	}));
	await storeSession(app.db, session, log);
	app.model.next(answer([call('a', 'save_memory', { text: line })]), say('SILENT'), say('Rain.'));
	expect((await sendWords(app, session, 'What next?')).status).toBe('answered');
	return { sessionId: session.id, turnId: 'turn-1' };
}

async function savedLater(): Promise<Place> {
	const session = newSession(app, { kind: 'main', offRecord: false });
	app.model.next(say('Noted, 4471.'));
	await sendWords(app, session, 'My locker code is 4471');
	app.model.next(answer([call('a', 'save_memory', { text: line })]), say('Done'));
	await sendWords(app, session, 'Remember what I told you');
	const [first] = await logOf(app, session.id);
	return { sessionId: session.id, turnId: first?.turn.turnId ?? '' };
}

/** As it was stored when the newest message was always named. */
async function tiedWrongly(): Promise<Place> {
	const session = newSession(app, { kind: 'main', offRecord: false });
	app.model.next(say('Noted'), say('Hello'));
	await sendWords(app, session, 'My locker code is 4471');
	await sendWords(app, session, 'Hi there');
	const [first, second] = await logOf(app, session.id);
	const { id: sessionId } = session;
	const turnIds = [second?.turn.turnId ?? ''];
	await app.db.proposals.put(aProposal(line, { id: 'p1', source: 'flush', sessionId, turnIds }));
	return { sessionId, turnId: first?.turn.turnId ?? '' };
}

const lineId = async () => (await app.db.proposals.toArray())[0]?.id ?? '';
const waiting = async () => (await waitingProposals(app.db)).map((row) => row.text);

describe.each([
	['by the flush', flushed],
	['by a later reply', savedLater],
	['and tied to another message by an older version', tiedWrongly]
])('a line proposed %s', (_, propose) => {
	test('leaves the desk with its message, and comes back with it', async () => {
		const place = await propose();
		expect(await waiting()).toEqual([line]);
		await setMark(app, { ...place, kind: 'off-record', on: true });
		expect(await waiting()).toEqual([]);
		await setMark(app, { ...place, kind: 'off-record', on: false });
		expect(await waiting()).toEqual([line]);
	});

	test('is emptied when its message is forgotten', async () => {
		const place = await propose();
		await forget(app, { what: { kind: 'turn', ...place }, lines: [], summaries: {} });
		expect(JSON.stringify(await app.db.proposals.toArray())).not.toContain('4471');
	});

	test('is offered with its message once it is in memory', async () => {
		const place = await propose();
		await acceptProposal(app, await lineId());
		const weighed = await app.workshop.run(
			'weigh-forgetting',
			{ what: { kind: 'turn', ...place } },
			never
		);
		expect(weighed).toMatchObject({ found: { lines: [{ text: line }] } });
	});
});

test('a line that two messages off the record tell waits again when both are back', async () => {
	const { sessionId, turnId } = await savedLater();
	const [, second] = await logOf(app, sessionId);
	const also = { sessionId, turnId: second?.turn.turnId ?? '' };
	await setMark(app, { sessionId, turnId, kind: 'off-record', on: true });
	await setMark(app, { ...also, kind: 'off-record', on: true });
	await setMark(app, { sessionId, turnId, kind: 'off-record', on: false });
	expect(await waiting()).toEqual([]);
	await setMark(app, { ...also, kind: 'off-record', on: false });
	expect(await waiting()).toEqual([line]);
});

test('a line that another message says too stays when one of them is forgotten', async () => {
	const place = await tiedWrongly();
	const session = await app.db.sessions.get(place.sessionId);
	if (!session) throw new Error('not stored');
	app.model.next(say('Yes.'));
	await sendWords(app, session, 'As I said, the locker has code 4471.');
	await forget(app, { what: { kind: 'turn', ...place }, lines: [], summaries: {} });
	expect(await waiting()).toEqual([line]);
});

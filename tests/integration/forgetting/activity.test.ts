import { beforeEach, describe, expect, test } from 'vitest';
import type { Activity } from '#core/activity.ts';
import type { Forgotten } from '#core/forgetting/what.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { say } from '../../support/scripted/scripted-model.ts';
import {
	aSummary,
	app,
	log,
	send,
	session,
	turnOf,
	withWordEverywhere
} from '../../support/apps/word-everywhere.ts';

/** What is forgotten and the list of what happened: its rows stay, and say no more of it than that something was done. */

withWordEverywhere();

const told = 'Ask Xenia Brandt.';
const failure = { kind: 'rejected', status: 400, detail: told } as const;
let turnId: string;

beforeEach(async () => {
	app.model.next(say('Seven cups.'), say('I know it.'));
	await send('How many cups do we buy?');
	await send('Ask Xenia Brandt, room 4711-A.');
	await app.db.summaries.put(aSummary({}));
	const [, second] = await log();
	turnId = second?.turn.turnId ?? '';
	await app.db.activity.clear();
});

const put = (id: string, over: Partial<Activity>): Promise<unknown> =>
	app.db.activity.put({
		id,
		at: app.clock.at,
		kind: 'compaction',
		sessionId: session.id,
		details: {},
		failure: null,
		...over
	});

/** Details and failure of each row that was put, once that is forgotten. */
async function left(what: Forgotten): Promise<Readonly<Record<string, unknown>>> {
	expect(await forget(app, { what, lines: [], summaries: {} })).toMatchObject({
		status: 'forgotten'
	});
	const rows = (await app.db.activity.toArray()).filter(({ kind }) => kind !== 'deletion');
	return Object.fromEntries(
		rows.map(({ id, details, failure: why }) => [id, why ? { ...details, why } : details])
	);
}

describe('of a forgotten conversation', () => {
	const whole = (): Forgotten => ({ kind: 'session', sessionId: session.id });

	test('every row loses its words, its failure and the way back, and keeps the rest', async () => {
		const edit = { summaryId: 'sum1', undo: 'summary-edit', text: 'Cups.', anchors: 'Cups' };
		await put('edit', { kind: 'summary-edit' as Activity['kind'], details: edit });
		await put('undone', { details: { summaryId: 'sum1', undo: 'compaction' } });
		await put('failed', { kind: 'failure', failure });
		expect(await left(whole())).toEqual({
			edit: { summaryId: 'sum1' },
			undone: { summaryId: 'sum1' },
			failed: {}
		});
	});

	test('so do rows of others that tell of it, and no other row', async () => {
		const other = newSession(app, { kind: 'main', offRecord: false }).id;
		const title = 'Cups';
		await put('ended', {
			kind: 'reset',
			sessionId: other,
			details: { title, ended: session.id, undo: 'reset' }
		});
		const reset = { what: 'reset', title } as const;
		await put('not reset', { kind: 'failure', sessionId: null, details: reset });
		await put('other', { kind: 'failure', sessionId: other, details: reset });
		await put('nobody’s', { kind: 'failure', sessionId: null, details: { ...reset, what: 'x' } });
		await put('taken back', { kind: 'reset', sessionId: null, details: reset });
		expect(await left(whole())).toEqual({
			ended: { ended: session.id },
			'not reset': { what: 'reset' },
			other: reset,
			'nobody’s': { ...reset, what: 'x' },
			'taken back': reset
		});
	});
});

test('of a forgotten message a row of its conversation that tells it loses its words, and no other row', async () => {
	const other = newSession(app, { kind: 'main', offRecord: false }).id;
	const cups = { undo: 'summary-edit', summaryId: 'sum1', text: 'Cups.', anchors: 'Cups' };
	await put('told', { details: { ...cups, anchors: 'Room 4711-A' } });
	await put('of no summary', { details: { said: told, title: 'Cups' } });
	await put('failed', { kind: 'failure', details: { what: 'x', title: 'Cups' }, failure });
	await put('cups', { details: cups });
	await put('without a title', { kind: 'reset', details: { title: '', undo: 'reset' } });
	await put('other', { sessionId: other, details: { ...cups, anchors: 'Room 4711-A' } });
	expect(await left(turnOf(turnId))).toEqual({
		told: { summaryId: 'sum1' },
		'of no summary': {},
		failed: { what: 'x' },
		cups,
		'without a title': { title: '', undo: 'reset' },
		other: { ...cups, anchors: 'Room 4711-A' }
	});
});

test('a title that its first message gave it goes, however short, and no other of its titles', async () => {
	const short = newSession(app, { kind: 'main', offRecord: false });
	app.model.next(say('Hello.'));
	await send('Hi', short);
	await app.db.activity.clear();
	for (const title of ['Hi', 'Ho'])
		await put(title, { kind: 'failure', sessionId: short.id, details: { what: 'reset', title } });
	const [first] = await log(short.id);
	const what = { kind: 'turn', sessionId: short.id, turnId: first?.turn.turnId ?? '' } as const;
	expect(await left(what)).toEqual({ Hi: { what: 'reset' }, Ho: { what: 'reset', title: 'Ho' } });
});

test('of a forgotten line a row that holds it loses that, whosever it is, and keeps its other words', async () => {
	const line = 'Keeps a bench in the shed';
	const text = `- Cups\n- ${line}\n`;
	for (const sessionId of [session.id, null])
		await put(String(sessionId), { sessionId, details: { text, title: 'Cups', undo: 'x' } });
	await put('cups', { sessionId: null, details: { text: '- Cups\n', undo: 'x' } });
	expect(await left({ kind: 'line', line })).toEqual({
		[session.id]: { title: 'Cups' },
		null: { title: 'Cups' },
		cups: { text: '- Cups\n', undo: 'x' }
	});
});

describe('the title of a conversation of which a message is forgotten', () => {
	const afterwards = async (at: number, title: object) => {
		await app.db.sessions.update(session.id, title);
		const before = await app.db.sessions.get(session.id);
		const turn = (await log())[at]?.turn;
		await left(turnOf(turn?.turnId ?? ''));
		const now = await app.db.sessions.get(session.id);
		expect([now?.lastUsage, now?.rev]).toEqual([null, (before?.rev ?? 0) + 1]);
		return [now?.title, now?.titleFrom];
	};

	test.each([
		['goes with the message it was made of', 0, {}, ['', 'none']],
		['is made of no other message', 0, { title: '' }, ['', 'none']],
		['stays with another message', 1, {}, ['How many cups do we buy?', 'first-message']],
		['is still to be made where its message stays', 1, { title: '' }, ['', 'first-message']],
		['stays as the user gave it', 0, { title: 'Cups', titleFrom: 'user' }, ['Cups', 'user']],
		['stays away where the user took it', 0, { title: '', titleFrom: 'user' }, ['', 'user']]
	])('%s', async (_, at, title, now) => {
		expect(await afterwards(at, title)).toEqual(now);
	});
});

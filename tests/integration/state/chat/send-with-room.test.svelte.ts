import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerTurn } from '#flows/answer/answer-turn.ts';
import { AppState } from '#state/app.svelte.ts';
import { awaitedIn, leaveAwaited, sendAwaited } from '#state/chat/awaited.ts';
import { sendWithRoom } from '#state/chat/send-with-room.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { summariesUnderPen } from '#state/tab/under-pen.ts';
import { anApp, anotherTab, sendWords, type TestApp } from '../../../support/apps/an-app.ts';
import { aSummary } from '../../../support/builders/a-summary.ts';
import { eventually } from '../../../support/eventually.ts';
import { never, unseen } from '../../../support/never.ts';
import { onScreen } from '../../../support/on-screen.svelte.ts';
import { break_, say } from '../../../support/scripted/scripted-model.ts';

/** A message waits for a summary in this tab, and another tab puts one to use. */

let app: TestApp;
let view: SessionView;
let turnId: string;
const send = vi.fn();
const leaves: (() => void)[] = [];

beforeEach(async () => {
	send.mockClear();
	app = await anApp();
	view = new AppState(app).views.of('s1');
	app.model.next(say('One'), break_({ kind: 'overloaded' }));
	await sendWords(app, view.session, 'First');
	turnId = (await sendWords(app, view.session, 'Second')).turnId ?? '';
	await app.db.steps.filter((step) => step.turnId === turnId).delete();
	leaves.push((await onScreen(view)).leave);
	await view.answering.run(() =>
		Promise.resolve({
			status: 'needs-review',
			turnId,
			summaryId: null,
			oldest: 1,
			fits: false,
			asked: { goes: 'anew' },
			behind: null
		})
	);
	leaves.push($effect.root(() => sendWithRoom(app, view, send)));
	flushSync();
});
afterEach(() => {
	for (const leave of leaves.splice(0)) leave();
	summariesUnderPen.clear();
});

/** In the other tab. */
async function use(): Promise<void> {
	await app.db.summaries.put(aSummary(0));
	await eventually(() => {
		flushSync();
		expect(view.inUse?.id).toBe('m1');
	});
}

it('goes out then, once', async () => {
	expect(send).not.toHaveBeenCalled();
	await use();
	await eventually(() => expect(send).toHaveBeenCalledOnce());
	await app.db.summaries.update('m1', { text: 'Edited.' });
	await eventually(() => expect(view.inUse?.text).toBe('Edited.'));
	flushSync();
	expect(send).toHaveBeenCalledOnce();
});

it('waits while the other tab writes in the session', async () => {
	const held = vi.spyOn(app.locks, 'isHeld');
	let end: () => void = () => undefined;
	const busy = app.locks.hold('session:s1', () => new Promise<void>((resolve) => (end = resolve)));
	await use();
	await eventually(() => expect(held).toHaveBeenCalled());
	await app.db.turns.count();
	expect(send).not.toHaveBeenCalled();
	end();
	await busy;
});

it('does not go out without the words that are being written into that summary', async () => {
	const { text, anchors } = aSummary(0);
	summariesUnderPen.set('m1', { text: 'Mine', anchors, before: { text, anchors } });
	const held = vi.spyOn(app.locks, 'isHeld');
	await use();
	await app.db.turns.count();
	expect(held).not.toHaveBeenCalled();
	expect(send).not.toHaveBeenCalled();
});

it('does not go out where it was answered meanwhile', async () => {
	const [first] = await app.db.steps.toArray();
	const { seq = 1 } = (await app.db.turns.filter((turn) => turn.turnId === turnId).first()) ?? {};
	if (!first) throw new Error('The message before it was answered');
	await app.db.steps.put({ ...first, turnId, seq });
	const held = vi.spyOn(app.locks, 'isHeld');
	await use();
	await eventually(() => expect(held).toHaveBeenCalled());
	await app.db.turns.count();
	expect(send).not.toHaveBeenCalled();
});

it('is not answered twice where the other tab answers it while what answers here still loads', async () => {
	let runs: (failure: null) => void = () => undefined;
	const open = vi
		.spyOn(app.telephone, 'open')
		.mockReturnValue(new Promise<null>((resolve) => (runs = resolve)));
	send.mockImplementation(() => void view.answerAwaited({ isByItself: true }));
	await use();
	await eventually(() => expect(open).toHaveBeenCalled());
	const other = anotherTab(app);
	other.model.next(say('From the other tab'));
	await answerTurn(other, { sessionId: 's1', turnId, goes: 'anew' }, unseen, never);
	const before = app.model.bodies.length;
	runs(null);
	await view.answering.over;
	expect(app.model.bodies).toHaveLength(before);
	expect(await app.db.steps.filter((step) => step.turnId === turnId).count()).toBe(1);
	expect(view.answering.review).toBeNull();
});

/** In the other tab, where the message waits too. */
const leave = async () => {
	const other = anotherTab(app);
	const there = new AppState(other).views.of('s1');
	const { review } = view.answering;
	if (!review) throw new Error('It waits');
	await there.answering.run(() => Promise.resolve(review));
	expect(await leaveAwaited(other, there)).toEqual({ status: 'done' });
	expect(there.answering.review).toBeNull();
};

it('stays where it is once it was told not to go out, in whatever tab', async () => {
	await leave();
	await eventually(() => {
		flushSync();
		expect(awaitedIn(view)).toBeNull();
	});
	await use();
	await app.db.turns.count();
	expect(send).not.toHaveBeenCalled();
	// Nor does it go where the summary was put to use at the desk.
	expect(await sendAwaited(app, view)).toBeNull();
	expect(await app.db.steps.filter((step) => step.turnId === turnId).count()).toBe(0);
});

it('stays there too where it is told so while what answers here still loads', async () => {
	let runs: (failure: null) => void = () => undefined;
	const open = vi
		.spyOn(app.telephone, 'open')
		.mockReturnValue(new Promise<null>((resolve) => (runs = resolve)));
	send.mockImplementation(() => void view.answerAwaited({ isByItself: true }));
	const other = anotherTab(app);
	const there = new AppState(other).views.of('s1');
	const { review } = view.answering;
	if (!review) throw new Error('It waits');
	await there.answering.run(() => Promise.resolve(review));
	await use();
	await eventually(() => expect(open).toHaveBeenCalled());
	await leaveAwaited(other, there);
	const before = app.model.bodies.length;
	runs(null);
	await view.answering.over;
	expect(app.model.bodies).toHaveLength(before);
});

it('goes out when somebody sends it after all, and is asked about again as any other', async () => {
	await leave();
	app.model.next(say('After all'));
	expect(await answerTurn(app, { sessionId: 's1', turnId }, unseen, never)).toMatchObject({
		status: 'answered'
	});
	expect(await app.db.marks.toArray()).toEqual([]);
});

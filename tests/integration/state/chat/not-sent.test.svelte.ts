import { flushSync } from 'svelte';
import { Dexie } from 'dexie';
import { afterEach, expect, it, vi } from 'vitest';
import { keptValue, notSentKey } from '#db/scratch/kept-values.ts';
import { chainEnd, linkStep } from '#core/log/chain.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { sessionLock } from '#flows/ports/lock-names.ts';
import { AppState } from '#state/app.svelte.ts';
import { answerMarks } from '#state/chat/answer-marks.svelte.ts';
import { awaitedIn, sendAwaited } from '#state/chat/awaited.ts';
import { sendWithRoom } from '#state/chat/send-with-room.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { anotherTab, logOf, sendWords } from '../../../support/apps/an-app.ts';
import { app, fullSession, long, summarising, withRoom } from '../../../support/apps/room.ts';
import { aStep, text } from '../../../support/builders/a-turn.ts';
import { eventually } from '../../../support/eventually.ts';
import { onScreen } from '../../../support/on-screen.svelte.ts';
import { never } from '../../../support/never.ts';
import { say } from '../../../support/scripted/scripted-model.ts';

/** What is asked or told of a message that was not sent is so after a reload, and in every tab. */

withRoom({ staysOpen: true });

const leaves: (() => void)[] = [];
afterEach(() => {
	for (const leave of leaves.splice(0)) leave();
	vi.restoreAllMocks();
	answerMarks.clear();
});

/** The session on screen, in a tab that was opened just now. */
async function opened(sessionId: string, tab = anotherTab(app)): Promise<SessionView> {
	const view = new AppState(tab).views.of(sessionId);
	leaves.push((await onScreen(view)).leave, view.elsewhere.watch());
	return view;
}

const settles = (look: () => void) =>
	eventually(() => {
		flushSync();
		look();
	});

/** A message that waits until somebody has decided about a draft. */
async function waiting() {
	const session = await fullSession();
	summarising();
	const outcome = await sendWords(app, session, 'Fourth');
	expect(outcome.status).toBe('needs-review');
	return { sessionId: session.id, outcome };
}

it('a message that waits for a draft is asked about in every tab, until it goes out in one', async () => {
	const { sessionId, outcome } = await waiting();
	const views = [await opened(sessionId, app), await opened(sessionId)];
	for (const view of views) await settles(() => expect(awaitedIn(view)).toEqual(outcome));
	await useSummary(app, 'summary-1');
	app.model.next(say('Four'));
	await views[0]?.answerAwaited();
	for (const view of views) await settles(() => expect(awaitedIn(view)).toBeNull());
	// Nor is it asked about by who comes later.
	const later = await opened(sessionId);
	await settles(() => expect(later.excerpt.exchange(3)?.steps).toHaveLength(1));
	expect(later.answering.review).toBeNull();
});

it('a message whose tab was closed while its summary was made is asked about too, and goes out once that is used', async () => {
	const session = await fullSession();
	app.jobs.compact = (_, __, tell) => {
		tell?.({ done: 0, of: 2 });
		return Promise.reject(new Error('the tab is gone'));
	};
	await expect(sendWords(app, session, 'Fourth')).rejects.toThrow('the tab is gone');
	const view = await opened(session.id);
	const asked = { status: 'needs-review', summaryId: null, asked: { goes: 'anew' } };
	await settles(() => expect(awaitedIn(view)).toMatchObject(asked));
	// Whoever keeps house has finished it meanwhile.
	summarising();
	await app.workshop.run('compact', { sessionId: session.id } as never, never);
	await useSummary(app, 'summary-1');
	const tab = anotherTab(app);
	tab.model.next(say('Four'));
	const outcome = await sendAwaited(tab, new AppState(tab).views.of(session.id));
	expect(outcome?.status).toBe('answered');
	await settles(() => expect(awaitedIn(view)).toBeNull());
});

it.each(['ask', 'auto'] as const)(
	'with the rule %s nothing is left of that where the summary came',
	async (rule) => {
		await app.db.settings.put({ key: 'reviewSummaries', value: rule });
		const session = await fullSession();
		summarising();
		const { compact } = app.jobs;
		const kept: unknown[] = [];
		app.jobs.compact = async (ask, signal, tell) => {
			tell?.({ done: 0, of: 2 });
			await eventually(async () =>
				expect(await keptValue(app.scratch, notSentKey(session.id))).not.toBeNull()
			);
			kept.push(await keptValue(app.scratch, notSentKey(session.id)));
			return compact!(ask, signal, tell);
		};
		app.model.next(say('Four'));
		const outcome = await sendWords(app, session, 'Fourth');
		expect(kept).toMatchObject([{ status: 'needs-review', summaryId: null }]);
		expect(await keptValue(app.scratch, notSentKey(session.id))).toEqual(
			rule === 'ask' ? outcome : null
		);
	}
);

it('what another tab comes to when it tries once more is asked here in its place', async () => {
	const { sessionId, outcome } = await waiting();
	const views = [await opened(sessionId, app), await opened(sessionId)];
	for (const view of views) await settles(() => expect(awaitedIn(view)).toEqual(outcome));
	await app.db.summaries.update('summary-1', { status: 'discarded' });
	const again = await views[0]?.answer(outcome.turnId ?? '');
	expect(again).toMatchObject({ summaryId: 'summary-2' });
	await settles(() => expect(views[1] && awaitedIn(views[1])).toEqual(again));
});

it('nothing goes out because a conversation is opened whose summary was put to use meanwhile', async () => {
	const { sessionId } = await waiting();
	await useSummary(app, 'summary-1');
	const view = await opened(sessionId);
	let sent = 0;
	leaves.push($effect.root(() => sendWithRoom(app, view, () => sent++)));
	await settles(() => expect(view.inUse && awaitedIn(view)).not.toBeNull());
	await app.db.turns.count();
	expect(sent).toBe(0);
});

it('a draft that is used at the desk after a reload sends the message that waits for it', async () => {
	const { sessionId } = await waiting();
	await useSummary(app, 'summary-1');
	const tab = anotherTab(app);
	tab.model.next(say('Four'));
	const outcome = await sendAwaited(tab, new AppState(tab).views.of(sessionId));
	expect(outcome?.status).toBe('answered');
});

it('a draft that is used at the desk where another tab sends the message calls nobody to the list', async () => {
	const { sessionId } = await waiting();
	await useSummary(app, 'summary-1');
	const tab = anotherTab(app);
	const view = new AppState(tab).views.of(sessionId);
	const sent = await app.locks.hold(sessionLock(sessionId), () => sendAwaited(tab, view));
	expect(sent).toMatchObject({ value: { status: 'stopped' } });
	expect(view.answering.announcement).toBe('stopped');
	expect(answerMarks.get(sessionId)).toBeUndefined();
	expect(tab.model.bodies).toEqual([]);
});

it('a message that was deleted is not sent by it, and one that is asked about here is, whatever can be read of that', async () => {
	const { sessionId, outcome } = await waiting();
	await useSummary(app, 'summary-1');
	const views = [await opened(sessionId, app), await opened(sessionId)] as const;
	for (const view of views) await settles(() => expect(awaitedIn(view)).toEqual(outcome));
	const deleted = { sessionId, turnId: outcome.turnId ?? '', kind: 'deleted', at: 1 } as const;
	await app.db.marks.put(deleted);
	expect(await sendAwaited(app, views[0])).toBeNull();
	await app.db.marks.delete([sessionId, deleted.turnId, 'deleted']);
	app.model.next(say('Four'));
	vi.spyOn(app.scratch.views, 'get').mockRejectedValue(new Dexie.UnknownError('gone'));
	expect((await sendAwaited(app, views[0]))?.status).toBe('answered');
});

it('it is not asked about on a branch on which it does not stand, nor where its session has ended', async () => {
	const { sessionId } = await waiting();
	const view = await opened(sessionId);
	await settles(() => expect(awaitedIn(view)).not.toBeNull());
	await app.db.sessions.update(sessionId, { endedAt: 1 });
	await settles(() => expect(awaitedIn(view)).toBeNull());
	await app.db.sessions.update(sessionId, { endedAt: null });
	await settles(() => expect(awaitedIn(view)).not.toBeNull());
	await app.db.turns.filter(({ seq }) => seq === 3).modify({ turnId: 'another' });
	await settles(() => expect(awaitedIn(view)).toBeNull());
});

it('a message that a backup brings the answer to is asked about no more', async () => {
	const { sessionId, outcome } = await waiting();
	const views = [await opened(sessionId, app), await opened(sessionId)] as const;
	for (const view of views) await settles(() => expect(awaitedIn(view)).toEqual(outcome));
	const exchange = (await logOf(app, sessionId)).at(-1);
	if (!exchange) throw new Error('Nothing waits');
	// Written where nobody tells the tabs of another try, as what is imported is.
	const hash = linkStep(chainEnd(exchange), { turnId: exchange.turn.turnId, index: 0 }, [
		text('Four')
	]);
	await app.db.steps.add(aStep(exchange.turn, 0, 'Four', { hash }));
	for (const view of views) await settles(() => expect(awaitedIn(view)).toBeNull());
	await useSummary(app, 'summary-1');
	expect(await sendAwaited(app, views[0])).toBeNull();
	expect((await logOf(app, sessionId)).at(-1)?.steps).toHaveLength(1);
});

it('what does not fit is told with what takes the room, until another try', async () => {
	const session = await fullSession();
	const outcome = await sendWords(app, session, long.repeat(20));
	expect(outcome).toMatchObject({ status: 'failed', failure: { kind: 'does-not-fit' } });
	const view = await opened(session.id);
	await settles(() => expect(view.answering.trouble).toMatchObject(outcome));
	app.model.next(say('Five'));
	await sendWords(app, session, 'Fifth');
	await settles(() => expect(view.answering.trouble?.turnId).not.toBe(outcome.turnId));
});

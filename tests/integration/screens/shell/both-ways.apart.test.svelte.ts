import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { resetSession } from '#flows/sessions/reset-session.ts';
import { AppState } from '#state/app.svelte.ts';
import { chooseModel } from '../../../../src/routes/chat/acts/choose-model.ts';
import { rememberNow } from '../../../../src/routes/chat/acts/remember-now.ts';
import { draftActions } from '../../../../src/routes/chat/acts/summary/draft-actions.ts';
import { textActions } from '../../../../src/routes/chat/acts/summary/text-actions.ts';
import { branchActions } from '../../../../src/routes/chat/acts/turn/branch-actions.ts';
import { markActions } from '../../../../src/routes/chat/acts/turn/mark-actions.ts';
import { removeSessions } from '../../../../src/routes/acts/remove-sessions.ts';
import { resetNow } from '../../../../src/routes/acts/reset-now.ts';
import { sayResets } from '../../../../src/routes/acts/say-resets.ts';
import { sessionListActs } from '../../../../src/routes/acts/session-list-acts.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { aSummary } from '../../../support/builders/a-summary.ts';
import { someExchanges, storeSession } from '../../../support/builders/stored-session.ts';
import { eventually } from '../../../support/eventually.ts';
import { never } from '../../../support/never.ts';
import { onScreen } from '../../../support/on-screen.svelte.ts';

/** What can be undone says so with Undo, what was undone with Redo, and so on: every act by its own button. */

vi.mock('$app/navigation', () => ({ goto: vi.fn() }));

let app: TestApp;
let keepsake: AppState;
const stops: (() => void)[] = [];
const said = someExchanges(6);
const turnId = said[1]?.turn.turnId ?? '';
const draft = aSummary(2, { status: 'draft', committedAt: null, text: 'As it was.' });

withApp((own) => (app = own));
beforeEach(async () => {
	app.jobs['report-loss'] = () => new Promise(() => undefined);
	app.jobs['archive-session'] = () => Promise.resolve({ status: 'archived', archiveId: 'a1' });
	app.jobs.extract = () => Promise.resolve({ status: 'extracted', proposals: 0 });
	await storeSession(app.db, aSession(), said);
	await app.db.summaries.put(draft);
	keepsake = new AppState(app);
});
afterEach(() => {
	for (const stop of stops.splice(0)) stop();
});

const view = () => keepsake.views.of('s1');
const session = () => app.db.sessions.get('s1');
const opens = { pins: vi.fn(), summary: vi.fn(), line: vi.fn() };
const entry = { id: 's1', title: 'Bread', folder: null } as never;
const isEnded = async () => (await session())?.endedAt !== null;
const lost = { text: 'said 1', turnId };
const pinned = async () => (await app.db.pins.toArray()).map(({ text }) => text);

const acts: Readonly<Record<string, readonly [() => unknown, () => Promise<unknown>]>> = {
	'deleting a message': [
		() => markActions(keepsake, view(), opens).remove(turnId),
		async () => (await app.db.marks.get(['s1', turnId, 'deleted'])) !== undefined
	],
	'pinning words': [() => markActions(keepsake, view(), opens).pinText('said 1', turnId), pinned],
	'pinning what a summary lost': [
		() => textActions(keepsake, view()).pinLoss(draft, lost as never),
		pinned
	],
	'deleting a session': [
		() => removeSessions(keepsake, [entry], null),
		async () => (await session())?.deletedAt === null
	],
	'moving a session': [
		() => sessionListActs(keepsake, null).move([entry], 'Kitchen'),
		async () => (await session())?.folder
	],
	'archiving a session': [() => resetNow(keepsake, 's1', { isHere: false }), isEnded],
	'a reset by the clock': [
		async () => {
			stops.push(sayResets(keepsake));
			await app.db.sessions.update('s1', { resetPolicy: { kind: 'idle', minutes: 1 } });
			await resetSession(app, 's1', { by: 'idle' }, never);
		},
		isEnded
	],
	'remembering a line': [
		() => rememberNow(keepsake, view(), { text: 'Likes plums', turnId: null }, vi.fn()),
		async () => (await app.db.memoryFiles.get('MEMORY.md'))?.deletedAt === null
	],
	'discarding a draft': [
		() => draftActions(keepsake).discard(draft),
		async () => (await app.db.summaries.get(draft.id))?.status
	],
	'editing a summary': [
		() => textActions(keepsake, view()).save(draft, { text: 'Other words.' }),
		async () => (await app.db.summaries.get(draft.id))?.text
	],
	'another model': [
		() => chooseModel(keepsake, view(), 'claude-opus-5'),
		async () => (await session())?.model
	],
	'a branch': [
		() => branchActions(keepsake, view()).branch(turnId),
		async () => (await session())?.branch === 'trunk'
	]
};

it('letting go of what a summary lost takes every pin of its words, and Undo puts each back', async () => {
	stops.push((await onScreen(view())).leave);
	for (const id of ['p1', 'p2'])
		await app.db.pins.put({ id, sessionId: 's1', text: lost.text, turnId, at: 1 });
	const before = await app.db.pins.toArray();
	await eventually(() => expect(view().pinned).toEqual([lost.text]));
	await textActions(keepsake, view()).pinLoss(draft, lost as never);
	expect(await pinned()).toEqual([]);
	await keepsake.notices.current?.action?.onpress();
	expect(await app.db.pins.toArray()).toEqual(before);
});

it.each(Object.keys(acts))('%s', async (name) => {
	const [act, state] = acts[name]!;
	stops.push((await onScreen(view())).leave);
	stops.push(
		$effect.root(() => {
			$effect(() => void keepsake.settings.current);
		})
	);
	await eventually(() => {
		flushSync();
		expect(keepsake.settings.current).toBeDefined();
	});
	const before = await state();
	await act();
	const { notices } = keepsake;
	const now = async () => [notices.current?.action?.label, await state()];
	await eventually(async () => expect((await now())[0], notices.current?.text).toBe('Undo'));
	const after = await state();
	expect(after).not.toEqual(before);
	for (const expected of [
		['Redo', before],
		['Undo', after],
		['Redo', before]
	] as const) {
		await notices.current?.action?.onpress();
		await eventually(async () => expect(await now()).toEqual(expected));
	}
});

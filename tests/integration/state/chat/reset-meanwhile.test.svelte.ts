import { Dexie } from 'dexie';
import { expect, it, vi } from 'vitest';
import { moveUnsent } from '#db/scratch/move-unsent.ts';
import { endSession } from '#db/log/resets.ts';
import { attachedOf, unsentOf } from '#db/scratch/unsent.ts';
import { deleteSessions, restoreSessions } from '#flows/sessions/change-session.ts';
import { sessionLock } from '#flows/ports/lock-names.ts';
import { AppState } from '#state/app.svelte.ts';
import { LeftUnsent } from '#state/composer/left-unsent.svelte.ts';
import { lasting } from '#state/lasting.svelte.ts';
import { Sending } from '../../../../src/routes/chat/sending.svelte.ts';
import { anotherTab, type TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../../support/builders/stored-session.ts';
import { eventually } from '../../../support/eventually.ts';
import { onScreen } from '../../../support/on-screen.svelte.ts';
import { written } from '../../../support/written.ts';

/** Words that were sent while another tab archives their session. */

let app: TestApp;
withApp((own) => (app = own));

it('are taken along by the reset, once, and are not sent', async () => {
	await storeSession(app.db, aSession(), someExchanges(2));
	const tab = anotherTab(app);
	const keepsake = new AppState(tab);
	const view = keepsake.views.of('s1');
	const { leave } = await onScreen(view);
	const sending = new Sending(keepsake, view, () => undefined);
	view.unsent.text = 'half a thought';
	await view.unsent.kept();
	await app.locks.hold(sessionLock('s1'), async () => {
		sending.send();
		await eventually(() => expect(view.queued.isOn).toBe(true));
		await endSession(app.db, { id: 's1', at: 2, next: aSession({ id: 's2' }) });
		await moveUnsent(app.scratch, { from: 's1', to: 's2' });
	});
	const failure = { kind: 'changed-meanwhile', why: 'session-ended' };
	await eventually(() => expect(sending.notStored).toEqual(failure));
	// As the screen of what has ended begins.
	lasting(() => new LeftUnsent(tab, view));
	await Promise.all([unsentOf(app.scratch, 's1'), attachedOf(app.scratch, 's1')]);
	await new Promise((resolve) => setTimeout(resolve));
	view.unsent.leave();
	await written(app.scratch);
	expect(await app.scratch.unsent.toArray()).toMatchObject([
		{ sessionId: 's2', text: 'half a thought' }
	]);
	expect(view.queued.isOn).toBe(false);
	expect(tab.model.bodies).toEqual([]);
	leave();
});

it('are told as not sent because their session was deleted no longer than until that is undone in the other tab', async () => {
	await storeSession(app.db, aSession(), someExchanges(2));
	const keepsake = new AppState(anotherTab(app));
	const view = keepsake.views.of('s1');
	const { leave } = await onScreen(view);
	const sending = new Sending(keepsake, view, () => undefined);
	view.unsent.text = 'half a thought';
	await app.locks.hold(sessionLock('s1'), async () => {
		sending.send();
		await eventually(() => expect(view.queued.isOn).toBe(true));
		await deleteSessions(app, ['s1']);
	});
	const failure = { kind: 'changed-meanwhile', why: 'session-deleted' };
	await eventually(() => expect(sending.notStored).toEqual(failure));
	await restoreSessions(app, ['s1']);
	await eventually(() => expect(sending.notStored).toBeNull());
	expect(view.unsent.text).toBe('half a thought');
	leave();
});

it('wait for no answer of a database that gives none: what comes of sending them tells', async () => {
	await storeSession(app.db, aSession({ endedAt: 2 }), someExchanges(2));
	const view = new AppState(app).views.of('s1');
	const { leave } = await onScreen(view);
	const failure = { kind: 'changed-meanwhile', why: 'session-ended' };
	expect(await view.closedBy()).toEqual(failure);
	const unread = vi.spyOn(app.db.sessions, 'get');
	unread.mockRejectedValueOnce(new Dexie.DatabaseClosedError());
	expect(await view.closedBy()).toBeNull();
	unread.mockRestore();
	leave();
});

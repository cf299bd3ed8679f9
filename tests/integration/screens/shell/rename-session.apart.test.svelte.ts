import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppState } from '#state/app.svelte.ts';
import type { SessionEntry } from '#state/session-list.ts';
import Toast from '#ui/kit/notices/Toast.svelte';
import { sessionListActs } from '../../../../src/routes/acts/session-list-acts.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../../support/builders/stored-session.ts';
import { eventually } from '../../../support/eventually.ts';
import { all, clear, click, show } from '../../kit/kit-page.ts';

/** A session of the list that is renamed or moved, and the way back. */

vi.mock('$app/navigation', () => ({ goto: vi.fn() }));

let app: TestApp;
withApp((own) => (app = own));
beforeEach(async () => {
	await storeSession(app.db, aSession({ title: 'Bread' }), someExchanges(1));
});
afterEach(async () => {
	await clear();
});

const entry = { id: 's1', title: 'Bread', folder: null } as SessionEntry;
const stored = () => app.db.sessions.get('s1');

it('is as before with one press, and nothing offers it again', async () => {
	const keepsake = new AppState(app);
	const { notices } = keepsake;
	show(Toast, {
		get message() {
			return notices.current;
		},
		ondismiss: notices.dismiss
	});
	const { rename, move } = sessionListActs(keepsake, null);
	const undo = () => all('button').find((one) => one.textContent.trim() === 'Undo');

	expect(await rename(entry, 'Rolls')).toBeNull();
	flushSync();
	click(undo());
	expect(undo()).toBeUndefined();
	await eventually(async () => expect(await stored()).toMatchObject({ title: 'Bread' }));
	await eventually(() => expect(notices.current?.text).toBe('Renamed back.'));

	expect(await move([entry], 'Kitchen')).toBeNull();
	flushSync();
	click(undo());
	expect(undo()).toBeUndefined();
	await eventually(async () => expect(await stored()).toMatchObject({ folder: null }));
	await eventually(() => expect(notices.current?.text).toBe('Moved back.'));
});

it('a way back that could not be stored stands beside the words that say why, and works once there is room', async () => {
	const keepsake = new AppState(app);
	const { notices } = keepsake;
	await sessionListActs(keepsake, null).rename(entry, 'Rolls');
	vi.spyOn(app.db.sessions, 'bulkPut').mockRejectedValueOnce(new Error('disk full'));
	notices.current?.action?.onpress();
	await eventually(() => expect(notices.current).toMatchObject({ isFailure: true }));
	await eventually(() => expect(notices.current?.action?.label).toBe('Undo'));
	expect(await stored()).toMatchObject({ title: 'Rolls' });
	notices.current?.action?.onpress();
	await eventually(async () => expect(await stored()).toMatchObject({ title: 'Bread' }));
	await eventually(() => expect(notices.current).toMatchObject({ text: 'Renamed back.' }));
	expect(notices.current?.action?.label).toBe('Redo');
	notices.current?.action?.onpress();
	await eventually(async () => expect(await stored()).toMatchObject({ title: 'Rolls' }));
});

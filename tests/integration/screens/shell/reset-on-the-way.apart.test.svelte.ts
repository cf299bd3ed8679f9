import { beforeEach, expect, it, vi } from 'vitest';
import { goto } from '$app/navigation';
import { AppState } from '#state/app.svelte.ts';
import { resetNow } from '../../../../src/routes/acts/reset-now.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../../support/builders/stored-session.ts';

/** A reset shows the session that follows to whoever has stayed. */

const { on } = vi.hoisted(() => ({ on: { to: null as { readonly url: URL } | null } }));
vi.mock('$app/navigation', () => ({ goto: vi.fn() }));
vi.mock('$app/state', () => ({ navigating: on }));

let app: TestApp;

withApp((own) => (app = own));
beforeEach(async () => {
	vi.mocked(goto).mockClear();
	on.to = null;
	app.jobs['archive-session'] = () => Promise.resolve({ status: 'archived', archiveId: 'a1' });
	app.jobs.extract = () => Promise.resolve({ status: 'extracted', proposals: 0 });
	await storeSession(app.db, aSession(), someExchanges(2));
});

it('who has stayed is led to it', async () => {
	await resetNow(new AppState(app), 's1', { isHere: true });
	const [next] = (await app.db.sessions.toArray()).filter(({ id }) => id !== 's1');
	expect(goto).toHaveBeenCalledExactlyOnceWith(`/chat/${next?.id ?? ''}`);
});

it('who is on the way to another page, which is not drawn yet, is left on it', async () => {
	on.to = { url: new URL('/archive', location.href) };
	await resetNow(new AppState(app), 's1', { isHere: true });
	expect((await app.db.sessions.get('s1'))?.endedAt).not.toBeNull();
	expect(goto).not.toHaveBeenCalled();
});

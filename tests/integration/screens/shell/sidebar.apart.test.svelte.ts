import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppState, provideAppState } from '#state/app.svelte.ts';
import Sidebar from '../../../../src/routes/frame/Sidebar.svelte';
import { anApp, type TestApp } from '../../../support/apps/an-app.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { eventually } from '../../../support/eventually.ts';
import { unseen } from '../../../support/never.ts';
import { all, click } from '../../kit/kit-page.ts';

/** What is done with a session in the list at the side is said, and can be taken back. */

vi.mock('$app/state', () => ({
	page: { url: new URL('https://keepsake.test/memory'), params: {} }
}));
vi.mock('$app/navigation', () => ({ goto: () => Promise.resolve() }));

let app: TestApp;
let keepsake: AppState;
let sidebar: Record<string, unknown>;

beforeEach(async () => {
	app = await anApp();
	await app.db.sessions.put(aSession({ id: 's1', title: 'Bread', titleFrom: 'first-message' }));
	keepsake = new AppState(app);
	const inApp = (...asked: Parameters<typeof Sidebar>) => {
		provideAppState(keepsake);
		return Sidebar(...asked);
	};
	const props = { hasStart: false, onpalette: unseen };
	sidebar = mount(inApp, { target: document.body, context: new Map(), props });
});
afterEach(async () => {
	await unmount(sidebar);
	await app.close();
});

const stored = () => app.db.sessions.get('s1');
const said = (text: string) => eventually(() => expect(keepsake.notices.current?.text).toBe(text));
const takeBack = () => keepsake.notices.current?.action?.onpress();

async function choose(name: string) {
	const item = () => all('menuitem').find((one) => one.textContent.trim() === name);
	await eventually(() => {
		flushSync();
		expect(document.querySelector('nav a')).not.toBeNull();
	});
	click(all('button').find((one) => one.getAttribute('aria-label') === 'Session actions'));
	expect(item()).toBeDefined();
	click(item());
}

it('that a session was pinned is said, and can be taken back', async () => {
	await choose('Pin session');
	await said('Pinned.');
	expect(await stored()).toMatchObject({ pinned: true });
	takeBack();
	await said('No longer pinned.');
	expect(await stored()).toMatchObject({ pinned: false });
});

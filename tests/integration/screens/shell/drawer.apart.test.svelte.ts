import { createRawSnippet, flushSync, getAllContexts, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppState, provideAppState } from '#state/app.svelte.ts';
import Frame from '../../../../src/routes/frame/Frame.svelte';
import Shell from '../../../../src/routes/frame/Shell.svelte';
import { anApp, type TestApp } from '../../../support/apps/an-app.ts';
import { all, click } from '../../kit/kit-page.ts';
import { eventually } from '../../../support/eventually.ts';

/** The drawer of a phone, where a press in it leads to the page one is on already. */

type Arrived = (navigation: { readonly type: string }) => void;
const router = vi.hoisted(() => ({ arrived: new Set<Arrived>() }));
vi.mock('$app/state', () => ({
	page: { url: new URL('https://keepsake.test/chat/s1'), params: { id: 's1' } }
}));
vi.mock('$app/navigation', () => ({
	afterNavigate: (arrived: Arrived) => router.arrived.add(arrived),
	goto: () => {
		for (const arrived of router.arrived) arrived({ type: 'goto' });
		return Promise.resolve();
	}
}));

let app: TestApp;
let shell: Record<string, unknown>;

beforeEach(async () => {
	vi.stubGlobal('matchMedia', () => ({
		matches: true,
		addEventListener: () => undefined,
		removeEventListener: () => undefined
	}));
	app = await anApp();
});
afterEach(async () => {
	await unmount(shell);
	vi.unstubAllGlobals();
	await app.close();
});

it('a new chat that is the empty one on screen closes it, and the composer has the focus', async () => {
	const keepsake = new AppState(app);
	vi.spyOn(keepsake.views, 'begin').mockResolvedValue('s1');
	const inApp = (...asked: Parameters<typeof Shell>) => {
		provideAppState(keepsake);
		return Shell(...asked);
	};
	const html = (text: string) => createRawSnippet(() => ({ render: () => text }));
	shell = mount(inApp, {
		target: document.body,
		context: new Map(),
		props: {
			children: createRawSnippet(() => ({
				render: () => '<div></div>',
				setup: (target) => {
					const screen = mount(Frame, {
						target,
						context: getAllContexts(),
						props: {
							title: '',
							header: html('<h1>New chat</h1>'),
							children: html('<div id="composer"><textarea></textarea></div>')
						}
					});
					return () => void unmount(screen);
				}
			}))
		}
	});
	flushSync();
	const main = document.querySelector('main');
	click(all('button').find((one) => one.getAttribute('aria-label') === 'Open sessions'));
	expect(main?.hasAttribute('inert')).toBe(true);
	const newChat = () => all('button').find((one) => one.textContent.trim() === 'New chat');
	await eventually(() => expect(newChat()).toBeDefined());
	click(newChat());
	const reached = vi.fn();
	document.querySelector('textarea')?.addEventListener('focus', () => {
		reached(main?.hasAttribute('inert'));
	});
	await eventually(() => expect(reached).toHaveBeenCalledOnce());
	expect(reached).toHaveBeenCalledWith(false);
	expect(main?.hasAttribute('inert')).toBe(false);
});

import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppState, provideAppState } from '#state/app.svelte.ts';
import { words } from '#ui/words/all-words.ts';
import Page from '../../../../src/routes/settings/presets/+page.svelte';
import { provideShellState, ShellState } from '../../../../src/routes/frame/shell-state.svelte.ts';
import { anApp, type TestApp } from '../../../support/apps/an-app.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { storeSession } from '../../../support/builders/stored-session.ts';
import { eventually } from '../../../support/eventually.ts';

/** The fields that one session has of its own: what is changed quickly is all kept. */

vi.mock('$app/state', () => ({
	page: {
		url: new URL('https://keepsake.test/settings/presets?session=s1'),
		params: {},
		state: {}
	}
}));
vi.mock('$app/navigation', () => ({
	afterNavigate: () => undefined,
	beforeNavigate: () => undefined,
	goto: () => Promise.resolve()
}));

let app: TestApp;
let page: Record<string, unknown>;

beforeEach(async () => {
	app = await anApp();
	await storeSession(app.db, aSession(), []);
	const keepsake = new AppState(app);
	const inApp = (...asked: Parameters<typeof Page>) => {
		provideAppState(keepsake);
		provideShellState(new ShellState());
		return Page(...asked);
	};
	page = mount(inApp, { target: document.body, context: new Map(), props: {} });
	flushSync();
});
afterEach(async () => {
	await unmount(page);
	await app.close();
});

const labelled = (label: string) =>
	[...document.querySelectorAll('label')].find(({ textContent }) => textContent.includes(label))!;
function choose(path: string, value: string) {
	const label = labelled(words.presets.fields[path]!.label);
	const select = (label.control ?? document.getElementById(label.htmlFor)) as HTMLSelectElement;
	select.value = value;
	select.dispatchEvent(new Event('change', { bubbles: true }));
	flushSync();
}

it('two fields of one part that are changed one right after the other are both kept', async () => {
	await eventually(() => expect(labelled(words.presets.fields['form.role']!.label)).toBeDefined());
	choose('form.role', 'system');
	choose('form.lastRequest', 'never');
	const own = async () => (await app.db.sessions.get('s1'))?.policy.overrides['form'];
	await eventually(async () =>
		expect(await own()).toMatchObject({ role: 'system', lastRequest: 'never' })
	);
});

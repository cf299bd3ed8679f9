import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryFile } from '#db/memory/files.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { AppState, provideAppState } from '#state/app.svelte.ts';
import Page from '../../../src/routes/memory/[...path]/+page.svelte';
import { anApp, type TestApp } from '../../support/apps/an-app.ts';
import { all, click } from '../kit/kit-page.ts';
import { eventually } from '../../support/eventually.ts';

/** The page of a memory file, which stays while one goes from file to file. */

const shown = $state({ path: 'MEMORY.md' });
vi.mock('$app/state', () => ({
	page: {
		url: new URL('https://keepsake.test/memory/MEMORY.md'),
		get params() {
			return shown;
		}
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
});
afterEach(async () => {
	await unmount(page);
	await app.close();
});

it('Undo brings back the file that was deleted, also from the page of another one', async () => {
	const other = 'memory/2026-11-20.md';
	for (const [path, text] of [
		['MEMORY.md', '- Likes tea\n'],
		[other, '- Has a cat\n']
	] as const)
		await saveMemoryFile(app, { path, text, expectedRev: null });
	const keepsake = new AppState(app);
	const inApp = (...asked: Parameters<typeof Page>) => {
		provideAppState(keepsake);
		return Page(...asked);
	};
	page = mount(inApp, { target: document.body, context: new Map(), props: {} });
	const button = (name: string) => all('button').find((one) => one.textContent.trim() === name);
	await eventually(() => expect(button('Delete file')?.matches(':disabled')).toBe(false));
	click(button('Delete file'));
	await eventually(() => expect(button('Undo')).toBeDefined());
	expect(await memoryFile(app.db, 'MEMORY.md')).toBeUndefined();

	shown.path = other;
	flushSync();
	click(button('Undo'));
	await eventually(() => expect(keepsake.notices.current?.text).toBe('MEMORY.md is back.'));
	expect((await memoryFile(app.db, 'MEMORY.md'))?.text).toBe('- Likes tea\n');
});

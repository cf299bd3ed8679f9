import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import type { MemoryOrigin } from '#core/memory/memory.ts';
import { changeOrigins, memoryFile, originsOf } from '#db/memory/files.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { AppState, provideAppState } from '#state/app.svelte.ts';
import Page from '../../../../src/routes/memory/[...path]/+page.svelte';
import { provideShellState, ShellState } from '../../../../src/routes/frame/shell-state.svelte.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { all, click } from '../../kit/kit-page.ts';
import { eventually } from '../../../support/eventually.ts';

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

withApp((own) => (app = own));
afterEach(async () => {
	await unmount(page);
});

function open(): AppState {
	const keepsake = new AppState(app);
	const inApp = (...asked: Parameters<typeof Page>) => {
		provideAppState(keepsake);
		provideShellState(new ShellState());
		return Page(...asked);
	};
	page = mount(inApp, { target: document.body, context: new Map(), props: {} });
	return keepsake;
}
const buttons = (name: string) => all('button').filter((one) => one.textContent.trim() === name);
const button = (name: string) => buttons(name)[0];

it('“I vouch for this” means the line that was asked about, also when another one has taken its place', async () => {
	const path = 'MEMORY.md';
	const learnt = (line: string): MemoryOrigin => ({
		id: line,
		path,
		line,
		sessionId: null,
		turnIds: [],
		origin: 'import',
		writer: 'import',
		at: 1,
		importance: null,
		tags: []
	});
	await changeOrigins(app.db, { add: ['has a cat', 'hates jam'].map(learnt), without: [] });
	const text = '- Likes tea\n- Has a cat\n- Hates jam\n';
	await saveMemoryFile(app, { path, text, expectedRev: null });
	shown.path = path;
	open();
	// Where there is no room beside the text the lines are shown when they are asked for.
	await eventually(() => expect(button('Lines')?.getAttribute('aria-expanded')).toBe('false'));
	click(button('Lines'));
	const ask = 'Why do you know this?';
	await eventually(() => expect(buttons(ask)).toHaveLength(3));
	click(buttons(ask)[1]);
	await eventually(() => expect(button('I vouch for this')).toBeDefined());
	await saveMemoryFile(app, { path, text: '- Has a cat\n- Hates jam\n', expectedRev: 1 });
	await eventually(() => expect(buttons(ask)).toHaveLength(2));
	click(button('I vouch for this'));
	const vouched = async () =>
		(await originsOf(app.db, path)).filter(({ writer }) => writer === 'vouch');
	await eventually(async () => expect(await vouched()).toMatchObject([{ line: 'has a cat' }]));
});

it('Undo brings back the file that was deleted, also from the page of another one', async () => {
	const other = 'memory/2026-11-20.md';
	for (const [path, text] of [
		['MEMORY.md', '- Likes tea\n'],
		[other, '- Has a cat\n']
	] as const)
		await saveMemoryFile(app, { path, text, expectedRev: null });
	const keepsake = open();
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

it('Undo takes a save back and Redo makes it again; one that does not stand any more is not taken back', async () => {
	shown.path = 'memory/new.md';
	const keepsake = open();
	await eventually(() => expect(button('Save')).toBeDefined());
	expect([button('Rename'), button('Delete file')]).toEqual([undefined, undefined]);
	const area = () => document.querySelector('textarea')!;
	const text = async () => (await memoryFile(app.db, shown.path))?.text;
	const save = async (words: string) => {
		await eventually(() => expect(area()).not.toBeNull());
		area().value = words;
		area().dispatchEvent(new InputEvent('input', { bubbles: true }));
		flushSync();
		keepsake.notices.dismiss();
		flushSync();
		click(button('Save'));
		await eventually(() => expect(button('Undo')).toBeDefined());
		expect(await text()).toBe(words);
	};
	await save('- Likes tea\n');
	await eventually(() =>
		expect([button('Rename'), button('Delete file')]).not.toContain(undefined)
	);
	await save('- Likes coffee\n');
	const { action } = keepsake.notices.current!;
	click(button('Undo'));
	await eventually(async () => expect(await text()).toBe('- Likes tea\n'));
	await eventually(() => expect(area().value).toBe('- Likes tea\n'));
	await eventually(() =>
		expect(keepsake.notices.current?.text).toBe('Undone: the last change of memory/new.md.')
	);
	click(button('Redo'));
	await eventually(async () => expect(await text()).toBe('- Likes coffee\n'));
	await eventually(() => expect(area().value).toBe('- Likes coffee\n'));
	// The file had never been away.
	await eventually(() => expect(keepsake.notices.current?.text).toBe('Saved memory/new.md.'));

	await save('- Likes water\n');
	// What was written since would be gone as well.
	action?.onpress();
	await eventually(() => expect(keepsake.notices.current?.isFailure).toBe(true));
	expect(await text()).toBe('- Likes water\n');
});

it('Undo of a first save leaves no file', async () => {
	shown.path = 'memory/first.md';
	open();
	await eventually(() => expect(document.querySelector('textarea')).not.toBeNull());
	const area = document.querySelector('textarea')!;
	area.value = '- Likes tea\n';
	area.dispatchEvent(new InputEvent('input', { bubbles: true }));
	flushSync();
	click(button('Save'));
	await eventually(() => expect(button('Undo')).toBeDefined());
	click(button('Undo'));
	await eventually(async () => expect(await memoryFile(app.db, shown.path)).toBeUndefined());
	await eventually(() => expect(area.value).toBe(''));
});

it('a version that was restored gives way again with Undo, and comes back with Redo', async () => {
	const path = 'memory/versions.md';
	shown.path = path;
	const text = async () => (await memoryFile(app.db, path))?.text;
	for (const [at, words] of ['- Likes tea\n', '- Likes coffee\n'].entries())
		await saveMemoryFile(app, { path, text: words, expectedRev: at === 0 ? null : at });
	const keepsake = open();
	await eventually(() => expect(button('History')).toBeDefined());
	click(button('History'));
	await eventually(() => expect(button('Restore this version')).toBeDefined());
	click(button('Restore this version'));
	await eventually(async () => expect(await text()).toBe('- Likes tea\n'));
	// The file had never been away, and nothing was undone.
	const told = `${path} is as it was in that version.`;
	await eventually(() => expect(keepsake.notices.current?.text).toBe(told));
	const by = () => document.querySelector('li')?.textContent;
	await eventually(() => expect(by()).toContain('Restored, '));
	await eventually(() => expect(button('Undo')).toBeDefined());
	click(button('Undo'));
	await eventually(async () => expect(await text()).toBe('- Likes coffee\n'));
	await eventually(() => expect(keepsake.notices.current?.text).toMatch(/^Undone: /));
	click(button('Redo'));
	await eventually(async () => expect(await text()).toBe('- Likes tea\n'));
});

import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onDevice } from '#core/settings.ts';
import { memoryFile } from '#db/memory/files.ts';
import { putUnsaved, unsavedOf } from '#db/scratch/unsaved.ts';
import { readSettings } from '#db/settings.ts';
import { watch } from '#db/watch.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { Live } from '#state/live.svelte.ts';
import { MemoryEditor } from '#state/memory/memory-editor.svelte.ts';
import FileEditor from '#ui/memory/FileEditor.svelte';
import { anApp, type TestApp } from '../../support/apps/an-app.ts';
import { all, clear, click, show } from '../kit/kit-page.ts';
import { eventually } from '../../support/eventually.ts';

/** What is written into a memory file and not saved is dropped by nothing but a press that says so. */

const path = 'MEMORY.md';
let app: TestApp;
let stop: () => void;

beforeEach(async () => {
	app = await anApp();
	await store('- Likes tea\n');
});
afterEach(async () => {
	vi.restoreAllMocks();
	stop();
	await clear();
	await app.close();
});

async function store(text: string) {
	const expectedRev = (await memoryFile(app.db, path))?.rev ?? null;
	await saveMemoryFile(app, { path, text, expectedRev });
}

/** As the page holds it: what is stored is followed. */
async function anEditor(): Promise<MemoryEditor> {
	const settings = new Live(watch(() => readSettings(app.db)));
	const editor = new MemoryEditor({ app, settings, answerer: () => onDevice }, path);
	let isRead = false;
	stop = $effect.root(() => {
		$effect(() => {
			isRead = editor.isLoaded && editor.revisions.current !== undefined;
		});
	});
	await eventually(() => expect(isRead).toBe(true));
	return editor;
}
const fillDisk = () =>
	vi.spyOn(app.db.memoryFiles, 'put').mockRejectedValueOnce(new Error('disk full'));

it('it stays when deleting the file, or bringing a version of it back, does not work', async () => {
	const editor = await anEditor();
	const [version] = editor.revisions.current ?? [];
	editor.write('- Likes green tea\n');
	fillDisk();
	expect(await editor.remove()).toEqual({ kind: 'storage-full' });
	expect(editor.text).toBe('- Likes green tea\n');
	fillDisk();
	expect(await editor.restore(version?.id ?? '')).toEqual({ kind: 'storage-full' });
	expect(editor.text).toBe('- Likes green tea\n');
});

it('it stays when a deletion is taken back after something new was written', async () => {
	const editor = await anEditor();
	expect(await editor.remove()).toBeNull();
	await eventually(() => expect(editor.text).toBe(''));
	editor.write('- Has a cat\n');
	expect(await editor.undelete()).toBeNull();
	await eventually(() => expect(editor.isStale).toBe(true));
	expect(editor.text).toBe('- Has a cat\n');
	expect(editor.file.current?.text).toBe('- Likes tea\n');
});

it('what was written and taken back by hand gives way to the file as it is', async () => {
	const editor = await anEditor();
	editor.write('- Likes green tea\n');
	editor.write('- Likes tea\n');
	expect(await editor.remove()).toBeNull();
	await eventually(() => expect(editor.text).toBe(''));
	expect(editor.isChanged).toBe(false);
});

/** What a page that is opened anew would find. */
const kept = async () => (await unsavedOf(app.scratch, path))?.text;

it('it is there again after the page was left, until it is saved or given up', async () => {
	const editor = await anEditor();
	editor.write('- Likes green tea\n');
	editor.write('- Likes black tea\n');
	expect(editor.isBeingKept).toBe(true);
	await eventually(() => expect(editor.isBeingKept).toBe(false));
	stop();

	const again = await anEditor();
	expect(again.text).toBe('- Likes black tea\n');
	expect([again.isChanged, again.isStale]).toEqual([true, false]);
	await again.save();
	await eventually(async () => expect(await kept()).toBeUndefined());

	again.write('- Likes no tea\n');
	await eventually(async () => expect(await kept()).toBe('- Likes no tea\n'));
	again.takeTheirs();
	await eventually(async () => expect(await kept()).toBeUndefined());
});

it('what was saved a moment before the page went is not taken for unsaved, also when the file was changed since', async () => {
	const text = '- Likes green tea\n';
	await putUnsaved(app.scratch, { path, text, base: 0, at: app.clock.now() });
	await store(text);
	await store('- Likes black tea\n');
	const editor = await anEditor();
	expect(editor.text).toBe('- Likes black tea\n');
	await eventually(async () => expect(await kept()).toBeUndefined());
});

it('what another tab keeps of the same file is not taken away when this one saves', async () => {
	const [here, there] = [await anEditor(), await anEditor()];
	here.write('- Likes green tea\n');
	there.write('- Likes black tea\n');
	await eventually(async () => expect(await kept()).toBe('- Likes black tea\n'));
	await here.save();
	await eventually(() => expect(here.isBeingKept).toBe(false));
	expect(await kept()).toBe('- Likes black tea\n');
});

it('a file with unsaved changes is neither deleted nor made what it was: it is saved first', async () => {
	await store('- Likes green tea\n');
	const editor = await anEditor();
	let changed = $state(true);
	const nothing = () => undefined;
	show(FileEditor, {
		path,
		text: '- Likes black tea\n',
		exists: true,
		get changed() {
			return changed;
		},
		theirs: null,
		revisions: editor.revisions.current ?? [],
		origins: [],
		sources: undefined,
		paths: [path],
		problem: null,
		line: null,
		onwrite: nothing,
		onsave: nothing,
		ondelete: nothing,
		onrename: nothing,
		onmove: nothing,
		onrestore: nothing,
		onkeepmine: nothing,
		ontaketheirs: nothing
	});
	const button = (name: string) => all('button').find((one) => one.textContent.trim() === name);
	const isOff = (name: string) => button(name)?.matches(':disabled, [aria-disabled=true]');
	click(button('History'));
	expect([isOff('Delete file'), isOff('Restore this version')]).toEqual([true, true]);
	expect(document.body.textContent).toContain('Save first, then restore');
	changed = false;
	flushSync();
	expect([isOff('Delete file'), isOff('Restore this version')]).toEqual([false, false]);
	expect(document.body.textContent).not.toContain('Save first');
});

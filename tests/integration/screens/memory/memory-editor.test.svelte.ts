import { createRawSnippet, flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onDevice } from '#core/models/model-card.ts';
import { memoryFile } from '#db/memory/files.ts';
import { putUnsaved, unsavedOf } from '#db/scratch/unsaved.ts';
import { IndexStore } from '#db/schema.ts';
import { readSettings } from '#db/settings.ts';
import { watch } from '#db/watch.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { leftUnsaved } from '#flows/memory/left-unsaved.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { Live } from '#state/live.svelte.ts';
import { MemoryEditor } from '#state/memory/memory-editor.svelte.ts';
import FileEditor from '#ui/memory/FileEditor.svelte';
import { anotherTab, type TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { button, clear, click, show } from '../../kit/kit-page.ts';
import { withWorkshop } from '../../../support/apps/with-workshop.ts';
import { unopenable } from '../../../support/breaking/unopenable.ts';
import { eventually } from '../../../support/eventually.ts';

/** What is written into a memory file and not saved is dropped by nothing but a press that says so, and comes back. */

const path = 'MEMORY.md';
let app: TestApp;
let stop: () => void;

withApp((own) => (app = own));
beforeEach(async () => {
	await store('- Likes tea\n');
});
afterEach(async () => {
	vi.restoreAllMocks();
	stop();
	await clear();
});

/** As a tab that is gone has left it. */
const leave = (text: string) =>
	putUnsaved(app.scratch, { path, text, base: 0, by: 'gone', at: app.clock.now() });

async function store(text: string) {
	const expectedRev = (await memoryFile(app.db, path))?.rev ?? null;
	await saveMemoryFile(app, { path, text, expectedRev });
}

/** As the page holds it: what is stored is followed. */
async function anEditor(tab: TestApp = app): Promise<MemoryEditor> {
	const settings = new Live(watch(() => readSettings(app.db)));
	const editor = new MemoryEditor({ app: tab, settings, answerer: () => onDevice }, path);
	let isRead = false;
	stop = $effect.root(() => {
		$effect(() => {
			isRead = editor.pen.isLoaded && editor.revisions.current !== undefined;
		});
	});
	await eventually(() => expect(isRead).toBe(true));
	return editor;
}
const fillDisk = () =>
	vi.spyOn(app.db.memoryFiles, 'put').mockRejectedValueOnce(new Error('disk full'));

it('where nothing can be kept beside the file, the file is read and saved all the same', async () => {
	app.scratch.close({ disableAutoOpen: false });
	const back = unopenable((name) => name.endsWith('-scratch'));
	const told = vi.fn();
	app.scratch.whenSpared = told;
	const editor = await anEditor();
	expect(editor.pen.text).toBe('- Likes tea\n');
	expect(told).toHaveBeenCalledOnce();

	editor.pen.write('- Likes green tea\n');
	await editor.pen.settled;
	// A page that goes now would lose it, and says so.
	expect(editor.pen.isBeingKept).toBe(true);
	expect(await editor.save()).toMatchObject({ status: 'saved' });
	expect((await memoryFile(app.db, path))?.text).toBe('- Likes green tea\n');
	await editor.pen.settled;
	expect(editor.pen.isBeingKept).toBe(false);
	back.open();
});

it('it stays when deleting the file, or bringing a version of it back, does not work', async () => {
	const editor = await anEditor();
	const [version] = editor.revisions.current ?? [];
	editor.pen.write('- Likes green tea\n');
	fillDisk();
	expect(await editor.remove()).toEqual({ kind: 'storage-full' });
	expect(editor.pen.text).toBe('- Likes green tea\n');
	fillDisk();
	expect(await editor.restore(version?.id ?? '')).toMatchObject({
		failure: { kind: 'storage-full' }
	});
	expect(editor.pen.text).toBe('- Likes green tea\n');
});

it('it stays when a deletion is taken back after something new was written', async () => {
	const editor = await anEditor();
	expect(await editor.remove()).toBeNull();
	await eventually(() => expect(editor.pen.text).toBe(''));
	editor.pen.write('- Has a cat\n');
	expect(await editor.undelete()).toBeNull();
	await eventually(() => expect(editor.pen.theirs).toBe('- Likes tea\n'));
	expect(editor.pen.text).toBe('- Has a cat\n');
	expect(editor.pen.file.current?.text).toBe('- Likes tea\n');
});

it('what was written and taken back by hand gives way to the file as it is', async () => {
	const editor = await anEditor();
	editor.pen.write('- Likes green tea\n');
	editor.pen.write('- Likes tea\n');
	expect(await editor.remove()).toBeNull();
	await eventually(() => expect(editor.pen.text).toBe(''));
	expect(editor.pen.isChanged).toBe(false);
});

/** What a page that is opened anew would find. */
const kept = async () => (await everyKept())[0];
/** The newest first. */
const everyKept = async () => (await unsavedOf(app.scratch, path)).map(({ text }) => text);

it('it is there again after the page was left, until it is saved or given up', async () => {
	const editor = await anEditor();
	editor.pen.write('- Likes green tea\n');
	editor.pen.write('- Likes black tea\n');
	expect(editor.pen.isBeingKept).toBe(true);
	await eventually(() => expect(editor.pen.isBeingKept).toBe(false));
	stop();

	const again = await anEditor();
	expect(again.pen.text).toBe('- Likes black tea\n');
	expect([again.pen.isChanged, again.pen.theirs]).toEqual([true, null]);
	await again.save();
	await eventually(async () => expect(await kept()).toBeUndefined());

	again.pen.write('- Likes no tea\n');
	await eventually(async () => expect(await kept()).toBe('- Likes no tea\n'));
	again.put(null);
	await eventually(async () => expect(await kept()).toBeUndefined());
});

const full = new DOMException('no room', 'QuotaExceededError');

/** Whether the browser asks whoever leaves now. */
function isAsked(): boolean {
	const going = new Event('beforeunload', { cancelable: true });
	window.dispatchEvent(going);
	return going.defaultPrevented;
}

it('what finds no room to be kept is told, asks before it goes with the page, from whatever page that is, and is there again', async () => {
	const editor = await anEditor();
	const disk = vi.spyOn(app.scratch.unsavedFiles, 'put').mockRejectedValue(full);
	editor.pen.write('- Likes green tea\n');
	await eventually(() => expect(editor.problem).toEqual({ kind: 'storage-full' }));
	expect(editor.pen.isBeingKept).toBe(true);
	stop();
	expect(isAsked()).toBe(true);
	const again = await anEditor();
	expect([again.pen.text, again.pen.isChanged, again.pen.theirs]).toEqual([
		'- Likes green tea\n',
		true,
		null
	]);
	expect(again.pen.isBeingKept).toBe(true);
	disk.mockRestore();
	again.pen.write('- Likes black tea\n');
	await eventually(async () => expect(await kept()).toBe('- Likes black tea\n'));
	expect([again.problem, again.pen.isBeingKept, isAsked()]).toEqual([null, false, false]);
	await again.save();
	stop();
	expect((await anEditor()).pen.isChanged).toBe(false);
});

it('what found no room to be kept and was begun from what another tab had left takes that along when it is given up', async () => {
	await leave('- Likes milk\n');
	const editor = await anEditor();
	const disk = vi.spyOn(app.scratch.unsavedFiles, 'put').mockRejectedValue(full);
	editor.pen.write('- Likes warm milk\n');
	await eventually(() => expect(editor.problem).toEqual({ kind: 'storage-full' }));
	stop();
	const again = await anEditor();
	expect(again.pen.text).toBe('- Likes warm milk\n');
	disk.mockRestore();
	again.put(null);
	await eventually(async () => expect(await everyKept()).toEqual([]));
});

it('what found no room to be kept and is given up does not come back', async () => {
	const editor = await anEditor();
	vi.spyOn(app.scratch.unsavedFiles, 'put').mockRejectedValue(full);
	editor.pen.write('- Likes green tea\n');
	await eventually(() => expect(editor.problem).toEqual({ kind: 'storage-full' }));
	editor.put(null);
	await eventually(() => expect(editor.pen.isBeingKept).toBe(false));
	expect(editor.problem).toBeNull();
	stop();
	expect((await anEditor()).pen.text).toBe('- Likes tea\n');
});

it('in the editors of two tabs neither takes the place of the other, and both are kept', async () => {
	const first = await anEditor();
	const stopFirst = stop;
	const second = await anEditor(anotherTab(app));
	first.pen.write('- Likes green tea\n');
	second.pen.write('- Likes coffee\n');
	await eventually(() =>
		expect([first.pen.isBeingKept, second.pen.isBeingKept]).toEqual([false, false])
	);
	expect(await everyKept()).toEqual(['- Likes coffee\n', '- Likes green tea\n']);
	// The first is saved: the second is asked about what it would replace.
	await first.save();
	stopFirst();
	expect(await everyKept()).toEqual(['- Likes coffee\n']);
	second.pen.write('- Likes coffee best\n');
	await eventually(() => expect(second.pen.theirs).toBe('- Likes green tea\n'));
	await eventually(async () => expect(await everyKept()).toEqual(['- Likes coffee best\n']));
	stop();
	const after = await anEditor(anotherTab(app));
	expect(after.pen.text).toBe('- Likes coffee best\n');
	after.pen.write('- Likes milk\n');
	await eventually(async () => expect(await everyKept()).toEqual(['- Likes milk\n']));
});

it('what two tabs have left of one file is found again, the newest first, and the other once that is saved or given up', async () => {
	const texts = ['- Likes green tea\n', '- Likes coffee\n', '- Likes milk\n'];
	const stops: (() => void)[] = [];
	const editors: MemoryEditor[] = [];
	for (let tab = 0; tab < texts.length; tab++) {
		editors.push(await anEditor(anotherTab(app)));
		stops.push(stop);
	}
	for (const [tab, editor] of editors.entries()) editor.pen.write(texts[tab] ?? '');
	await eventually(() => expect(editors.some((one) => one.pen.isBeingKept)).toBe(false));
	for (const end of stops) end();
	const next = async () => {
		const editor = await anEditor(anotherTab(app));
		expect(await leftUnsaved(app)).toEqual([path]);
		return editor;
	};
	const newest = await next();
	expect([newest.pen.text, newest.pen.theirs]).toEqual(['- Likes milk\n', null]);
	await newest.save();
	stop();
	const second = await next();
	expect([second.pen.text, second.pen.theirs]).toEqual(['- Likes coffee\n', '- Likes milk\n']);
	second.put(null);
	await eventually(() => expect(second.pen.isBeingKept).toBe(false));
	stop();
	const last = await next();
	expect(last.pen.text).toBe('- Likes green tea\n');
	last.keepMine();
	await last.save();
	expect(await leftUnsaved(app)).toEqual([]);
});

it('who comes back to a file in the same tab finds what was written there, also when another tab wrote later', async () => {
	const here = await anEditor();
	here.pen.write('- Likes green tea\n');
	await eventually(() => expect(here.pen.isBeingKept).toBe(false));
	stop();
	await leave('- Likes coffee\n');
	expect((await anEditor()).pen.text).toBe('- Likes green tea\n');
});

it('what a full disk has kept of an earlier wording goes when the later one is saved', async () => {
	const editor = await anEditor();
	editor.pen.write('- Likes green tea\n');
	await eventually(async () => expect(await kept()).toBe('- Likes green tea\n'));
	vi.spyOn(app.scratch.unsavedFiles, 'put').mockRejectedValue(full);
	editor.pen.write('- Likes black tea\n');
	await eventually(() => expect(editor.problem).toEqual({ kind: 'storage-full' }));
	await editor.save();
	expect(await everyKept()).toEqual([]);
});

it('what was saved a moment before the page went is not taken for unsaved, also when the file was changed since', async () => {
	const text = '- Likes green tea\n';
	await leave(text);
	await store(text);
	await store('- Likes black tea\n');
	const editor = await anEditor();
	expect(editor.pen.text).toBe('- Likes black tea\n');
	await eventually(async () => expect(await kept()).toBeUndefined());
});

it('what another tab keeps of the same file is not taken away when this one saves', async () => {
	const [here, there] = [await anEditor(), await anEditor()];
	here.pen.write('- Likes green tea\n');
	there.pen.write('- Likes black tea\n');
	await eventually(async () => expect(await kept()).toBe('- Likes black tea\n'));
	await here.save();
	await eventually(() => expect(here.pen.isBeingKept).toBe(false));
	expect(await kept()).toBe('- Likes black tea\n');
});

it('goes with the file, and comes back with it', async () => {
	const editor = await anEditor();
	editor.pen.write('- Likes green tea\n');
	expect(await editor.remove()).toBeNull();
	await eventually(() => expect([editor.pen.text, editor.pen.isChanged]).toEqual(['', false]));
	await eventually(async () => expect(await kept()).toBeUndefined());
	expect(await editor.undelete()).toBeNull();
	expect([editor.pen.text, editor.pen.isChanged]).toEqual(['- Likes green tea\n', true]);
	await eventually(() => expect(editor.pen.file.current?.text).toBe('- Likes tea\n'));
	expect(editor.pen.theirs).toBeNull();
	await eventually(async () => expect(await kept()).toBe('- Likes green tea\n'));
});

it('comes back before what was written at its path since, which what was not saved does not overwrite unasked', async () => {
	const editor = await anEditor();
	expect(await editor.remove()).toBeNull();
	await store('- Has a cat\n');
	expect(await editor.undelete()).toBeNull();
	await eventually(() => expect(editor.pen.text).toBe('- Likes tea\n- Has a cat\n'));

	editor.pen.write('- Likes green tea\n');
	expect(await editor.remove()).toBeNull();
	await store('- Has a dog\n');
	expect(await editor.undelete()).toBeNull();
	await eventually(() => expect(editor.pen.theirs).toBe('- Likes tea\n- Has a cat\n- Has a dog\n'));
	expect(editor.pen.text).toBe('- Likes green tea\n');
});

it('gives way to the other version, and comes back with Undo', async () => {
	const editor = await anEditor();
	editor.pen.write('- Likes green tea\n');
	await store('- Likes black tea\n');
	await eventually(() => expect(editor.pen.theirs).toBe('- Likes black tea\n'));
	const dropped = editor.put(null);
	expect([editor.pen.text, editor.pen.theirs]).toEqual(['- Likes black tea\n', null]);
	await eventually(async () => expect(await kept()).toBeUndefined());
	expect(editor.put(dropped)).toBeNull();
	expect([editor.pen.text, editor.pen.theirs]).toEqual([
		'- Likes green tea\n',
		'- Likes black tea\n'
	]);
	await eventually(async () => expect(await kept()).toBe('- Likes green tea\n'));
});

it('a failed save says so until one of the two texts was chosen', async () => {
	const editor = await anEditor();
	for (const choose of [() => editor.keepMine(), () => void editor.put(null)]) {
		editor.pen.write('- Likes green tea\n');
		await store(`- Likes black tea ${String(app.clock.now())}\n`);
		await editor.save();
		expect(editor.problem).toEqual({ kind: 'changed-meanwhile' });
		choose();
		expect(editor.problem).toBeNull();
	}
});

it('what was saved stands on screen from the moment it is stored, and the next key begins from it', async () => {
	const editor = await anEditor();
	editor.pen.write('- Likes green tea\n');
	await editor.save();
	expect([editor.pen.text, editor.pen.isChanged]).toEqual(['- Likes green tea\n', false]);
	editor.pen.write('- Likes green tea.\n');
	expect(editor.pen.theirs).toBeNull();
	await eventually(() => expect(editor.pen.file.current?.text).toBe('- Likes green tea\n'));
	expect([editor.pen.text, editor.pen.theirs]).toEqual(['- Likes green tea.\n', null]);
	await editor.save();
	expect(editor.problem).toBeNull();
	await eventually(() => expect(editor.pen.file.current?.text).toBe('- Likes green tea.\n'));
});

it('what was written and taken back by hand begins anew from the file as it is by then', async () => {
	const editor = await anEditor();
	editor.pen.write('- Likes green tea\n');
	editor.pen.write('- Likes tea\n');
	await store('- Likes black tea\n');
	await eventually(() => expect(editor.pen.file.current?.text).toBe('- Likes black tea\n'));
	editor.put(null);
	editor.pen.write('- Likes black tea\n- Has a cat\n');
	expect(editor.pen.theirs).toBeNull();
});

it('what is written during a save is not told to be in the way of that save', async () => {
	const editor = await anEditor();
	editor.pen.write('- Likes green tea\n');
	const saving = editor.save();
	editor.pen.write('- Likes green tea!\n');
	await saving;
	await eventually(() => expect(editor.pen.file.current?.text).toBe('- Likes green tea\n'));
	expect([editor.pen.text, editor.pen.theirs]).toEqual(['- Likes green tea!\n', null]);
	await eventually(() => expect(editor.pen.isBeingKept).toBe(false));
	stop();
	expect((await anEditor()).pen.theirs).toBeNull();
});

it('a line that is forgotten goes from what is being written, and no save brings it back', async () => {
	await store('- Likes tea\n- Has a cat\n');
	const editor = await anEditor();
	editor.pen.write('- Likes tea\n- Has a cat\n- Lives in Rome\n');
	expect([editor.holds('Has a cat'), editor.holds('Lives in Rome')]).toEqual([true, false]);
	const index = new IndexStore('memory-editor-index');
	withWorkshop(app, index);
	await forget(app, { what: { kind: 'line', line: 'Has a cat' }, lines: [], summaries: {} });
	await eventually(() => expect(editor.pen.text).toBe('- Likes tea\n- Lives in Rome\n'));
	expect([editor.pen.theirs, editor.pen.isChanged]).toEqual([null, true]);
	await eventually(async () => expect(await kept()).toBe('- Likes tea\n- Lives in Rome\n'));
	await editor.save();
	expect((await memoryFile(app.db, path))?.text).toBe('- Likes tea\n- Lives in Rome\n');
	await index.delete();
});

it('where a line goes from the file, what another has written there before is not overwritten unasked either', async () => {
	await store('- Likes tea\n- Has a cat\n');
	const { pen } = await anEditor();
	pen.write('- Likes tea\n- Has a cat\n- Lives in Rome\n');
	await store('- Likes tea\n- Has a cat\n- Has a dog\n');
	await eventually(() => expect(pen.theirs).toBe('- Likes tea\n- Has a cat\n- Has a dog\n'));
	await store('- Likes tea\n- Has a dog\n');
	await eventually(() => expect(pen.theirs).toBe('- Likes tea\n- Has a dog\n'));
	expect(pen.text).toBe('- Likes tea\n- Lives in Rome\n');
});

it('a line that goes from the file while it is written anew here is asked about', async () => {
	await store('- Likes tea\n- Has a cat\n');
	const { pen } = await anEditor();
	pen.write('- Likes green tea\n- Has a cat\n');
	await store('- Has a cat\n');
	await eventually(() => expect(pen.theirs).toBe('- Has a cat\n'));
	expect(pen.text).toBe('- Likes green tea\n- Has a cat\n');
});

it('a forgotten line that stands in no file but in what is being written goes from there too', async () => {
	const editor = await anEditor();
	const index = new IndexStore('memory-editor-index');
	withWorkshop(app, index);
	const lives = { kind: 'line', line: 'Lives in Rome' } as const;
	editor.pen.write('- Likes tea\n- Lives in Rome\n- Has a cat\n');
	await eventually(() => expect(editor.pen.isBeingKept).toBe(false));
	await forget(app, { what: lives, lines: [], summaries: {} });
	await eventually(() => expect(editor.pen.text).toBe('- Likes tea\n- Has a cat\n'));
	editor.pen.write('- Likes tea\n- Has a cat or two\n');
	await eventually(async () => expect(await kept()).toBe('- Likes tea\n- Has a cat or two\n'));
	await editor.save();
	expect((await memoryFile(app.db, path))?.text).toBe('- Likes tea\n- Has a cat or two\n');
	await index.delete();
});

it('a file with unsaved changes is not made what it was: it is saved first; it may be deleted at any time', async () => {
	await store('- Likes green tea\n');
	const editor = await anEditor();
	let changed = $state(true);
	const nothing = () => undefined;
	const none = createRawSnippet(() => ({ render: () => '<span></span>' }));
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
		ontaketheirs: nothing,
		why: none,
		facts: none
	});
	const isOff = (name: string) => button(name)?.matches(':disabled, [aria-disabled=true]');
	click(button('History'));
	expect([isOff('Delete file'), isOff('Restore this version')]).toEqual([false, true]);
	expect(document.body.textContent).toContain('Save first, then restore');
	changed = false;
	flushSync();
	expect([isOff('Delete file'), isOff('Restore this version')]).toEqual([false, false]);
	expect(document.body.textContent).not.toContain('Save first');
});

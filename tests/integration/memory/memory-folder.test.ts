import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { stepFor } from '#core/memory/outside-folder.ts';
import { writeMemory } from '#db/memory/files.ts';
import { IndexStore } from '#db/schema.ts';
import { folderState, putFolderState } from '#db/scratch/outside-places.ts';
import {
	disownMemoryFolder,
	keepMemoryFolder,
	writeMemoryFolder
} from '#flows/backups/keep-memory-folder.ts';
import { acceptDatabase } from '#flows/copies/serve-copies.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { runForgetting } from '#flows/forgetting/run-forgetting.ts';
import { renameMemoryFile } from '#flows/memory/memory-acts.ts';
import { Copies } from '#state/data/copies.svelte.ts';
import { StartCheck } from '#state/tab/start-check.svelte.ts';
import { UnderWay } from '#state/tab/under-way.svelte.ts';
import { packer } from '#worker/workshop/packer.ts';
import { aFolder, type TestFolder } from '../../support/builders/a-folder.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { eventually } from '../../support/eventually.ts';

/** Memory straight into a folder of the user: written as it changes, and nothing of others written over. */

let app: TestApp;
let folder: TestFolder;

withApp((own) => (app = own));
beforeEach(() => {
	folder = aFolder();
	// Handles with functions cannot be stored here as a browser stores its own.
	const get = app.scratch.views.get.bind(app.scratch.views) as (key: string) => Promise<unknown>;
	app.scratch.views.get = ((key: string) =>
		key === 'place memory'
			? Promise.resolve({ key, value: folder.handle })
			: get(key)) as unknown as typeof app.scratch.views.get;
});

let revisions = 0;
async function remember(path: string, text: string, { deleted = false } = {}): Promise<void> {
	const file = await app.db.memoryFiles.get(path);
	const stored = await writeMemory(app.db, {
		revision: {
			id: `revision-${String(++revisions)}`,
			path,
			at: app.clock.now(),
			by: 'user',
			text,
			deleted
		},
		expectedRev: file?.rev ?? null,
		origins: []
	});
	expect(stored.status).toBe('stored');
}
const write = (how: { ask?: boolean; over?: string } = {}) =>
	writeMemoryFolder(app, { ask: false, ...how });

test('every file stands in the folder byte for byte, the notes in a folder of their own', async () => {
	await remember('MEMORY.md', '\uFEFF- one\r\n- two');
	await remember('memory/2026-11-20.md', '- a note\n');
	expect(await write()).toMatchObject({ conflicts: [], trouble: null });
	expect(Object.fromEntries(folder.files)).toEqual({
		'MEMORY.md': '\uFEFF- one\r\n- two',
		'memory/2026-11-20.md': '- a note\n'
	});
});

test('a change is written when it happens, and what was deleted here goes there', async () => {
	await remember('MEMORY.md', '- one\n');
	const stop = new AbortController();
	const kept = keepMemoryFolder(app, stop.signal, () => undefined);
	await eventually(() => expect(folder.files.get('MEMORY.md')).toBe('- one\n'));
	await remember('MEMORY.md', '- one\n- two\n');
	await eventually(() => expect(folder.files.get('MEMORY.md')).toBe('- one\n- two\n'));
	folder.files.set('shopping.md', 'not ours');
	await remember('MEMORY.md', '', { deleted: true });
	await eventually(() => expect([...folder.files.keys()]).toEqual(['shopping.md']));
	stop.abort();
	await kept;
});

/** As a browser throws them away, or a restore clears them before it brings its own. */
const lose = () => app.db.memoryFiles.clear();

test('a file that is missing here was deleted by nobody, and stays there until it is back', async () => {
	await remember('MEMORY.md', '- one\n');
	await remember('memory/notes.md', '- two\n');
	await write();
	const rows = await app.db.memoryFiles.toArray();
	await lose();
	expect(await write()).toMatchObject({ conflicts: [], trouble: null });
	expect([...folder.files.keys()]).toEqual(['MEMORY.md', 'memory/notes.md']);
	// A copy of before, which the user has restored, is what counts.
	await app.db.memoryFiles.bulkPut(rows.map((row) => ({ ...row, text: '- before\n' })));
	expect(await write()).toMatchObject({ conflicts: [] });
	expect([...folder.files.values()]).toEqual(['- before\n', '- before\n']);
});

test('who goes on with less while the folder is being written disowns what is written just then, too', async () => {
	await remember('MEMORY.md', '- one\n');
	await write();
	let end = (): void => undefined;
	const writing = new Promise<void>((resolve) => (end = resolve));
	const held = app.locks.hold('memory-folder', async () => {
		const state = await folderState(app.scratch);
		await writing;
		await putFolderState(app.scratch, state);
	});
	const disowned = disownMemoryFolder(app);
	// As long as it would take where nobody waited.
	for (let times = 0; times < 5; times++) await folderState(app.scratch);
	end();
	await Promise.all([held, disowned]);
	expect((await folderState(app.scratch)).written).toEqual({});
});

test.each([true, false])(
	'who goes on with less (with nothing: %s) has no good file written over by the new one',
	async (empty) => {
		await remember('MEMORY.md', '- one\n');
		await remember('memory/notes.md', '- two\n');
		await write();
		await lose();
		app.jobs['accept-database'] = (ask) => acceptDatabase(app, ask);
		expect(await new Copies(app, new UnderWay(), new StartCheck(app)).accept(empty)).toBe(true);
		await remember('MEMORY.md', '- begun anew\n');
		expect(await write()).toMatchObject({ conflicts: ['MEMORY.md'] });
		expect(Object.fromEntries(folder.files)).toEqual({
			'MEMORY.md': '- one\n',
			'memory/notes.md': '- two\n'
		});
	}
);

test('what was deleted and then forgotten for good goes there too', async () => {
	await remember('MEMORY.md', '- one\n');
	await write();
	await remember('MEMORY.md', '', { deleted: true });
	const { deletedAt } = (await app.db.memoryFiles.get('MEMORY.md'))!;
	const index = new IndexStore('test-memory-folder');
	app.jobs.forget = (ask) => runForgetting({ ...app, index, packer }, ask);
	const what = { kind: 'memory-file', path: 'MEMORY.md', deletedAt: deletedAt! } as const;
	expect(await forget(app, { what, lines: [], summaries: {} })).toMatchObject({
		status: 'forgotten'
	});
	await write();
	expect([...folder.files.keys()]).toEqual([]);
	await index.delete();
});

test('what others wrote there is never written over until the user says so', async () => {
	folder.files.set('MEMORY.md', '- from my notebook\n');
	await remember('MEMORY.md', '- one\n');
	expect(await write()).toMatchObject({ conflicts: ['MEMORY.md'] });
	expect(folder.files.get('MEMORY.md')).toBe('- from my notebook\n');
	expect(await write({ over: 'MEMORY.md' })).toMatchObject({ conflicts: [] });
	expect(folder.files.get('MEMORY.md')).toBe('- one\n');
	folder.files.set('MEMORY.md', '- one\n- and mine\n');
	await remember('MEMORY.md', '- one\n- two\n');
	expect(await write()).toMatchObject({ conflicts: ['MEMORY.md'] });
	expect(folder.files.get('MEMORY.md')).toBe('- one\n- and mine\n');
	// Taken over here, there is nothing to decide any more.
	await remember('MEMORY.md', '- one\n- and mine\n');
	expect(await write()).toMatchObject({ conflicts: [] });
	folder.files.set('MEMORY.md', 'changed once more');
	await remember('MEMORY.md', '', { deleted: true });
	await write();
	expect(folder.files.get('MEMORY.md')).toBe('changed once more');
});

test('a file that a closed tab had only begun is nobody’s: it is written, and not told to be changed by others', async () => {
	await remember('MEMORY.md', '- one\n');
	folder.files.set('MEMORY.md', '');
	expect(await write()).toMatchObject({ conflicts: [], trouble: null });
	expect(folder.files.get('MEMORY.md')).toBe('- one\n');
	folder.files.set('MEMORY.md', '');
	await remember('MEMORY.md', '- two\n');
	expect(await write()).toMatchObject({ conflicts: ['MEMORY.md'] });
	expect(folder.files.get('MEMORY.md')).toBe('');
});

test('what stands in the folder as we wrote it is known as that when the tab was closed before the next file', async () => {
	await remember('MEMORY.md', '- one\n');
	await remember('memory/2026-11-20.md', '- a note\n');
	const closed = new Error('closed');
	const { files } = folder;
	const set = files.set.bind(files);
	files.set = (path, text) => {
		if (path.startsWith('memory/') && text !== '') throw closed;
		return set(path, text);
	};
	await expect(write()).rejects.toBe(closed);
	files.set = set;
	expect(files.get('MEMORY.md')).toBe('- one\n');
	await remember('MEMORY.md', '- two\n');
	expect(await write()).toMatchObject({ conflicts: [], trouble: null });
	expect(Object.fromEntries(files)).toEqual({
		'MEMORY.md': '- two\n',
		'memory/2026-11-20.md': '- a note\n'
	});
});

test('a permission that is taken back in the middle is told as that', async () => {
	await remember('MEMORY.md', '- one\n');
	const getFileHandle = folder.handle.getFileHandle.bind(folder.handle);
	folder.handle.getFileHandle = () => {
		folder.lose();
		return Promise.reject(new DOMException('not any more', 'NotAllowedError'));
	};
	expect(await write()).toMatchObject({ trouble: { kind: 'not-allowed' } });
	folder.handle.getFileHandle = getFileHandle;
	expect(await write({ ask: true })).toMatchObject({ trouble: null });
});

test('a permission that is lost is told once, writes nothing, and comes back with a press of a button', async () => {
	await remember('MEMORY.md', '- one\n');
	await write();
	folder.lose();
	let told = 0;
	const stop = new AbortController();
	const kept = keepMemoryFolder(app, stop.signal, () => told++);
	await remember('MEMORY.md', '- two\n');
	await eventually(async () =>
		expect((await folderState(app.scratch)).trouble).toEqual({ kind: 'not-allowed' })
	);
	await remember('MEMORY.md', '- three\n');
	expect(folder.files.get('MEMORY.md')).toBe('- one\n');
	expect(await write({ ask: true })).toMatchObject({ trouble: null });
	expect(folder.files.get('MEMORY.md')).toBe('- three\n');
	stop.abort();
	await kept;
	expect(told).toBe(1);
});

test('a folder that is gone or full is a failure that is said, not a crash', async () => {
	await remember('MEMORY.md', '- one\n');
	folder.handle.getFileHandle = () =>
		Promise.reject(new DOMException('The folder is gone', 'InvalidStateError'));
	expect(await write()).toMatchObject({
		trouble: { kind: 'failed', failure: { kind: 'unreadable', what: 'My notes' } }
	});
});

test('a file that stands there otherwise than it was written is told as damaged, and not taken for ours', async () => {
	await remember('MEMORY.md', '- one\n');
	const set = folder.files.set.bind(folder.files);
	folder.files.set = (path, text) => set(path, text.slice(0, 3));
	expect(await write()).toMatchObject({
		written: {},
		trouble: { kind: 'failed', failure: { kind: 'damaged', what: 'MEMORY.md' } }
	});
	folder.files.set = set;
	expect(await write({ over: 'MEMORY.md' })).toMatchObject({ conflicts: [], trouble: null });
	expect(folder.files.get('MEMORY.md')).toBe('- one\n');
});

test('a file that cannot be removed there is a failure that is said, and is tried again', async () => {
	await remember('MEMORY.md', '- one\n');
	await write();
	await remember('MEMORY.md', '', { deleted: true });
	const removeEntry = folder.handle.removeEntry.bind(folder.handle);
	folder.handle.removeEntry = () =>
		Promise.reject(new DOMException('Synchronised', 'NoModificationAllowedError'));
	expect(await write()).toMatchObject({
		trouble: { kind: 'failed', failure: { kind: 'unreadable', what: 'My notes' } }
	});
	folder.handle.removeEntry = removeEntry;
	expect(await write()).toMatchObject({ trouble: null });
	expect([...folder.files.keys()]).toEqual([]);
});

/** A file that is open in another program: it can be read there, and not written. */
function holdOpen(path: string): () => void {
	const getFileHandle = folder.handle.getFileHandle.bind(folder.handle);
	folder.handle.getFileHandle = async (name, how) => {
		const file = await getFileHandle(name, how);
		const createWritable = () =>
			Promise.reject(new DOMException('Locked', 'NoModificationAllowedError'));
		return name === path ? Object.assign(file, { createWritable }) : file;
	};
	return () => (folder.handle.getFileHandle = getFileHandle);
}

test('a file that cannot be written holds up no other and hides no conflict, and is named', async () => {
	await remember('MEMORY.md', '- one\n');
	await remember('memory/a.md', '- a\n');
	await remember('memory/b.md', '- b\n');
	await write();
	const close = holdOpen('MEMORY.md');
	folder.files.set('memory/b.md', '- b by hand\n');
	await remember('MEMORY.md', '- two\n');
	await remember('memory/a.md', '- a two\n');
	await remember('memory/b.md', '- b two\n');
	expect(await write()).toMatchObject({
		conflicts: ['memory/b.md'],
		trouble: { kind: 'failed', failure: { kind: 'unreadable' }, paths: ['MEMORY.md'] }
	});
	expect(folder.files.get('MEMORY.md')).toBe('- one\n');
	expect(folder.files.get('memory/a.md')).toBe('- a two\n');
	close();
	expect(await write()).toMatchObject({ trouble: null });
	expect(folder.files.get('MEMORY.md')).toBe('- two\n');
});

test('so does one whose name the browser gives to no file', async () => {
	const getFileHandle = folder.handle.getFileHandle.bind(folder.handle);
	folder.handle.getFileHandle = (name, how) =>
		name === 'con.md'
			? Promise.reject(new TypeError('Name is not allowed.'))
			: getFileHandle(name, how);
	await remember('con.md', '- a\n');
	await remember('notes.md', '- b\n');
	expect(await write()).toMatchObject({
		trouble: { kind: 'failed', failure: { kind: 'unreadable' }, paths: ['con.md'] }
	});
	expect([...folder.files.keys()]).toEqual(['notes.md']);
});

test.each([true, false])(
	'a file that is called otherwise by case alone is there under its new name (a disk without case: %s)',
	async (caseless) => {
		folder = aFolder('My notes', { caseless });
		await remember('memory/Work.md', '- a fact\n');
		await write();
		await renameMemoryFile(app, { from: 'memory/Work.md', to: 'memory/work.md' });
		expect(await write()).toMatchObject({ conflicts: [], trouble: null });
		expect(Object.fromEntries(folder.files)).toEqual({ 'memory/work.md': '- a fact\n' });
		await remember('memory/work.md', '- another\n');
		expect(await write()).toMatchObject({ conflicts: [], trouble: null });
		expect(Object.fromEntries(folder.files)).toEqual({ 'memory/work.md': '- another\n' });
	}
);

test('what “Write now” cannot write is noted in Activity, once', async () => {
	await remember('MEMORY.md', '- one\n');
	const gone = () => Promise.reject(new DOMException('The folder is gone', 'NotFoundError'));
	folder.handle = Object.assign({}, folder.handle, {
		getFileHandle: gone,
		getDirectoryHandle: gone
	});
	for (let press = 0; press < 2; press++)
		expect((await write({ ask: true }))?.trouble).toMatchObject({ kind: 'failed' });
	expect(await app.db.activity.toArray()).toMatchObject([
		{ kind: 'failure', details: { what: 'memory-folder' } }
	]);
});

test('a folder that is gone is told once and noted once, and looked at every hour until it is back', async () => {
	const beats: (() => void)[] = [];
	const every = vi.spyOn(globalThis, 'setInterval').mockImplementation((beat, ms) => {
		if (ms === 60 * 60_000) beats.push(beat);
		return setTimeout(() => undefined);
	});
	await remember('MEMORY.md', '- one\n');
	let told = 0;
	const stop = new AbortController();
	const kept = keepMemoryFolder(app, stop.signal, () => told++);
	await eventually(() => expect(folder.files.get('MEMORY.md')).toBe('- one\n'));
	const { handle } = folder;
	const gone = () => Promise.reject(new DOMException('The folder is gone', 'NotFoundError'));
	folder.handle = Object.assign({}, handle, { getFileHandle: gone, getDirectoryHandle: gone });
	for (const text of ['- two\n', '- three\n']) {
		const { at } = await folderState(app.scratch);
		await remember('MEMORY.md', text);
		await eventually(async () => {
			const state = await folderState(app.scratch);
			expect(state.at).not.toBe(at);
			expect(state.trouble).toMatchObject({ kind: 'failed', paths: ['MEMORY.md'] });
		});
	}
	folder.handle = handle;
	for (const beat of beats) beat();
	await eventually(() => expect(folder.files.get('MEMORY.md')).toBe('- three\n'));
	stop.abort();
	await kept;
	expect(told).toBe(1);
	expect(await app.db.activity.toArray()).toMatchObject([
		{ kind: 'failure', details: { what: 'memory-folder' } }
	]);
	every.mockRestore();
});

test('a file is only ever written or removed where it stands as we wrote it, or not at all', () => {
	const hash = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null });
	fc.assert(
		fc.property(hash, hash, hash, fc.boolean(), (here, there, written, isDeleted) => {
			const step = stepFor({ here, there, written, isDeleted });
			if (step === 'remove' && !isDeleted) return false;
			if (step === 'write' || step === 'remove')
				return there === written || (there === null && step === 'write');
			return step !== 'keep' || here === there;
		})
	);
});

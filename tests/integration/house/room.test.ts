import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest';
import type * as Room from '#db/room.ts';
import type { Scratch, Truth } from '#db/schema.ts';

/** A full disk damages Chromium's databases with the first write it has no room for: so none is begun. */

/** The disk of this test: what becomes of a file that is written to try it. */
let disk: 'roomy' | 'full' | 'nameless' | 'hanging' = 'roomy';
let quota = 1e10;
let tries = 0;

const write = (): Promise<void> => {
	tries++;
	if (disk === 'full') throw new DOMException('no room', 'QuotaExceededError');
	if (disk === 'nameless') throw new DOMException('changed', 'InvalidStateError');
	return disk === 'hanging' ? new Promise(() => undefined) : Promise.resolve();
};
const writable = { write, abort: () => Promise.resolve() };
const root = {
	getFileHandle: () => Promise.resolve({ createWritable: () => Promise.resolve(writable) })
};
const storage = {
	getDirectory: () => Promise.resolve(root),
	estimate: () => Promise.resolve({ quota, usage: 0 })
};

let room: typeof Room;
let truth: Truth;
let scratch: Scratch;
let runs = 0;
/** Transactions of the browser; Dexie takes hold of what begins them as it opens. */
let begun: MockInstance<IDBDatabase['transaction']>;
const writesBegun = () => begun.mock.calls.filter(([, mode]) => mode === 'readwrite').length;

beforeEach(async () => {
	[disk, quota, tries] = ['roomy', 1e10, 0];
	begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
	vi.useFakeTimers({ toFake: ['Date'] });
	vi.stubGlobal('navigator', { userAgentData: {}, storage });
	// As in a page of its own: what one has found holds for it alone.
	vi.resetModules();
	room = await import('#db/room.ts');
	const schema = await import('#db/schema.ts');
	const name = `room-${String(++runs)}`;
	truth = new schema.Truth(name);
	scratch = new schema.Scratch(`${name}-scratch`);
	for (const db of [truth, scratch]) room.guardRoom(db);
});
afterEach(async () => {
	for (const db of [truth, scratch]) {
		db.close();
		await Dexie.delete(db.name);
	}
	begun.mockRestore();
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

/** As far as it goes while nothing is heard from outside, as in a page that goes. */
const microtasks = async (): Promise<void> => {
	for (let at = 0; at < 50; at++) await Promise.resolve();
};

const later = (ms = 10_000) => vi.setSystemTime(Date.now() + ms);

const store = async (value: string) => {
	const { writeSetting } = await import('#db/settings.ts');
	return writeSetting(truth, 'endpoint', value);
};
const stored = async () => (await truth.settings.get('endpoint'))?.value;
const full = { status: 'failed', failure: { kind: 'storage-full' } };

test('while the disk is full nothing is written, what is stored can be read, and then it goes on', async () => {
	expect(await store('one')).toMatchObject({ status: 'stored' });
	disk = 'full';
	later();
	const before = writesBegun();
	expect(before).toBeGreaterThan(0);
	expect(await store('two')).toEqual(full);
	expect(writesBegun()).toBe(before);
	expect(await stored()).toBe('one');
	disk = 'roomy';
	expect(await store('two')).toMatchObject({ status: 'stored' });
	expect(await stored()).toBe('two');
});

test('it is looked for once in two seconds at most, and anew for each write while there is none', async () => {
	for (const value of ['one', 'two', 'three']) await store(value);
	expect(tries).toBe(1);
	later(1900);
	await store('four');
	expect(tries).toBe(1);
	later(200);
	await store('five');
	expect(tries).toBe(2);
	disk = 'full';
	later();
	await store('six');
	await store('seven');
	expect(tries).toBe(4);
});

test('what is written to a table alone waits for it as well: unsent words, replies as far as they have come, single values', async () => {
	const { putAttached, putPartial, putUnsent, removePartial } =
		await import('#db/scratch/unsent.ts');
	const { keepValue } = await import('#db/scratch/kept-values.ts');
	const sessionId = 's';
	const writeAll = () => [
		putPartial(scratch, { sessionId } as never),
		putUnsent(scratch, { sessionId, text: 'words', at: 1 }),
		putAttached(scratch, { sessionId, items: [{} as never] }),
		keepValue(scratch, 'unsaved since', 1)
	];
	await Promise.all(writeAll());
	disk = 'full';
	later();
	const before = writesBegun();
	expect(before).toBeGreaterThan(0);
	for (const writing of [...writeAll(), removePartial(scratch, sessionId)])
		await expect(writing).rejects.toThrow('storage-full');
	expect(writesBegun()).toBe(before);
	expect(await scratch.partials.count()).toBe(1);
	disk = 'roomy';
	await removePartial(scratch, sessionId);
	expect(await scratch.partials.count()).toBe(0);
});

test('where there is room, as far as is known, a write to a table begins at once', async () => {
	await store('one');
	await scratch.open();
	const before = writesBegun();
	const writing = scratch.views.put({ key: 'one', value: 1 });
	expect(writesBegun()).toBe(before + 1);
	await writing;
});

test('inside a transaction nothing waits: it would be over by then', async () => {
	await store('one');
	await truth.transaction('rw', truth.settings, async () => {
		await truth.settings.put({ key: 'endpoint', value: 'two' });
		later();
		disk = 'full';
		await truth.settings.put({ key: 'endpoint', value: 'three' });
	});
	expect(await stored()).toBe('three');
});

test('a clock that is set back is no word that there is room', async () => {
	await store('one');
	disk = 'full';
	later(-60_000);
	expect(await store('two')).toEqual(full);
});

test('the browser may have no room for the name of a file either: that counts where one could be written before', async () => {
	disk = 'nameless';
	expect(await store('one')).toMatchObject({ status: 'stored' });
	disk = 'roomy';
	later();
	await store('two');
	disk = 'nameless';
	later();
	expect(await store('three')).toEqual(full);
});

test('that this site may not hold more keeps nobody from writing: deleting makes room there', async () => {
	[disk, quota] = ['full', 100_000];
	expect(await store('one')).toMatchObject({ status: 'stored' });
});

test('a look that is never answered is not waited for', async () => {
	vi.useRealTimers();
	disk = 'hanging';
	expect(await store('one')).toMatchObject({ status: 'stored' });
});

test('a database that the browser has closed is not opened again while the disk is full, and then by itself', async () => {
	await store('one');
	truth.close({ disableAutoOpen: false });
	disk = 'full';
	later();
	const opened = vi.spyOn(indexedDB, 'open');
	const reading = import('#db/storing.ts').then(({ storing }) => storing(stored));
	expect(await reading).toEqual(full);
	expect(opened).not.toHaveBeenCalled();
	disk = 'roomy';
	await vi.waitFor(async () => expect(await stored()).toBe('one'));
	expect(opened.mock.calls.map(([name]) => name)).toEqual([`${truth.name}-start`, truth.name]);
	opened.mockRestore();
});

test('a write that has failed, or a database that the browser closes, ends what is known of room', async () => {
	await store('one');
	const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
		throw new DOMException('no room', 'QuotaExceededError');
	});
	disk = 'full';
	await expect(scratch.views.put({ key: 'one', value: 1 })).rejects.toThrow('no room');
	put.mockRestore();
	const before = writesBegun();
	expect(await store('two')).toEqual(full);
	expect(writesBegun()).toBe(before);

	disk = 'roomy';
	await store('two');
	disk = 'full';
	scratch.close({ disableAutoOpen: false });
	expect(await store('three')).toEqual(full);
	expect(await stored()).toBe('two');
});

test('behind a full disk, and behind a write that failed, the log is begun anew before anything else is written', async () => {
	const opened = vi.spyOn(indexedDB, 'open');
	const renewed = () => opened.mock.calls.filter(([name]) => name === `${truth.name}-start`).length;
	await store('one');
	later();
	await store('two');
	expect(renewed()).toBe(0);

	disk = 'full';
	later();
	expect(await store('three')).toEqual(full);
	expect(renewed()).toBe(0);
	disk = 'roomy';
	const before = writesBegun();
	const deleteNow = indexedDB.deleteDatabase.bind(indexedDB);
	const begunBefore: number[] = [];
	const deleted = vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation((name) => {
		begunBefore.push(writesBegun());
		return deleteNow(name);
	});
	await store('three');
	expect(begunBefore).toEqual([before]);
	deleted.mockRestore();
	expect(renewed()).toBe(1);

	const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
		throw new DOMException('no room', 'QuotaExceededError');
	});
	expect(await store('four')).toEqual(full);
	put.mockRestore();
	await store('four');
	expect(renewed()).toBe(2);
	later();
	await store('five');
	expect(renewed()).toBe(2);
	opened.mockRestore();
});

test('at a start the log is begun anew, but on a full disk only when there is room', async () => {
	const opened = vi.spyOn(indexedDB, 'open');
	const renewed = () => opened.mock.calls.filter(([name]) => name === `${truth.name}-start`).length;
	disk = 'full';
	await room.renewLog(truth);
	expect(renewed()).toBe(0);
	disk = 'roomy';
	await store('one');
	expect(renewed()).toBe(1);
	await room.renewLog(truth);
	expect(renewed()).toBe(2);
	opened.mockRestore();
});

test('a write that fails for another reason asks for no look', async () => {
	await store('one');
	const before = tries;
	const none = () => scratch.views.add({ key: undefined as never, value: 1 });
	await expect(none()).rejects.toThrow(Dexie.DataError);
	expect(await store('two')).toMatchObject({ status: 'stored' });
	expect(tries).toBe(before);
});

/** What a page listens for. */
function pageEvents(listening = vi.fn<Window['addEventListener']>()): Map<string, () => void> {
	vi.stubGlobal('addEventListener', listening);
	room.guardPage([], new AbortController().signal);
	return new Map(listening.mock.calls.map(([event, heard]) => [event, heard as () => void]));
}

test('in a page it is looked for with the first key, so that nobody waits for it later', async () => {
	const press = pageEvents().get('keydown');
	press?.();
	await vi.waitFor(() => expect(tries).toBe(1));
	press?.();
	expect(tries).toBe(1);
});

test('a page that goes has no time for a look: what waits for one begins at once', async () => {
	const leave = pageEvents().get('pagehide');
	await store('one');
	await scratch.open();
	disk = 'hanging';
	later();
	const before = writesBegun();
	const writing = [store('two'), scratch.views.put({ key: 'one', value: 1 })];
	await microtasks();
	expect(writesBegun()).toBe(before);
	leave?.();
	await microtasks();
	expect(writesBegun()).toBe(before + 2);
	await Promise.all(writing);
	expect(await stored()).toBe('two');
});

test('what others write when they hear that the page goes begins at once', async () => {
	const listening = vi.fn<Window['addEventListener']>();
	const leave = pageEvents(listening).get('pagehide');
	// Before them, whoever began to listen first.
	const early = expect.objectContaining({ capture: true }) as AddEventListenerOptions;
	expect(listening).toHaveBeenCalledWith('pagehide', leave, early);
	await store('one');
	await scratch.open();
	disk = 'hanging';
	later();
	const before = writesBegun();
	leave?.();
	const writing = scratch.views.put({ key: 'one', value: 1 });
	expect(writesBegun()).toBe(before + 1);
	await writing;
});

test('a page that goes writes nothing to a disk that is known to be full', async () => {
	const leave = pageEvents().get('pagehide');
	await store('one');
	disk = 'full';
	later();
	expect(await store('two')).toEqual(full);
	leave?.();
	expect(await store('three')).toEqual(full);
});

test('other browsers are asked for nothing', async () => {
	vi.stubGlobal('navigator', { storage });
	disk = 'full';
	expect(await store('one')).toMatchObject({ status: 'stored' });
	expect(tries).toBe(0);
});

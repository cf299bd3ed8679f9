import { Dexie, RangeSet } from 'dexie';
import { forceCloseDatabase } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { onTakenAway, openAnew, refuseTheFuture, stepAside, tellAnew } from '#db/open.ts';
import { watchAgain } from '#db/room.ts';
import { Scratch, Truth } from '#db/schema.ts';
import { keptValue } from '#db/scratch/kept-values.ts';
import { spared } from '#db/scratch/spared.ts';
import { unsavedOf } from '#db/scratch/unsaved.ts';
import { writeSetting } from '#db/settings.ts';
import { storing } from '#db/storing.ts';
import { watch } from '#db/watch.ts';
import { failureText } from '#ui/words/failure-text.ts';

/** What happens between versions of the app that share one database. */

let name = '';
let runs = 0;

/** The next version of the app: one table more. */
class NextTruth extends Truth {
	constructor() {
		super(name);
		this.version(2).stores({ later: 'id' });
	}
}

beforeEach(() => {
	name = `versions-${String(++runs)}`;
});
afterEach(async () => {
	await Dexie.delete(name);
});

test('an old tab closes when a newer version opens the database, says so, and writes no more', async () => {
	const onOutdated = vi.fn((close: () => void) => close());
	const old = new Truth(name);
	const onErased = vi.fn();
	stepAside(old, { onOutdated, onErased });
	expect(await writeSetting(old, 'theme', 'dark')).toMatchObject({ status: 'stored' });

	const next = new NextTruth();
	await next.open();

	expect(onOutdated).toHaveBeenCalledOnce();
	expect(onErased).not.toHaveBeenCalled();
	expect(await writeSetting(old, 'theme', 'light')).toEqual({
		status: 'failed',
		failure: { kind: 'storage-closed' }
	});
	expect(await next.table('settings').toArray()).toEqual([{ key: 'theme', value: 'dark' }]);
	next.close();
});

test('a tab whose database another one deletes hears of that, and begins no empty one', async () => {
	const onOutdated = vi.fn();
	const onErased = vi.fn();
	const old = new Truth(name);
	stepAside(old, { onOutdated, onErased });
	await writeSetting(old, 'theme', 'dark');

	await Dexie.delete(name);

	expect(onErased).toHaveBeenCalledOnce();
	expect(onOutdated).not.toHaveBeenCalled();
	expect(await writeSetting(old, 'theme', 'light')).toMatchObject({ status: 'failed' });
	expect(await Dexie.getDatabaseNames()).not.toContain(name);
});

test('a database written by a newer version is not written to, and the user is told what to do', async () => {
	const next = new NextTruth();
	await next.table('later').put({ id: 'row of a shape we do not know' });
	next.close();

	const onNewer = vi.fn();
	const old = new Truth(name);
	refuseTheFuture(old, onNewer);
	// As in the app: it finds a connection that is closed again.
	onTakenAway(old, () => undefined);
	const outcome = await writeSetting(old, 'theme', 'dark');

	expect(outcome).toEqual({ status: 'failed', failure: { kind: 'storage-closed' } });
	expect(await writeSetting(old, 'theme', 'dark')).toEqual(outcome);
	expect(onNewer).toHaveBeenCalledOnce();
	expect(failureText({ kind: 'storage-closed' })).toMatch(/another version of Keepsake.*Reload/);

	// Nor deleted, to make room for a copy.
	await expect(openAnew(old)).rejects.toThrow();
	const again = new NextTruth();
	expect(await again.table('settings').count()).toBe(0);
	expect(await again.table('later').count()).toBe(1);
	again.close();
});

test('nor where the browser closed it for a moment, in which the newer version came', async () => {
	const onNewer = vi.fn();
	const old = new Truth(name);
	refuseTheFuture(old, onNewer);
	await writeSetting(old, 'theme', 'dark');
	// As Dexie does when the browser takes the connection away: the next query opens it again.
	old.close({ disableAutoOpen: false });
	const next = new NextTruth();
	await next.open();
	next.close();
	expect(await writeSetting(old, 'theme', 'light')).toMatchObject({ status: 'failed' });
	expect(onNewer).toHaveBeenCalledOnce();
});

const isMadeAnewBy = [
	['a worker', tellAnew],
	['another page', (db: Truth) => onTakenAway(db, () => undefined)]
] as const;

test.each(isMadeAnewBy)(
	'that the browser threw it away is known, also where it was made anew by %s',
	async (_, follow) => {
		const page = new Truth(name);
		const taken = vi.fn<(isAnew: () => boolean) => void>();
		onTakenAway(page, taken);
		await page.open();
		closeByForce(page);
		await new Promise((resolve) => {
			indexedDB.deleteDatabase(name).onsuccess = resolve;
		});
		const other = new Truth(name);
		follow(other);
		await other.open();
		await page.open();
		await vi.waitFor(() => expect(taken).toHaveBeenCalledOnce(), 5000);
		await vi.waitFor(() => expect(taken.mock.lastCall?.[0]()).toBe(true));
		other.close();
		page.close();
	}
);

test('that of a new profile was thrown away by nobody', async () => {
	const page = new Truth(name);
	const taken = vi.fn<(isAnew: () => boolean) => void>();
	onTakenAway(page, taken);
	await page.open();
	closeByForce(page);
	await vi.waitFor(() => expect(taken).toHaveBeenCalledOnce(), 5000);
	expect(taken.mock.lastCall?.[0]()).toBe(false);
	page.close();
});

test('what is watched is read again when a database that could not be opened again is open', async () => {
	const page = new Truth(name);
	watchAgain(page);
	await writeSetting(page, 'theme', 'dark');
	const seen: unknown[] = [];
	const end = watch(async () => (await page.settings.get('theme'))?.value).subscribe((value) =>
		seen.push(value)
	);
	await vi.waitFor(() => expect(seen).toEqual(['dark']));
	closeByForce(page);
	const refused = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
		throw new DOMException('no room', 'QuotaExceededError');
	});
	// Whatever makes it look: it finds nothing, and Dexie gives up.
	Dexie.on.storagemutated.fire({ all: new RangeSet(-Infinity, [[]]) });
	await vi.waitFor(() => expect(refused).toHaveBeenCalled());
	await expect(page.settings.count()).rejects.toThrow();
	refused.mockRestore();
	await page.open();
	await writeSetting(page, 'theme', 'light');
	await vi.waitFor(() => expect(seen.at(-1)).toBe('light'));
	expect(seen).not.toContain(undefined);
	end();
	page.close();
});

test('nothing is read twice at the first opening', async () => {
	const fired = vi.fn();
	const page = new Truth(name);
	await page.open();
	page.close({ disableAutoOpen: false });
	watchAgain(page);
	Dexie.on('storagemutated', fired);
	onTestFinished(() => Dexie.on.storagemutated.unsubscribe(fired));
	await page.open();
	expect(fired).not.toHaveBeenCalled();
	page.close({ disableAutoOpen: false });
	await page.open();
	expect(fired).toHaveBeenCalledOnce();
	page.close();
});

/** As the browser closes it by itself. */
function closeByForce(db: Truth): void {
	// Its types ask for the class.
	forceCloseDatabase(db.backendDB() as unknown as typeof IDBDatabase);
	db.close({ disableAutoOpen: false });
}

test('a database of our own version is opened and written as ever', async () => {
	const onNewer = vi.fn();
	const first = new Truth(name);
	await writeSetting(first, 'theme', 'dark');
	first.close();
	const second = new Truth(name);
	refuseTheFuture(second, onNewer);
	expect(await writeSetting(second, 'theme', 'light')).toMatchObject({ status: 'stored' });
	expect(onNewer).not.toHaveBeenCalled();
	second.close();
});

test('what was left in the editor of a memory file, by a version that kept one wording a file, is still there', async () => {
	const old = new Dexie(name);
	old.version(3).stores({
		partials: 'sessionId',
		unsent: 'sessionId',
		views: 'key',
		attached: 'sessionId',
		unsaved: 'path'
	});
	const [left, older] = [
		{ path: 'MEMORY.md', text: '- Likes tea', base: 2, by: 'tab', at: 5 },
		{ path: 'memory/2026-11-20.md', text: '- Has a cat', base: null, at: 4 }
	];
	await old.table('unsaved').bulkPut([left, older]);
	old.close();

	const scratch = new Scratch(name);
	expect(await unsavedOf(scratch, left.path)).toEqual([left]);
	expect(await unsavedOf(scratch, older.path)).toEqual([{ ...older, by: '' }]);
	expect(scratch.backendDB().objectStoreNames.contains('unsaved')).toBe(false);
	scratch.close();
});

/** Of a newer database Dexie says on the console what it misses there. */
const silently = () => {
	const said = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
	onTestFinished(() => said.mockRestore());
};

test('nothing is written into a scratch database of a newer version either: it is done without, and that is told', async () => {
	silently();
	const next = new Dexie(name);
	next.version(50).stores({ unsent: 'sessionId', later: 'id' });
	await next.open();
	next.close();

	const scratch = new Scratch(name);
	scratch.whenSpared = vi.fn();
	refuseTheFuture(scratch, () => scratch.tellSpared());
	const row = { sessionId: 's1', text: 'half a thought', at: 1 };
	expect(await storing(() => scratch.unsent.put(row))).toEqual({
		status: 'failed',
		failure: { kind: 'storage-closed' }
	});
	expect(await spared(scratch, () => keptValue(scratch, 'checked log'), null)).toBeNull();
	expect(scratch.whenSpared).toHaveBeenCalledOnce();
	const again = new Dexie(name);
	await again.open();
	expect(await again.table('unsent').count()).toBe(0);
	again.close();
});

test.each([
	{ what: 'a table', stores: { pins: null } },
	{ what: 'an index', stores: { sessions: 'id' } }
])(
	'where a newer version has taken $what away, none is put back, and that version still opens its own',
	async ({ stores }) => {
		silently();
		class Less extends Truth {
			constructor() {
				super(name);
				this.version(2).stores(stores);
			}
		}
		const next = new Less();
		await next.open();
		next.close();

		const onNewer = vi.fn();
		const old = new Truth(name);
		refuseTheFuture(old, onNewer);
		expect(await writeSetting(old, 'theme', 'dark')).toMatchObject({ status: 'failed' });
		expect(onNewer).toHaveBeenCalled();

		const again = new Less();
		const isLocked = vi.fn();
		refuseTheFuture(again, isLocked);
		await again.open();
		expect(again.backendDB().version).toBe(20);
		expect(isLocked).not.toHaveBeenCalled();
		again.close();
	}
);

import { Dexie } from 'dexie';
import { describe, expect, test, vi } from 'vitest';
import { hasNoRoom } from '#db/room.ts';
import { Truth } from '#db/schema.ts';
import { lookAtStart } from '#flows/copies/canary.ts';
import { acceptDatabase } from '#flows/copies/serve-copies.ts';
import { readFolder } from '#flows/copies/snapshots.ts';
import { withCopies } from '../../support/apps/with-copies.ts';

/** A database that the browser opens no more gives way to a copy or to an empty one, where it can be deleted. */

const copied = withCopies();
const { ports, keep, restore, content } = copied;

/** The browser opens the database no more; a new one under its name only where it deletes it. */
async function unopened(how: { readonly refuses: boolean }, work: () => Promise<unknown>) {
	const { name } = copied.db;
	copied.reopen();
	const open = indexedDB.open.bind(indexedDB);
	const remove = indexedDB.deleteDatabase.bind(indexedDB);
	let isBroken = true;
	const refuse = () => {
		throw new DOMException('Internal error opening backing store', 'UnknownError');
	};
	const spies = [
		vi.spyOn(indexedDB, 'open').mockImplementation((asked, version) => {
			if (asked === name && isBroken) refuse();
			return open(asked, version);
		}),
		vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation((asked) => {
			if (asked === name && how.refuses) refuse();
			if (asked === name) isBroken = false;
			return remove(asked);
		}),
		vi.spyOn(console, 'warn').mockReturnValue(undefined)
	];
	expect(await lookAtStart(copied.db, copied.vault)).toMatchObject({ status: 'unreadable' });
	await work();
	for (const spy of spies) spy.mockRestore();
}

describe('a snapshot', () => {
	test('a database that cannot be opened any more gives way to a copy, or to an empty one', async () => {
		await keep();
		const before = await content();
		await unopened({ refuses: false }, async () => {
			expect(await restore(1, false)).toMatchObject({ status: 'restored' });
		});
		expect(await content()).toEqual(before);
		expect(await lookAtStart(copied.db, copied.vault)).toEqual({ status: 'well' });
		await unopened({ refuses: false }, async () => {
			expect(await acceptDatabase(ports(), { empty: true })).toEqual({ status: 'accepted' });
		});
		expect(await lookAtStart(copied.db, copied.vault)).toEqual({ status: 'well' });
		expect([await copied.db.turns.count(), (await readFolder(copied.vault)).aside.length]).toEqual([
			0, 1
		]);
	});

	test('a database for which there is no room is told from one that may be damaged', async () => {
		await keep();
		const full = new DOMException('Encountered full disk while opening', 'QuotaExceededError');
		copied.db.close();
		const disk = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
			throw full;
		});
		expect(await lookAtStart(copied.db, copied.vault)).toEqual({ status: 'full' });
		disk.mockRestore();
		expect(await lookAtStart(copied.db, copied.vault)).toEqual({ status: 'well' });
	});

	test('so is one of which the browser only says, on a full disk, that it cannot be opened', async () => {
		await keep();
		const full = new DOMException('exceed its storage quota', 'QuotaExceededError');
		const disk = (write: () => Promise<void>, quota = 10_000_000) => {
			const abort = vi.fn(() => Promise.resolve());
			const createWritable = () => Promise.resolve({ write, abort });
			const root = { getFileHandle: () => Promise.resolve({ createWritable }) };
			return {
				abort,
				getDirectory: () => Promise.resolve(root as never),
				estimate: () => Promise.resolve({ quota, usage: 9_000_000 })
			};
		};
		const refuse = () => Promise.reject(full);
		const roomy = disk(() => Promise.resolve());
		const filled = disk(refuse);
		// Only this site may not hold more: that keeps no database from being opened.
		const used = disk(refuse, 9_100_000);
		await unopened({ refuses: false }, async () => {
			const seen = (how: typeof roomy) =>
				lookAtStart(copied.db, copied.vault, () => hasNoRoom(how));
			expect(await seen(filled)).toEqual({ status: 'full' });
			expect(await seen(roomy)).toMatchObject({ status: 'unreadable' });
			expect(await seen(used)).toMatchObject({ status: 'unreadable' });
		});
		// What was written to try it is taken back.
		expect(filled.abort).toHaveBeenCalledOnce();
		expect(roomy.abort).toHaveBeenCalledOnce();
	});

	test('so it does where the browser has no place for copies', async () => {
		await keep();
		await unopened({ refuses: false }, async () => {
			const placeless = { ...ports(), vault: null };
			expect(await acceptDatabase(placeless, { empty: true })).toEqual({ status: 'accepted' });
		});
		copied.vault.files.clear();
		expect(await lookAtStart(copied.db, copied.vault)).toEqual({ status: 'well' });
		expect(await copied.db.turns.count()).toBe(0);
	});

	test('where the browser refuses to delete it, too, that is said, and no restore is taken for begun', async () => {
		await keep();
		const failure = { kind: 'damaged', what: copied.db.name };
		await unopened({ refuses: true }, async () => {
			expect(await restore(1, false)).toEqual({ status: 'failed', failure });
			const afresh = await acceptDatabase(ports(), { empty: true });
			expect(afresh).toEqual({ status: 'failed', failure });
			expect((await readFolder(copied.vault)).aside).toEqual([]);
			expect(await lookAtStart(copied.db, copied.vault)).toMatchObject({ status: 'unreadable' });
		});
	});

	test('a full disk that keeps the database from being opened is no reason to delete it', async () => {
		await keep();
		const before = await content();
		const broken = new Truth(copied.db.name);
		const full = new DOMException('no room', 'QuotaExceededError');
		broken.open = () => Dexie.Promise.reject(full);
		const outcome = await acceptDatabase({ ...ports(), db: broken }, { empty: true });
		expect(outcome).toEqual({ status: 'failed', failure: { kind: 'storage-full' } });
		broken.close();
		expect(await content()).toEqual(before);
	});
});

import { Dexie } from 'dexie';
import { describe, expect, test, vi } from 'vitest';
import { Truth } from '#db/schema.ts';
import { lookAtStart } from '#flows/copies/canary.ts';
import { acceptDatabase } from '#flows/copies/serve-copies.ts';
import { StartCheck } from '#state/tab/start-check.svelte.ts';
import { aVault } from '../../support/builders/a-vault.ts';
import { fillTruth, plainTables } from '../../support/builders/full-profile.ts';
import { withCopies } from '../../support/apps/with-copies.ts';

/** What the start of the app finds of a database: well, lost in whole or in part, or not to be opened (security 2.2, 2.7). */

const copied = withCopies();
const { clock, ports, keep, canary, wipe } = copied;

describe('at the start', () => {
	test('a profile that holds what it held is well, and so is a new one', async () => {
		await canary();
		expect(await lookAtStart(copied.db, copied.vault)).toEqual({ status: 'well' });
		await wipe();
		expect(await lookAtStart(copied.db, aVault())).toEqual({ status: 'well' });
	});

	test('fault 45: an emptied database is never taken for a new one', async () => {
		await canary();
		await wipe();
		expect(await lookAtStart(copied.db, copied.vault)).toMatchObject({
			status: 'lost',
			loss: 'empty',
			before: { sessions: 1, turns: 6, memoryFiles: 2 },
			now: { turns: 0 }
		});
		expect(await copied.db.sessions.count()).toBe(0);
	});

	test('an emptied database is not taken for a new one when a power cut took the canary too', async () => {
		await keep();
		await canary();
		for (const name of copied.vault.files.keys())
			if (name.startsWith('canary')) copied.vault.files.delete(name);
		expect(await lookAtStart(copied.db, copied.vault)).toEqual({ status: 'well' });
		await wipe();
		expect(await lookAtStart(copied.db, copied.vault)).toMatchObject({
			status: 'lost',
			loss: 'empty',
			before: { turns: 6 },
			now: { turns: 0 }
		});
		await acceptDatabase(ports(), { empty: true });
		for (const name of copied.vault.files.keys())
			if (name.startsWith('canary')) copied.vault.files.delete(name);
		expect(await lookAtStart(copied.db, copied.vault)).toEqual({ status: 'well' });
	});

	test('a canary that another tab replaces while it is read is looked for anew', async () => {
		await canary();
		await wipe();
		let isFirst = true;
		const racing = {
			...copied.vault,
			open: (name: string) => {
				if (!isFirst) return copied.vault.open(name);
				isFirst = false;
				return Promise.reject(new DOMException('gone', 'NotFoundError'));
			}
		};
		expect(await lookAtStart(copied.db, racing)).toMatchObject({ status: 'lost', loss: 'empty' });
	});

	test('files that cannot be read keep nobody from the database they are copies of', async () => {
		await keep();
		await canary();
		const unreadable = new DOMException('an error of the disk', 'NotReadableError');
		const refuse = () => Promise.reject(unreadable);
		const noCanary = {
			...copied.vault,
			open: (name: string) => (name.startsWith('canary') ? refuse() : copied.vault.open(name))
		};
		for (const reader of [
			noCanary,
			{ ...copied.vault, open: refuse },
			{ ...copied.vault, names: refuse }
		])
			expect(await lookAtStart(copied.db, reader)).toEqual({ status: 'well' });
		await wipe();
		expect(await lookAtStart(copied.db, noCanary)).toMatchObject({ status: 'lost', loss: 'empty' });
	});

	test('what a newer version has written is no loss, and an app that is on screen stays with its words', async () => {
		const check = new StartCheck({ db: copied.db, vault: copied.vault });
		expect(check.learnNewer()).toBe('in-its-place');
		expect(check.missing.aborted).toBe(true);
		copied.db.close({ disableAutoOpen: true });
		expect(await check.look()).toEqual({ status: 'newer' });
		check.tell({ status: 'unreadable', before: null });
		expect(check.verdict).toEqual({ status: 'newer' });
		copied.db.close({ disableAutoOpen: false });

		const shown = new StartCheck({ db: copied.db, vault: copied.vault });
		expect(await shown.look()).toEqual({ status: 'well' });
		expect(shown.learnNewer()).toBe('beside');
		copied.db.close({ disableAutoOpen: true });
		expect(await shown.look()).toEqual({ status: 'well' });
		expect(shown.missing.aborted).toBe(false);
		copied.db.close({ disableAutoOpen: false });
	});

	test('the log of the databases is begun anew, once, and nothing is left of that', async () => {
		const check = new StartCheck({ db: copied.db, vault: copied.vault });
		const made: string[] = [];
		const open = indexedDB.open.bind(indexedDB);
		const spy = vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
			made.push(name);
			return open(name, version);
		});
		const short = `${copied.db.name}-start`;
		expect(await check.look()).toEqual({ status: 'well' });
		// Nobody waits for it: what the first screen reads comes first.
		await expect.poll(() => made).toContain(short);
		await expect.poll(() => Dexie.getDatabaseNames()).not.toContain(short);
		await check.look();
		expect(made.filter((name) => name === short)).toHaveLength(1);
		spy.mockRestore();
	});

	test('fault 46: a database that has gone back in time is seen, whatever went missing', async () => {
		await canary();
		const whole = await plainTables(copied.db);
		const losses: (() => Promise<unknown>)[] = [
			// A cut log takes what was written last: turns with the head and the activity of their session.
			() =>
				copied.db.transaction(
					'rw',
					copied.db.sessions,
					copied.db.branches,
					copied.db.turns,
					async () => {
						await copied.db.turns.delete(['s1', 'trunk', 5]);
						await copied.db.branches.update(['s1', 'trunk'], { headSeq: 4 });
						await copied.db.sessions.update('s1', { activeAt: 1 });
					}
				),
			() => copied.db.sessions.clear().then(() => copied.db.branches.clear()),
			() => copied.db.memoryRevisions.clear(),
			() => copied.db.memoryFiles.clear(),
			() => copied.db.tombstones.clear()
		];
		for (const lose of losses) {
			await wipe();
			await fillTruth(copied.db, clock);
			expect(Object.keys(whole)).toEqual(Object.keys(await plainTables(copied.db)));
			await lose();
			expect(await lookAtStart(copied.db, copied.vault)).toMatchObject({
				status: 'lost',
				loss: 'part'
			});
		}
	});

	test('what the user had forgotten is no loss', async () => {
		await canary();
		await copied.db.sessions.delete('s1');
		await copied.db.branches.clear();
		await copied.db.tombstones.put({ id: 's1', kind: 'session', at: 2 });
		expect(await lookAtStart(copied.db, copied.vault)).toEqual({ status: 'well' });
	});

	test('while something is being forgotten nothing is taken for a loss, and no copy is made', async () => {
		await canary();
		await copied.db.tombstones.put({
			id: 's1',
			kind: 'session',
			at: 2,
			pending: { what: { kind: 'session', sessionId: 's1' }, lines: [], summaries: {} }
		});
		expect(await canary()).toMatchObject({ status: 'written' });
		await copied.db.sessions.delete('s1');
		await copied.db.branches.clear();
		expect(await lookAtStart(copied.db, copied.vault)).toEqual({ status: 'well' });
		expect(await canary()).toMatchObject({ status: 'written' });
		expect(await keep('when-due')).toEqual({ status: 'unchanged' });
		await copied.db.tombstones.put({ id: 's1', kind: 'session', at: 2 });
		expect(await canary()).toMatchObject({ status: 'written' });
		expect(await lookAtStart(copied.db, copied.vault)).toEqual({ status: 'well' });
	});

	test('a database that cannot be opened comes to the recovery screen, not to a crash', async () => {
		await canary();
		const broken = new Truth(copied.db.name);
		broken.open = () => {
			throw new DOMException('Internal error opening backing store', 'UnknownError');
		};
		expect(await lookAtStart(broken, copied.vault)).toMatchObject({
			status: 'unreadable',
			before: { turns: 6 }
		});
	});

	test('a canary that was not finished is passed over for the one before it', async () => {
		await canary();
		copied.vault.files.set('canary-7.json', new TextEncoder().encode('{"text":"{\\"number\\":7'));
		expect(await lookAtStart(copied.db, copied.vault)).toEqual({ status: 'well' });
		await wipe();
		expect(await lookAtStart(copied.db, copied.vault)).toMatchObject({
			status: 'lost',
			before: { turns: 6 }
		});
	});

	test('a loss in the middle of a session does not become the new measure', async () => {
		await canary();
		await wipe();
		expect(await canary()).toMatchObject({ status: 'lost' });
		expect(await lookAtStart(copied.db, copied.vault)).toMatchObject({ status: 'lost' });
	});
});

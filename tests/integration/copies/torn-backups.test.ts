import { expect, test } from 'vitest';
import { sha256 } from '#core/sha256.ts';
import { keepValue } from '#db/scratch/kept-values.ts';
import { backUp, lastBackup } from '#flows/backups/back-up.ts';
import { makeDueBackup } from '#flows/backups/keep-backups.ts';
import { anotherTab, type TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { never } from '../../support/never.ts';

/** Backups into a folder in which any step fails: the newest whole one stays, what is told is so, and done again it is made. */

const faults = {
	withdrawn: 'NotAllowedError',
	gone: 'NotFoundError',
	full: 'QuotaExceededError',
	held: 'NoModificationAllowedError'
} as const;
type Fault = keyof typeof faults;

/** A folder as a browser gives it: what is written to a file takes its place when it is closed. */
function aFolder() {
	const files = new Map<string, { readonly content: Blob; readonly at: number }>();
	const open = new Set<object>();
	let permission: PermissionState = 'granted';
	let calls = 0;
	let writes = 0;
	let broken: { at: number; fault: Fault; isForGood: boolean } | null = null;
	let isSpoilt = false;
	const put = (name: string, content: Blob) => files.set(name, { content, at: ++writes });
	const error = (fault: Fault) => new DOMException(fault, faults[fault]);
	const meet = <T>(work: () => T): Promise<T> => {
		const at = calls++;
		if (permission !== 'granted') return Promise.reject(error('withdrawn'));
		if (!broken || (broken.isForGood ? at < broken.at : at !== broken.at))
			return new Promise((resolve) => {
				resolve(work());
			});
		if (broken.fault === 'withdrawn') permission = 'prompt';
		return Promise.reject(error(broken.fault));
	};
	const fileOf = (name: string) => ({
		kind: 'file' as const,
		name,
		getFile: () =>
			meet(() => {
				const { content, at } = files.get(name) ?? { content: new Blob(), at: 0 };
				const file = new File([isSpoilt ? 'spoilt' : content], name, { lastModified: at });
				const read = file.arrayBuffer.bind(file);
				// It is read piece by piece.
				file.slice = () => ({ arrayBuffer: () => meet(read).then((bytes) => bytes) }) as Blob;
				return file;
			}),
		createWritable: () =>
			meet(() => {
				let written = new Blob();
				const swap = {
					write: (content: Blob) => meet(() => void (written = content)),
					close: () =>
						meet(() => {
							put(name, written);
							open.delete(swap);
						}),
					abort: () => Promise.resolve(void open.delete(swap))
				};
				open.add(swap);
				return swap;
			})
	});
	const handle = {
		kind: 'directory' as const,
		name: 'My backups',
		getFileHandle: (name: string, how?: { create?: boolean }) =>
			meet(() => {
				if (!files.has(name) && !how?.create) throw error('gone');
				if (!files.has(name)) put(name, new Blob());
				return fileOf(name);
			}),
		removeEntry: (name: string) =>
			meet(() => {
				if (!files.delete(name)) throw error('gone');
			}),
		queryPermission: () => Promise.resolve(permission)
	};
	return {
		files,
		put,
		handle,
		get calls() {
			return calls;
		},
		/** Writings that were begun and neither ended nor given up. */
		get open() {
			return open.size;
		},
		breakAt: (at: number, fault: Fault, isForGood: boolean) => {
			calls = 0;
			broken = { at, fault, isForGood };
		},
		spoil: () => {
			isSpoilt = true;
		},
		mend: () => {
			broken = null;
			isSpoilt = false;
			permission = 'granted';
		}
	};
}

let app: TestApp;
let made: number;

/** Handles with functions cannot be stored here as a browser stores its own, so the row is given as it is. */
function using(folder: ReturnType<typeof aFolder>, of: TestApp = app): TestApp {
	made = 0;
	of.jobs['export-everything'] = ({ day }) => {
		const file = new Blob([`backup ${String(++made)}`]);
		return Promise.resolve({ status: 'made', name: `keepsake-${day}.zip`, file, damaged: [] });
	};
	const get = of.scratch.views.get.bind(of.scratch.views) as (key: string) => unknown;
	of.scratch.views.get = ((key: string) =>
		key.startsWith('place ')
			? Promise.resolve({ key, value: folder.handle })
			: get(key)) as unknown as typeof of.scratch.views.get;
	return of;
}

const today = /^keepsake-2026-11-20/;
const older = ['10', '11', '12', '13', '14'].map((day) => `keepsake-2026-11-${day}.zip`);

/** A backup for each of five days, one of this day, what a closed tab has begun, and a file of somebody else. */
async function used() {
	const folder = aFolder();
	for (const name of older) folder.put(name, new Blob(['a backup']));
	folder.put('keepsake-2026-11-15.zip', new Blob());
	folder.put('notes.txt', new Blob(['notes']));
	await keepValue(app.scratch, 'own backups', [
		...older.map((name) => ({ name, mark: `8 ${sha256('a backup')}` })),
		{ name: 'keepsake-2026-11-15.zip', mark: '', begun: true }
	]);
	using(folder);
	expect(await backUp(app, { ask: false }, never)).toMatchObject({ status: 'backed-up' });
	return folder;
}

const textsOf = async ({ files }: ReturnType<typeof aFolder>, names: RegExp) => {
	const of = [...files].filter(([name]) => names.test(name));
	return Promise.all(of.map(([, { content }]) => content.text()));
};

const told = { gone: 'unreadable', full: 'storage-full', held: 'unreadable' } as const;

withApp((own) => (app = own));

test('each step, failing once or for good, with each fault', async () => {
	const unbroken = await used();
	unbroken.breakAt(Infinity, 'full', true);
	expect(await backUp(app, { ask: false }, never)).toMatchObject({ status: 'backed-up' });
	const { calls } = unbroken;
	expect(calls).toBeGreaterThan(12);
	for (let at = 0; at < calls; at++)
		for (const [nth, fault] of (Object.keys(faults) as Fault[]).entries()) {
			const isForGood = (at + nth) % 2 === 0;
			const which = [at, fault, isForGood] as const;
			await app.db.activity.clear();
			const folder = await used();
			folder.breakAt(at, fault, isForGood);
			const outcome = await backUp(app, { ask: false }, never);
			const whole = await textsOf(folder, today);
			const last = await lastBackup(app);
			const isMade = outcome.status === 'backed-up';
			// What was there stays until the new one was read back, and is told as the last one until then.
			expect([which, whole]).toEqual([
				which,
				expect.arrayContaining([isMade ? 'backup 2' : 'backup 1'])
			]);
			const named = folder.files.get(String(last?.details['name']));
			expect([which, await named?.content.text()]).toEqual([
				which,
				isMade ? 'backup 2' : 'backup 1'
			]);
			const failures = await app.db.activity.filter(({ kind }) => kind === 'failure').count();
			if (fault === 'withdrawn' && !isMade)
				expect([which, outcome]).toEqual([which, { status: 'not-allowed' }]);
			else if (!isMade && fault !== 'withdrawn') {
				const failure = { status: 'failed', failure: { kind: told[fault] } };
				expect([which, outcome, failures]).toMatchObject([which, failure, 1]);
			}
			if (!isForGood && fault !== 'withdrawn') {
				expect([which, folder.open]).toEqual([which, 0]);
				expect([which, whole]).not.toEqual([which, expect.arrayContaining([''])]);
			}
			folder.mend();
			expect(await backUp(app, { ask: false }, never)).toMatchObject({ status: 'backed-up' });
			expect([which, await textsOf(folder, today)]).toEqual([which, [`backup ${String(made)}`]]);
			expect([...folder.files.keys()].toSorted().slice(0, -2)).toEqual(older.slice(1));
			expect(await textsOf(folder, /notes/)).toEqual(['notes']);
		}
});

test('one that does not read back as it was written takes the place of none', async () => {
	const folder = await used();
	folder.spoil();
	const outcome = await backUp(app, { ask: false }, never);
	expect(outcome).toMatchObject({ status: 'failed', failure: { kind: 'damaged' } });
	expect(await textsOf(folder, today)).toEqual(['backup 1']);
});

test('two tabs do not write into one file at once', async () => {
	const folder = await used();
	const second = using(folder, anotherTab(app));
	const both = await Promise.all([app, second].map((one) => backUp(one, { ask: false }, never)));
	expect(both).toMatchObject([{ status: 'backed-up' }, { status: 'backed-up' }]);
	expect(await textsOf(folder, today)).toHaveLength(1);
	expect(await app.db.activity.filter(({ kind }) => kind === 'failure').count()).toBe(0);
});

test('who is not told otherwise is reminded of one that was due and could not be made', async () => {
	const folder = await used();
	app.clock.at += 8 * 24 * 60 * 60_000;
	folder.breakAt(0, 'gone', true);
	expect(await makeDueBackup(app, never)).toBe('due');
});
